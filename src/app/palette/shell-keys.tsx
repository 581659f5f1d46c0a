import { useEffect, useState } from 'react'
import { coverOf, type DialogProps } from '../../ui/lazy-dialog'
import { lazyScreen } from '../../ui/lazy-screen'
import { isPageKey, isUncovered } from '../../ui/page-keys'

const Palette = lazyScreen<DialogProps>(() => import('./palette'), { Cover: coverOf('快速搜索') })
const KeySheet = lazyScreen<DialogProps>(() => import('./key-sheet'), { Cover: coverOf('快捷键') })

/** Loads the code of both. Never rejects: what could not be loaded is loaded again when it is opened. */
export const preloadOverlays = (): Promise<unknown> => Promise.all([Palette.preload(), KeySheet.preload()])

type Overlay = 'palette' | 'sheet' | null

/** Selectors of what the keys of every screen act on. */
const targets: Readonly<Record<string, string>> = {
  '/': '.search-field input',
  // A Chinese keyboard types 、 and ？ with the same keys.
  '、': '.search-field input',
  n: '.page-actions .arco-btn-primary:not([disabled])',
}

/** Returns what a key opens; null where it opens nothing over the page. */
function overlayOf(event: KeyboardEvent): Overlay {
  const { ctrlKey, metaKey, shiftKey, altKey, key } = event
  if ((ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k' && isUncovered(event)) return 'palette'
  return isPageKey(event) && (key === '?' || key === '？') ? 'sheet' : null
}

/** Returns what a key of the screen clicks or gives the focus: one that every screen has, or one that the element itself names. */
function targetOf(event: KeyboardEvent): HTMLElement | null {
  const { key, shiftKey } = event
  if (shiftKey || key.length !== 1 || !isPageKey(event)) return null
  const main = document.querySelector('.shell-main')
  return main?.querySelector<HTMLElement>(targets[key] ?? `[aria-keyshortcuts="${CSS.escape(key)}"]`) ?? null
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
      const opened = overlayOf(event)
      const target = opened === null ? targetOf(event) : null
      if (opened !== null) open(opened)
      else if (target === null) return
      else if (target.matches('input')) target.focus()
      else target.click()
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
