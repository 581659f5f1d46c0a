import { createContext, useContext, useRef, useSyncExternalStore } from 'react'
import type { Cell } from '../../../contract/ground/cell'
import type { Pictures } from '../../../design/print/pictures'
import type { PendingPictures } from '../api/pictures'
import type { SharedDrafts } from '../api/shared-drafts'
import type { Cutouts } from '../cutout/cutouts'
import type { LivePlacements } from '../render/gestures'
import type { Renderer } from '../render/renderer'
import type { Session, SessionState } from '../session/types'
import type { Strokes } from '../stroke/strokes'
import type { TextTools } from './text/create-text-tools'
import type { DesignerUiState } from './ui-state'
import type { UploadQueue } from './upload-queue'

/** Shared objects of an open designer. */
export interface Designer {
  readonly session: Session
  readonly uploads: UploadQueue
  /** Pictures that the next save uploads. */
  readonly pictures: PendingPictures
  readonly sharedDrafts: SharedDrafts
  readonly texts: TextTools
  readonly strokes: Strokes
  /** Null where no cutout host is configured. */
  readonly cutouts: Cutouts | null
  /** Maximum upload size, bytes: the smaller limit of platform and server. */
  readonly maxFileBytes: Cell<number>
  /** Pictures of the layers, which the canvas shows. */
  readonly layerPictures: Pictures
  /** The canvas; null until it exists. */
  readonly renderer: Cell<Renderer | null>
  /** Placements of the drag under way. */
  readonly livePlacements: Cell<LivePlacements>
  readonly zoom: Cell<number>
  readonly uiState: DesignerUiState
  readonly username: string
}

const DesignerContext = createContext<Designer | null>(null)
export const DesignerProvider = DesignerContext

export function useDesigner(): Designer {
  const designer = useContext(DesignerContext)
  if (!designer) throw new Error('no designer is open above this component')
  return designer
}

/**
 * Selects from the session's state; re-renders when the selected value changes. Pass a selector that returns the same value for
 * the same state, or `same`, which compares two values.
 */
export function useSession<T>(select: (state: SessionState) => T, same: (a: T, b: T) => boolean = Object.is): T {
  const { session } = useDesigner()
  const last = useRef<{ readonly value: T } | null>(null)
  return useSyncExternalStore(session.subscribe, () => {
    const value = select(session.getState())
    if (!last.current || !same(last.current.value, value)) last.current = { value }
    return last.current.value
  })
}

export function useCell<T>(cell: Cell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get)
}
