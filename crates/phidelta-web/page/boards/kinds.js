// Which drawing a board has.

import { shogi } from './shogi.js';
import { connect4, loa, othello, uttt } from './stones.js';

/** Boards by the shape that the backend names. */
export const KINDS = { shogi, othello, loa, connect4, uttt };
