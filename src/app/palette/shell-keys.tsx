import { lazy, Suspense, useEffect, useState } from 'react'

const Palette = lazy(() => import('./palette'))
const KeySheet = lazy(() => import('./key-sheet'))

/** Selectors of layers over the page that handle keys themselves: dialogs, drawers, the designer in its drawer. */
const openLayers = [
  '.arco-modal-wrapper:not([style*="display: none"])',
  '.arco-drawer-wrapper:not(.arco-drawer-wrapper-hide):not([style*="display: none"])',
  '[role=dialog][aria-modal=true]',
].join(', ')

type Opened = 'palette' | 'sheet' | null

/** Returns the command of a key; null where it belongs to a field or a dialog, or has no command. */
function keyMeaning(event: KeyboardEvent): 'palette' | 'search' | 'new' | 'sheet' | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null
  const { ctrlKey, metaKey, shiftKey, key, target } = event
  if (document.querySelector(openLayers) !== null) return null
  if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'k') return 'palette'
  if (ctrlKey || metaKey) return null
  const inField =
    target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]')
  if (inField) return null
  // A Chinese keyboard types 、 and ？ with the same keys.
  if (key === '?' || key === '？') return 'sheet'
  if (key === '/' || key === '、') return 'search'
  return key === 'n' && !shiftKey ? 'new' : null
}

/** Handles the keys that work on every screen of the shell, and shows the palette and the list of shortcuts. */
export function ShellKeys() {
  const [opened, setOpened] = useState<Opened>(null)
  /** Loaded on first use and kept, so that closing is animated. */
  const [needed, setNeeded] = useState<ReadonlySet<Opened>>(new Set())
  useEffect(() => {
    const open = (what: Exclude<Opened, null>) => {
      setNeeded((old) => new Set(old).add(what))
      setOpened(what)
    }
    const onKey = (event: KeyboardEvent) => {
      const meaning = keyMeaning(event)
      if (meaning === null) return
      if (meaning === 'palette' || meaning === 'sheet') open(meaning)
      else {
        const main = document.querySelector('.shell-main')
        const target = main?.querySelector<HTMLElement>(
          meaning === 'search' ? '.search-field input' : '.page-actions .arco-btn-primary:not([disabled])',
        )
        if (!target) return
        if (meaning === 'search') target.focus()
        else target.click()
      }
      event.preventDefault()
    }
    const onAsk = () => open('palette')
    addEventListener('keydown', onKey)
    addEventListener(askPalette, onAsk)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener(askPalette, onAsk)
    }
  }, [])
  const close = () => setOpened(null)
  return (
    <Suspense fallback={null}>
      {needed.has('palette') && <Palette open={opened === 'palette'} onClose={close} />}
      {needed.has('sheet') && <KeySheet open={opened === 'sheet'} onClose={close} />}
    </Suspense>
  )
}

/** Event of the menu's button, which is outside of this component. */
export const askPalette = 'kejiang-palette'
