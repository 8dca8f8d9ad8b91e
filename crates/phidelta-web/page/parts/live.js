// What screen readers are told: one polite region for moves and verdicts.

let region = null;

/** Where announcements go. */
export function announceIn(element) {
  region = element;
}

/** Says a sentence; the same one again is said again. */
export function announce(text) {
  if (!region || !text) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
