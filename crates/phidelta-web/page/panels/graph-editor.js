// A small editor of graphs: the picture and the JSON are two sides of one thing.

import { Graph } from '../boards/graph.js';
import * as desk from '../desk.js';
import { button, choice, fill, h, labelled } from '../parts/dom.js';
import { set } from '../state.js';
import { t } from '../words.js';

const EMPTY = { root: 'A', nodes: { A: { type: 'OR', children: ['B', 'C'] }, B: { type: 'AND', children: ['D'] }, C: { type: 'AND', children: ['D', 'A'] }, D: { type: 'OR', value: 'win' } } };

export class GraphEditor {
  constructor() {
    this.json = h('textarea', { rows: 8, id: 'graph-json', spellcheck: 'false', 'aria-label': t('graph-json'), onchange: () => this.draw() });
    this.picture = h('div', { class: 'picture-box' });
    this.name = h('input', { id: 'node-name', autocomplete: 'off' });
    this.type = choice([['OR', 'OR'], ['AND', 'AND']], 'OR', null, { id: 'node-type' });
    this.value = choice([['', t('no-value')], ['win', t('win')], ['draw', t('draw')], ['loss', t('loss')]], '', null, { id: 'node-value' });
    this.children = h('input', { id: 'node-children', autocomplete: 'off' });
    this.element = h('fieldset', { class: 'graph-editor' }, h('legend', null, t('node-editor')), this.picture,
      h('div', { class: 'form' }, labelled(t('node-name'), this.name), labelled(t('node-type'), this.type), labelled(t('node-value'), this.value), labelled(t('node-children'), this.children),
        button(t('change-node'), () => this.change(), { id: 'change-node' }), button(t('remove-node'), () => this.remove())),
      labelled(t('graph-json'), this.json, { class: 'field wide' }));
    this.json.value = JSON.stringify(EMPTY, null, 1);
  }

  text() {
    return this.json.value;
  }

  /** Begins with a figure. */
  async load(figure) {
    if (figure) {
      try {
        const view = await desk.backend.position({ game: 'graph', text: figure });
        this.json.value = view.board.source ?? this.json.value;
      } catch {
        // The graph that is there serves as well.
      }
    }
    this.draw();
  }

  async draw() {
    try {
      const view = await desk.backend.position({ game: 'graph', text: this.json.value });
      const picture = new Graph(view.board.drawing, { label: t('graph'), clicked: (id) => this.choose(id) });
      picture.show({ numbers: new Map() });
      fill(this.picture, picture.element);
      set({ note: null });
    } catch (error) {
      set({ note: desk.complaint(error) });
    }
  }

  read() {
    try {
      return JSON.parse(this.json.value);
    } catch {
      return null;
    }
  }

  choose(id) {
    const node = this.read()?.nodes?.[id];
    this.name.value = id;
    this.type.value = node?.type ?? 'OR';
    this.value.value = node?.value ?? '';
    this.children.value = (node?.children ?? []).join(' ');
  }

  /** Sets a node; children that are not there yet are made. */
  change() {
    const graph = this.read();
    const name = this.name.value.trim();
    if (!graph || !name) return;
    const children = this.children.value.split(/\s+/).filter(Boolean);
    graph.nodes[name] = { type: this.type.value, ...(this.value.value ? { value: this.value.value } : children.length ? { children } : {}) };
    const other = this.type.value === 'OR' ? 'AND' : 'OR';
    for (const child of this.value.value ? [] : children) graph.nodes[child] ??= { type: other, value: 'loss' };
    this.put(graph);
  }

  remove() {
    const graph = this.read();
    const name = this.name.value.trim();
    if (!graph?.nodes?.[name] || name === graph.root) return;
    delete graph.nodes[name];
    for (const node of Object.values(graph.nodes)) {
      if (!node.children) continue;
      node.children = node.children.filter((child) => child !== name);
      if (!node.children.length) delete node.children;
    }
    this.put(graph);
  }

  put(graph) {
    this.json.value = JSON.stringify(graph, null, 1);
    this.draw();
  }
}
