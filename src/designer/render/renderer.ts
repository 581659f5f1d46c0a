/** The canvas of an open design. Framework-free: create it with a host element and a session, and call `destroy` at the end. */

import { createListeners } from '../../../contract/ground/listeners'
import type { Wireframe } from '../../../contract/types'
import { cornersOf } from '../../../design/geometry/bounds'
import { layersOf } from '../../../design/model/queries'
import type { Box, DesignDoc, Point } from '../../../design/model/types'
import { fromNode } from '../../../design/print/node-placement'
import { createPictures, type Pictures } from '../../../design/print/pictures'
import { exportThumbnail } from '../../../design/print/thumbnail'
import { ratioLocked } from '../../../design/rules/resize'
import type { Session, SessionState } from '../session/types'
import { alphaOf } from './alpha'
import { createCanvasDecoration } from './canvas-decoration'
import { createDragStacks } from './drag-stack'
import { drawnColor } from './drawn-color'
import { createGestures, type LivePlacements, type Snapping } from './gestures'
import { createGuideLines } from './guides'
import { type AlphaAt, pointOnPicture, visibleLayerAt } from './hit'
import { createPictureRegistry, createStage, events, handleSize, type Selectable, sheet } from './leafer'
import type { NodeResources } from './nodes'
import { attachPicking } from './picking'
import { createProjector } from './projector'
import { type CanvasTheme, defaultTheme } from './theme'
import { createViewport } from './viewport'

export interface RendererOptions {
  readonly theme?: CanvasTheme
  /** Returns the address that a stored file address is read from. */
  resolveUrl?(url: string): string
  /** Picture cache shared with other components; if absent, the renderer has its own. */
  readonly pictures?: Pictures
  /** Called with the placements of the dragged layers once per frame; null when the drag is over. */
  onDrag?(placements: LivePlacements): void
  onZoom?(zoom: number): void
  /** Whether layers snap, and the lines that they snap to besides each other and the canvas; asked when a drag begins. */
  snapping?(): Snapping
}

/** Finds layers on the screen, for tests that use the mouse. Client coordinates. */
export interface DesignerProbe {
  /** Converts a point of the document to client coordinates. */
  clientPoint(point: Point): Point
  /** Returns the centre and the corners of a layer as it is drawn now; null for an unknown uuid. */
  layer(uuid: string): { readonly centre: Point; readonly corners: readonly Point[] } | null
  /** Returns the centre of a handle of the selection: 0 is top left, clockwise to 7 left; `rotate` is the rotation handle. */
  handle(name: number | 'rotate'): Point | null
  zoom(): number
}

export interface Renderer {
  /** Draws a document; the renderer calls it when the session's document changes. */
  setDoc(doc: DesignDoc): void
  setWireframe(wireframe: Wireframe | null): void
  /** Marks what will not be seen of the design: outside the print area, and under the camera. */
  setShaded(shaded: boolean): void
  /** Sets the colour of the case under the design; null for white. */
  setPaper(color: string | null): void
  /** Sets the colours of everything drawn over and around the design; the viewport does not change. */
  setTheme(theme: CanvasTheme): void
  /** Shows a selection; the renderer calls it when the session's selection changes. */
  setSelection(uuids: readonly string[]): void
  /** Shows a layer with an outline that is not in the document (yet); undefined restores the document's. */
  previewStroke(uuid: string, svg: string | null | undefined): void
  /** Hides a layer while it is edited in place; null shows all again. */
  hideLayer(uuid: string | null): void
  /** Returns the layer visible at a point of the screen, ignoring the background; client coordinates. */
  layerAt(client: Point): string | null
  /** Returns the colour drawn at a point of the screen as #rrggbb, without handles; null outside the canvas. Client coordinates. */
  colorAt(client: Point): string | null
  /** Converts a point of the document to px of the host element. */
  hostPoint(point: Point): Point
  /** Calls `listener` after the viewport moved or zoomed. Returns the unsubscribe function. */
  onViewChange(listener: () => void): () => void
  /** Fits the whole canvas into three quarters of the container. */
  fit(): void
  /** Fits a part of the document into three quarters of the container. */
  show(box: Box): void
  zoom(): number
  zoomTo(scale: number): void
  /** Returns a PNG 600 px high of the document. Rejects with MissingPictureError while a picture is missing. */
  exportThumbnail(doc: DesignDoc): Promise<Blob>
  readonly pictures: Pictures
  readonly probe: DesignerProbe
  destroy(): void
}

export function createRenderer(host: HTMLElement, session: Session, options: RendererOptions = {}): Renderer {
  /** Mutable: nodes and decoration read it on every draw. */
  const theme = { ...(options.theme ?? defaultTheme) }
  const pictures = options.pictures ?? createPictures()
  const resources: NodeResources & { readonly theme: CanvasTheme } = {
    pictures,
    registry: createPictureRegistry(),
    resolveUrl: options.resolveUrl ?? ((url) => url),
    theme,
  }
  const decoration = createCanvasDecoration(resources)
  const layers = sheet({ fill: '', overflow: 'hide', hitSelf: false, hitChildren: true })
  const projector = createProjector(layers, resources)
  const guides = createGuideLines(theme)
  const gestures = createGestures({
    session,
    projector,
    decoration,
    guides,
    toHostPoint: (point) => stage.tree.zoomLayer.getWorldPoint({ ...point }),
    zoom: () => viewport.zoom(),
    snapping: () => options.snapping?.() ?? { enabled: true, lines: { x: [], y: [] } },
    stack: (dragged, copying) => stacks.begin(dragged, copying),
    onMove: (placements) => options.onDrag?.(placements),
    // Do not clip a layer while it is dragged, so that the seller sees what the case cuts off.
    onStart: () => {
      layers.overflow = 'show'
    },
    onEnd: () => {
      layers.overflow = 'hide'
      setSelection(session.getState().selection)
    },
  })

  /** Only the session changes the selection: selections made by Leafer itself are refused here. */
  let selecting = false
  const stage = createStage(host, {
    ...gestures.config,
    beforeSelect: () => selecting,
    multipleSelect: false,
    // The frame takes every press inside it, so that any part of the selection can be dragged.
    rectThrough: false,
    boxSelect: false,
    keyEvent: false,
    openInner: undefined,
    skewable: false,
    flipable: false,
    rotateGap: 0,
    circle: { cursor: 'grab' },
    circleMargin: 22,
    middlePoint: {},
    pointSize: handleSize(),
    stroke: theme.accent,
    pointFill: '#FFFFFF',
    hover: true,
  })
  stage.tree.add([...decoration.under, layers, ...decoration.over])
  const stacks = createDragStacks({
    stage,
    host,
    under: decoration.under,
    over: decoration.over,
    doc: () => session.getState().doc,
    node: projector.node,
    zoom: () => viewport.zoom(),
  })
  host.append(guides.element)
  const viewport = createViewport(stage, (zoom) => options.onZoom?.(zoom))

  // Computed from the viewport: asking Leafer for a point forces a layout, and a pending change is then not drawn.
  const hostPoint = (point: Point): Point => {
    const { x = 0, y = 0, scaleX = 1, scaleY = 1 } = stage.tree.zoomLayer
    return { x: x + point.x * scaleX, y: y + point.y * scaleY }
  }

  const alphaAt: AlphaAt = (layer, point) => {
    if (layer.appearance) return projector.alphaAt(layer, point)
    const picture = pictures.get(resources.resolveUrl(layer.imageUrl))
    const at = pointOnPicture(layer, point)
    return picture && at ? alphaOf(picture, at.x, at.y) : null
  }

  const setDoc = (doc: DesignDoc) => {
    layers.set({ width: doc.width, height: doc.height })
    decoration.setSize(doc)
    projector.setDoc(doc)
    viewport.setSize(doc)
  }

  const setSelection = (uuids: readonly string[]) => {
    const nodes: Selectable[] = uuids.flatMap((uuid) => projector.node(uuid) ?? [])
    const chosen = layersOf(session.getState().doc, uuids)
    // Corner handles keep a picture's proportions, side handles stretch it; several layers or a rotated one always keep them.
    stage.editor.config.lockRatio = ratioLocked(chosen) ? true : 'corner'
    // Leafer determines 'bottom' before mirroring, so a flipped layer needs 'top' for its rotation handle.
    stage.editor.config.circleDirection = chosen.length === 1 && chosen[0]?.verticalFlip ? 'top' : 'bottom'
    selecting = true
    stage.editor.target = nodes.length > 1 ? nodes : nodes[0]
    // Otherwise the frame of several layers is laid out with the next frame only, and the press that selected them misses it.
    if (nodes.length > 1) stage.editor.updateEditBox()
    selecting = false
  }

  const showHover = ({ hover, selection }: SessionState) => {
    const node = hover === null || selection.includes(hover) ? null : projector.node(hover)
    stage.editor.hoverTarget = node ?? undefined
  }

  const onState: Parameters<Session['subscribe']>[0] = (state, before) => {
    gestures.onStateChange(state, before)
    if (state.doc !== before.doc) setDoc(state.doc)
    // Keep the dragged layers selected, even if an upload that arrives selects its own layer meanwhile.
    if (gestures.active()) return
    if (state.selection !== before.selection || handlesChanged(state, before)) setSelection(state.selection)
    // Leafer follows a single layer by itself when it draws.
    else if (state.doc !== before.doc && state.selection.length > 1) stage.editor.updateEditBox()
    if (state.hover !== before.hover) showHover(state)
  }

  setDoc(session.getState().doc)
  setSelection(session.getState().selection)
  const disposers = [
    session.subscribe(onState),
    gestures.attach(stage),
    attachPicking({ stage, host, session, theme, alphaAt, zoom: viewport.zoom, toHostPoint: hostPoint }),
    projector.dispose,
    decoration.dispose,
    stacks.dispose,
    () => guides.element.remove(),
  ]
  stage.on(events.resized, () => {
    // The canvas has moved under the pointer, so the drag no longer matches it.
    if (gestures.active()) session.cancel()
    viewport.resized()
  })
  // Registered after Leafer's own hover handling, which uses boxes instead of visible pixels.
  stage.on(events.move, () => {
    if (!gestures.active()) showHover(session.getState())
  })
  const viewListeners = createListeners()
  stage.tree.zoomLayer.on(events.changed, () => {
    options.onZoom?.(viewport.zoom())
    viewListeners.notify()
  })

  const toClient = (world: Point): Point => {
    const { left, top } = host.getBoundingClientRect()
    return { x: left + world.x, y: top + world.y }
  }
  const clientPoint = (point: Point) => toClient(hostPoint(point))

  return {
    setDoc,
    setSelection,
    setWireframe: decoration.setWireframe,
    setShaded: decoration.setShaded,
    setPaper: decoration.setPaper,
    setTheme(next) {
      Object.assign(theme, next)
      decoration.recolor()
      guides.recolor()
      projector.recolor()
      stage.editor.config.stroke = theme.accent
      setSelection([])
      setSelection(session.getState().selection)
    },
    previewStroke: projector.previewStroke,
    hideLayer: projector.hideLayer,
    layerAt({ x, y }) {
      const { left, top } = host.getBoundingClientRect()
      const point = stage.tree.zoomLayer.getInnerPoint({ x: x - left, y: y - top })
      return visibleLayerAt(session.getState().doc, point, alphaAt, viewport.zoom())
    },
    colorAt({ x, y }) {
      const { left, top } = host.getBoundingClientRect()
      return drawnColor(stage, { x: x - left, y: y - top })
    },
    hostPoint,
    onViewChange: viewListeners.subscribe,
    fit: viewport.fit,
    show: viewport.show,
    zoom: viewport.zoom,
    zoomTo: viewport.zoomTo,
    exportThumbnail: (doc) => exportThumbnail(doc, resources),
    pictures,
    probe: {
      clientPoint,
      layer(uuid) {
        const node = projector.node(uuid)
        const layer = projector.layer(uuid)
        if (!node || !layer) return null
        const { x = 0, y = 0, width = 0, height = 0, rotation = 0, scaleX = 1, scaleY = 1 } = node
        const offset = gestures.shownOffset(uuid)
        const shown = { x: x + offset.x, y: y + offset.y }
        const placement = fromNode({ ...shown, width, height, rotation, scaleX, scaleY }, layer)
        return { centre: clientPoint(shown), corners: cornersOf(placement).map(clientPoint) }
      },
      handle(name) {
        const { editBox } = stage.editor
        const point = name === 'rotate' ? editBox.circle : editBox.resizePoints[name]
        if (!point || stage.editor.list.length === 0) return null
        const { x, y, width, height } = point.getBounds('box', 'world')
        return toClient({ x: x + width / 2, y: y + height / 2 })
      },
      zoom: viewport.zoom,
    },
    destroy() {
      for (const stop of disposers) stop()
      if (!options.pictures) pictures.dispose()
      stage.destroy(true)
      resources.registry.dispose()
    },
  }
}

/** Whether the handles must be updated: locking, unlocking or mirroring a selected layer changes which it has, and where. */
function handlesChanged(state: SessionState, before: SessionState): boolean {
  if (state.doc === before.doc) return false
  const now = layersOf(state.doc, state.selection)
  const then = new Map(layersOf(before.doc, before.selection).map((layer) => [layer.uuid, layer]))
  return now.some((layer) => {
    const was = then.get(layer.uuid)
    if (!was || was === layer) return !was
    return (
      was.locked !== layer.locked ||
      was.isBackground !== layer.isBackground ||
      was.verticalFlip !== layer.verticalFlip ||
      (was.rotation !== 0) !== (layer.rotation !== 0)
    )
  })
}
