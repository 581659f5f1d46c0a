/** Which keys are those of the page: none that is typed into a field, or that belongs to a dialog or menu over the page. */

/** Selectors of layers over the page that handle keys themselves: dialogs, drawers, the designer in its drawer, menus. */
const openLayers = [
  '.arco-modal-wrapper:not([style*="display: none"])',
  '.arco-drawer-wrapper:not(.arco-drawer-wrapper-hide):not([style*="display: none"])',
  '[role=dialog][aria-modal=true]',
  '[role=menu]',
  '.popover',
].join(', ')

const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=combobox], [role=listbox]'

/** Whether no layer is open over the page and nothing else has handled the key. */
export const isUncovered = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !event.isComposing && document.querySelector(openLayers) === null

/** Whether a key without Ctrl, ⌘ or Alt is the page's own: no layer is open, and the focus is in no field. */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !isUncovered(event)) return false
  return !(event.target instanceof Element && event.target.closest(fields) !== null)
}
