// A graph or a search tree, drawn where the backend has placed it. Boxes are the attacker's, ellipses the
// defender's; numbers, thresholds and colours are set from outside.

import { s, say } from '../parts/dom.js';
import { number } from '../parts/numbers.js';

/** Size of a place, in units of the picture. */
const [WIDE, HIGH] = [132, 66];
const [NODE_WIDE, NODE_HIGH] = [92, 40];

/** The centre of a node. */
const centre = (node) => [node.x * WIDE + WIDE / 2, node.y * HIGH + HIGH / 2];

let pictures = 0;

export class Graph {
  /** `clicked(name)`: a node was chosen. */
  constructor(drawing, { label, clicked }) {
    this.nodes = new Map();
    this.edges = new Map();
    const byId = new Map(drawing.nodes.map((node) => [node.id, node]));
    const columns = Math.max(1, ...drawing.nodes.map((node) => node.x + 1));
    const rows = Math.max(1, ...drawing.nodes.map((node) => node.y + 1));
    const arrow = `arrow-${pictures++}`;
    const tip = s('marker', { id: arrow, viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: 'userSpaceOnUse', orient: 'auto-start-reverse', class: 'tip' },
      s('path', { d: 'M0 0 L8 4 L0 8 z' }));
    const lines = drawing.edges.map(([from, to, name]) => {
      const [a, b] = [byId.get(from), byId.get(to)];
      if (!a || !b) return null;
      const line = s('path', { d: curve(a, b), class: 'edge', 'marker-end': `url(#${arrow})` });
      this.edges.set(`${from}>${to}`, line);
      if (!name) return line;
      const [[ax, ay], [bx, by]] = [centre(a), centre(b)];
      return s('g', null, line, s('text', { x: (ax + bx) / 2, y: (ay + by) / 2 - 3, class: 'edge-name', 'text-anchor': 'middle' }, name));
    });
    const shapes = drawing.nodes.map((node) => this.node(node, clicked));
    this.element = s('svg', { viewBox: `0 0 ${columns * WIDE} ${rows * HIGH}`, class: 'graph', role: 'group', 'aria-label': label },
      s('defs', null, tip), lines, shapes);
    this.element.style.setProperty('--width', `${columns * WIDE}px`);
  }

  node(node, clicked) {
    const [x, y] = centre(node);
    const shape = node.type === 'and'
      ? s('ellipse', { cx: x, cy: y, rx: NODE_WIDE / 2, ry: NODE_HIGH / 2, class: 'shape' })
      : s('rect', { x: x - NODE_WIDE / 2, y: y - NODE_HIGH / 2, width: NODE_WIDE, height: NODE_HIGH, class: 'shape' });
    const numbers = s('text', { x, y: y + 14, class: 'numbers', 'text-anchor': 'middle' });
    const limits = s('text', { x, y: y + NODE_HIGH / 2 + 11, class: 'limits', 'text-anchor': 'middle' });
    const name = s('text', { x, y, class: 'name', 'text-anchor': 'middle' }, node.name.length > 12 ? `${node.name.slice(0, 11)}…` : node.name);
    const group = s('g', { class: `node ${node.type}${node.value ? ` is-${node.value}` : ''}`, tabindex: clicked ? 0 : null, role: clicked ? 'button' : null,
      onclick: clicked && (() => clicked(node.id)),
      onkeydown: clicked && ((event) => event.key === 'Enter' && clicked(node.id)) },
      shape, name, numbers, limits);
    this.nodes.set(node.id, { node, group, name, y, numbers, limits });
    return group;
  }

  /** Shows numbers by node, the nodes of the present line, and what has just changed. */
  show({ numbers, path, limits, changed }) {
    const on = new Set(path ?? []);
    for (const [id, { node, group, name, y, numbers: text, limits: below }] of this.nodes) {
      const n = numbers.get(id);
      say(text, n ? `${number(n[0])} | ${number(n[1])}` : node.value ?? '');
      name.setAttribute('y', text.textContent ? y - 2 : y + 5);
      const limit = limits?.get(id);
      say(below, limit ? `≤ ${limit}` : '');
      const set = (word, is) => group.classList.toggle(word, is);
      set('proved', !!n && n[0] === 0);
      set('disproved', !!n && n[1] === 0);
      set('searched', on.has(id));
      set('changed', id === changed);
      const state = !n ? '' : n[0] === 0 ? ', ●' : n[1] === 0 ? ', ✕' : '';
      group.setAttribute('aria-label', `${node.name} ${node.type.toUpperCase()} ${text.textContent}${state}`);
    }
    const steps = new Set((path ?? []).slice(1).map((id, i) => `${path[i]}>${id}`));
    for (const [key, line] of this.edges) line.classList.toggle('searched', steps.has(key));
  }
}

/** A line between two nodes; one that leads back or down the same column bends. */
function curve(a, b) {
  const [[ax, ay], [bx, by]] = [centre(a), centre(b)];
  const half = NODE_WIDE / 2;
  if (a.id === b.id) return `M${ax + 20} ${ay - 20} C${ax + 60} ${ay - 55} ${ax - 60} ${ay - 55} ${ax - 20} ${ay - 20}`;
  if (b.x > a.x) {
    const [sx, ex] = [ax + half, bx - half];
    const bend = (ex - sx) / 2;
    return `M${sx} ${ay} C${sx + bend} ${ay} ${ex - bend} ${by} ${ex} ${by}`;
  }
  if (b.x === a.x) {
    const down = by > ay ? 1 : -1;
    return `M${ax + half} ${ay} C${ax + half + 34} ${ay} ${bx + half + 34} ${by} ${bx + half} ${by - 4 * down}`;
  }
  const side = by >= ay ? 1 : -1;
  const out = NODE_HIGH / 2;
  return `M${ax} ${ay + side * out} C${ax} ${ay + side * 60} ${bx} ${by - side * 10 + side * 60} ${bx} ${by + side * out}`;
}
