// Cluster: how the runs of several machines stand. Asked for while it is in sight.

import * as desk from '../desk.js';
import { h, keyed, say } from '../parts/dom.js';
import { clock, grouped, number, short } from '../parts/numbers.js';
import { state } from '../state.js';
import { has, t } from '../words.js';

/** Milliseconds between two looks: as long as the workers' heartbeats. */
const PAUSE = 2000;

const percent = (share) => `${Math.round(100 * (share ?? 0))} %`;

/** What is told of a run: a word and its value. */
function figures({ progress: p }) {
  return [
    ['cluster-jobs', t('cluster-jobs-are', { done: grouped(p.done), flying: grouped(p.in_flight), solved: grouped(p.certificates) })],
    ['cluster-trouble', t('cluster-trouble-is', { redone: grouped(p.redone), wasted: grouped(p.wasted), dead: grouped(p.dead) })],
    ['nodes', `${short(p.nodes)} (${t('cluster-wasted', { nodes: short(p.wasted_nodes) })})`],
    ['cluster-root', `pn ${number(p.pn)} · dn ${number(p.dn)}`],
    ['cluster-tree', `${grouped(p.tree_nodes)} (${percent(p.tree_used)})`],
    ['cluster-slots', grouped(p.slots)],
    ['cluster-time', `${clock(p.seconds)} · ${t('cluster-left', { time: p.left == null ? '?' : clock(p.left) })}`],
  ];
}

function rows(pairs) {
  return pairs.map(([word, value]) => h('div', null, h('dt', null, t(word)), h('dd', null, value)));
}

/** Workers as a table: those of a run, or all that are there. */
function workers(names, heads, cells) {
  if (!names.length) return h('p', { class: 'quiet' }, t('cluster-nobody'));
  const row = (name) => h('tr', null, h('th', { scope: 'row' }, name), cells(name).map((cell) => h('td', null, cell)));
  return h('table', { class: 'numbers-table' },
    h('thead', null, h('tr', null, heads.map((word) => h('th', { scope: 'col' }, t(word))))), h('tbody', null, names.map(row)));
}

export class ClusterPanel {
  constructor() {
    this.note = h('p', { class: 'quiet', id: 'cluster-note' });
    this.runs = h('div', { id: 'cluster-runs' });
    this.there = h('div', { id: 'cluster-workers' });
    this.element = h('div', { class: 'panel cluster' }, h('p', { class: 'quiet' }, t('cluster-about')), this.note, this.runs, this.there);
  }

  /** Looks again and again while somebody sees it, until the page is built anew. */
  async look() {
    const seen = !document.hidden && state.tab === 'cluster';
    try {
      if (seen) this.paint(await desk.backend.cluster());
    } catch (error) {
      say(this.note, desk.complaint(error).text);
    }
    if (this.element.isConnected) setTimeout(() => this.look(), PAUSE);
  }

  paint(seen) {
    say(this.note, t('cluster-queue', { jobs: grouped(seen.jobs), results: grouped(seen.results) }));
    keyed(this.runs, seen.runs, (run) => run.run, () => h('section', null), (section, run) => {
      const told = run.progress
        ? [h('dl', { class: 'facts' }, rows(figures(run))),
          workers(Object.keys(run.progress.workers), ['cluster-worker', 'cluster-jobs', 'nodes', 'cluster-busy'], (name) => {
            const worker = run.progress.workers[name];
            return [grouped(worker.jobs), short(worker.nodes), worker.lies ? t('cluster-liar') : percent(worker.utilisation)];
          })]
        : [h('p', { class: 'quiet' }, t('cluster-no-client'))];
      section.replaceChildren(h('h3', null, `${has(`game-${run.game}`) ? t(`game-${run.game}`) : run.game} · ${run.question}`), h('p', { class: 'quiet' }, `${run.position} · ${run.run}`), ...told.flat());
    });
    const by = Object.fromEntries(seen.workers.map((worker) => [worker.name, worker]));
    this.there.replaceChildren(h('h3', null, t('cluster-there')),
      workers(Object.keys(by), ['cluster-worker', 'cluster-busy', 'cluster-jobs', 'nodes'], (name) => {
        const { busy, threads, jobs, nodes, fits, version } = by[name];
        return [fits ? `${busy} / ${threads}` : t('cluster-misfit', { version }), grouped(jobs), short(nodes)];
      }));
  }

  render() {
    if (this.looks) return;
    this.looks = true;
    this.look();
  }
}
