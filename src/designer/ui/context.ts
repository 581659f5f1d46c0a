import { createContext, useContext, useRef, useSyncExternalStore } from 'react'
import type { Cell } from '../../base/cell'
import type { PendingPictures } from '../api/pictures'
import type { Cutouts } from '../cutout/cutouts'
import type { LivePlacements } from '../render/gestures'
import type { Renderer } from '../render/renderer'
import type { Session, SessionState } from '../session/types'
import type { Strokes } from '../stroke/strokes'
import type { TextTools } from './text/create-text-tools'
import type { DesignerUiState } from './ui-state'
import type { UploadQueue } from './upload-queue'

/** What the parts of an open designer share. */
export interface Designer {
  readonly session: Session
  readonly uploads: UploadQueue
  /** Pictures made here, sent with the next save. */
  readonly pictures: PendingPictures
  readonly texts: TextTools
  readonly strokes: Strokes
  /** Null where no cut-out host is configured. */
  readonly cutouts: Cutouts | null
  /** Largest picture that can be uploaded here, bytes: the smaller limit of platform and server. */
  readonly maxFileBytes: Cell<number>
  /** The canvas once it stands. */
  readonly renderer: Cell<Renderer | null>
  /** Numbers of the drag under way. */
  readonly live: Cell<LivePlacements>
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
 * A part of the session's state: drawn anew when it is another value. Give a selector that answers the same value for the same
 * state, or `same`, which tells of two answers whether the first will do.
 */
export function useSession<T>(select: (state: SessionState) => T, same: (a: T, b: T) => boolean = Object.is): T {
  const { session } = useDesigner()
  const kept = useRef<{ readonly value: T } | null>(null)
  return useSyncExternalStore(session.subscribe, () => {
    const value = select(session.getState())
    if (!kept.current || !same(kept.current.value, value)) kept.current = { value }
    return kept.current.value
  })
}

export function useCell<T>(cell: Cell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get)
}
