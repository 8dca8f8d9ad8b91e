// The outline of a proof: a tree of moves that opens as far as it is asked to, with few rows in the document.

import { state } from '../state.js';
import { t } from '../words.js';
import { fill, h } from './dom.js';

/** Rows in the document at once; the rest of a long outline is scrolled to by its chosen row. */
const ROWS = 60;
/** Steps of indentation that a row has at most: deeper ones are told by their level alone. */
const STEPS = 14;
/** Moves that follow without a choice and are opened together. */
const FORCED = 20;

/** `ask(node)` gives the moves of a node, `go(path)` shows a place on the board. */
export function outline(ask, go) {
  const element = h('div', { role: 'tree', class: 'outline', id: 'outline', 'aria-label': t('outline') });
  let root = null;
  let chosen = null;
  let shown = [];

  const name = (item) => (state.language === 'ja' && item.ja ? item.ja : item.move) ?? t('start');
  const opens = (item) => item.node != null;

  function list(item, into) {
    into.push(item);
    if (item.open) for (const child of item.below) list(child, into);
    return into;
  }

  function paint(focus) {
    if (!root) return fill(element);
    shown = list(root, []);
    if (!shown.includes(chosen)) chosen = root;
    const at = shown.indexOf(chosen);
    const from = Math.max(0, Math.min(at - ROWS / 2, shown.length - ROWS));
    // Rows are made anew: whoever stood on one stands on its successor.
    const keep = focus || element.contains(document.activeElement);
    fill(element, shown.slice(from, from + ROWS).map(row));
    const here = element.querySelector('[tabindex="0"]');
    if (keep) here?.focus({ preventScroll: true });
    here?.scrollIntoView({ block: 'nearest' });
    return element;
  }

  function row(item) {
    const sign = opens(item) ? (item.open ? '▾' : '▸') : item.leads_to === 'end' ? '■' : '·';
    const made = h('div', {
      role: 'treeitem', tabindex: item === chosen ? 0 : -1,
      'aria-level': item.level + 1, 'aria-setsize': item.of, 'aria-posinset': item.place, 'aria-selected': item === chosen ? 'true' : 'false',
      'aria-expanded': opens(item) ? String(!!item.open) : null, lang: state.language === 'ja' && item.ja ? 'ja' : null,
      onclick: () => {
        chosen = item;
        if (opens(item)) toggle(item);
        show(item);
      },
    }, h('span', { 'aria-hidden': 'true' }, sign), ` ${name(item)}`, item.leads_to === 'end' ? h('span', { class: 'quiet' }, ` ${t('to-end')}`) : null);
    // Not as an attribute: the page's policy refuses styles in markup.
    made.style.setProperty('--level', Math.min(item.level, STEPS));
    return made;
  }

  /** Opens an item, and what follows without a choice with it. */
  async function open(item) {
    let here = item;
    for (let i = 0; i < FORCED && here && opens(here); i++) {
      if (!here.below) {
        const { moves } = await ask(here.node);
        // A move that repeats a position above it is told, not opened again: the outline ends somewhere.
        const above = new Set();
        for (let up = here; up; up = up.above) above.add(String(up.node));
        here.below = moves.map((move, i) => ({
          move: move.move, ja: move.ja, leads_to: move.leads_to, above: here, level: here.level + 1, place: i + 1, of: moves.length,
          node: move.node == null || above.has(String(move.node)) ? null : move.node, target: move.node,
        }));
      }
      here.open = true;
      here = here.below.length === 1 ? here.below[0] : null;
    }
  }

  async function toggle(item, focus = true) {
    if (item.open) item.open = false;
    else await open(item);
    paint(focus);
  }

  function show(item) {
    const path = [];
    for (let at = item; at.above; at = at.above) path.unshift({ move: at.move, ja: at.ja, node: at.target });
    go(path, item);
    paint(true);
  }

  function choose(item) {
    if (item) chosen = item;
    paint(true);
  }

  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !chosen) return;
    const at = shown.indexOf(chosen);
    const acts = {
      ArrowDown: () => choose(shown[at + 1]),
      ArrowUp: () => choose(shown[at - 1]),
      Home: () => choose(shown[0]),
      End: () => choose(shown.at(-1)),
      ArrowRight: () => (chosen.open ? choose(chosen.below[0]) : opens(chosen) && toggle(chosen)),
      ArrowLeft: () => (chosen.open ? toggle(chosen) : choose(chosen.above)),
      Enter: () => show(chosen),
      ' ': () => show(chosen),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });

  return {
    element,
    /** Begins anew at a root; `key` says of what. */
    async start(key) {
      if (element.dataset.of === key) return paint(false);
      element.dataset.of = key;
      root = { node: 'root', level: 0, place: 1, of: 1 };
      chosen = root;
      await open(root);
      return paint(false);
    },
  };
}
