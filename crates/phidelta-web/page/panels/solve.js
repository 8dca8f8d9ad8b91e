// Solve: the question, the search while it runs, the answer, and all searches of this browser.

import * as desk from '../desk.js';
import { button, choice, fill, h, keyed, labelled, put, say } from '../parts/dom.js';
import { announce } from '../parts/live.js';
import { bytes, clock, grouped, number, scaled, short } from '../parts/numbers.js';
import { spark } from '../parts/charts.js';
import { set, state } from '../state.js';
import { has, lineText, moveText, t } from '../words.js';

/** What is asked when nothing is said: one MiB is 2²⁰ bytes. */
const MIB = 1 << 20;
const MEMORIES = [64, 256, 1024, 4096];
const TIMES = [10, 60, 300, 3600];

export class SolvePanel {
  constructor() {
    this.form = h('form', { class: 'form', onsubmit: (event) => {
      event.preventDefault();
      this.start();
    } });
    this.buttons = h('div', { class: 'row-of-buttons main-buttons' });
    this.run = button(t('solve'), () => this.start(), { class: 'primary', id: 'solve' });
    this.pause = button(t('pause'), () => this.turn(), { id: 'pause' });
    this.stop = button(t('stop'), () => desk.command(state.job.id, 'stop'), { id: 'stop' });
    fill(this.buttons, this.run, this.pause, this.stop);
    this.answer = new Answer();
    this.live = new Live();
    this.list = h('ul', { class: 'jobs', id: 'jobs' });
    this.none = h('p', { class: 'quiet' }, t('no-jobs'));
    this.element = h('div', { class: 'panel solve' }, this.form, this.buttons, this.answer.element, this.live.element,
      h('details', { class: 'all-jobs' }, h('summary', null, t('jobs')), this.list, this.none));
    this.values = {};
  }

  inherit(old) {
    if (old) this.values = old.values;
  }

  /** The fields, built anew when the game changes. */
  fields() {
    const game = state.about.games.find((game) => game.name === state.view.game);
    if (this.built === game.name) return;
    this.built = game.name;
    const own = (this.values[game.name] ??= { goal: game.goals[0] ?? '', algorithm: '', memory: Math.min(256 * MIB, state.about.caps.job_memory), time: 0, certify: game.certifies, shortest: false, all: false, rules: {} });
    const keep = (name) => (value) => {
      own[name] = value;
    };
    const tick = (name) => h('label', { class: 'tick' }, h('input', { type: 'checkbox', id: `wants-${name}`, checked: own[name], onchange: (event) => keep(name)(event.target.checked) }), t({ certify: 'with-proof', shortest: 'find-shortest', all: 'find-all' }[name]));
    const goals = game.goals.map((goal) => [goal, has(`goal-${goal}`) ? t(`goal-${goal}`) : goal]);
    const memories = MEMORIES.map((n) => n * MIB).filter((n) => n <= state.about.caps.job_memory);
    if (!memories.length) memories.push(state.about.caps.job_memory);
    const times = TIMES.filter((n) => !state.about.caps.time || n < state.about.caps.time);
    const list = h('datalist', { id: 'algorithms' }, state.about.algorithms.map((a) => h('option', { value: a.name }, a.idea)));
    fill(this.form,
      goals.length > 1 ? labelled(t('question'), choice(goals, own.goal, keep('goal'), { id: 'goal' })) : null,
      h('details', { class: 'more' }, h('summary', null, `${t('algorithm')}, ${t('memory')}, ${t('time-limit')}${game.rules.length ? `, ${t('rules')}` : ''}`),
        game.rules.map((rule) => labelled(rule.about, choice(rule.values.map((value) => [value, value]), own.rules[rule.name] ?? rule.values[0], (value) => {
          own.rules[rule.name] = value;
        }))),
        labelled(t('algorithm'), h('input', { value: own.algorithm, list: 'algorithms', id: 'algorithm', placeholder: t('usual-algorithm', { name: game.algorithm }), autocomplete: 'off', oninput: (event) => keep('algorithm')(event.target.value.trim()) }), { class: 'field wide' }), list,
        labelled(t('memory'), choice(memories.map((n) => [String(n), bytes(n)]), String(own.memory), (n) => keep('memory')(Number(n)))),
        labelled(t('time-limit'), choice([['0', t('no-limit')], ...times.map((n) => [String(n), n < 60 ? t('seconds', { n }) : t('minutes', { n: n / 60 })])], String(own.time), (n) => keep('time')(Number(n)), { id: 'time-limit' }))),
      h('div', { class: 'ticks' }, game.certifies ? tick('certify') : null, game.lengths ? [tick('shortest'), tick('all')] : null));
  }

  /** Starts a search for the position on the board. */
  async start() {
    if (!state.view || state.draft) return;
    const { goal, algorithm, memory, time, certify, shortest, all, rules } = this.values[state.view.game] ?? {};
    const chosen = Object.entries(rules ?? {}).map(([name, value]) => `${name}=${value}`);
    set({ tab: 'solve', peek: null });
    const job = await desk.startJob({ kind: 'solve', game: state.view.game, position: state.view.text, rules: chosen,
      goal: possible(goal) || null, algorithm: algorithm || null, memory: memory ?? null, time: time || null, certify: !!certify, shortest: !!shortest, all: !!all });
    if (job) announce(t('state-running'));
  }

  turn() {
    const job = state.job;
    desk.command(job.id, job.state === 'running' || job.state === 'queued' ? 'pause' : 'go-on');
  }

  render() {
    this.fields();
    const own = state.job?.kind === 'solve' ? state.job : null;
    const busy = own && ['running', 'queued', 'paused'].includes(own.state);
    // An answer belongs to its position: on another board it would be read as that board's.
    const job = own && (busy || (own.game === state.view.game && own.position === state.view.text)) ? own : null;
    this.run.disabled = !!state.draft;
    this.pause.hidden = !job || !((busy && desk.backend.pauses) || (job.state === 'stopped' && job.resumable));
    this.stop.hidden = !busy;
    if (job) say(this.pause, job.state === 'paused' || job.state === 'stopped' ? (job.anew ? t('go-on-anew') : t('go-on')) : t('pause'));
    this.answer.render(job);
    this.live.render(job);
    this.jobs();
  }

  jobs() {
    const jobs = Object.values(state.jobs).filter((job) => job.kind !== 'trace').reverse();
    this.none.hidden = jobs.length > 0;
    keyed(this.list, jobs, (job) => job.id, (job) => h('li', null,
      button('', () => desk.showJob(job.id), { class: 'link' }),
      button('×', () => desk.removeJob(job.id), { 'aria-label': t('remove') })), (item, job) => {
      const word = job.state === 'done' ? verdictWord(job) : t(`state-${job.state}`) + (job.state === 'queued' && job.ahead ? ` (${t('ahead', { n: job.ahead })})` : '');
      say(item.firstElementChild, `${t(`tab-${{ check: 'check', proof: 'proof' }[job.kind] ?? 'solve'}`)} · ${t(`game-${job.game}`)} · ${(job.position ?? '').slice(0, 40)} · ${word}`);
      put(item.firstElementChild, { 'aria-current': state.job?.id === job.id ? 'true' : null });
    });
  }
}

/** The goal that was chosen, if it can be asked for here; else one that can. */
function possible(goal) {
  const goals = state.view.goals ?? [];
  return goals.length && !goals.includes(goal) ? goals[0] : goal;
}

/** The answer of a job in a word or two. */
export function verdictWord(job) {
  const report = job.report;
  if (job.kind === 'check') return report ? t(`sound-${report.verdict}`) : t(`state-${job.state}`);
  if (job.kind === 'proof') return job.checked?.valid ? t('valid') : '';
  if (!report) return t(`state-${job.state}`);
  if (job.game === 'shogi' && report.verdict === 'proved' && report.line_complete) return t('verdict-mate', { n: report.line.length });
  if (job.game === 'shogi' && report.verdict === 'disproved') return t('verdict-no-mate');
  if (report.score != null) return t('verdict-score', { n: `${report.score > 0 ? '+' : ''}${report.score}` });
  return t(report.value ?? report.verdict);
}

/** The verdict with what shows it. */
class Answer {
  constructor() {
    this.element = h('section', { class: 'answer', id: 'answer', hidden: true });
  }

  render(job) {
    const ended = job && ['done', 'stopped', 'failed'].includes(job.state);
    this.element.hidden = !ended;
    if (!ended) {
      this.look = null;
      return;
    }
    const look = JSON.stringify([job.id, job.seq, job.state, state.language]);
    if (this.look === look) return;
    this.look = look;
    const report = job.report;
    const word = report ? (report.value ?? report.verdict) : job.state;
    const kind = { proved: 'proved', win: 'proved', disproved: 'disproved', loss: 'disproved', draw: 'even' }[word] ?? 'open';
    const sign = { proved: '●', disproved: '✕', even: '◐', open: '○' }[kind];
    put(this.element, { class: `answer ${kind}` });
    const head = h('p', { class: 'verdict', id: 'verdict' }, h('span', { 'aria-hidden': 'true', class: 'sign' }, sign), ' ',
      h('strong', null, (report ? t(word) : t(`state-${job.state}`)).toUpperCase()), ' ',
      report ? detail(job, word) : job.error ?? '');
    fill(this.element, head, this.checked(job), this.shortest(job), this.line(job), this.firstMoves(job), this.exits(job));
    announce(`${report ? t(word) : t(`state-${job.state}`)}. ${report ? verdictWord(job) : ''}`);
  }

  checked(job) {
    if (!job.report || !['proved', 'disproved'].includes(job.report.verdict) && !job.report.value) return null;
    if (job.checked?.valid) return h('p', { class: 'checked', id: 'checked' }, `✔ ${t('checked-by', { n: grouped(job.checked.positions) })}`);
    return h('p', { class: 'quiet' }, job.checked ? t('check-failed', { why: job.checked.why ?? '' }) : t('not-checked'));
  }

  shortest(job) {
    const shortest = job.report?.shortest;
    if (!shortest) return null;
    const { least, most } = shortest;
    const text = most != null && least === most ? t('shortest-is', { n: least }) : most != null ? t('shortest-between', { least, most }) : t('shortest-open');
    return h('p', { id: 'shortest' }, text);
  }

  line(job) {
    const { line = [] } = job.report ?? {};
    if (!line.length) return null;
    const from = { game: job.game, text: job.position, rules: job.rules };
    const steps = line.map((move, i) => h('button', { type: 'button', class: 'link', onclick: () => desk.peekLine(line.slice(0, i + 1), from, lineText(line.slice(0, i + 1), job.ja?.slice(0, i + 1))) },
      state.language === 'ja' && job.ja?.[i] ? job.ja[i] : move));
    return h('div', { class: 'solution-line' }, h('span', { class: 'quiet' }, `${t('solution')} `), steps);
  }

  firstMoves(job) {
    const moves = job.report?.moves;
    if (!moves) return null;
    const row = (first) => h('tr', null, h('th', { scope: 'row' }, first.move ?? first.mv), h('td', null, t(first.verdict)), h('td', null, first.least != null ? String(first.least) : ''));
    return h('table', { class: 'numbers-table' }, h('caption', null, t('find-all')), h('tbody', null, moves.filter((first) => first.verdict !== 'disproved').map(row)));
  }

  exits(job) {
    const save = (name, word) => desk.saveButton(job.id, name, word);
    return h('div', { class: 'row-of-buttons' },
      job.proof ? button(t('walk'), () => set({ tab: 'proof' }), { class: 'primary', id: 'walk' }) : null,
      job.proof ? save('certificate.pdc', 'as-certificate') : null,
      job.game === 'shogi' && job.report ? save('record.kif', 'as-kif') : null,
      job.report ? save('report.json', 'as-report') : null);
  }
}

function detail(job, word) {
  const report = job.report;
  if (word === 'unknown') return report.reason ?? '';
  const text = verdictWord(job);
  return text === t(word) ? '' : text;
}

/** Numbers of a running search. */
class Live {
  constructor() {
    const fact = (name) => {
      const value = h('dd', null, '');
      return [name, h('div', null, h('dt', null, t(name)), value), value];
    };
    this.facts = ['state', 'nodes', 'speed', 'time', 'table', 'depth'].map(fact);
    this.pn = spark(t('curve-of', { what: 'pn' }), 'pn-line');
    this.dn = spark(t('curve-of', { what: 'dn' }), 'dn-line');
    this.pnNow = h('b', null, '');
    this.dnNow = h('b', null, '');
    this.first = h('tbody', { id: 'first-moves' });
    this.line = h('p', { class: 'now-line' });
    this.lineButton = button(t('show-on-board'), () => {
      const job = state.job;
      desk.peekLine(job.line ?? [], { game: job.game, text: job.position, rules: job.rules }, lineText(job.line, job.ja_line));
    }, { class: 'small' });
    this.table = h('table', { class: 'numbers-table' }, h('caption', null, t('first-moves')),
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('move')), h('th', { scope: 'col', 'aria-hidden': 'true' }), h('th', { scope: 'col' }, 'pn'), h('th', { scope: 'col' }, 'dn'))), this.first);
    this.now = h('div', { class: 'now' }, h('span', { class: 'quiet' }, t('line-now')), this.line, this.lineButton);
    this.element = h('section', { class: 'live', hidden: true, 'aria-label': t('tab-solve') },
      h('dl', { class: 'facts' }, this.facts.map((fact) => fact[1])),
      h('div', { class: 'curves' }, h('span', null, 'pn ', this.pn.element, ' ', this.pnNow), h('span', null, 'dn ', this.dn.element, ' ', this.dnNow)),
      this.table, this.now);
  }

  render(job) {
    this.element.hidden = !job;
    if (!job) return;
    const phase = job.state === 'running' && job.phase ? `${t(`phase-${job.phase}`)}${job.stage ? `: ${job.stage}` : ''}` : t(`state-${job.state}`) + (job.ahead ? ` (${t('ahead', { n: job.ahead })})` : '');
    const texts = { state: phase, nodes: grouped(job.nodes ?? 0), speed: short(job.per_second ?? 0), time: clock(job.seconds), table: `${((job.used ?? 0) * 100).toFixed(1)} %`, depth: String(job.depth ?? 0) };
    for (const [name, , value] of this.facts) say(value, texts[name]);
    this.pn.draw((job.curve ?? []).map((point) => point[0]));
    this.dn.draw((job.curve ?? []).map((point) => point[1]));
    say(this.pnNow, number(job.pn ?? 1));
    say(this.dnNow, number(job.dn ?? 1));
    this.table.hidden = !job.first?.length;
    keyed(this.first, [...(job.first ?? [])].sort(byHope).slice(0, 30), (first) => first.move, (first) => h('tr', null,
      h('th', { scope: 'row' }, moveText(first.move, first.ja)), h('td', { class: 'bar-cell', 'aria-hidden': 'true' }, h('span', { class: 'bar' })), h('td'), h('td')), (row, first) => {
      const [, bar, pn, dn] = row.children;
      row.className = first.pn === 0 ? 'proved' : first.dn === 0 ? 'disproved' : '';
      bar.firstElementChild.style.width = `${Math.round(100 * (1 - scaled(first.pn)))}%`;
      say(pn, first.pn === 0 ? `● 0` : number(first.pn));
      say(dn, first.dn === 0 ? `✕ 0` : number(first.dn));
    });
    const running = job.state === 'running' || job.state === 'paused';
    this.now.hidden = !running || !job.line?.length;
    say(this.line, lineText((job.line ?? []).slice(0, 24), job.ja_line?.slice(0, 24)));
  }
}

const value = (n) => (n === 'inf' ? Infinity : n);
const byHope = (a, b) => value(a.pn) - value(b.pn) || value(b.dn) - value(a.dn);
