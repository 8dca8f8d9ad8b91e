// How shogi looks: pieces of our own drawing, with characters of the reader's fonts or with letters.

import { s } from '../parts/dom.js';

const KANJI = { P: '歩', L: '香', N: '桂', S: '銀', G: '金', B: '角', R: '飛', K: '玉',
  '+P': 'と', '+L': '杏', '+N': '圭', '+S': '全', '+B': '馬', '+R': '龍' };
const NAMES = { P: 'pawn', L: 'lance', N: 'knight', S: 'silver', G: 'gold', B: 'bishop', R: 'rook', K: 'king',
  '+P': 'tokin', '+L': 'promoted-lance', '+N': 'promoted-knight', '+S': 'promoted-silver', '+B': 'horse', '+R': 'dragon' };
const RANKS = '一二三四五六七八九';
const WIDE = '０１２３４５６７８９';

/** Marks of the letter set: where a piece goes, as seen by its owner; a third value is a whole line. */
const GOLD = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [0, 1]];
const ROUND = [...GOLD, [-1, 1], [1, 1]];
const MARKS = { P: [[0, -1]], L: [[0, -1, 1]], N: [[-0.5, -1], [0.5, -1]],
  S: [[-1, -1], [0, -1], [1, -1], [-1, 1], [1, 1]], G: GOLD, K: ROUND,
  B: [[-1, -1, 1], [1, -1, 1], [-1, 1, 1], [1, 1, 1]], R: [[0, -1, 1], [0, 1, 1], [-1, 0, 1], [1, 0, 1]],
  '+P': GOLD, '+L': GOLD, '+N': GOLD, '+S': GOLD,
  '+B': [[-1, -1, 1], [1, -1, 1], [-1, 1, 1], [1, 1, 1], [0, -1], [0, 1], [-1, 0], [1, 0]],
  '+R': [[0, -1, 1], [0, 1, 1], [-1, 0, 1], [1, 0, 1], [-1, -1], [1, -1], [-1, 1], [1, 1]] };

const upper = (code) => code.toUpperCase();
const isWhite = (code) => code !== upper(code);

let glyphs = null;

/** Whether the browser has Japanese characters: two of them must not look alike. Measured once. */
function hasGlyphs() {
  if (glyphs !== null) return glyphs;
  const paint = (text) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 24;
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    if (!brush) return '';
    brush.font = '20px serif';
    brush.fillText(text, 1, 20);
    return brush.getImageData(0, 0, 24, 24).data.join();
  };
  glyphs = paint('歩') !== paint('玉');
  return glyphs;
}

/** Whether pieces carry characters, by what was chosen. */
export function usesKanji(chosen) {
  return chosen === 'kanji' || (chosen !== 'letters' && hasGlyphs());
}

function marks(base) {
  return (MARKS[base] ?? []).map(([x, y, far]) => {
    const [cx, cy, r] = [50, 58, 27];
    const tip = [cx + x * r * 1.05, cy + y * r * 1.05];
    return far
      ? s('line', { x1: cx + x * 19, y1: cy + y * 19, x2: tip[0] + x * 4, y2: tip[1] + y * 4, class: 'mark' })
      : s('circle', { cx: tip[0], cy: tip[1], r: 3.6, class: 'mark-dot' });
  });
}

export const shogi = {
  hands: ['R', 'B', 'G', 'S', 'N', 'L', 'P'],
  palette: ['K', 'R', 'B', 'G', 'S', 'N', 'L', 'P'],
  keys: { p: 'P', l: 'L', n: 'N', s: 'S', g: 'G', b: 'B', r: 'R', k: 'K' },
  sides: ['black', 'white'],
  colours: ['black', 'white'],

  /** A piece in a field of 100 × 100, turned if it is White's. */
  draw(code, options) {
    const base = upper(code);
    const kanji = usesKanji(options.pieces);
    // Kings differ, so that one sees whose it is also in small diagrams.
    const text = kanji ? (code === 'K' ? '王' : KANJI[base]) : base.replace('+', '');
    const turned = isWhite(code) !== !!options.flipped;
    return s('g', { class: `piece${base.startsWith('+') ? ' promoted' : ''}`, transform: turned ? 'rotate(180 50 50)' : null },
      s('path', { d: 'M50 5 L79 19 L92 93 L8 93 L21 19 Z', class: 'wood' }),
      ...(kanji ? [] : marks(base)),
      s('text', { x: 50, y: kanji ? 78 : 70, 'text-anchor': 'middle', class: kanji ? 'kanji' : 'latin', lang: kanji ? 'ja' : null }, text ?? ''),
      !kanji && base.startsWith('+') ? s('path', { d: 'M44 22 h12 M50 16 v12', class: 'plus' }) : null);
  },

  name: (code, words) => `${words.piece(NAMES[upper(code)])}, ${words.side(isWhite(code) ? 'white' : 'black')}`,
  pieceName: (code, words) => words.piece(NAMES[upper(code)]),
  glyph: (code) => KANJI[upper(code)] ?? code,

  square(name, language) {
    const [file, rank] = [Number(name[0]), name.charCodeAt(1) - 97];
    return language === 'ja' ? `${WIDE[file]}${RANKS[rank]}` : name;
  },
  files: (name, language) => (language === 'ja' ? WIDE[Number(name[0])] : name[0]),
  ranks: (name, language) => (language === 'ja' ? RANKS[name.charCodeAt(1) - 97] : name[1]),

  turn: (code) => (isWhite(code) ? upper(code) : code.toLowerCase()),
  promote(code) {
    if (code.startsWith('+')) return code.slice(1);
    return 'KGkg'.includes(code) ? code : `+${code}`;
  },
  ofSide: (code, side) => (side === 'white' ? code.toLowerCase() : upper(code)),
  inHand: (code) => (upper(code) === 'K' ? null : upper(code).replace('+', '')),
};
