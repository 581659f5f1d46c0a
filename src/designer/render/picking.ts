/**
 * Decides what a press selects: clicks, shift-clicks and the drag box, by the session's rules. Leafer's own selection is off: it
 * groups locked layers too, has a single drag threshold, and waits for a double tap before toggling.
 */
import { containsPoint } from '../../../design/geometry/bounds'
import { boxBetween } from '../../../design/geometry/box'
import { backgroundOf, byUuid, layersOf, movable } from '../../../design/model/queries'
import type { Point } from '../../../design/model/types'
import { boxSelection } from '../../../design/rules/selection'
import type { Session } from '../session/types'
import { type AlphaAt, visibleLayerAt } from './hit'
import { type DragInput, events, type Pointer, type Stage, setHitTesting } from './leafer'
import { createSelectionBox } from './selection-box'
import type { CanvasTheme } from './theme'

interface Parts {
  readonly stage: Stage
  readonly host: HTMLElement
  readonly session: Session
  readonly theme: CanvasTheme
  readonly alphaAt: AlphaAt
  zoom(): number
  /** Converts a point of the document to px of the host element. */
  toHostPoint(point: Point): Point
}

/** A drag box that is being drawn. */
interface OpenBox {
  readonly from: Point
  readonly to: Point
  /** The layers that it selects when the pointer is lifted, by uuid. */
  readonly found: readonly string[]
}

interface PointerPress {
  readonly shift: boolean
  /** Called if the press turns out to be a click. */
  readonly onClick: (() => void) | null
  /** Start of a drag box, document px; null where a drag means something else. */
  readonly boxStart: Point | null
  readonly selection: readonly string[]
  dragged: boolean
  box: OpenBox | null
}

const isFinger = (event: unknown): event is globalThis.PointerEvent =>
  event instanceof globalThis.PointerEvent && event.pointerType === 'touch'

export function attachPicking({ stage, host, session, theme, alphaAt, zoom, toHostPoint }: Parts): () => void {
  let press: PointerPress | null = null
  const shownBox = createSelectionBox(host, theme)

  const toDocumentPoint = (event: Pointer): Point => stage.tree.zoomLayer.getInnerPoint(event)
  const layerAtPoint = (point: Point) => visibleLayerAt(session.getState().doc, point, alphaAt, zoom())

  const clickEmpty = (point: Point, shift: boolean) => {
    if (shift) return
    const { doc } = session.getState()
    const background = backgroundOf(doc)
    const onCanvas = point.x >= 0 && point.y >= 0 && point.x <= doc.width && point.y <= doc.height
    const hit = background && !background.hidden && onCanvas && containsPoint(background, point)
    session.click(hit ? background.uuid : null)
  }

  const beginPress = (event: Pointer): PointerPress => {
    const { doc, selection } = session.getState()
    const shift = event.shiftKey
    const point = toDocumentPoint(event)
    const base = { shift, selection, dragged: false, box: null }
    const onFrame = event.target === stage.editor.editBox.rect
    const onHandle = !onFrame && event.target.leafer === stage.editor.leafer
    if (onHandle) return { ...base, onClick: null, boxStart: null }

    const uuid = layerAtPoint(point)
    const layer = uuid === null ? undefined : byUuid(doc, uuid)
    if (uuid === null || !layer) {
      // Between the selected layers a press can drag the selection's frame; elsewhere it begins a box.
      return { ...base, onClick: () => clickEmpty(point, shift), boxStart: onFrame ? null : point }
    }
    const boxStart = movable(layer) ? null : point
    // Ctrl selects the layer itself instead of its group.
    const alone = event.ctrlKey || event.metaKey
    if (selection.includes(uuid) && (!alone || shift || selection.length === 1)) {
      const onClick = shift || selection.length > 1 ? () => session.click(uuid, { shift, alone }) : null
      return { ...base, onClick, boxStart }
    }
    session.click(uuid, { shift, alone })
    // Recompute the path, so that this press can drag the layers it has just selected.
    event.path.needUpdate = true
    return { ...base, onClick: null, boxStart }
  }

  const closeBox = (current: PointerPress) => {
    if (!current.box) return
    current.box = null
    shownBox.hide()
    setHitTesting(stage, true)
  }

  /**
   * Shows what a box would select. The selection follows when the pointer is lifted: panels and handles of hundreds of layers are too
   * slow to be built with every move. Until then only what the box adds to stays selected.
   */
  const drawBox = (current: PointerPress, from: Point, to: Point) => {
    const { doc } = session.getState()
    const { shift, selection } = current
    const found = boxSelection(doc, from, to, { zoom: zoom(), shift, selection })
    if (found === null) {
      closeBox(current)
      session.select(selection)
      return
    }
    if (!current.box) setHitTesting(stage, false)
    current.box = { from, to, found }
    session.select(shift ? selection : [])
    shownBox.show(boxBetween(from, to), layersOf(doc, found), toHostPoint)
  }

  /** Gives the box up: the former selection is restored, and the rest of the drag does nothing. */
  const abandonBox = () => {
    if (!press?.box) return
    const { selection } = press
    closeBox(press)
    press = null
    session.select(selection)
  }

  const onDown = (event: Pointer) => {
    press = event.multiTouch || event.middle || event.right || stage.interaction?.moveMode ? null : beginPress(event)
  }
  const onUp = () => {
    const current = press
    press = null
    if (!current) return
    const { box } = current
    closeBox(current)
    if (box) return session.select(box.found)
    const isClick = !current.dragged || current.boxStart !== null
    if (isClick) current.onClick?.()
  }
  /** A finger that rests opens the menu, as a right click does; no click follows when it is lifted. */
  const onLongPress = ({ origin }: Pointer) => {
    if (press === null || press.dragged || !isFinger(origin)) return
    press = null
    const { clientX, clientY } = origin
    host.dispatchEvent(new MouseEvent('contextmenu', { clientX, clientY, bubbles: true, cancelable: true }))
  }
  /** A second finger pinches or pans: layers that the first one began to drag go back. */
  const onTouch = ({ touches }: TouchEvent) => {
    if (touches.length < 2) return
    abandonBox()
    press = null
    if (session.getState().gesture !== null) session.cancel()
  }
  const onDragStart = () => {
    if (press) press.dragged = true
  }
  const onDrag = (event: DragInput) => {
    if (press?.boxStart) drawBox(press, press.boxStart, toDocumentPoint(event))
  }
  const onMove = (event: Pointer) => {
    if (press || stage.interaction?.moveMode) return
    const onTool = event.target.leafer === stage.editor.leafer && event.target !== stage.editor.editBox.rect
    session.hover(onTool ? null : layerAtPoint(toDocumentPoint(event)))
  }
  const onLeave = () => session.hover(null)
  /** Before the shortcuts, for which Escape would clear the selection. */
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !press?.box) return
    event.preventDefault()
    event.stopPropagation()
    abandonBox()
  }
  /** Undo, or an upload that arrives, changes the layers that the box touches. */
  const onState: Parameters<Session['subscribe']>[0] = (state, before) => {
    if (state.doc !== before.doc && press?.box) drawBox(press, press.box.from, press.box.to)
  }
  /** Selects the layer inside its group. A double-click on text opens the text editor instead, which is handled elsewhere. */
  const onDouble = (event: MouseEvent) => {
    const { left, top } = host.getBoundingClientRect()
    const point = stage.tree.zoomLayer.getInnerPoint({ x: event.clientX - left, y: event.clientY - top })
    const uuid = layerAtPoint(point)
    const layer = uuid === null ? undefined : byUuid(session.getState().doc, uuid)
    if (layer && layer.groupId !== null && layer.type !== 'TEXT') session.click(layer.uuid, { alone: true })
  }

  const ids = [
    stage.on_(events.beforeDown, onDown),
    stage.on_(events.up, onUp),
    stage.on_(events.longPress, onLongPress),
    stage.on_(events.dragStart, onDragStart),
    stage.on_(events.drag, onDrag),
    stage.on_(events.move, onMove),
  ]
  const stopWatching = session.subscribe(onState)
  addEventListener('keydown', onKey, true)
  host.addEventListener('pointerleave', onLeave)
  host.addEventListener('dblclick', onDouble)
  // Before Leafer, which ends the drag as if the finger had been lifted.
  host.addEventListener('touchstart', onTouch, { capture: true, passive: true })
  return () => {
    stage.off_(ids)
    host.removeEventListener('pointerleave', onLeave)
    host.removeEventListener('dblclick', onDouble)
    host.removeEventListener('touchstart', onTouch, { capture: true })
    removeEventListener('keydown', onKey, true)
    stopWatching()
    shownBox.dispose()
  }
}
