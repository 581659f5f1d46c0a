/**
 * Moving, scaling and turning with the mouse. Leafer moves the nodes; its hooks ask the rules what is allowed; when the
 * mouse is let go, where the nodes stand is written to the document as one step. During the drag nothing is written.
 */
import { duplicateLayers } from '../../design/commands/layers'
import { transformLayers, transformText } from '../../design/commands/transform'
import { boundsOfAll } from '../../design/geometry/bounds'
import { angleBetween } from '../../design/geometry/rotate'
import { layersOf, movable } from '../../design/model/queries'
import type { Box, Layer, Point } from '../../design/model/types'
import { fromNode } from '../../design/print/node-place'
import { type SnapField, snapField, snapMove } from '../../design/rules/guides'
import type { Placed } from '../../design/rules/placement'
import { stepInReach } from '../../design/rules/reach'
import { clampScale, clampSide, ratioLocked } from '../../design/rules/resize'
import { snapRotation } from '../../design/rules/rotation'
import type { Session, SessionState } from '../session/types'
import type { GuideLines } from './guides'
import type { Drag, EditorConfig, Stage } from './leafer'
import { events } from './leafer'
import type { Projector } from './projector'
import type { Scenery } from './scenery'

/** What the drag under way looks like, for panels that show its numbers. */
export type LivePlaces = readonly Placed[] | null

interface Parts {
  readonly session: Session
  readonly projector: Projector
  readonly scenery: Scenery
  readonly guides: GuideLines
  /** Where a point of the document lies on the host element. */
  onHost(point: Point): Point
  /** Screen px per document px. */
  zoom(): number
  live(places: LivePlaces): void
  /** A drag has begun. */
  taken(): void
  /** The hand has let go, or was made to. */
  released(): void
}

const corner = ({ left, top }: Placed) => ({ left, top })

export interface Gestures {
  /** Hooks to create the editor with. */
  readonly config: Pick<EditorConfig, 'beforeMove' | 'beforeScale' | 'beforeRotate'>
  /** Listens to a stage; returns the way to stop. */
  attach(stage: Stage): () => void
  /** The document or the gesture changed: notices when the drag was given up from outside. */
  follow(state: SessionState, before: SessionState): void
  /** Whether a drag is under way. */
  active(): boolean
}

export function createGestures(parts: Parts): Gestures {
  const { session, projector, scenery, guides } = parts
  /** Layers under the hand; null when no drag is under way. */
  let held: readonly Layer[] | null = null
  /** What a move can be caught on, and where it began. */
  let field: SnapField | null = null
  let from: Box | null = null
  /** Whether the drag began with Alt, which moves a copy and leaves the layers in place. */
  let copying = false
  /** Keys held during the drag: ctrl lets go of every guide, shift keeps to one direction. */
  let keys = { loose: false, straight: false }
  /** The drag was given up: what Leafer still reports of it is ignored. */
  let abandoned = false

  const placesNow = (): readonly Placed[] =>
    (held ?? []).flatMap((layer) => {
      const node = projector.node(layer.uuid)
      if (!node) return []
      const { x = 0, y = 0, width = 0, height = 0, rotation = 0, scaleX = 1, scaleY = 1 } = node
      return [{ uuid: layer.uuid, ...fromNode({ x, y, width, height, rotation, scaleX, scaleY }, layer) }]
    })

  let frame = 0
  /** Panels hear of a drag once per frame. */
  const tell = () => {
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      if (held) parts.live(placesNow())
    })
  }
  const quiet = () => {
    cancelAnimationFrame(frame)
    frame = 0
    guides.hide()
    scenery.setDimmed(false)
    projector.setGhosts([])
    parts.live(null)
  }

  const start = (label: string, copy: boolean) => {
    const { doc, selection } = session.getState()
    const free = layersOf(doc, selection).filter(movable)
    abandoned = free.length === 0
    if (abandoned) return
    held = free
    from = boundsOfAll(free)
    field = snapField(
      doc,
      free.map((layer) => layer.uuid),
    )
    copying = copy
    if (copy) projector.setGhosts(free)
    session.begin(label)
    scenery.setDimmed(true)
    parts.taken()
  }

  const end = () => {
    if (!held || abandoned) {
      abandoned = false
      held = null
      return
    }
    const placements = placesNow()
    const open = session.getState().gesture !== null
    held = null
    quiet()
    const write = open ? session.update : session.run
    if (copying)
      write(duplicateLayers, { copies: placements.map((at) => ({ of: at.uuid, uuid: session.uuid(), at: corner(at) })) })
    else write(transformLayers, { placements })
    if (open) session.commit()
    // A rule may have refused or rounded what the nodes show.
    projector.reset()
    parts.released()
  }

  const giveUp = () => {
    held = null
    abandoned = true
    quiet()
    projector.reset()
    parts.released()
  }

  /** The axis a straight drag keeps still is not caught, or the line would be no line. */
  const straightOf = (asked: Box) => {
    if (!keys.straight || !from) return {}
    return { x: Math.abs(asked.x - from.x) < 0.01, y: Math.abs(asked.y - from.y) < 0.01 }
  }
  const onKeys = ({ ctrlKey, metaKey, shiftKey }: Drag) => {
    keys = { loose: ctrlKey || metaKey, straight: shiftKey }
  }

  return {
    config: {
      beforeMove({ x, y }) {
        if (!held || abandoned) return false
        const bounds = boundsOfAll(placesNow())
        if (!bounds) return false
        tell()
        const { doc } = session.getState()
        const step = stepInReach(bounds, doc, x, y)
        if (keys.loose || !field) {
          guides.hide()
          return step
        }
        const asked = { ...bounds, x: bounds.x + step.x, y: bounds.y + step.y }
        const snap = snapMove(asked, field, parts.zoom(), straightOf(asked))
        guides.show(snap, parts.onHost)
        return { x: step.x + snap.dx, y: step.y + snap.dy }
      },
      beforeScale({ scaleX = 1, scaleY = 1 }) {
        if (!held || abandoned) return false
        const places = placesNow()
        const [only] = places
        tell()
        // Leafer's own limits know one element only, so both cases are limited here.
        if (!only || ratioLocked(places) || Math.abs(scaleX - scaleY) < 1e-9) {
          const scale = clampScale(places, Math.max(0, scaleX))
          return { scaleX: scale, scaleY: scale }
        }
        return {
          scaleX: clampSide(only.width, only.width * scaleX) / only.width,
          scaleY: clampSide(only.height, only.height * scaleY) / only.height,
        }
      },
      beforeRotate({ target, rotation }) {
        if (!held || abandoned) return false
        tell()
        const now = (Array.isArray(target) ? target[0]?.rotation : target.rotation) ?? 0
        return angleBetween(now, snapRotation(now + rotation))
      },
    },
    attach(stage) {
      const { editor } = stage
      const label = () =>
        editor.resizing ? transformText.scale : editor.rotating ? transformText.rotate : editor.moving ? transformText.move : null
      const onStart = ({ altKey }: Drag) => {
        const text = label()
        if (text === null) return
        const copy = altKey && text === transformText.move
        start(copy ? duplicateLayers.label : text, copy)
      }
      const ids = [editor.on_(events.dragStart, onStart), editor.on_(events.dragEnd, end)]
      const keyIds = stage.on_(events.beforeDrag, onKeys)
      return () => {
        editor.off_(ids)
        stage.off_(keyIds)
        if (held) quiet()
        held = null
      }
    },
    follow(state, before) {
      if (!held || state.gesture !== null || before.gesture === null) return
      // Ended without another document: given up with Escape or undo. Ended by another edit (an upload that arrived), the
      // drag goes on and becomes its own step.
      if (state.doc === before.doc) giveUp()
      else if (held.some((layer) => !state.doc.layers.includes(layer))) giveUp()
    },
    active: () => held !== null,
  }
}
