// Pieces in hand: to drop while playing, to count while editing.

import { button, fill, h, put, s } from '../parts/dom.js';
import { t, words } from '../words.js';
import { state } from '../state.js';

export class Hands {
  constructor(board) {
    this.board = board;
    this.top = h('div', { class: 'hand', role: 'group' });
    this.bottom = h('div', { class: 'hand', role: 'group' });
  }

  show(board, mode, flipped, side) {
    const kind = this.board.kind;
    this.top.hidden = this.bottom.hidden = !kind.hands;
    if (!kind.hands) return;
    const [upper, lower] = flipped ? ['black', 'white'] : ['white', 'black'];
    for (const [row, owner] of [[this.top, upper], [this.bottom, lower]]) {
      const look = JSON.stringify([board.hands?.[owner], mode, side, state.pieces, state.language, flipped]);
      if (row.dataset.look === look) continue;
      const focus = row.contains(document.activeElement) ? document.activeElement.dataset.hand : null;
      row.dataset.look = look;
      row.dataset.side = owner;
      put(row, { 'aria-label': t('in-hand', { side: words().side(owner) }) });
      fill(row, this.sign(owner, side), ...kind.hands.map((piece) => this.slot(owner, piece, board, mode, flipped)));
      if (focus) row.querySelector(`[data-hand="${focus}"]`)?.focus();
    }
    this.recolour();
  }

  /** Whose hand it is: drawn, since the characters turn with the colours of the page. */
  sign(owner, side) {
    return h('span', { class: `turn-sign${side === owner ? ' to-move' : ''}`, title: words().side(owner) },
      s('svg', { viewBox: '0 0 100 100', role: 'img', 'aria-label': `${words().side(owner)}${side === owner ? `, ${t('to-move')}` : ''}` },
        s('path', { d: 'M50 8 L84 30 L92 92 L8 92 L16 30 Z', class: owner === 'black' ? 'sign-black' : 'sign-white' })));
  }

  slot(owner, piece, board, mode, flipped) {
    const kind = this.board.kind;
    const count = board.hands?.[owner]?.[piece] ?? 0;
    if (!count && mode !== 'edit') return null;
    const picture = s('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' },
      kind.draw(kind.ofSide(piece, owner), { pieces: state.pieces, flipped }));
    const name = kind.pieceName(piece, words());
    const badge = h('span', { class: 'count', 'aria-hidden': 'true' }, count > 1 || mode === 'edit' ? String(count) : '');
    const key = `${owner}-${piece}`;
    if (mode !== 'edit') {
      return h('button', { type: 'button', class: 'slot', 'data-hand': key, 'aria-label': t('hand-piece', { piece: name, count }),
        onclick: () => this.drop(owner, piece), onpointerdown: (event) => this.press(event, owner, piece) }, picture, badge);
    }
    const count_by = (by) => this.count(owner, piece, by);
    return h('span', { class: `slot-edit${count ? '' : ' none'}` },
      h('button', { type: 'button', class: 'slot', 'data-hand': key, role: 'spinbutton', 'aria-valuenow': count, 'aria-valuemin': 0, 'aria-valuemax': 18,
        'aria-label': t('hand-piece', { piece: name, count }),
        onclick: () => this.click(owner, piece),
        onkeydown: (event) => {
          const by = { ArrowUp: 1, ArrowDown: -1, '+': 1, '-': -1, Delete: -1 }[event.key];
          if (!by) return;
          event.preventDefault();
          count_by(by);
        },
        onpointerdown: (event) => this.press(event, owner, piece) }, picture, badge),
      button('−', () => count_by(-1), { class: 'less', 'aria-label': t('one-less', { piece: name }), disabled: !count, tabindex: -1 }));
  }

  /** Chooses a piece to drop. */
  drop(owner, piece) {
    const board = this.board;
    if (board.mode !== 'play' || owner !== board.side) return;
    board.choose(board.chosen?.drop === piece ? null : { drop: piece, owner });
  }

  /** While editing: a chosen piece goes into the hand, else one more. */
  click(owner, piece) {
    const board = this.board;
    if (board.dragged) return;
    if (board.chosen?.square) this.put(owner);
    else this.count(owner, piece, 1);
  }

  /** Puts the chosen piece into a hand. */
  put(owner) {
    const { board, chosen, kind } = this.board;
    const piece = kind.inHand(board.cells[chosen.square] ?? 'K');
    if (!piece) return this.board.choose(null);
    const cells = { ...board.cells };
    delete cells[chosen.square];
    this.changed(owner, piece, 1, cells);
  }

  count(owner, piece, by) {
    this.changed(owner, piece, by, this.board.board.cells);
  }

  changed(owner, piece, by, cells) {
    const { board } = this.board;
    const hand = { ...board.hands?.[owner] };
    hand[piece] = Math.min(18, Math.max(0, (hand[piece] ?? 0) + by));
    if (!hand[piece]) delete hand[piece];
    this.board.choose(null);
    this.board.take({ ...board, cells, hands: { ...board.hands, [owner]: hand } });
  }

  /** Puts a piece of a hand onto a square. */
  putDown(name) {
    const { board, chosen, kind } = this.board;
    const { hand: piece, owner } = chosen;
    const cells = { ...board.cells, [name]: kind.ofSide(piece, owner) };
    this.changed(owner, piece, -1, cells);
  }

  press(event, owner, piece) {
    const board = this.board;
    if (event.button !== 0 || event.pointerType === 'touch' || board.mode === 'view') return;
    if (board.mode === 'play' && owner !== board.side) return;
    if (!(board.board.hands?.[owner]?.[piece] > 0)) return;
    const chosen = board.mode === 'edit' ? { hand: piece, owner } : { drop: piece, owner };
    board.drag(event, event.currentTarget.querySelector('svg'), () => board.choose(chosen), null);
  }

  /** Whether something dragged was let go over a hand. */
  take(element) {
    const owner = element?.closest?.('.hand')?.dataset.side;
    if (!owner || !this.board.chosen?.square) return false;
    this.put(owner);
    return true;
  }

  recolour() {
    const chosen = this.board.chosen;
    for (const row of [this.top, this.bottom]) {
      for (const slot of row.querySelectorAll('[data-hand]')) {
        const on = chosen && (chosen.drop || chosen.hand) && slot.dataset.hand === `${chosen.owner}-${chosen.drop ?? chosen.hand}`;
        slot.classList.toggle('chosen', !!on);
        if (slot.getAttribute('role') !== 'spinbutton') put(slot, { 'aria-pressed': on ? 'true' : 'false' });
      }
    }
  }
}
