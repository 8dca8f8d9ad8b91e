// The board: a grid of real cells, each with its own small drawing. Rules are the backend's: the board
// knows the moves it was given, and which clicks mean one of them.

import { button, fill, h, put, s, say } from '../parts/dom.js';
import { announce } from '../parts/live.js';
import { t, words } from '../words.js';
import { state } from '../state.js';
import { Hands } from './hands.js';
import { KINDS } from './kinds.js';

/** How far a pressed mouse moves, in pixels, before it drags. */
const DRAG = 6;

export class Board {
  /** `played(move)`: a legal move was chosen; `edited(board)`: pieces were set. */
  constructor({ played, edited }) {
    Object.assign(this, { played, edited, moves: [], mode: 'view', chosen: null, brush: null, cursor: null });
    this.cells = new Map();
    this.grid = h('div', { role: 'grid', class: 'cells' });
    this.over = s('svg', { class: 'over', 'aria-hidden': 'true' });
    this.files = h('div', { class: 'files', 'aria-hidden': 'true' });
    this.ranks = h('div', { class: 'ranks', 'aria-hidden': 'true' });
    this.bubble = h('div', { class: 'bubble', hidden: true, role: 'group' });
    this.hands = new Hands(this);
    this.frame = h('div', { class: 'frame' }, this.files, h('div', { class: 'middle' },
      h('div', { class: 'square-box' }, this.grid, this.over, this.bubble), this.ranks));
    this.element = h('div', { class: 'board' }, this.hands.top, this.frame, this.hands.bottom);
    this.grid.addEventListener('keydown', (event) => this.key(event));
    this.grid.addEventListener('click', (event) => this.click(event));
    this.grid.addEventListener('contextmenu', (event) => this.turned(event));
    this.grid.addEventListener('pointerdown', (event) => this.press(event));
  }

  /** Shows a board; cells that have not changed are left alone. */
  show({ board, moves, mode, last, marks, flipped, side }) {
    if (!board || !KINDS[board.shape]) return;
    const shape = `${board.shape} ${board.rows.length} ${board.rows[0].length} ${flipped} ${state.language}`;
    this.kind = KINDS[board.shape];
    this.board = board;
    this.flipped = flipped;
    this.side = side;
    if (this.moves !== moves || this.mode !== mode) this.choose(null);
    Object.assign(this, { moves: moves ?? [], mode });
    if (shape !== this.shape) this.build(shape);
    put(this.grid, { 'aria-label': t('board'), 'aria-readonly': mode === 'view' ? 'true' : null });
    for (const [name, cell] of this.cells) this.paint(name, cell, last, marks);
    this.overlay();
    this.hands.show(board, mode, flipped, side);
  }

  build(shape) {
    this.shape = shape;
    this.cells.clear();
    const turn = (list) => (this.flipped ? [...list].reverse() : list);
    const rows = turn(this.board.rows).map(turn);
    const kind = this.board.shape;
    this.element.className = `board ${kind}`;
    this.element.style.setProperty('--cols', rows[0].length);
    this.element.style.setProperty('--rows', rows.length);
    fill(this.grid, rows.map((row) => h('div', { role: 'row', class: 'row' }, row.map((name) => {
      const cell = h('div', { role: 'gridcell', class: 'cell', tabindex: -1, 'data-square': name });
      this.cells.set(name, cell);
      return cell;
    }))));
    this.order = rows;
    if (!this.cells.has(this.cursor)) this.cursor = rows[0][0];
    this.cells.get(this.cursor).tabIndex = 0;
    fill(this.files, rows[0].map((name) => h('span', null, this.kind.files(name, state.language))));
    fill(this.ranks, rows.map((row) => h('span', null, this.kind.ranks(row[0], state.language))));
  }

  paint(name, cell, last, marks) {
    const code = this.board.cells[name] ?? '';
    const mark = marks?.[name];
    const targets = this.chosen ? this.targets() : null;
    const look = [code, state.pieces, mark?.text, mark?.kind].join('|');
    if (cell.dataset.look !== look) {
      cell.dataset.look = look;
      const drawing = s('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' });
      if (code) drawing.append(this.kind.draw(code, { pieces: state.pieces, flipped: this.flipped }));
      fill(cell, code ? drawing : null, mark ? h('span', { class: `value ${mark.kind}`, 'aria-hidden': 'true' }, mark.text) : null);
    }
    const square = this.kind.square(name, state.language);
    const label = `${square}, ${code ? this.kind.name(code, words()) : t('empty')}${mark ? `, ${mark.name ?? mark.text}` : ''}`;
    if (cell.getAttribute('aria-label') !== label) cell.setAttribute('aria-label', label);
    const can = this.mode === 'play' && this.moves.some((move) => move.from === name || (!move.from && !move.drop && this.meets(move, name)));
    const set = (word, on) => cell.classList.toggle(word, !!on);
    set('chosen', this.chosen?.square === name);
    set('target', targets?.has(name));
    set('can', can);
    set('last', last?.includes(name));
    set('lit', this.board.lit?.includes(name));
    put(cell, { 'aria-selected': this.chosen?.square === name ? 'true' : null });
  }

  /** What lies over the cells: boards that are won. */
  overlay() {
    fill(this.over);
    if (!this.board.large) return;
    put(this.over, { viewBox: '0 0 900 900' });
    this.board.large.forEach((sign, i) => {
      if (sign !== 'X' && sign !== 'O') return;
      const [x, y] = [(i % 3) * 300, Math.floor(i / 3) * 300];
      const place = this.flipped ? [600 - x, 600 - y] : [x, y];
      this.over.append(s('g', { transform: `translate(${place}) scale(3)`, class: 'large' }, this.kind.draw(sign, {})));
    });
  }

  meets(move, name) {
    return move.to === name || !!move.also?.includes(name);
  }

  /** Squares that the chosen piece can go to. */
  targets() {
    return new Set(this.moves.filter((move) => this.fits(move)).map((move) => move.to));
  }

  fits(move) {
    return this.chosen && (this.chosen.drop ? move.drop === this.chosen.drop : move.from === this.chosen.square);
  }

  /** Chooses a piece on a square or in hand; `null` chooses nothing. */
  choose(chosen) {
    this.chosen = chosen;
    this.bubble.hidden = true;
    if (this.board && this.shape) this.recolour();
  }

  recolour() {
    const targets = this.chosen ? this.targets() : null;
    for (const [name, cell] of this.cells) {
      cell.classList.toggle('chosen', this.chosen?.square === name);
      cell.classList.toggle('target', !!targets?.has(name));
      put(cell, { 'aria-selected': this.chosen?.square === name ? 'true' : null });
    }
    this.hands.recolour();
  }

  click(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const name = event.target.closest?.('[data-square]')?.dataset.square;
    if (!name) return;
    this.look(name);
    this.act(name);
  }

  /** What a click, a tap or Enter on a square does. */
  act(name) {
    if (this.mode === 'edit') this.edit(name);
    else if (this.mode === 'play') this.play(name);
  }

  play(name) {
    const plain = this.moves.filter((move) => !move.from && !move.drop && this.meets(move, name));
    if (plain.length) return this.pick(plain, name);
    if (this.chosen) {
      const fitting = this.moves.filter((move) => this.fits(move) && this.meets(move, name));
      if (fitting.length) return this.pick(fitting, name);
    }
    const same = this.chosen?.square === name;
    const from = this.moves.some((move) => move.from === name);
    this.choose(from && !same ? { square: name } : null);
    if (from && !same) announce(t('chosen', { piece: this.kind.name(this.board.cells[name] ?? '', words()) }));
  }

  /** One move, or a small choice beside the square: promote or not. */
  pick(moves, name) {
    if (moves.length === 1) {
      this.choose(null);
      return this.played(moves[0]);
    }
    const take = (move) => () => {
      this.choose(null);
      this.cells.get(name)?.focus();
      this.played(move);
    };
    fill(this.bubble, moves.map((move) => button(
      move.promote ? t('promote') : move.promote === false ? t('do-not-promote') : move.move, take(move))));
    const [box, cell] = [this.grid.getBoundingClientRect(), this.cells.get(name).getBoundingClientRect()];
    this.bubble.hidden = false;
    const left = Math.min(Math.max(0, cell.left - box.left - 20), Math.max(0, box.width - this.bubble.offsetWidth));
    const below = cell.bottom - box.top + this.bubble.offsetHeight < box.height;
    this.bubble.style.left = `${left}px`;
    this.bubble.style.top = `${below ? cell.bottom - box.top : cell.top - box.top - this.bubble.offsetHeight}px`;
    this.bubble.querySelector('button').focus();
  }

  edit(name) {
    const code = this.board.cells[name];
    if (this.brush) return this.change(name, this.brush === code ? null : this.brush);
    if (this.chosen?.square && this.chosen.square !== name) {
      const from = this.chosen.square;
      const moving = this.board.cells[from];
      return this.change(name, moving, from);
    }
    if (this.chosen?.hand) return this.hands.putDown(name);
    this.choose(code && this.chosen?.square !== name ? { square: name } : null);
  }

  /** Sets a square, and empties another. */
  change(name, code, from) {
    const cells = { ...this.board.cells };
    if (from) delete cells[from];
    if (code) cells[name] = code;
    else delete cells[name];
    this.choose(null);
    this.take({ ...this.board, cells });
    announce(`${this.kind.square(name, state.language)}, ${code ? this.kind.name(code, words()) : t('empty')}`);
  }

  /** Takes an edited board at once: the next click may come before it is drawn. */
  take(board) {
    this.board = board;
    this.edited(board);
  }

  turned(event) {
    const name = event.target.closest?.('[data-square]')?.dataset.square;
    if (this.mode !== 'edit' || !name) return;
    event.preventDefault();
    const code = this.board.cells[name];
    if (code) this.change(name, this.kind.turn(code));
  }

  /** Dragging with a mouse: a click from one square to another. */
  press(event) {
    this.dragged = false;
    const cell = event.target.closest?.('[data-square]');
    if (!cell || event.button !== 0 || event.pointerType === 'touch' || this.mode === 'view') return;
    const from = cell.dataset.square;
    if (!this.board.cells[from] || (this.mode === 'play' && !this.moves.some((move) => move.from === from))) return;
    this.drag(event, cell.querySelector('svg'), () => {
      if (this.mode === 'play' || !this.brush) this.choose({ square: from });
    }, from);
  }

  /** Follows the pointer with a picture; where it is let go is a click. */
  drag(event, picture, begin, from) {
    const start = [event.clientX, event.clientY];
    let ghost = null;
    const move = (e) => {
      if (!ghost && Math.hypot(e.clientX - start[0], e.clientY - start[1]) < DRAG) return;
      if (!ghost) {
        const size = this.cells.values().next().value.getBoundingClientRect();
        ghost = picture.cloneNode(true);
        ghost.classList.add('ghost');
        ghost.style.width = `${size.width}px`;
        document.body.append(ghost);
        begin();
      }
      ghost.style.left = `${e.clientX}px`;
      ghost.style.top = `${e.clientY}px`;
    };
    const end = (e) => {
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', end);
      document.removeEventListener('pointercancel', end);
      if (!ghost) return;
      ghost.remove();
      this.dragged = true;
      setTimeout(() => { this.dragged = false; }, 0);
      const below = document.elementFromPoint(e.clientX, e.clientY);
      const square = below?.closest?.('[data-square]')?.dataset.square;
      if (square && square !== from) this.act(square);
      else if (this.mode === 'edit' && this.hands.take(below)) return;
      else if (this.mode === 'edit' && !square && from) this.change(from, null);
      else this.choose(null);
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', end);
    document.addEventListener('pointercancel', end);
  }

  /** Moves the cursor without a click. */
  look(name, focus = false) {
    const old = this.cells.get(this.cursor);
    if (old) old.tabIndex = -1;
    this.cursor = name;
    const cell = this.cells.get(name);
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const y = this.order.findIndex((row) => row.includes(this.cursor));
    const x = this.order[y].indexOf(this.cursor);
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (step) {
      const row = this.order[Math.min(this.order.length - 1, Math.max(0, y + step[0]))];
      this.look(row[Math.min(row.length - 1, Math.max(0, x + step[1]))], true);
      return done();
    }
    if (event.key === 'Home' || event.key === 'End') {
      this.look(this.order[y].at(event.key === 'Home' ? 0 : -1), true);
      return done();
    }
    if (event.key === 'Enter') {
      this.act(this.cursor);
      return done();
    }
    if (event.key === 'Escape') {
      this.choose(null);
      this.brush = null;
      return done();
    }
    if (this.mode === 'edit' && this.editKey(event)) return done();
    if (event.key === ' ') {
      this.act(this.cursor);
      done();
    }
  }

  editKey(event) {
    const code = this.board.cells[this.cursor];
    const piece = this.kind.keys[event.key.toLowerCase()];
    if (piece) {
      const white = event.key !== event.key.toLowerCase();
      this.change(this.cursor, this.kind.hands && white ? piece.toLowerCase() : piece);
    } else if (event.key === 'Delete' || event.key === 'Backspace') this.change(this.cursor, null);
    else if (event.key === ' ' && code) this.change(this.cursor, this.kind.turn(code));
    else if (event.key === '+' && code) this.change(this.cursor, this.kind.promote(code));
    else return false;
    return true;
  }
}
