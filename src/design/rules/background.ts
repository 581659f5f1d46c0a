import { backgroundPlacement } from '../model/invariants'
import type { ImageLayer, Layer, Size } from '../model/types'

/**
 * The layers with this image as the one background: the old flag is cleared, the picture covers the canvas, its turn and
 * stroke are gone, it lies at the bottom. What was the background, if it is still among them, stays where it is, as a layer like any other.
 */
export function setBackground(layers: readonly Layer[], image: ImageLayer, canvas: Size): readonly Layer[] {
  const picture = { width: image.originalWidth, height: image.originalHeight }
  const background: ImageLayer = {
    ...image,
    ...backgroundPlacement(picture, canvas),
    isBackground: true,
    stroke: null,
    strokeSvgData: null,
  }
  return [background, ...unsetBackground(layers.filter((layer) => layer.uuid !== image.uuid))]
}

/** The layers without a background; the picture keeps its place. */
export function unsetBackground(layers: readonly Layer[]): readonly Layer[] {
  return layers.map((layer) => (layer.type === 'IMAGE' && layer.isBackground ? { ...layer, isBackground: false } : layer))
}
