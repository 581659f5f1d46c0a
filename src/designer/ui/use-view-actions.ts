import { useCallback } from 'react'
import { flushSync } from 'react-dom'
import { boundsOfAll } from '../../../design/geometry/bounds'
import { layersOf } from '../../../design/model/queries'
import { chosenInstance, componentText, mayBeComponent } from '../../../design/rules/component'
import type { ViewActionId } from '../session/shortcuts'
import type { Designer } from './context'
import { replacePicture } from './replace-picture'
import { storeViewSettings } from './rulers/view-settings'
import { copyStyle, pasteStyle } from './style-clipboard'
import { zoomStep } from './ui-state'

/** Position of a menu opened by a key: beside the focused element, or on the canvas. */
function menuPosition(): { readonly at: { x: number; y: number }; readonly anchor: HTMLElement } | null {
  const canvas = document.querySelector<HTMLElement>('[data-designer-canvas]')
  const focused = document.activeElement
  const row = focused instanceof HTMLElement && focused.closest('.designer-layer') ? focused : null
  const anchor = row ?? canvas
  if (!anchor) return null
  const { left, top, width, height } = anchor.getBoundingClientRect()
  return { anchor, at: row ? { x: left + 24, y: top + height } : { x: left + width / 2, y: top + height / 3 } }
}

const viewFlags = { toggleRulers: 'rulers', toggleGrid: 'grid', toggleSnap: 'snap', toggleShade: 'shade' } as const

function toggleView({ session, uiState, username }: Designer, action: keyof typeof viewFlags): void {
  const flag = viewFlags[action]
  const view = uiState.view.get()
  const next = { ...view, [flag]: !view[flag] }
  uiState.view.set(next)
  storeViewSettings(username, next)
  if (flag === 'snap') session.notify('success', next.snap ? '已开启吸附' : '已关闭吸附')
}

/** Returns a function that performs an action on the view and returns whether there was something to do. */
export function useViewActions(designer: Designer): (action: ViewActionId) => boolean {
  return useCallback(
    (action) => {
      const { session, renderer, uiState } = designer
      const { doc, selection } = session.getState()
      const canvasRenderer = renderer.get()
      const [selectedUuid] = selection
      switch (action) {
        case 'copyStyle':
          return copyStyle(designer)
        case 'pasteStyle':
          return pasteStyle(designer)
        case 'rename':
          if (selectedUuid === undefined || selection.length !== 1) return false
          uiState.renaming.set(selectedUuid)
          return true
        case 'replacePicture':
          return selectedUuid !== undefined && selection.length === 1 && replacePicture(designer, selectedUuid)
        case 'menu': {
          const position = menuPosition()
          uiState.menu.set(position)
          return position !== null
        }
        case 'toggleRulers':
        case 'toggleGrid':
        case 'toggleSnap':
        case 'toggleShade':
          toggleView(designer, action)
          return true
        case 'findLayer': {
          // The list may be folded, and in a narrow window its column closed.
          if (doc.layers.length === 0) return false
          flushSync(() => {
            uiState.sideShown.set(true)
            uiState.side.set({ ...uiState.side.get(), layers: true })
          })
          document.querySelector<HTMLInputElement>('.designer-side-layers .search-field input')?.select()
          return true
        }
        case 'makeComponent': {
          const chosen = layersOf(doc, selection)
          const [first] = chosen
          if (session.getState().subject !== 'template' || !first) return false
          if (!mayBeComponent(chosen)) session.notify('warning', componentText.unfit)
          else uiState.naming.set({ kind: 'new', uuids: selection, name: chosen.length === 1 ? first.name : '' })
          return true
        }
        case 'editComponent': {
          const instance = chosenInstance(layersOf(doc, selection))
          if (session.getState().subject !== 'template' || !instance) return false
          uiState.component.set(instance.id)
          return true
        }
        case 'help':
          uiState.shortcuts.set(true)
          return true
        case 'zoomIn':
        case 'zoomOut':
          canvasRenderer?.zoomTo(canvasRenderer.zoom() * (action === 'zoomIn' ? zoomStep : 1 / zoomStep))
          return true
        case 'zoomActual':
          canvasRenderer?.zoomTo(1)
          return true
        case 'zoomFit':
          canvasRenderer?.fit()
          return true
        case 'zoomSelection': {
          const bounds = boundsOfAll(layersOf(doc, selection))
          if (bounds) canvasRenderer?.show(bounds)
          return bounds !== null
        }
      }
    },
    [designer],
  )
}
