import { useCallback } from 'react'
import { boundsOfAll } from '../../design/geometry/bounds'
import { layersOf } from '../../design/model/queries'
import type { ViewDeed } from '../session/shortcuts'
import type { Designer } from './context'
import { zoomStep } from './desk'
import { replacePicture } from './replace-picture'
import { copyStyle, pasteStyle } from './style-clipboard'

/** Where a menu opened by a key stands: beside what has the focus, or on the canvas. */
function menuPlace(): { readonly at: { x: number; y: number }; readonly anchor: HTMLElement } | null {
  const canvas = document.querySelector<HTMLElement>('[data-designer-canvas]')
  const focused = document.activeElement
  const row = focused instanceof HTMLElement && focused.closest('.designer-layer') ? focused : null
  const anchor = row ?? canvas
  if (!anchor) return null
  const { left, top, width, height } = anchor.getBoundingClientRect()
  return { anchor, at: row ? { x: left + 24, y: top + height } : { x: left + width / 2, y: top + height / 3 } }
}

/** Deeds of the screen, as keys ask for them; true when there was something to do. */
export function useViewDeeds(designer: Designer): (deed: ViewDeed) => boolean {
  return useCallback(
    (deed) => {
      const { session, renderer, desk } = designer
      const { doc, selection } = session.getState()
      const drawn = renderer.get()
      const [only] = selection
      switch (deed) {
        case 'copyStyle':
          return copyStyle(designer)
        case 'pasteStyle':
          return pasteStyle(designer)
        case 'rename':
          if (only === undefined || selection.length !== 1) return false
          desk.renaming.set(only)
          return true
        case 'replacePicture':
          return only !== undefined && selection.length === 1 && replacePicture(designer, only)
        case 'menu': {
          const place = menuPlace()
          desk.menu.set(place)
          return place !== null
        }
        case 'help':
          desk.shortcuts.set(true)
          return true
        case 'zoomIn':
        case 'zoomOut':
          drawn?.zoomTo(drawn.zoom() * (deed === 'zoomIn' ? zoomStep : 1 / zoomStep))
          return true
        case 'zoomActual':
          drawn?.zoomTo(1)
          return true
        case 'zoomFit':
          drawn?.fit()
          return true
        case 'zoomSelection': {
          const bounds = boundsOfAll(layersOf(doc, selection))
          if (bounds) drawn?.show(bounds)
          return bounds !== null
        }
      }
    },
    [designer],
  )
}
