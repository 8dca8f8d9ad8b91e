// Learn: searches step by step, one or two side by side.

import { Graph } from '../boards/graph.js';
import * as desk from '../desk.js';
import { button, choice, fill, h, labelled, say } from '../parts/dom.js';
import { grouped, number } from '../parts/numbers.js';
import { announce } from '../parts/live.js';
import { set, state } from '../state.js';
import { t } from '../words.js';
import { GraphEditor } from './graph-editor.js';
import { why } from './why.js';

/** Steps between two states that are kept, so that any step is near one. */
const KEPT = 256;
/** Steps fetched at a time. */
const BATCH = 5000;
/** What a student meets first. */
const SEARCHES = ['pn', 'wpn', 'pn2', 'pn*', 'pds', 'df-pn', 'df-pn(r)', 'df-pn+tca', 'df-pn+tca+wpns', 'df-pn+tca+snda', 'df-wpn', 'pds-pn', 'alpha-beta'];

export class LearnPanel {
  constructor() {
    this.sides = [];
    this.at = 0;
    this.speed = 2;
    const figures = (state.about.figures ?? []).map((figure) => [figure, figure]);
    this.source = choice([...figures, ['own', t('graph-own')], ['position', t('graph-position')]], figures[0]?.[0] ?? 'position', (value) => {
      this.editor.element.hidden = value !== 'own';
      if (value === 'own') this.editor.load(this.source.dataset.last);
      else this.source.dataset.last = value;
    }, { id: 'learn-graph' });
    this.source.dataset.last = figures[0]?.[0] ?? '';
    const searches = SEARCHES.map((name) => [name, name]);
    this.left = choice(searches, 'df-pn', null, { id: 'learn-left' });
    this.right = choice([['', t('no-right')], ...searches], '', null, { id: 'learn-right' });
    this.begin = button(t('start-learn'), () => this.start(), { class: 'primary', id: 'start-learn' });
    const go = (sign, word, act, id) => button(sign, act, { 'aria-label': t(word), title: t(word), id });
    this.runButton = go('▶▶', 'run', () => this.toggle(), 'learn-run');
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': t('step', { n: '', all: '' }), oninput: () => this.show(Number(this.slider.value)), id: 'learn-slider' });
    this.place = h('span', { id: 'learn-place' });
    this.speedField = choice([1, 2, 5, 20].map((n) => [String(n), t('a-second', { n })]), '2', (n) => {
      this.speed = Number(n);
    }, { 'aria-label': t('run') });
    this.controls = h('div', { class: 'row-of-buttons', hidden: true }, go('|◀', 'step-first', () => this.show(0), 'learn-first'), go('◀', 'step-back', () => this.show(this.at - 1), 'learn-back'), go('▶', 'step-on', () => this.show(this.at + 1), 'learn-on'), go('▶|', 'step-last', () => this.show(this.length()), 'learn-last'), this.runButton, this.speedField, this.slider, this.place);
    this.pictures = h('div', { class: 'pictures' });
    this.editor = new GraphEditor();
    this.editor.element.hidden = true;
    this.wait = h('p', { class: 'quiet', role: 'status', id: 'learn-status' });
    this.element = h('div', { class: 'panel learn' }, h('p', { class: 'quiet' }, t('learn-about')),
      h('div', { class: 'form' }, labelled(t('graph'), this.source), labelled(t('left'), this.left), labelled(t('right'), this.right), this.begin),
      this.editor.element, this.wait, this.controls, this.pictures);
  }

  /** Another language: the same graph, the same searches, the same step. */
  inherit(old) {
    if (!old) return;
    old.halt();
    for (const field of ['source', 'left', 'right']) this[field].value = old[field].value;
    this.source.dataset.last = old.source.dataset.last;
    this.editor.json.value = old.editor.json.value;
    this.editor.element.hidden = old.editor.element.hidden;
    if (!this.editor.element.hidden) this.editor.draw();
    if (!old.sides.length) return;
    this.sides = old.sides.map((side) => new Side(side.algorithm, side.drawing, side.steps, side.job));
    this.build();
    this.show(old.at);
  }

  async start() {
    this.halt();
    const game = this.source.value === 'position' ? state.view.game : 'graph';
    const position = this.source.value === 'position' ? state.view.text : this.source.value === 'own' ? this.editor.text() : this.source.value;
    const algorithms = [this.left.value, this.right.value].filter(Boolean);
    say(this.wait, t('loading'));
    this.sides = [];
    const serial = (this.serial = (this.serial ?? 0) + 1);
    for (const algorithm of algorithms) {
      const side = await this.trace({ kind: 'trace', game, position, algorithm, goal: null });
      if (serial !== this.serial) return;
      if (!side) {
        say(this.wait, '');
        break;
      }
      this.sides.push(side);
    }
    if (!this.sides.length) return;
    say(this.wait, '');
    this.build();
    this.show(0);
  }

  /** Runs a search to its end and fetches its steps. */
  async trace(request) {
    const started = await desk.startJob(request, false);
    if (!started) return null;
    const job = await new Promise((done) => {
      const ended = (found) => found && ['done', 'failed', 'stopped'].includes(found.state);
      const look = (event) => {
        if (event.detail.id !== started.id) return;
        document.removeEventListener('job-end', look);
        done(event.detail);
      };
      if (ended(state.jobs[started.id])) return done(state.jobs[started.id]);
      document.addEventListener('job-end', look);
    });
    if (job.state === 'failed') {
      set({ note: { kind: 'error', text: job.error ?? '' } });
      return null;
    }
    const steps = [];
    let answer = null;
    try {
      do {
        answer = await desk.backend.steps(started.id, steps.length, BATCH);
        steps.push(...answer.steps);
      } while (answer.steps.length && steps.length < answer.total);
      await desk.removeJob(started.id);
    } catch (error) {
      set({ note: desk.complaint(error) });
      return null;
    }
    return new Side(request.algorithm, answer.drawing, steps, job);
  }

  length() {
    return Math.max(0, ...this.sides.map((side) => side.steps.length));
  }

  build() {
    this.controls.hidden = false;
    this.slider.max = String(this.length());
    fill(this.pictures, this.sides.map((side) => side.element));
  }

  show(at) {
    this.at = Math.max(0, Math.min(this.length(), at));
    this.slider.value = String(this.at);
    say(this.place, t('step', { n: grouped(this.at), all: grouped(this.length()) }));
    for (const side of this.sides) side.show(Math.min(this.at, side.steps.length));
  }

  toggle() {
    if (this.timer) return this.halt();
    this.runButton.textContent = '‖';
    const next = () => {
      if (this.at >= this.length()) return this.halt();
      this.show(this.at + 1);
      this.timer = setTimeout(next, 1000 / this.speed);
    };
    this.timer = setTimeout(next, 0);
  }

  halt() {
    clearTimeout(this.timer);
    this.timer = null;
    this.runButton.textContent = '▶▶';
  }

  render() {}
}

/** One search: its picture and its steps. */
class Side {
  constructor(algorithm, drawing, steps, job) {
    Object.assign(this, { algorithm, drawing, steps, job });
    this.children = new Map(drawing.nodes.map((node) => [node.id, []]));
    for (const [from, to] of drawing.edges) this.children.get(from)?.push(to);
    this.byId = new Map(drawing.nodes.map((node) => [node.id, node]));
    this.kept = [{ numbers: this.first(), limits: new Map() }];
    this.picture = new Graph(drawing, { label: algorithm });
    this.words = h('p', { class: 'why', role: 'status' });
    this.what = h('p', { class: 'event' });
    const report = job.report ?? {};
    this.element = h('section', { class: 'side', 'aria-label': algorithm }, h('h3', null, algorithm, h('span', { class: 'quiet' }, ` ${t(report.verdict ?? 'unknown')} · ${grouped(report.nodes ?? 0)} ${t('nodes')}`)),
      this.what, this.words, drawing.cut ? h('p', { class: 'quiet' }, t('drawn-part', { n: drawing.nodes.length })) : null, h('div', { class: 'picture-box', tabindex: 0, role: 'group', 'aria-label': algorithm }, this.picture.element));
  }

  /** Numbers before the first step: of leaves whose value is known, and of those that start with others. */
  first() {
    const numbers = new Map();
    for (const node of this.drawing.nodes) if (node.init) numbers.set(node.id, node.init);
    return numbers;
  }

  /** The state after so many steps. */
  at(count) {
    while (this.kept.length * KEPT <= count) {
      const from = (this.kept.length - 1) * KEPT;
      const last = this.kept.at(-1);
      this.kept.push(this.apply({ numbers: new Map(last.numbers), limits: new Map(last.limits) }, from, from + KEPT));
    }
    const index = Math.floor(count / KEPT);
    const base = this.kept[index];
    return this.apply({ numbers: new Map(base.numbers), limits: new Map(base.limits) }, index * KEPT, count);
  }

  apply(now, from, to) {
    for (let i = from; i < to; i++) {
      const step = this.steps[i];
      const id = step.path.at(-1);
      if (!step.hidden) now.numbers.set(id, [step.pn, step.dn]);
      for (const [child, pn, dn] of step.children ?? []) now.numbers.set(child, [pn, dn]);
      if (step.event === 'leave' || step.event === 'end') now.limits.delete(id);
      else if (step.tpn != null) now.limits.set(id, `${number(step.tpn)}, ${number(step.tdn)}`);
    }
    return now;
  }

  show(count) {
    const now = this.at(count);
    const step = count ? this.steps[count - 1] : null;
    this.picture.show({ numbers: now.numbers, limits: now.limits, path: step?.path ?? [this.drawing.root], changed: step?.path.at(-1) });
    if (!step) {
      say(this.what, t('event-start'));
      say(this.words, '');
      return;
    }
    const name = (id) => this.byId.get(id)?.name ?? '…';
    say(this.what, `${t(`event-${step.event}`)} · ${step.path.map(name).join(' › ')} · ${grouped(step.node)} ${t('nodes')}`);
    const text = why(step, { byId: this.byId, children: this.children, numbers: now.numbers, algorithm: this.algorithm });
    say(this.words, text);
  }
}
