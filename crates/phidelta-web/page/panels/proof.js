// Proof: every reply can be walked; a move that is not in the proof is asked at once.

import * as desk from '../desk.js';
import { icicle } from '../parts/charts.js';
import { button, choice, fill, h, labelled, put, say } from '../parts/dom.js';
import { announce } from '../parts/live.js';
import { grouped } from '../parts/numbers.js';
import { outline } from '../parts/outline.js';
import { set, state } from '../state.js';
import { has, lineText, moveText, t } from '../words.js';

/** What a part shows, in the reader's words: a question and its answer. */
function claimText(game, claim) {
  const [goal, verdict] = claim.split(' ');
  if (game === 'shogi') return t(`claim-${verdict}`);
  return t('claim-other', { goal: has(`goal-${goal}`) ? t(`goal-${goal}`) : goal.replace('score>=', `${t('goal-score')} ≥ `), verdict: t(verdict) });
}

/** Rows of replies in the document at once. */
const ROWS = 60;

export class ProofPanel {
  constructor() {
    this.path = [];
    this.node = null;
    this.view = null;
    this.part = 1;
    this.role = 'no';
    this.serial = 0;
    this.file = h('input', { type: 'file', class: 'unseen', id: 'certificate-file', tabindex: -1, 'aria-hidden': 'true', onchange: () => {
      if (this.file.files[0]) desk.openCertificate(this.file.files[0]);
      this.file.value = '';
    } });
    this.none = h('div', { class: 'nothing' }, h('p', null, t('solve-first')), button(t('open-certificate'), () => this.file.click()));
    this.head = h('p', { class: 'proof-head', id: 'proof-head' });
    this.parts = h('span');
    this.crumbs = h('nav', { class: 'crumbs', 'aria-label': t('path') });
    const go = (sign, word, act, id) => button(sign, act, { 'aria-label': t(word), title: t(word), id });
    this.steps = h('div', { class: 'row-of-buttons' }, go('|◀', 'first', () => this.to(0), 'proof-first'), go('◀', 'back', () => this.back(), 'proof-back'), go('▶', 'forward', () => this.forward(), 'proof-forward'), go('▶|', 'last', () => this.end(), 'proof-last'));
    this.place = h('span', { class: 'quiet', id: 'proof-place' });
    this.caption = h('caption', { id: 'proof-side' });
    this.rows = h('tbody', { id: 'replies' });
    this.table = h('table', { class: 'replies' }, this.caption, h('thead', null, h('tr', null, ['move', 'leads-to', 'positions', 'longest'].map((word) => h('th', { scope: 'col' }, t(word))))), this.rows);
    this.outcome = h('div', { class: 'outcome', id: 'asked', role: 'status' });
    this.map = icicle((node) => this.jump(node));
    this.outline = outline((node) => desk.backend.proof(this.id, this.part, String(node), false), (path, item) => this.follow(path, item));
    this.roles = choice(['no', 'winner', 'other'].map((role) => [role, t(`play-${role}`)]), 'no', (role) => {
      this.role = role;
      this.answerIfNeeded();
    }, { id: 'play-against' });
    this.exits = h('div', { class: 'row-of-buttons' });
    this.full = h('div', { class: 'proof-body' }, this.head, this.parts, this.crumbs, h('div', { class: 'row-of-buttons' }, this.steps, this.place),
      this.table, this.outcome, h('p', { class: 'quiet' }, t('try-own')), labelled(t('play-against'), this.roles), h('h3', null, t('outline')), this.outline.element, h('h3', null, t('icicle')), this.map.element,
      h('h3', null, t('export')), this.exits);
    this.element = h('div', { class: 'panel proof' }, this.none, this.full, this.file);
  }

  inherit(old) {
    if (!old) return;
    Object.assign(this, { id: old.id, path: old.path, node: old.node, view: old.view, part: old.part, mapped: old.mapped, last: old.last });
  }

  canPlay() {
    return !!this.node || !!this.view;
  }

  /** The job whose proof is walked: the one in sight, if it has a proof. */
  job() {
    return state.job?.proof ? state.job : null;
  }

  render() {
    const job = this.job();
    this.none.hidden = !!job;
    this.full.hidden = !job;
    if (!job) {
      this.view = null;
      this.id = null;
      return;
    }
    if (this.id !== job.id) {
      this.id = job.id;
      this.part = 1;
      this.mapped = null;
      this.enter('root', []);
      return;
    }
    this.paint(job);
  }

  /** Goes to a node by a way of steps `{move, ja, node}`. */
  async enter(name, path) {
    const mine = ++this.serial;
    const first = !this.mapped;
    try {
      const node = await desk.backend.proof(this.id, this.part, name, first);
      if (mine !== this.serial) return;
      if (node.map) this.mapped = node.map;
      Object.assign(this, { node, path, view: node.view, chosen: 0, away: null });
      this.last = squares(path.at(-1));
      fill(this.outcome);
      set({ peek: null });
      this.answerIfNeeded();
    } catch (error) {
      set({ note: desk.complaint(error) });
    }
  }

  paint(job) {
    const node = this.node;
    if (!node) return;
    const look = JSON.stringify([job.id, this.part, node.node, this.path.length, this.chosen, state.language, this.away?.caption]);
    if (this.look === look) return;
    this.look = look;
    say(this.head, `✔ ${t('valid-proof', { claim: claimText(job.game, node.claim) })}${job.checked ? ` · ${t('checked-by', { n: grouped(job.checked.positions) })}` : ''}`);
    fill(this.parts, node.parts > 1 ? labelled(t('part'), choice([...Array(node.parts).keys()].map((i) => [String(i + 1), String(i + 1)]), String(this.part), (part) => {
      this.part = Number(part);
      this.mapped = null;
      this.enter('root', []);
    })) : null);
    const crumb = (label, act, here) => button(label, act, { class: 'link', 'aria-current': here ? 'step' : null });
    fill(this.crumbs, crumb(t('start'), () => this.to(0), !this.path.length), this.path.slice(-12).map((step) => [
      ' › ', crumb(state.language === 'ja' && step.ja ? step.ja : step.move, () => this.to(this.path.indexOf(step) + 1), step === this.path.at(-1))]));
    say(this.place, node.id != null ? t('where-of', { n: grouped(node.id), all: grouped(node.all) }) : '');
    this.paintReplies(node);
    this.map.show(this.mapped, node.node);
    this.outline.start(`${job.id} ${this.part} ${state.language}`).catch((error) => set({ note: desk.complaint(error) }));
    const own = (file, ending) => `${file}${state.language === 'ja' ? '.ja' : ''}.${ending}`;
    const save = (name, word) => desk.saveButton(this.id, name, word);
    fill(this.exits, save('certificate.pdc', 'as-certificate'), save('certificate.txt', 'as-text'),
      job.game === 'shogi' ? save(own('proof', 'kif'), 'as-kif-branches') : null, save(own('proof', 'svg'), 'as-picture'), button(t('print'), () => window.print()));
  }

  paintReplies(node) {
    const ended = node.leads_to === 'end' || node.leads_to === 'settled';
    this.table.hidden = ended;
    if (ended) {
      fill(this.outcome, h('p', null, node.leads_to === 'end' ? t('the-end') : t('settled-here')));
      return;
    }
    say(this.caption, node.to_move === 'winner' ? t('winner-moves') : t('other-moves', { n: node.moves.length }));
    const target = (move) => ({ end: t('to-end'), settled: t('to-settled'), position: t('to-position', { n: move.id }), follows: `~ ${t('to-follows', { n: move.id })}` }[move.leads_to]);
    fill(this.rows, node.moves.slice(0, ROWS).map((move, i) => h('tr', { class: i === this.chosen ? 'current' : '' },
      h('th', { scope: 'row' }, button('', () => this.take(move), { class: 'link reply' })),
      h('td', null, target(move)), h('td', null, move.positions == null ? '?' : grouped(move.positions)), h('td', null, move.plies == null ? '–' : String(move.plies)))));
    [...this.rows.children].forEach((row, i) => row.firstElementChild.firstElementChild.append(moveText(node.moves[i].move, node.moves[i].ja)));
  }

  /** Follows a move of the proof. */
  take(move) {
    const step = { move: move.move, ja: move.ja, node: move.node, from: this.node.node, view: this.view };
    announce(state.language === 'ja' && move.ja ? move.ja : move.move);
    if (move.node != null) return this.enter(String(move.node), [...this.path, { ...step, target: squareOf(this.view, move.move) }]);
    return this.showEnd(move, step);
  }

  /** The end of a line has no node of its own: its board is asked for. */
  async showEnd(move, step) {
    const before = this.view;
    const mine = ++this.serial;
    try {
      const { game, text, rules, moves } = this.origin();
      const view = await desk.backend.position({ game, text, rules, moves: [...moves, move.move] });
      if (mine !== this.serial) return;
      const target = squareOf(before, move.move);
      Object.assign(this, { path: [...this.path, { ...step, target }], view, last: target, node: { ...this.node, node: null, id: null, moves: [], leads_to: move.leads_to } });
      set({ peek: null });
      announce(move.leads_to === 'end' ? t('the-end') : t('settled-here'));
    } catch (error) {
      set({ note: desk.complaint(error) });
    }
  }

  /** Where play can begin: the position itself, or the first one with the moves that lead here. */
  origin() {
    const { game, text, rules } = this.view;
    if (game !== 'connect4') return { game, text, rules, moves: [] };
    const job = this.job();
    return { game, text: job.position, rules: job.rules, moves: this.path.map((step) => step.move) };
  }

  /** A move on the board: of the proof, or asked. */
  played(move) {
    if (this.away) return this.ask(move);
    const known = this.node.moves.find((other) => other.move === move.move);
    return known ? this.take(known) : this.ask(move);
  }

  async ask(move) {
    const name = state.language === 'ja' && move.ja ? move.ja : move.move;
    const winner = this.node.to_move === 'winner';
    fill(this.outcome, h('p', null, t('off-proof', { move: name })));
    const view = this.view;
    try {
      const from = this.origin();
      const answer = await desk.backend.ask({ game: from.game, position: from.text, rules: from.rules, before: from.moves, move: move.move, attacks: !!this.node.attacks });
      const text = askedWords(answer, name, winner);
      const line = [move.move, ...(answer.line ?? [])];
      const japanese = answer.ja ? lineText(answer.line, answer.ja) : lineText(answer.line);
      const tail = answer.line?.length ? (answer.refuted ? t('refuted-by', { line: japanese }) : t('goes-on', { line: japanese })) : '';
      fill(this.outcome, h('p', { id: 'asked-words' }, [text, tail].filter(Boolean).join(' · '), answer.checked ? ` ✔ ${t('was-checked')}` : ''),
        h('div', { class: 'row-of-buttons' }, line.map((_, i) => button(state.language === 'ja' && i && answer.ja ? answer.ja[i - 1] : i ? line[i] : name, () => desk.peekLine([...from.moves, ...line.slice(0, i + 1)], from, line.slice(0, i + 1).join(' ')), { class: 'small' }))));
      announce(text);
    } catch (error) {
      fill(this.outcome, h('p', { class: 'note error' }, desk.complaint(error).text));
    }
  }

  /** In a game against the proof the proof answers at once. */
  answerIfNeeded() {
    const node = this.node;
    if (this.role === 'no' || !node?.moves?.length) return;
    if (node.to_move === this.role) return announce(t('your-turn'));
    this.take(node.moves[best(node)]);
  }

  to(count) {
    if (count >= this.path.length) return;
    const path = this.path.slice(0, count);
    this.enter(path.length ? String(path.at(-1).node) : 'root', path);
  }

  back() {
    if (this.path.length) this.to(this.path.length - 1);
    return true;
  }

  forward() {
    if (this.node?.moves?.length) this.take(this.node.moves[best(this.node)]);
    return true;
  }

  move(by) {
    const count = this.node?.moves?.length ?? 0;
    if (!count) return true;
    this.chosen = (this.chosen + by + count) % count;
    const move = this.node.moves[this.chosen];
    announce(state.language === 'ja' && move.ja ? move.ja : move.move);
    set({});
    return true;
  }

  descend() {
    if (this.node?.moves?.length) this.take(this.node.moves[this.chosen ?? 0]);
    return true;
  }

  /** Goes down the main line to its end. */
  async end() {
    for (let i = 0; i < 4000 && this.node?.moves?.length; i++) {
      const before = this.node;
      await this.take(before.moves[best(before)]);
      if (this.node === before || this.path.slice(0, -1).some((step) => step.node != null && step.node === this.node.node)) break;
    }
  }

  /** Goes to a place of the outline; the end of a line has no node of its own. */
  async follow(path, item) {
    const last = path.at(-1);
    if (!last || last.node != null) return this.enter(last ? String(last.node) : 'root', path);
    const before = path.slice(0, -1);
    await this.enter(before.length ? String(before.at(-1).node) : 'root', before);
    const move = this.node.moves.find((other) => other.move === item.move);
    return move && this.take(move);
  }

  /** Goes to a place of the map; the way there comes with it. */
  jump(cell) {
    const path = [];
    for (let at = cell; at && at.parent != null; at = this.mapped.cells[at.parent]) path.unshift({ move: at.move, ja: at.ja, node: at.node });
    this.enter(cell.node == null ? 'root' : String(cell.node), path);
  }
}

/** The reply with the longest play behind it. */
function best(node) {
  let found = 0;
  node.moves.forEach((move, i) => {
    const size = (m) => m.plies ?? m.positions ?? 0;
    if (size(move) > size(node.moves[found])) found = i;
  });
  return found;
}

const squareOf = (view, name) => {
  const move = view?.moves.find((move) => move.move === name);
  return move ? [move.from, move.to].filter(Boolean) : [];
};
const squares = (step) => step?.target ?? [];

function askedWords(answer, move, winner) {
  if (answer.verdict === 'not-check') return t('ask-not-check', { move });
  if (answer.verdict === 'unknown') return t('ask-open', { move, nodes: grouped(answer.nodes) });
  if (answer.game === 'shogi') {
    if (!winner) return answer.verdict === 'proved' ? t('ask-mate', { move, n: answer.line.length + 1 }) : t('ask-escapes', { move });
    return answer.verdict === 'proved' ? t('ask-mate', { move, n: answer.line.length + 1 }) : t('ask-no-mate', { move });
  }
  return t(`ask-${answer.value ?? (answer.verdict === 'proved' ? 'win' : 'loss')}`, { move });
}
