// Keys of the whole page. No single letter acts while a text field has the focus.

/** Whether keys belong to a text field now. */
export function typing(target) {
  if (!(target instanceof Element)) return false;
  const field = target.closest('input, textarea, select, [contenteditable]');
  return !!field && !['checkbox', 'radio', 'button', 'range'].includes(field.type);
}

/** Calls the action of a key: `ctrl+enter`, `f`, `?`. */
export function onKeys(actions) {
  document.addEventListener('keydown', (event) => {
    if (event.isComposing || event.defaultPrevented || event.altKey) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const name = (ctrl ? 'ctrl+' : '') + event.key.toLowerCase();
    const action = actions[name];
    if (!action || (!ctrl && typing(event.target)) || (ctrl && name !== 'ctrl+enter' && name !== 'ctrl+.' && name !== 'ctrl+,' && typing(event.target))) return;
    if (action(event) !== false) event.preventDefault();
  });
}
