/**
 * Moves, scales and rotates layers with the mouse. Leafer's hooks apply the rules; a move is shown by a stack of drawn layers where
 * possible, otherwise Leafer changes the nodes. When the mouse is released, the placements are written to the document as one step.
 * Nothing is written during the drag.
 */
import { duplicateLayers } from '../../../design/commands/layers'
import { transformLayers, transformText } from '../../../design/commands/transform'
import { boundsOfAll } from '../../../design/geometry/bounds'
import { angleBetween } from '../../../design/geometry/rotate'
import { layersOf, movable } from '../../../design/model/queries'
import type { Box, Layer, Point } from '../../../design/model/types'
import { fromNode } from '../../../design/print/node-placement'
import { collectSnapTargets, type SnapLines, type SnapTargets, snapMove } from '../../../design/rules/guides'
import { type LayerPlacement, placementOf } from '../../../design/rules/placement'
import { stepInReach } from '../../../design/rules/reach'
import { clampScale, clampSide, ratioLocked } from '../../../design/rules/resize'
import { snapRotation } from '../../../design/rules/rotation'
import type { Session, SessionState } from '../session/types'
import type { CanvasDecoration } from './canvas-decoration'
import type { DragStack } from './drag-stack'
import type { GuideLines } from './guides'
import type { DragInput, EditorConfig, Stage } from './leafer'
import { events } from './leafer'
import type { Projector } from './projector'

/** Present placements of the dragged layers, for panels that show their numbers; null when nothing is dragged. */
export type LivePlacements = readonly LayerPlacement[] | null

export interface Snapping {
  readonly enabled: boolean
  readonly lines: SnapLines
}

interface Parts {
  readonly session: Session
  readonly projector: Projector
  readonly decoration: CanvasDecoration
  readonly guides: GuideLines
  /** Converts a point of the document to px of the host element. */
  toHostPoint(point: Point): Point
  /** Screen px per document px. */
  zoom(): number
  snapping(): Snapping
  /** Begins to show a move by shifting drawn layers instead of nodes; null where the nodes must be moved. */
  stack(layers: readonly Layer[], copying: boolean): DragStack | null
  onMove(placements: LivePlacements): void
  /** Called when a drag begins. */
  onStart(): void
  /** Called when the mouse is released or the drag is cancelled. */
  onEnd(): void
}

/** Nothing is dragged. */
interface Idle {
  readonly is: 'idle'
}

interface Dragging {
  readonly is: 'dragging'
  /** The layers being moved. */
  readonly layers: readonly Layer[]
  /** Their bounds when the drag began, and the guides a move can snap to. */
  readonly startBounds: Box | null
  readonly snapTargets: SnapTargets | null
  /** The drag began with Alt: it moves a copy and leaves the layers in place. */
  readonly copying: boolean
  /** Shows a move while the nodes stay in place; null when the nodes are moved. */
  readonly stack: DragStack | null
}

/** The drag was cancelled, or none of its layers may move: Leafer's further events are ignored until the mouse is released. */
interface Abandoned {
  readonly is: 'abandoned'
}

/**
 * idle → dragging when a drag begins, or → abandoned when no selected layer may move; dragging → abandoned when the drag is given up (Escape,
 * undo, another edit of its layers); both → idle when the mouse is let go.
 */
type Drag = Idle | Dragging | Abandoned

const idle: Idle = { is: 'idle' }
const abandoned: Abandoned = { is: 'abandoned' }

const cornerOf = ({ left, top }: LayerPlacement) => ({ left, top })

export interface Gestures {
  /** Hooks for Leafer's editor. */
  readonly config: Pick<EditorConfig, 'beforeMove' | 'beforeScale' | 'beforeRotate'>
  /** Listens to a stage; returns the function that stops listening. */
  attach(stage: Stage): () => void
  /** Called when the document or the gesture changed: detects that the drag was cancelled from outside. */
  onStateChange(state: SessionState, before: SessionState): void
  /** Whether a drag is under way. */
  active(): boolean
  /** Returns how far a layer is shown from its node, document px. */
  shownOffset(uuid: string): Point
}

export function createGestures(parts: Parts): Gestures {
  const { session, projector, decoration, guides } = parts
  let drag: Drag = idle
  /** Modifier keys of the drag: ctrl turns snapping off, shift restricts it to one direction. */
  let keys = { noSnap: false, straight: false }
  let isStackMoved = false

  const placementsOf = ({ layers, stack }: Dragging): readonly LayerPlacement[] =>
    layers.flatMap((layer) => {
      if (stack) {
        const { x, y } = stack.offset()
        return [placementOf(layer, { left: layer.left + x, top: layer.top + y })]
      }
      const node = projector.node(layer.uuid)
      if (!node) return []
      const { x = 0, y = 0, width = 0, height = 0, rotation = 0, scaleX = 1, scaleY = 1 } = node
      return [{ uuid: layer.uuid, ...fromNode({ x, y, width, height, rotation, scaleX, scaleY }, layer) }]
    })

  let frame = 0
  /** Report placements at most once per frame. */
  const reportPlacements = () => {
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      if (drag.is === 'dragging') parts.onMove(placementsOf(drag))
    })
  }
  const clearFeedback = () => {
    cancelAnimationFrame(frame)
    frame = 0
    guides.hide()
    decoration.setDimmed(false)
    projector.setGhosts([])
    parts.onMove(null)
  }

  const start = (label: string, copying: boolean, moving: boolean) => {
    const { doc, selection } = session.getState()
    const layers = layersOf(doc, selection).filter(movable)
    if (layers.length === 0) {
      drag = abandoned
      return
    }
    const { enabled, lines } = parts.snapping()
    const snapTargets = enabled
      ? collectSnapTargets(
          doc,
          layers.map((layer) => layer.uuid),
          lines,
        )
      : null
    const stack = moving ? parts.stack(layers, copying) : null
    drag = { is: 'dragging', layers, startBounds: boundsOfAll(layers), snapTargets, copying, stack }
    if (copying && !stack) projector.setGhosts(layers)
    session.begin(label)
    decoration.setDimmed(true)
    parts.onStart()
  }

  const end = () => {
    const ended = drag
    drag = idle
    if (ended.is !== 'dragging') return
    const placements = placementsOf(ended)
    const isGestureOpen = session.getState().gesture !== null
    clearFeedback()
    const write = isGestureOpen ? session.update : session.run
    if (ended.copying) {
      const copies = placements.map((placement) => ({
        originalUuid: placement.uuid,
        uuid: session.uuid(),
        position: cornerOf(placement),
      }))
      write(duplicateLayers, { copies })
    } else write(transformLayers, { placements })
    if (isGestureOpen) session.commit()
    // The document may differ from the nodes, because a rule refused or rounded the drag.
    projector.reset()
    ended.stack?.release()
    parts.onEnd()
  }

  const abandon = () => {
    if (drag.is === 'dragging') drag.stack?.release()
    drag = abandoned
    clearFeedback()
    projector.reset()
    parts.onEnd()
  }

  /** The axis that a straight drag keeps fixed does not snap, or the movement would not be straight. */
  const fixedAxes = (unsnapped: Box, { startBounds }: Dragging) => {
    if (!keys.straight || !startBounds) return {}
    return { x: Math.abs(unsnapped.x - startBounds.x) < 0.01, y: Math.abs(unsnapped.y - startBounds.y) < 0.01 }
  }
  const onKeys = ({ ctrlKey, metaKey, shiftKey }: DragInput) => {
    keys = { noSnap: ctrlKey || metaKey, straight: shiftKey }
    isStackMoved = false
  }
  /** Leafer does not ask for a movement of 0, which is what brings the layers back to where the drag began. */
  const onDrag = () => {
    if (drag.is === 'dragging' && drag.stack && !isStackMoved) moveStack(drag, 0, 0)
  }

  /** Returns the movement that the rules allow instead of this one, document px. */
  const allowedMove = (moved: Dragging, x: number, y: number): Point | null => {
    const bounds = moved.stack ? moved.startBounds : boundsOfAll(placementsOf(moved))
    if (!bounds) return null
    reportPlacements()
    const { doc } = session.getState()
    const step = stepInReach(bounds, doc, x, y)
    if (keys.noSnap || moved.snapTargets === null) {
      guides.hide()
      return step
    }
    const unsnapped = { ...bounds, x: bounds.x + step.x, y: bounds.y + step.y }
    const snap = snapMove(unsnapped, moved.snapTargets, parts.zoom(), fixedAxes(unsnapped, moved))
    guides.show(snap, parts.toHostPoint)
    return { x: step.x + snap.dx, y: step.y + snap.dy }
  }
  /** Moves the drawn layers to this distance from where the drag began. */
  const moveStack = (moved: Dragging, x: number, y: number) => {
    isStackMoved = true
    const offset = allowedMove(moved, x, y)
    if (offset) moved.stack?.moveTo(offset)
  }

  return {
    config: {
      beforeMove({ x, y }) {
        if (drag.is !== 'dragging') return false
        if (!drag.stack) return allowedMove(drag, x, y) ?? false
        // The nodes stay in place, so Leafer gives the whole distance.
        moveStack(drag, x, y)
        return false
      },
      beforeScale({ scaleX = 1, scaleY = 1 }) {
        if (drag.is !== 'dragging') return false
        const placements = placementsOf(drag)
        const [only] = placements
        reportPlacements()
        // Leafer's own limits apply to single elements only, so both cases are limited here.
        if (!only || ratioLocked(drag.layers) || Math.abs(scaleX - scaleY) < 1e-9) {
          const scale = clampScale(placements, Math.max(0, scaleX))
          return { scaleX: scale, scaleY: scale }
        }
        return {
          scaleX: clampSide(only.width, only.width * scaleX) / only.width,
          scaleY: clampSide(only.height, only.height * scaleY) / only.height,
        }
      },
      beforeRotate({ target, rotation }) {
        if (drag.is !== 'dragging') return false
        reportPlacements()
        const now = (Array.isArray(target) ? target[0]?.rotation : target.rotation) ?? 0
        return angleBetween(now, snapRotation(now + rotation))
      },
    },
    attach(stage) {
      const { editor } = stage
      const label = () =>
        editor.resizing ? transformText.scale : editor.rotating ? transformText.rotate : editor.moving ? transformText.move : null
      const onStart = ({ altKey }: DragInput) => {
        const text = label()
        if (text === null) return
        const copy = altKey && text === transformText.move
        start(copy ? duplicateLayers.label : text, copy, text === transformText.move)
      }
      const ids = [editor.on_(events.dragStart, onStart), editor.on_(events.dragEnd, end)]
      const dragIds = [stage.on_(events.beforeDrag, onKeys), stage.on_(events.drag, onDrag)]
      return () => {
        editor.off_(ids)
        stage.off_(dragIds)
        if (drag.is === 'dragging') clearFeedback()
        drag = idle
      }
    },
    onStateChange(state, before) {
      if (drag.is !== 'dragging' || state.gesture !== null || before.gesture === null) return
      // A gesture that ended with an unchanged document was cancelled by Escape or undo. If another edit ended it (an upload
      // that arrived), the drag continues and becomes a step of its own.
      if (state.doc === before.doc) abandon()
      else if (drag.layers.some((layer) => !state.doc.layers.includes(layer))) abandon()
    },
    active: () => drag.is === 'dragging',
    shownOffset(uuid) {
      const isShifted = drag.is === 'dragging' && drag.layers.some((layer) => layer.uuid === uuid)
      return (isShifted && drag.is === 'dragging' && drag.stack?.offset()) || { x: 0, y: 0 }
    },
  }
}
