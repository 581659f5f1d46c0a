/**
 * Lifts the layer that fingers move off the drawn design: the layer and the layers below and above it are drawn once, as three pictures;
 * a frame then only changes a CSS transform, which the compositor applies without drawing.
 */
import { boundsOf } from '../design/geometry/bounds'
import { placementCentre } from '../design/geometry/box'
import type { Box } from '../design/geometry/shapes'
import { isPlain, readsBackdrop } from '../design/model/appearance'
import type { DesignDoc, Layer, Size } from '../design/model/types'
import { appearanceReach, layerRegion } from '../design/print/layer-pixels'
import type { Pictures } from '../design/print/pictures'
import { type PressedLayer, pressedLayers } from '../design/print/press'
import type { Surface } from '../design/print/surface'
import { drawLayers, placeAmongResting } from './resting-layers'

/** The element in which a lifted layer is shown, and its scales. */
export interface LiftGround {
  /** Lies over the drawn design and clips everything beyond it. */
  readonly host: HTMLElement
  readonly pictures: Pictures
  /** The part of the canvas that `host` shows, canvas px. */
  readonly whole: Box
  /** CSS px of one canvas px. */
  readonly scale: number
  /** Device px of one CSS px. */
  readonly sharp: number
}

export interface LiftedLayer {
  /** Shows the layer with another placement or, if its picture was lifted, another crop. */
  place(layer: Layer): void
  release(): void
}

/** Longest side of the picture of a lifted layer, px. */
const maxSide = 2048
/** A plain layer is drawn anew when it grows or shrinks by more than this, and one with effects, which do not grow with it, earlier. */
const redrawFactor = { plain: 2.5, effects: 1.2 } as const
/** Factor by which a plain layer is drawn larger than it is shown, so that it stays sharp while it grows. */
const oversize = 1.5
/** Degrees after which a turned layer with effects is redrawn, because effects keep their direction. */
const redrawDegrees = 8

/**
 * Returns null where only redrawing the design shows the move correctly: among layers that read the pixels below them, in clip stacks,
 * for patterns, and for the picture within a frame that is masked, bordered or has effects.
 *
 * @param of the part that fingers move: the layer, or the picture within its frame.
 */
export function liftLayer(ground: LiftGround, doc: DesignDoc, uuid: string, of: 'layer' | 'picture'): LiftedLayer | null {
  const { host, pictures, whole, scale, sharp } = ground
  const layers = pressedLayers(doc)
  const at = placeAmongResting(layers, uuid)
  const layer = layers[at]?.layer
  if (!layer || layer.appearance?.pattern || readsBackdrop(layer.appearance)) return null
  const moved = of === 'layer' ? liftedWhole(ground, layer) : liftedPicture(ground, layer)
  if (moved === null) return null
  const density = scale * sharp
  const view = { scale: density, x: -whole.x * density, y: -whole.y * density }
  const resting = (part: readonly PressedLayer[]) => {
    const size = { width: Math.round(whole.width * density), height: Math.round(whole.height * density) }
    return drawn(size, (surface) => drawLayers(surface, part, view, pictures))
  }
  const around = [resting(layers.slice(0, at)), resting(layers.slice(at + 1))] as const
  host.replaceChildren(around[0], moved.element, around[1])
  return {
    place: moved.place,
    release() {
      host.replaceChildren()
      for (const canvas of around) canvas.width = canvas.height = 0
      moved.free()
    },
  }
}

interface Moved {
  readonly element: HTMLElement
  place(layer: Layer): void
  free(): void
}

/** A layer with its outline and effects, which moves, grows and turns. */
function liftedWhole({ pictures, whole, scale, sharp }: LiftGround, start: Layer): Moved {
  const element = document.createElement('div')
  let from = start
  let picture: HTMLCanvasElement | null = null
  const isSimple = isPlain(start.appearance)
  const factor = isSimple ? redrawFactor.plain : redrawFactor.effects
  const draw = (layer: Layer) => {
    from = layer
    const { width, height } = boundsOf(layer)
    const density = Math.min(scale * sharp * (isSimple ? oversize : 1), maxSide / Math.max(width, height))
    const centre = placementCentre(layer)
    const view = { scale: density, x: 0, y: 0 }
    const reach = appearanceReach(layer, density)
    const box = layerRegion(layer, view, null) ?? { left: 0, top: 0, right: 1, bottom: 1 }
    const [left, top] = [box.left - reach, box.top - reach]
    const size = { width: box.right + reach - left, height: box.bottom + reach - top }
    const local = { scale: density, x: -left, y: -top }
    const next = drawn(size, (surface) => drawLayers(surface, [{ layer, role: 'single' }], local, pictures))
    // A transform alone places it: browsers move the box of an element to whole px, and the transform above would magnify that.
    const corner = `translate(${left - centre.x * density}px, ${top - centre.y * density}px)`
    next.style.cssText = `width:${size.width}px;height:${size.height}px;transform:scale(${scale / density}) ${corner}`
    if (picture) picture.width = picture.height = 0
    picture = next
    element.replaceChildren(next)
  }
  const place = (layer: Layer) => {
    const grown = layer.width / from.width
    const turned = Math.abs(((layer.rotation - from.rotation + 540) % 360) - 180)
    const isFar = grown > factor || grown < 1 / factor || (!isSimple && turned > redrawDegrees)
    if (isFar) draw(layer)
    const { x, y } = placementCentre(layer)
    const [dx, dy] = [(x - whole.x) * scale, (y - whole.y) * scale]
    element.style.transform = `translate(${dx}px, ${dy}px) rotate(${layer.rotation - from.rotation}deg) scale(${layer.width / from.width})`
  }
  draw(start)
  place(start)
  return {
    element,
    place,
    free() {
      if (picture) picture.width = picture.height = 0
    },
  }
}

/** The picture within a frame that stays in its place. */
function liftedPicture({ pictures, whole, scale, sharp }: LiftGround, start: Layer): Moved | null {
  const crop = start.appearance?.crop
  const picture = pictures.state(start.imageUrl) === 'ready' ? pictures.get(start.imageUrl) : null
  if (!crop || picture === null || !isPlain(start.appearance) || start.strokeSvgData !== null) return null
  const { originalWidth, originalHeight } = start
  const wanted = (start.width / crop.width) * scale * sharp * oversize
  const density = Math.min(1, wanted, maxSide / Math.max(originalWidth, originalHeight))
  const size = {
    width: Math.max(1, Math.round(originalWidth * density)),
    height: Math.max(1, Math.round(originalHeight * density)),
  }
  const shown = drawn(size, (surface) => {
    surface.imageSmoothingQuality = 'high'
    surface.drawImage(picture, 0, 0, size.width, size.height)
  })
  shown.style.cssText = `width:${originalWidth}px;height:${originalHeight}px`
  const element = document.createElement('div')
  const [width, height] = [start.width * scale, start.height * scale]
  const { x, y } = placementCentre(start)
  const flip = `scale(${start.horizontalFlip ? -1 : 1}, ${start.verticalFlip ? -1 : 1})`
  const middle = `translate(${(x - whole.x) * scale - width / 2}px, ${(y - whole.y) * scale - height / 2}px)`
  element.style.cssText = `width:${width}px;height:${height}px;overflow:hidden;transform-origin:50% 50%`
  element.style.transform = `${middle} rotate(${start.rotation}deg) ${flip}`
  element.append(shown)
  const place = ({ appearance }: Layer) => {
    const { left, top, width: across, height: down, angle } = appearance?.crop ?? crop
    shown.style.transform = [
      `scale(${width / across}, ${height / down})`,
      `translate(${across / 2}px, ${down / 2}px)`,
      `rotate(${angle}deg)`,
      `translate(${-left - across / 2}px, ${-top - down / 2}px)`,
    ].join(' ')
  }
  place(start)
  return {
    element,
    place,
    free() {
      shown.width = shown.height = 0
    },
  }
}

/** Returns a canvas with a bitmap context: Chromium copies the pixels of every other canvas with every frame, changed or not. */
function drawn({ width, height }: Size, draw: (surface: Surface) => void): HTMLCanvasElement {
  const shown = document.createElement('canvas')
  const own = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(width, height) : null
  const surface = own?.getContext('2d')
  const renderer = surface && shown.getContext('bitmaprenderer')
  if (own && surface && renderer) {
    draw(surface)
    renderer.transferFromImageBitmap(own.transferToImageBitmap())
    return shown
  }
  shown.width = width
  shown.height = height
  const context = shown.getContext('2d')
  if (!context) throw new Error('浏览器无法创建这么大的画布，请关闭一些页面后重试')
  draw(context)
  return shown
}
