// Check: is a mate problem sound? Each fault with its diagram; what is undecided is never hidden.

import { diagram } from '../boards/diagram.js';
import * as desk from '../desk.js';
import { button, choice, fill, h, labelled, say } from '../parts/dom.js';
import { grouped, short } from '../parts/numbers.js';
import { announce } from '../parts/live.js';
import { set, state } from '../state.js';
import { lineText, t } from '../words.js';

/** Nodes a question, at first and at most. */
const [FIRST, MOST] = [1_000_000, 1_000_000_000];

export class CheckPanel {
  constructor() {
    this.nodes = FIRST;
    this.solution = h('input', { id: 'check-solution', autocomplete: 'off', placeholder: 'G*1c 1b1a G*1b' });
    this.pieces = h('input', { type: 'checkbox', checked: true, id: 'check-pieces' });
    this.futile = choice(['exact', 'strict', 'loose', 'off'].map((word) => [word, t(`futile-${word}`)]), 'exact', null, { id: 'check-futile' });
    this.start = button(t('start-check'), () => this.begin(FIRST), { class: 'primary', id: 'start-check' });
    this.stop = button(t('stop'), () => desk.command(this.job().id, 'stop'), { hidden: true });
    this.progress = h('p', { class: 'quiet', id: 'check-progress' });
    this.report = h('div', { class: 'check-report', id: 'check-report' });
    this.form = h('div', { class: 'form' }, h('p', { class: 'quiet' }, t('check-about')),
      labelled(t('check-solution'), this.solution, { class: 'field wide' }), labelled(t('check-futile'), this.futile),
      h('label', { class: 'tick' }, this.pieces, t('check-pieces')), h('div', { class: 'row-of-buttons' }, this.start, this.stop));
    this.other = h('p', { class: 'nothing' }, t('check-shogi-only'));
    this.element = h('div', { class: 'panel check' }, this.form, this.other, this.progress, this.report);
  }

  inherit(old) {
    if (old) Object.assign(this, { id: old.id, nodes: old.nodes });
  }

  /** The newest check of the position on the board, or the one that was chosen. */
  job() {
    if (state.job?.kind === 'check') this.id = state.job.id;
    return state.jobs[this.id] ?? null;
  }

  async begin(nodes) {
    if (state.draft) return;
    this.nodes = nodes;
    const kept = this.job()?.id;
    const job = await desk.startJob({ kind: 'check', game: 'shogi', position: state.view.text, solution: this.solution.value.trim() || null, nodes, pieces: this.pieces.checked, futile: this.futile.value, after: nodes > FIRST ? kept : null });
    if (job) this.id = job.id;
  }

  render() {
    const shogi = state.view.game === 'shogi';
    this.form.hidden = !shogi;
    this.other.hidden = shogi;
    const job = this.job();
    const busy = job && ['running', 'queued', 'paused'].includes(job.state);
    this.stop.hidden = !busy;
    say(this.progress, busy ? `${t(`state-${job.state}`)} · ${job.stage ?? ''} · ${short(job.nodes ?? 0)} ${t('nodes')}` : job?.error ?? '');
    const look = JSON.stringify([job?.id, job?.seq, job?.state, state.language, state.pieces]);
    if (this.look === look || busy) return;
    this.look = look;
    fill(this.report, job?.report ? this.paint(job) : null);
    if (job?.report) announce(t(`sound-${job.report.verdict}`));
  }

  paint(job) {
    const report = job.report;
    const kind = { sound: 'proved', blemished: 'even', unsound: 'disproved', undecided: 'open' }[report.verdict];
    const sign = { proved: '●', even: '◐', disproved: '✕', open: '○' }[kind];
    const from = { game: 'shogi', text: job.position };
    const strip = (report.diagrams ?? []).map((shot) => h('figure', null, diagram(shot.board, { pieces: state.pieces, last: shot.last, label: shot.move }),
      h('figcaption', null, shot.move ? `${shot.ply}. ` : '', shot.move ? (state.language === 'ja' ? shot.ja : shot.move) : t('start'))));
    return [
      h('p', { class: `verdict answer ${kind}`, id: 'soundness' }, h('span', { 'aria-hidden': 'true' }, sign), ' ', h('strong', null, t(`sound-${report.verdict}`)), ` · ${t('plies', { n: report.plies ?? report.solution.length })} · ${grouped(report.nodes)} ${t('nodes')}`),
      h('p', null, `${t('solution')}: `, lineText(report.solution, report.ja)),
      h('div', { class: 'strip', tabindex: 0, role: 'group', 'aria-label': t('solution') }, strip),
      h('h3', null, `${t('faults')} (${report.faults.length})`), report.faults.length ? null : h('p', null, t('no-faults')),
      h('div', { class: 'cards' }, report.faults.map((fault) => this.card(fault, from, report))),
      h('h3', null, `${t('undecided')} (${report.undecided.length})`),
      report.undecided.length ? h('ul', { id: 'undecided' }, report.undecided.map((open) => h('li', null, `${t('at-move', { n: open.move ?? open.ply })}: ${open.about}`))) : h('p', { id: 'undecided' }, t('nothing-undecided')),
      h('div', { class: 'row-of-buttons' },
        report.undecided.length && this.nodes < MOST ? button(t('keep-looking'), () => this.begin(this.nodes * 10), { id: 'keep-looking' }) : null,
        button(t('print'), () => window.print()), desk.saveButton(job.id, state.language === 'ja' ? 'report.ja.html' : 'report.html', 'as-html'),
        desk.saveButton(job.id, 'report.json', 'as-report'), desk.saveButton(job.id, 'record.kif', 'as-kif')),
    ];
  }

  card(fault, from, report) {
    const before = report.solution.slice(0, Math.max(0, (fault.move ?? 1) - 1));
    const play = [...before, ...fault.line];
    return h('article', { class: `card ${fault.fatal ? 'fatal' : 'blemish'}` },
      fault.board ? diagram(fault.board, { pieces: state.pieces, last: fault.last, label: fault.kind }) : null,
      h('div', null, h('h4', null, state.language === 'ja' ? fault.ja_name : fault.name, state.language === 'ja' ? null : h('span', { lang: 'ja', class: 'second' }, ` ${fault.ja_name}`)),
        h('p', null, fault.piece ?? '', fault.kind === 'useless-piece' || !fault.move ? '' : t('at-move', { n: fault.move }), fault.length ? ` · ${t(fault.length === 1 ? 'one-ply' : 'plies', { n: fault.length })}` : ''),
        h('p', { class: 'move' }, lineText(fault.line, fault.ja)),
        fault.line.length ? button(t('play-it'), () => this.replay(play, before.length, from), { class: 'small' }) : null));
  }

  /** Plays a fault on the board, a move a second. */
  async replay(line, from, start) {
    clearTimeout(this.timer);
    const show = async (count) => {
      await desk.peekLine(line.slice(0, count), start, line.slice(from, count).join(' '));
      if (count < line.length) this.timer = setTimeout(() => state.peek && show(count + 1), 900);
    };
    await show(Math.min(line.length, from + 1));
    set({});
  }
}
