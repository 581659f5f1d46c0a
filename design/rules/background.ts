import { shownSize } from '../model/appearance'
import { backgroundPlacement } from '../model/invariants'
import type { ImageLayer, Layer, Size } from '../model/types'

/**
 * Returns the layers with this image as the one background: the old flag is cleared, the picture covers the canvas at the
 * bottom, and its rotation and stroke are removed. A previous background that is still in the list stays in place as an ordinary
 * layer.
 */
export function setBackground(layers: readonly Layer[], image: ImageLayer, canvas: Size): readonly Layer[] {
  const background: ImageLayer = {
    ...image,
    ...backgroundPlacement(shownSize(image), canvas),
    isBackground: true,
    stroke: null,
    strokeSvgData: null,
  }
  return [background, ...unsetBackground(layers.filter((layer) => layer.uuid !== image.uuid))]
}

/** Returns the layers without a background; the picture stays in place. */
export function unsetBackground(layers: readonly Layer[]): readonly Layer[] {
  return layers.map((layer) => (layer.type === 'IMAGE' && layer.isBackground ? { ...layer, isBackground: false } : layer))
}
