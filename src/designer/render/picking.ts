/**
 * Who a press means: clicks, shift-clicks and the drag box, all by the session's rules. Leafer's own selecting is off: it
 * selects locked layers into groups, knows one drag distance for everything, and waits for a double tap before toggling.
 */
import { containsPoint } from '../geometry/bounds'
import { boxBetween } from '../geometry/box'
import { backgroundOf, byUuid, movable } from '../model/queries'
import type { Point } from '../model/types'
import { boxSelection, boxThreshold } from '../rules/selection'
import type { Session } from '../session/types'
import { type AnyNode, type Drag, events, nodesUnder, type Pointer, rect, type Stage } from './leafer'
import type { Projector } from './projector'
import type { CanvasTheme } from './theme'

interface Parts {
  readonly stage: Stage
  readonly session: Session
  readonly projector: Projector
  readonly theme: CanvasTheme
  zoom(): number
}

interface Press {
  readonly shift: boolean
  /** Layer under the pointer, the background aside. */
  readonly uuid: string | null
  /** What is left to do if the press turns out to be a click. */
  readonly onClick: (() => void) | null
  /** Where a drag box would start, document px; null where a drag means something else. */
  readonly boxFrom: Point | null
  readonly selection: readonly string[]
  dragged: boolean
  boxed: boolean
}

export function attachPicking({ stage, session, projector, theme, zoom }: Parts): () => void {
  let press: Press | null = null
  const band = rect({
    stroke: theme.accent,
    strokeWidth: 1,
    fill: theme.accent,
    opacity: 0.18,
    visible: false,
    hittable: false,
  })
  stage.sky.add(band)

  const layerIn = (nodes: readonly AnyNode[]): string | null => {
    for (const node of nodes) {
      const uuid = projector.uuidOf(node)
      if (uuid !== null && !projector.layer(uuid)?.isBackground) return uuid
    }
    return null
  }
  /** The layer under the pointer, the selection's own frame ignored. */
  const layerUnder = (event: Pointer): string | null => layerIn(nodesUnder(stage, event))

  const clickEmpty = (point: Point, shift: boolean) => {
    if (shift) return
    const { doc } = session.getState()
    const background = backgroundOf(doc)
    const onCanvas = point.x >= 0 && point.y >= 0 && point.x <= doc.width && point.y <= doc.height
    const hit = background && !background.hidden && onCanvas && containsPoint(background, point)
    session.click(hit ? background.uuid : null)
  }

  const beginPress = (event: Pointer): Press => {
    const { doc, selection } = session.getState()
    const shift = event.shiftKey
    const point = stage.tree.zoomLayer.getInnerPoint(event)
    const base = { shift, selection, dragged: false, boxed: false }
    if (event.target.leafer === stage.editor.leafer) {
      // On the frame or a handle: a drag is the editor's; a click means the layer that is seen there.
      const uuid = layerUnder(event)
      const isFrame = event.target === stage.editor.editBox.rect
      const onClick = isFrame ? () => (uuid === null ? clickEmpty(point, shift) : session.click(uuid, { shift })) : null
      return { ...base, uuid, onClick, boxFrom: null }
    }
    const uuid = layerIn(event.path.list)
    const layer = uuid === null ? undefined : byUuid(doc, uuid)
    if (uuid === null || !layer) return { ...base, uuid: null, onClick: () => clickEmpty(point, shift), boxFrom: point }
    const boxFrom = movable(layer) ? null : point
    if (selection.includes(uuid)) {
      const alone = selection.length === 1
      const onClick = shift || !alone ? () => session.click(uuid, { shift }) : null
      return { ...base, uuid, onClick, boxFrom }
    }
    session.click(uuid, { shift })
    // The press must now find the selection's frame, so that this same press can drag what it has selected.
    event.path.needUpdate = true
    return { ...base, uuid, onClick: null, boxFrom }
  }

  const showBand = (from: Point, to: Point) => {
    const a = stage.tree.zoomLayer.getWorldPoint({ ...from })
    const b = stage.tree.zoomLayer.getWorldPoint({ ...to })
    const box = boxBetween(a, b)
    const big = Math.max(box.width, box.height) > boxThreshold
    band.set({ ...box, visible: big })
  }

  const dragBox = (current: Press, event: Drag) => {
    if (!current.boxFrom) return
    const to = stage.tree.zoomLayer.getInnerPoint(event)
    const { doc } = session.getState()
    const { shift, selection } = current
    const found = boxSelection(doc, current.boxFrom, to, { zoom: zoom(), shift, selection })
    current.boxed = found !== null
    session.select(found ?? selection)
    showBand(current.boxFrom, to)
  }

  const onDown = (event: Pointer) => {
    press = event.multiTouch || event.middle || event.right || stage.interaction?.moveMode ? null : beginPress(event)
  }
  const onUp = () => {
    const current = press
    press = null
    band.visible = false
    if (!current || current.boxed) return
    const isClick = !current.dragged || current.boxFrom !== null
    if (isClick) current.onClick?.()
  }
  const onDragStart = () => {
    if (press) press.dragged = true
  }
  const onDrag = (event: Drag) => {
    if (press) dragBox(press, event)
  }
  const onHover = ({ value }: { value?: unknown }) => {
    const uuid = typeof value === 'object' && value !== null ? projector.uuidOf(value as AnyNode) : null
    session.hover(uuid)
  }

  const ids = [
    stage.on_(events.beforeDown, onDown),
    stage.on_(events.up, onUp),
    stage.on_(events.dragStart, onDragStart),
    stage.on_(events.drag, onDrag),
  ]
  const hoverIds = stage.editor.on_(events.hover, onHover)
  return () => {
    stage.off_(ids)
    stage.editor.off_(hoverIds)
    band.remove()
  }
}
