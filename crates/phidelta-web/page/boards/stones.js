// Games with two kinds of stones: Othello, lines of action, connect four, ultimate tic-tac-toe.

import { s } from '../parts/dom.js';

const stone = (code) => s('g', { class: code === 'X' ? 'stone dark' : 'stone bright' },
  s('circle', { cx: 50, cy: 50, r: 40 }), s('circle', { cx: 50, cy: 50, r: 31, class: 'rim' }));
const cross = (code) => (code === 'X'
  ? s('path', { d: 'M22 22 L78 78 M78 22 L22 78', class: 'cross' })
  : s('circle', { cx: 50, cy: 50, r: 30, class: 'nought' }));

const plain = {
  hands: null,
  palette: ['X', 'O'],
  keys: { x: 'X', o: 'O' },
  sides: ['X', 'O'],
  square: (name) => name,
  files: (name) => name.replace(/\d+$/, ''),
  ranks: (name) => name.replace(/^\D+/, ''),
  turn: (code) => (code === 'X' ? 'O' : 'X'),
  promote: (code) => code,
  ofSide: (_, side) => side,
  inHand: () => null,
  pieceName: (code, words) => words.stone(code),
  name: (code, words) => words.stone(code),
};

export const othello = { ...plain, draw: stone, colours: ['black', 'white'] };
export const loa = { ...plain, draw: stone, colours: ['black', 'white'] };
export const connect4 = {
  ...plain,
  palette: [],
  colours: ['X', 'O'],
  draw: (code) => s('g', { class: code === 'X' ? 'stone warm' : 'stone cool' },
    s('circle', { cx: 50, cy: 50, r: 40 }),
    code === 'X' ? s('path', { d: 'M36 36 L64 64 M64 36 L36 64', class: 'sign' }) : s('circle', { cx: 50, cy: 50, r: 16, class: 'sign' })),
  files: (name) => name.split('.')[0],
  ranks: () => '',
  name: (code) => code,
};
export const uttt = { ...plain, draw: cross, colours: ['X', 'O'], files: () => '', ranks: () => '', name: (code) => code };
