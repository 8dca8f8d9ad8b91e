// The board side: the board, what stands around it, the editor.

import { diagram } from './boards/diagram.js';
import { Graph } from './boards/graph.js';
import { Board } from './boards/grid.js';
import { KINDS } from './boards/kinds.js';
import * as desk from './desk.js';
import { button, choice, fill, h, put, s, say } from './parts/dom.js';
import { announce } from './parts/live.js';
import { set, state } from './state.js';
import { has, lineText, t, words } from './words.js';

export class Stage {
  constructor(element) {
    this.board = new Board({ played: (move) => this.play(move), edited: (board) => desk.editBoard(board) });
    this.graph = h('div', { class: 'graph-box' });
    this.caption = h('div', { class: 'caption', hidden: true });
    this.turn = h('p', { class: 'turn' });
    this.edit = button(t('edit'), () => this.toggleEdit(), { id: 'edit', 'aria-pressed': 'false' });
    this.undo = button('↶', desk.undo, { 'aria-label': t('undo'), title: t('undo') });
    this.redo = button('↷', desk.redo, { 'aria-label': t('redo'), title: t('redo') });
    this.flip = button('⇅', () => set({ flipped: !state.flipped }), { 'aria-label': t('flip'), title: t('flip') });
    this.pass = button(t('pass'), () => this.play(this.passing), { hidden: true });
    this.typed = h('input', { class: 'typed', id: 'typed', 'aria-label': t('type-move'), placeholder: t('type-move'), autocomplete: 'off', onkeydown: (event) => event.key === 'Enter' && !event.isComposing && this.playTyped() });
    this.tools = h('div', { class: 'row-of-buttons' }, this.edit, this.undo, this.redo, this.flip, this.pass, this.typed);
    this.box = h('div', { class: 'piece-box', role: 'group', 'aria-label': t('piece-box'), hidden: true });
    this.note = h('div', { class: 'note', id: 'note', role: 'status' });
    this.samples = h('div', { class: 'samples' });
    this.text = h('code', { class: 'position-text', id: 'position-text' });
    this.brush = { side: 0, promoted: false, piece: null };
    fill(element, this.caption, this.board.element, this.graph, this.turn, this.tools, this.box, this.note,
      h('div', { class: 'position-line' }, this.text, this.copies()), this.samples);
  }

  /** What the board shows now: a peek, a proof's position, or the position itself. */
  shown(proof) {
    if (state.peek) return { view: state.peek.view, mode: 'view', caption: state.peek.caption };
    if (state.tab === 'proof' && proof.view && !state.editing) return { view: proof.view, mode: proof.canPlay() ? 'play' : 'view', last: proof.last };
    if (state.draft) return { view: { ...state.view, ...state.draft, moves: [] }, mode: 'edit' };
    return { view: state.view, mode: state.editing ? 'edit' : 'play' };
  }

  render(proof) {
    this.proof = proof;
    const { view, mode, caption, last } = this.shown(proof);
    this.now = view;
    const isGraph = view.board.shape === 'graph';
    this.board.element.hidden = isGraph;
    this.graph.hidden = !isGraph;
    this.caption.hidden = !caption;
    if (caption) fill(this.caption, h('span', null, caption), button(t('back-to-position'), () => set({ peek: null })));
    if (isGraph) this.drawGraph(view);
    else this.board.show({ board: view.board, moves: view.moves, mode, last: last ?? view.last, marks: this.marks(view), flipped: state.flipped, side: view.side });
    const editable = !isGraph && KINDS[view.board.shape]?.palette.length > 0;
    this.edit.hidden = !editable;
    put(this.edit, { 'aria-pressed': state.editing ? 'true' : 'false' });
    say(this.edit, state.editing ? t('edit-done') : t('edit'));
    this.undo.disabled = !state.undo.length;
    this.redo.disabled = !state.redo.length;
    this.flip.hidden = isGraph;
    this.passing = mode === 'play' ? view.moves.find((move) => !move.to) : null;
    this.pass.hidden = !this.passing;
    say(this.turn, view.ended ? t('ended', { how: view.ended.how }) : `${t('moves-next', { side: words().side(view.side) })} · ${view.moves.length ? t(view.moves.length === 1 ? 'one-legal' : 'legal', { moves: view.moves.length }) : state.draft ? '…' : t('no-moves')}`);
    this.pieceBox(view, mode);
    this.notes();
    say(this.text, state.view.text.length > 400 ? `${state.view.text.slice(0, 400)}…` : state.view.text);
    this.examples();
  }

  /** Numbers of first moves on their squares, in games where a move is a square. */
  marks(view) {
    const job = state.job;
    if (state.tab !== 'solve' || !job?.first || job.position !== view.text || view.board.shape === 'shogi') return null;
    const marks = {};
    for (const first of job.first) {
      const move = view.moves.find((move) => move.move === first.move);
      if (!move?.to || move.from) continue;
      const kind = first.pn === 0 ? 'proved' : first.dn === 0 ? 'disproved' : 'open';
      const text = kind === 'proved' ? '●' : kind === 'disproved' ? '✕' : String(first.pn);
      marks[move.to] = { text, kind, name: kind === 'open' ? `pn ${first.pn}` : t(kind) };
    }
    return marks;
  }

  drawGraph(view) {
    if (this.drawn === view.text) return;
    this.drawn = view.text;
    const picture = new Graph(view.board.drawing, { label: t('game-graph'), clicked: (id) => {
      const move = view.moves.find((move) => move.move === id);
      if (move) this.play(move);
    } });
    picture.show({ numbers: new Map(), path: [view.board.here] });
    fill(this.graph, picture.element);
  }

  play(move) {
    if (state.tab === 'proof' && this.proof?.view && !state.editing) return this.proof.played(move);
    return desk.playMove(move);
  }

  playTyped() {
    const move = desk.findMove(this.now.moves, this.typed.value);
    if (!move) {
      set({ note: { kind: 'error', text: t('error-bad-position', { message: this.typed.value }) } });
      return;
    }
    this.typed.value = '';
    this.play(move);
  }

  toggleEdit() {
    if (!KINDS[state.view.board.shape]?.palette.length) return;
    this.brush.piece = null;
    this.board.brush = null;
    this.board.choose(null);
    set({ editing: !state.editing, peek: null });
  }

  pieceBox(view, mode) {
    this.box.hidden = mode !== 'edit';
    if (mode !== 'edit') return;
    const kind = KINDS[view.board.shape];
    const { side, promoted, piece } = this.brush;
    const look = JSON.stringify([view.board.shape, this.brush, state.pieces, state.language]);
    if (this.box.dataset.look === look) return;
    this.box.dataset.look = look;
    const focus = document.activeElement?.dataset?.brush;
    const code = (base) => {
      const own = kind.hands ? kind.ofSide(base, kind.sides[this.brush.side]) : base;
      return this.brush.promoted ? kind.promote(own) : own;
    };
    const pick = (base) => () => {
      this.brush.piece = this.brush.piece === base ? null : base;
      this.paintWith(kind, code);
    };
    const tool = (base) => h('button', { type: 'button', class: 'slot', 'data-brush': base, 'aria-pressed': piece === base ? 'true' : 'false', 'aria-label': kind.pieceName(code(base), words()), onclick: pick(base),
      onpointerdown: (event) => this.dragNew(event, code(base)) },
      s('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, kind.draw(code(base), { pieces: state.pieces, flipped: state.flipped })));
    const toggle = (label, field, value) => button(label, () => {
      this.brush[field] = value;
      this.paintWith(kind, code);
    }, { 'aria-pressed': this.brush[field] ? 'true' : 'false', 'data-brush': field });
    fill(this.box, h('div', { class: 'row-of-buttons' }, kind.palette.map(tool)),
      h('div', { class: 'row-of-buttons' },
        kind.hands ? toggle(t('as-white'), 'side', side ? 0 : 1) : null,
        kind.hands ? toggle(t('promoted'), 'promoted', !promoted) : null,
        button(t('turn-side'), desk.turnSide, { id: 'turn-side' }),
        kind.hands ? button(t('rest'), desk.giveRest, { id: 'rest' }) : null,
        button(t('clear'), desk.clearBoard, { id: 'clear' })),
      h('p', { class: 'quiet' }, t('edit-help')));
    if (focus) this.box.querySelector(`[data-brush="${focus}"]`)?.focus();
  }

  paintWith(kind, code) {
    const { piece } = this.brush;
    this.board.choose(null);
    this.board.brush = piece ? code(piece) : null;
    set({});
  }

  /** Drags a new piece out of the box. */
  dragNew(event, code) {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const before = this.board.brush;
    this.board.drag(event, event.currentTarget.querySelector('svg'), () => {
      this.board.brush = code;
      setTimeout(() => document.addEventListener('pointerup', () => setTimeout(() => {
        this.board.brush = before;
      }, 0), { once: true }), 0);
    }, null);
  }

  notes() {
    const note = state.note;
    const look = JSON.stringify([note, state.language]);
    if (this.note.dataset.look === look) return;
    this.note.dataset.look = look;
    put(this.note, { class: `note ${note?.kind ?? ''}` });
    const others = note?.candidates?.length > 1 ? h('span', null, ` · ${t('also')} `, note.candidates.filter((name) => name !== state.view.game).map((name) =>
      button(t(`game-${name}`), () => desk.openText(note.source, name)))) : null;
    fill(this.note, note?.text ? h('span', null, note.text) : null, others, note?.marked ? h('pre', { lang: 'en' }, note.marked) : null);
  }

  examples() {
    const game = state.about.games.find((game) => game.name === state.view.game);
    const look = `${game.name} ${state.language}`;
    if (this.samples.dataset.look === look) return;
    this.samples.dataset.look = look;
    fill(this.samples, h('span', { class: 'quiet' }, t('samples')), game.samples.map((sample) =>
      button(sampleName(sample.name), () => desk.openText(sample.text, game.name), { class: 'small' })));
  }

  copies() {
    const list = choice([['', t('copy')], ['text', t('copy-position')], ['link', t('copy-link')], ['picture', t('copy-picture')]], '', (what) => {
      list.value = '';
      if (what === 'text') this.copyText();
      if (what === 'link') this.copied(location.href);
      if (what === 'picture') this.savePicture();
    }, { 'aria-label': t('copy'), id: 'copy' });
    return list;
  }

  copyText() {
    this.copied(state.view.text);
  }

  async copied(text) {
    try {
      await navigator.clipboard.writeText(text);
      set({ note: { kind: 'info', text: t('copied') } });
    } catch {
      set({ note: { kind: 'info', text } });
    }
  }

  /** The board as a picture of its own, with its colours inside. */
  savePicture() {
    const source = this.now.board.shape === 'graph' ? this.graph.querySelector('svg').cloneNode(true) : diagram(this.now.board, { pieces: state.pieces });
    source.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    source.prepend(s('style', null, PICTURE_STYLE));
    const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(source)], { type: 'image/svg+xml' }));
    const link = h('a', { href: address, download: `${state.view.game}.svg` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  /** Reads the rank or the file of the square under the cursor aloud. */
  readLine(along) {
    const here = document.activeElement?.dataset?.square;
    const { board } = this.now;
    const kind = KINDS[board.shape];
    if (!here || !kind || state.editing) return false;
    const row = board.rows.find((names) => names.includes(here));
    const line = along === 'rank' ? row : board.rows.map((names) => names[row.indexOf(here)]);
    announce(line.map((name) => `${kind.square(name, state.language)} ${board.cells[name] ? kind.name(board.cells[name], words()) : t('empty')}`).join(', '));
    return true;
  }

  /** Reads the legal moves aloud. */
  readMoves() {
    const { moves } = this.now;
    announce(moves.length ? lineText(moves.map((move) => move.move), moves.map((move) => move.ja ?? move.move)) : t('no-moves'));
  }

  /** Reads pieces, hands and moves aloud. */
  readOut() {
    const { board, moves, side } = this.now;
    const kind = KINDS[board.shape];
    if (!kind) return announce(lineText(moves.map((move) => move.move)));
    const pieces = board.rows.flat().filter((name) => board.cells[name])
      .map((name) => `${kind.square(name, state.language)} ${kind.name(board.cells[name], words())}`);
    const hands = kind.hands ? ['black', 'white'].map((owner) => {
      const held = kind.hands.filter((piece) => board.hands?.[owner]?.[piece]).map((piece) => t('hand-piece', { piece: kind.pieceName(piece, words()), count: board.hands[owner][piece] }));
      return held.length ? `${t('in-hand', { side: words().side(owner) })}: ${held.join(', ')}` : '';
    }) : [];
    announce([...pieces, ...hands, t('moves-next', { side: words().side(side) }), t('legal', { moves: moves.length })].filter(Boolean).join('. '));
  }
}

/** The name of an example; sizes and names of figures are the same everywhere. */
function sampleName(name) {
  const key = `sample-${name.replaceAll(' ', '-')}`;
  return has(key) ? t(key) : name;
}

/** The colours of saved pictures: those of paper. */
const PICTURE_STYLE = 'svg{background:#fff}.sign-black{fill:#000}.sign-white{fill:#fff;stroke:#000;stroke-width:6}.square{fill:#fff;stroke:#000;stroke-width:2}.square.last{fill:#dde}.wood{fill:#fff;stroke:#000;stroke-width:3}'
  + '.kanji{font:62px serif;fill:#000}.latin{font:bold 40px sans-serif;fill:#000}.promoted text{fill:#b00}.mark,.plus{stroke:#000;stroke-width:4}.hand-text{font:44px serif}'
  + '.stone.dark circle{fill:#000}.stone.bright circle{fill:#fff;stroke:#000;stroke-width:3}.stone.warm circle{fill:#c33}.stone.cool circle{fill:#fc3}.sign{fill:none;stroke:#000;stroke-width:6}'
  + '.cross,.nought{fill:none;stroke:#000;stroke-width:9}.thick{stroke:#000;stroke-width:7}.shape{fill:#fff;stroke:#000}.edge{fill:none;stroke:#000}.name,.numbers{font:13px sans-serif}';
