// A map of a proof: each position a bar as wide as there are positions below it. The backend decides
// what is worth a bar; here it is only drawn.

import { fill, put, s } from './dom.js';
import { grouped } from './numbers.js';
import { t } from '../words.js';

/** Size of the picture and of a row. */
const [WIDTH, ROW] = [1000, 22];

/** A map; `chosen(cell)` is called for a click. */
export function icicle(chosen) {
  const element = s('svg', { class: 'icicle', role: 'img', preserveAspectRatio: 'none' });
  let drawn = null;
  return {
    element,
    show(map, here) {
      element.style.display = map ? '' : 'none';
      if (!map) return;
      if (drawn !== map) {
        drawn = map;
        const depth = Math.max(1, ...map.cells.map((cell) => cell.ply + 1));
        put(element, { viewBox: `0 0 ${WIDTH} ${depth * ROW}`, 'aria-label': t('icicle') });
        element.style.height = `${Math.min(depth * 12, 240)}px`;
        fill(element, map.cells.map((cell) => s('rect', {
          x: (cell.x * WIDTH).toFixed(2), y: cell.ply * ROW + 1, width: Math.max(1, cell.width * WIDTH - 1).toFixed(2), height: ROW - 2,
          class: cell.winner ? 'winner' : 'other', onclick: () => chosen(cell) },
        s('title', null, `${cell.move ?? ''} ${grouped(cell.positions)}`))));
      }
      map.cells.forEach((cell, i) => element.children[i].classList.toggle('here', cell.node === here));
    },
  };
}
