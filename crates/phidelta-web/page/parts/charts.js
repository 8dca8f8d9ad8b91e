// Curves of numbers, and the map of a proof: each position a bar as wide as there are positions below it.

import { fill, put, s } from './dom.js';
import { grouped, scaled } from './numbers.js';
import { t } from '../words.js';

/** Size of a curve. */
const [WIDTH, HEIGHT] = [160, 28];
/** Points that are kept: one for each column of pixels. */
export const POINTS = 160;

/** A curve that `draw` fills. */
export function spark(label, className) {
  const line = s('polyline', { fill: 'none', 'stroke-width': 1.5, class: className });
  const svg = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'spark', role: 'img', 'aria-label': label }, line);
  return {
    element: svg,
    draw(points) {
      // A search that was over at once has one point: a line is drawn all the same.
      const values = points.length === 1 ? [points[0], points[0]] : points;
      const step = WIDTH / Math.max(1, values.length - 1);
      const y = (n) => (HEIGHT - 2 - (HEIGHT - 4) * scaled(n)).toFixed(1);
      line.setAttribute('points', values.map((n, i) => `${(i * step).toFixed(1)},${y(n)}`).join(' '));
    },
  };
}

/** Size of the picture and of a row. */
const [MAP_WIDTH, ROW] = [1000, 22];

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
        put(element, { viewBox: `0 0 ${MAP_WIDTH} ${depth * ROW}`, 'aria-label': t('icicle') });
        element.style.height = `${Math.min(depth * 12, 240)}px`;
        fill(element, map.cells.map((cell) => s('rect', {
          x: (cell.x * MAP_WIDTH).toFixed(2), y: cell.ply * ROW + 1, width: Math.max(1, cell.width * MAP_WIDTH - 1).toFixed(2), height: ROW - 2,
          class: cell.winner ? 'winner' : 'other', onclick: () => chosen(cell) },
        s('title', null, `${cell.move ?? ''} ${grouped(cell.positions)}`))));
      }
      map.cells.forEach((cell, i) => element.children[i].classList.toggle('here', cell.node === here));
    },
  };
}
