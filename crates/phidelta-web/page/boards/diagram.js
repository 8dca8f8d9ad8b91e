// A board as one small picture, for strips of diagrams and for saving.

import { s } from '../parts/dom.js';
import { KINDS } from './kinds.js';

/** A picture of a board; `last` names squares to be marked. */
export function diagram(board, options = {}) {
  const kind = KINDS[board.shape];
  if (!kind) return s('svg', { viewBox: '0 0 10 10' });
  const [rows, cols] = [board.rows.length, board.rows[0].length];
  const last = new Set(options.last ?? []);
  const top = kind.hands ? 80 : 10;
  const parts = [];
  board.rows.forEach((row, y) => row.forEach((name, x) => {
    const code = board.cells[name];
    const at = `translate(${10 + x * 100} ${top + y * 100})`;
    const square = s('rect', { width: 100, height: 100, class: `square${last.has(name) ? ' last' : ''}${board.lit?.includes(name) ? ' lit' : ''}` });
    parts.push(s('g', { transform: at }, square, code ? kind.draw(code, options) : null));
  }));
  if (board.shape === 'uttt') {
    for (const n of [300, 600]) {
      parts.push(s('path', { d: `M${10 + n} ${top} v900 M10 ${top + n} h900`, class: 'thick' }));
    }
  }
  if (kind.hands) {
    for (const [side, y] of [['white', 58], ['black', top + rows * 100 + 62]]) {
      const text = kind.hands.filter((p) => board.hands?.[side]?.[p]).map((p) => {
        const n = board.hands[side][p];
        return kind.glyph(p) + (n > 1 ? n : '');
      }).join(' ');
      // Drawn, because a black sign in bright ink would be a white one.
      parts.push(s('path', { d: 'M50 8 L84 30 L92 92 L8 92 L16 30 Z', transform: `translate(10 ${y - 50}) scale(.56)`, class: `sign-${side}` }));
      parts.push(s('text', { x: 84, y, class: 'hand-text', lang: 'ja' }, text || '—'));
    }
  }
  const height = top + rows * 100 + (kind.hands ? 84 : 10);
  return s('svg', { viewBox: `0 0 ${cols * 100 + 20} ${height}`, class: `diagram ${board.shape}`, role: 'img', 'aria-label': options.label ?? '' }, parts);
}
