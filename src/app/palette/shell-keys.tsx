import { useEffect, useState } from 'react'
import { coverOf, type DialogProps } from '../../ui/lazy-dialog'
import { lazyScreen } from '../../ui/lazy-screen'

const Palette = lazyScreen<DialogProps>(() => import('./palette'), { Cover: coverOf('快速搜索') })
const KeySheet = lazyScreen<DialogProps>(() => import('./key-sheet'), { Cover: coverOf('快捷键') })

/** Loads the code of both. Never rejects: what could not be loaded is loaded again when it is opened. */
export const preloadOverlays = (): Promise<unknown> => Promise.all([Palette.preload(), KeySheet.preload()])

/** Selectors of layers over the page that handle keys themselves: dialogs, drawers, the designer in its drawer. */
const openLayers = [
  '.arco-modal-wrapper:not([style*="display: none"])',
  '.arco-drawer-wrapper:not(.arco-drawer-wrapper-hide):not([style*="display: none"])',
  '[role=dialog][aria-modal=true]',
].join(', ')

type Overlay = 'palette' | 'sheet' | null

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
  const [overlay, setOverlay] = useState<Overlay>(null)
  /** Loaded on first use and kept, so that closing is animated. */
  const [loaded, setLoaded] = useState<ReadonlySet<Overlay>>(new Set())
  useEffect(() => {
    const open = (next: Exclude<Overlay, null>) => {
      setLoaded((old) => new Set(old).add(next))
      setOverlay(next)
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
    const openPalette = () => open('palette')
    addEventListener('keydown', onKey)
    addEventListener(openPaletteEvent, openPalette)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener(openPaletteEvent, openPalette)
    }
  }, [])
  const close = () => setOverlay(null)
  return (
    <>
      {loaded.has('palette') && <Palette visible={overlay === 'palette'} onClose={close} />}
      {loaded.has('sheet') && <KeySheet visible={overlay === 'sheet'} onClose={close} />}
    </>
  )
}

/** Event of the menu's button, which is outside of this component. */
export const openPaletteEvent = 'kejiang-palette'
