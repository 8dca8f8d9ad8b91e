// A curve of the last numbers, on a logarithmic scale.

import { s } from './dom.js';
import { scaled } from './numbers.js';

const WIDTH = 160;
const HEIGHT = 28;
/** Points that are kept: one for each column of pixels. */
export const POINTS = 160;

/** A curve that `draw` fills. */
export function spark(label, className) {
  const line = s('polyline', { fill: 'none', 'stroke-width': 1.5, class: className });
  const svg = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'spark', role: 'img', 'aria-label': label }, line);
  return {
    element: svg,
    draw(values) {
      const step = WIDTH / Math.max(1, values.length - 1);
      const y = (n) => (HEIGHT - 2 - (HEIGHT - 4) * scaled(n)).toFixed(1);
      line.setAttribute('points', values.map((n, i) => `${(i * step).toFixed(1)},${y(n)}`).join(' '));
    },
  };
}
