/**
 * Paints layers with an appearance on the canvas: the press draws each at the canvas's resolution, and the result is kept, so that
 * moving a layer only copies it. While a layer is resized, rotated or zoomed, its last drawing is stretched; the press draws it
 * anew when the movement rests.
 */
import { apply, type Matrix, multiply, rotationMatrix, scaling, translation } from '../../../design/geometry/matrix'
import { isPlain } from '../../../design/model/appearance'
import { equalValues } from '../../../design/model/equal'
import type { Layer, Placement, Point, Size } from '../../../design/model/types'
import { blendPixels, canvasMode, changePixels, type DrawnPart, drawnPart } from '../../../design/print/composite'
import { layerRaster, layerRegion, partsOf, putClipped } from '../../../design/print/layer-pixels'
import { type Picture, paintPicture, paintStroke, type SheetView } from '../../../design/print/sheet'
import { pageSurface, type Surface } from '../../../design/print/surface'
import { adjustBelow } from '../../../imaging/pixels/adjust'
import type { LayerPart } from '../../../imaging/pixels/effects'
import { intersect, type Raster } from '../../../imaging/pixels/raster'

/** A layer of the document, where its node stands now, and its picture; null while that is loading. */
export interface LiveLayer {
  readonly layer: Layer
  readonly at: Placement
  readonly picture: Picture | null
}

export interface LiveStack {
  readonly base: LiveLayer
  readonly clipped: readonly LiveLayer[]
}

export interface LayerArt {
  /**
   * Paints a layer and what is clipped to it. Returns false while its picture is missing.
   *
   * @param view the document on the surface's px.
   */
  paint(surface: Surface, view: SheetView, stack: LiveStack): boolean
  /** Returns the alpha, 0 to 255, that a layer shows at a point of the document; null when it has not been painted. */
  alphaAt(layer: Layer, point: Point): number | null
  /** Forgets layers that are not in this list. */
  keep(uuids: ReadonlySet<string>): void
  dispose(): void
}

/** Pixels of one layer, px of the surface from its centre. */
interface Drawing {
  readonly layer: Layer
  readonly picture: Picture
  readonly scale: number
  readonly raster: Raster
}

/** A drawing with what is clipped to it, ready to be copied to the canvas. */
interface Finished {
  readonly base: Drawing
  readonly clipped: readonly { readonly drawing: Drawing; readonly dx: number; readonly dy: number }[]
  /** Of a layer that adjusts what lies below: only its cover. */
  readonly parts: readonly (DrawnPart & { release(): void })[]
  readonly cover: Raster
}

/** A layer is drawn at most at this many px; more of it than fits on a screen would only cost time. */
const maxPixels = 6_000_000
/** Time after the last change of zoom until layers are drawn at the new zoom, ms. */
const restMs = 120

const drawnFields = [
  'imageUrl',
  'width',
  'height',
  'rotation',
  'horizontalFlip',
  'verticalFlip',
  'originalWidth',
  'originalHeight',
  'strokeSvgData',
  'appearance',
] as const satisfies readonly (keyof Layer)[]

const hasSamePixels = (a: Layer, b: Layer) =>
  a === b || drawnFields.every((key) => Object.is(a[key], b[key]) || (key === 'appearance' && equalValues(a[key], b[key])))

const centreOf = ({ left, top, width, height }: Placement): Point => ({ x: left + width / 2, y: top + height / 2 })

/** @param redraw draws the canvas anew where these layers lie. */
export function createLayerArt(redraw: (uuids: readonly string[]) => void): LayerArt {
  const drawings = new Map<string, Drawing>()
  const finished = new Map<string, Finished>()
  const stale = new Set<string>()
  let isResting = true
  let lastScale = 0
  let timer: ReturnType<typeof setTimeout> | null = null

  const refreshLater = () => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => {
      timer = null
      isResting = true
      const uuids = [...stale]
      stale.clear()
      redraw(uuids)
    }, restMs)
  }

  /** Returns a layer's own pixels at this scale; a drawing at another scale while the zoom changes. */
  const drawingOf = ({ layer, picture }: LiveLayer, wanted: number): Drawing | null => {
    if (picture === null) return null
    const known = drawings.get(layer.uuid)
    const side = Math.hypot(layer.width, layer.height)
    const scale = Math.min(wanted, Math.sqrt(maxPixels) / side)
    const isSame = known !== undefined && known.picture === picture && hasSamePixels(known.layer, layer)
    if (known && isSame && known.scale === scale) return known
    if (known && isSame && !isResting) {
      stale.add(layer.uuid)
      return known
    }
    const { x, y } = centreOf(layer)
    const view = { scale, x: -x * scale, y: -y * scale }
    const region = layerRegion(layer, view, null)
    if (region === null) return null
    const drawing = { layer, picture, scale, raster: layerRaster(layer, picture, view, region, pageSurface) }
    drawings.set(layer.uuid, drawing)
    return drawing
  }

  const isSameFinished = (known: Finished | undefined, base: Drawing, clipped: Finished['clipped']): known is Finished =>
    known !== undefined &&
    known.base === base &&
    known.clipped.length === clipped.length &&
    clipped.every(({ drawing, dx, dy }, i) => {
      const other = known.clipped[i]
      return other !== undefined && other.drawing === drawing && other.dx === dx && other.dy === dy
    })

  const release = (uuid: string) => {
    for (const part of finished.get(uuid)?.parts ?? []) part.release()
    finished.delete(uuid)
  }

  const finish = (base: Drawing, clippedLayers: readonly LiveLayer[], at: Placement): Finished => {
    const centre = centreOf(at)
    const clipped = clippedLayers.flatMap((live) => {
      const drawing = drawingOf(live, base.scale)
      if (drawing === null) return []
      const { x, y } = centreOf(live.at)
      return [{ drawing, dx: Math.round((x - centre.x) * base.scale), dy: Math.round((y - centre.y) * base.scale) }]
    })
    const { layer, scale } = base
    const known = finished.get(layer.uuid)
    if (isSameFinished(known, base, clipped)) return known
    const view = { scale, x: 0, y: 0 }
    const cover = clipped.length === 0 ? base.raster : { ...base.raster, data: base.raster.data.slice() }
    for (const { drawing, dx, dy } of clipped) putClipped(cover, drawing.layer, moved(drawing.raster, dx, dy), view)
    const shown: readonly LayerPart[] = layer.appearance?.adjustsBelow
      ? [{ raster: cover, mode: 'normal', opacity: 1 }]
      : partsOf(layer, cover, view)
    const parts = shown.map((part) => drawnPart(part, pageSurface))
    release(layer.uuid)
    const result = { base, clipped, parts, cover }
    finished.set(layer.uuid, result)
    return result
  }

  return {
    paint(surface, view, { base, clipped }) {
      const { layer, at, picture } = base
      if (picture === null) return false
      if (view.scale !== lastScale) {
        isResting = lastScale === 0
        lastScale = view.scale
        refreshLater()
      }
      if (clipped.length === 0 && isPlain(layer.appearance)) {
        const live = { ...layer, ...at }
        paintStroke(surface, live, view)
        paintPicture(surface, live, view, picture)
        return true
      }
      const drawing = drawingOf(base, view.scale)
      if (drawing === null) return false
      const { parts } = finish(drawing, clipped, at)
      const { x, y } = centreOf(at)
      const centre = { x: x * view.scale + view.x, y: y * view.scale + view.y }
      const isExact =
        drawing.scale === view.scale && at.width === layer.width && at.height === layer.height && at.rotation === layer.rotation
      // Whole px keep an exact drawing sharp.
      const place: Matrix = isExact
        ? translation(Math.round(centre.x), Math.round(centre.y))
        : multiply(translation(centre.x, centre.y), stretchOf(layer, at, view.scale / drawing.scale))
      surface.imageSmoothingEnabled = true
      for (const part of parts) putPart(surface, layer, part, place)
      return true
    },
    alphaAt(layer, point) {
      const drawing = drawings.get(layer.uuid)
      if (!drawing || !hasSamePixels(drawing.layer, layer)) return null
      const cover = finished.get(layer.uuid)?.cover ?? drawing.raster
      const centre = centreOf(layer)
      const x = Math.floor((point.x - centre.x) * drawing.scale) - cover.left
      const y = Math.floor((point.y - centre.y) * drawing.scale) - cover.top
      if (x < 0 || y < 0 || x >= cover.width || y >= cover.height) return 0
      return cover.data[(y * cover.width + x) * 4 + 3] ?? 0
    },
    keep(uuids) {
      for (const uuid of [...drawings.keys()]) {
        if (uuids.has(uuid)) continue
        drawings.delete(uuid)
        release(uuid)
      }
    },
    dispose() {
      if (timer !== null) clearTimeout(timer)
      for (const uuid of [...finished.keys()]) release(uuid)
      drawings.clear()
    },
  }
}

function moved(raster: Raster, dx: number, dy: number): Raster {
  return { ...raster, left: raster.left + dx, top: raster.top + dy, right: raster.right + dx, bottom: raster.bottom + dy }
}

/** Puts a part on the surface; `place` maps px from the centre of its drawing to px of the surface. */
function putPart(surface: Surface, { appearance }: Layer, part: DrawnPart, place: Matrix): void {
  const mode = appearance?.adjustsBelow ? null : canvasMode(part)
  if (mode !== null) {
    surface.setTransform(place.a, place.b, place.c, place.d, place.e, place.f)
    surface.globalAlpha = part.opacity
    surface.globalCompositeOperation = mode
    surface.drawImage(part.canvas, part.raster.left, part.raster.top)
    surface.globalAlpha = 1
    surface.globalCompositeOperation = 'source-over'
    return
  }
  const raster = placedRaster(part, place, surface.canvas)
  if (raster === null) return
  if (appearance?.adjustsBelow) {
    const adjust = (backdrop: Raster) => adjustBelow(backdrop, raster, appearance.adjustments ?? [], appearance)
    changePixels(surface, raster, adjust, pageSurface)
  } else blendPixels(surface, { ...part, raster }, pageSurface)
}

/** Returns a part's pixels where they lie on the surface; null beside it. */
function placedRaster({ canvas, raster }: DrawnPart, place: Matrix, sheet: Size): Raster | null {
  if (place.a === 1 && place.b === 0 && place.c === 0 && place.d === 1) return moved(raster, place.e, place.f)
  const { left, top, right, bottom } = raster
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => apply(place, { x, y })))
  const bounds = {
    left: Math.floor(Math.min(...corners.map(({ x }) => x))),
    top: Math.floor(Math.min(...corners.map(({ y }) => y))),
    right: Math.ceil(Math.max(...corners.map(({ x }) => x))),
    bottom: Math.ceil(Math.max(...corners.map(({ y }) => y))),
  }
  const box = intersect(bounds, { left: 0, top: 0, right: sheet.width, bottom: sheet.height })
  if (box === null) return null
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const { surface, release } = pageSurface({ width, height })
  surface.setTransform(place.a, place.b, place.c, place.d, place.e - box.left, place.f - box.top)
  surface.drawImage(canvas, left, top)
  const { data } = surface.getImageData(0, 0, width, height)
  release()
  return { ...box, width, height, data: data as Uint8ClampedArray<ArrayBuffer> }
}

/** Returns the transform from a drawing of a layer, about its centre, to where the layer is being dragged. */
function stretchOf(layer: Placement, at: Placement, scale: number): Matrix {
  const turnBack = rotationMatrix(-layer.rotation)
  const size = scaling((at.width / layer.width) * scale, (at.height / layer.height) * scale)
  return multiply(rotationMatrix(at.rotation), multiply(size, turnBack))
}
