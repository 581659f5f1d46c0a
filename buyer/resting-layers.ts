/** Keeps the resting layers as two pictures while fingers move one layer, so that a frame draws three pictures instead of all layers. */
import { readsBackdrop } from '../design/model/appearance'
import type { Size } from '../design/model/types'
import type { Pictures } from '../design/print/pictures'
import { createPress, type PressedLayer } from '../design/print/press'
import type { SheetView } from '../design/print/sheet'
import { pageSurface, type Surface } from '../design/print/surface'

/** Draws layers by the press. Pictures that are not loaded yet are left out; asking for them starts loading. */
export function drawLayers(surface: Surface, layers: readonly PressedLayer[], view: SheetView, pictures: Pictures): void {
  const { width, height } = surface.canvas
  const press = createPress(surface, { width, height }, view, pageSurface)
  for (const { layer, role } of layers) {
    const picture = pictures.state(layer.imageUrl) === 'ready' ? pictures.get(layer.imageUrl) : null
    press.draw(layer, role, picture)
  }
  press.finish()
}

/**
 * Returns the index of a layer, if those below and above it can be drawn as one picture each while it moves; -1 where layers above it
 * read the pixels below them, and for a layer of a clip stack.
 */
export function placeAmongResting(layers: readonly PressedLayer[], uuid: string): number {
  const at = layers.findIndex(({ layer }) => layer.uuid === uuid)
  if (layers[at]?.role !== 'single') return -1
  return layers.slice(at + 1).some(({ layer }) => readsBackdrop(layer.appearance)) ? -1 : at
}

interface Kept {
  readonly below: HTMLCanvasElement
  readonly above: HTMLCanvasElement
  /** The values from which the pictures were drawn. */
  readonly from: readonly unknown[]
}

export interface RestingLayers {
  /**
   * Draws all layers; only the one called `moving` changes from frame to frame. Returns false and draws nothing where the others cannot
   * be kept as pictures (`placeAmongResting`).
   */
  draw(surface: Surface, layers: readonly PressedLayer[], moving: string, view: SheetView, pictures: Pictures): boolean
  /** Frees the pictures. */
  release(): void
}

export function createRestingLayers(): RestingLayers {
  let kept: Kept | null = null
  const release = () => {
    if (kept) for (const canvas of [kept.below, kept.above]) canvas.width = canvas.height = 0
    kept = null
  }
  return {
    draw(surface, layers, moving, view, pictures) {
      const at = placeAmongResting(layers, moving)
      const one = layers[at]
      if (!one) return false
      const resting = layers.filter((other) => other !== one)
      const from = [
        at,
        surface.canvas.width,
        surface.canvas.height,
        view.scale,
        view.x,
        view.y,
        ...resting.flatMap(({ layer }) => [layer, pictures.state(layer.imageUrl)]),
      ]
      if (!kept || kept.from.length !== from.length || !kept.from.every((value, index) => value === from[index])) {
        release()
        const pictureOf = (part: readonly PressedLayer[]) => {
          const drawn = emptySurface(surface.canvas)
          drawLayers(drawn, part, view, pictures)
          return drawn.canvas
        }
        kept = { below: pictureOf(layers.slice(0, at)), above: pictureOf(layers.slice(at + 1)), from }
      }
      surface.drawImage(kept.below, 0, 0)
      drawLayers(surface, [one], view, pictures)
      surface.setTransform(1, 0, 0, 1, 0, 0)
      surface.drawImage(kept.above, 0, 0)
      return true
    },
    release,
  }
}

/** Returns a canvas that can stay in the memory of the graphics processor, because its pixels are never read back. */
function emptySurface({ width, height }: Size): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const surface = canvas.getContext('2d')
  if (!surface) throw new Error('浏览器无法创建这么大的画布，请关闭一些页面后重试')
  return surface
}
