// Words of the page in the chosen language. Texts live in `words.en.js` and `words.ja.js`; a test holds
// the two to the same keys.

import { h } from './parts/dom.js';
import { state } from './state.js';
import en from './words.en.js';
import ja from './words.ja.js';

const LANGUAGES = { en, ja };

/** The word for a key, with `{names}` filled in. */
export function t(key, values = {}) {
  const text = LANGUAGES[state.language]?.[key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** Whether there is a word for a key. */
export function has(key) {
  return key in en;
}

const lookups = {
  piece: (name) => t(`piece-${name}`),
  side: (name) => t(`side-${name}`),
  stone: (code) => t(`stone-${code}`),
};

/** Words for pieces and sides. */
export function words() {
  return lookups;
}

/** A move in the reader's notation: Japanese where there is one, marked as such. */
export function moveText(move, japanese) {
  if (!japanese) return h('span', { class: 'move' }, move ?? '');
  if (state.language === 'ja') return h('span', { class: 'move', title: move }, japanese);
  return h('span', { class: 'move' }, move ?? '', ' ', h('span', { lang: 'ja', class: 'second' }, japanese));
}

/** A line of moves. */
export function lineText(moves, japanese) {
  const list = state.language === 'ja' && japanese?.length ? japanese : moves;
  return (list ?? []).join(' ');
}
