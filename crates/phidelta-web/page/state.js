// The page's state: one object, one change function, one drawing a frame.

const listeners = new Set();
let due = false;

export const state = {
  /** What the backend says of itself. */
  about: null,
  /** The present position, as the backend shows it. */
  view: null,
  /** A board that is being edited and may not be legal yet. */
  draft: null,
  /** Whether clicks set pieces. */
  editing: false,
  flipped: false,
  /** The panel in sight. */
  tab: 'solve',
  /** A message about the position: `{kind, text, marked}`. */
  note: null,
  /** Positions to go back and forward to. */
  undo: [],
  redo: [],
  /** The job whose numbers are shown, as its last snapshot. */
  job: null,
  /** All jobs of this page by id. */
  jobs: {},
  /** A board shown instead of the position: a line replayed, a position of a proof. */
  peek: null,
  language: 'en',
  theme: 'auto',
  pieces: 'auto',
};

/** Changes the state and has the page drawn with the next frame. */
export function set(patch) {
  Object.assign(state, patch);
  if (due) return;
  due = true;
  const draw = () => {
    if (!due) return;
    due = false;
    for (const listener of listeners) listener(state);
  };
  // Hidden pages have no frames.
  if (document.hidden) setTimeout(draw, 50);
  else requestAnimationFrame(draw);
}

/** Calls back after changes. */
export function watch(listener) {
  listeners.add(listener);
}
