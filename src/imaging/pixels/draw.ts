/** Draws layers with their appearance on one another: the reference of what a document shows. */
import type { LayerAppearance } from '../../../contract/rules/appearance'
import { adjustBelow, applyAdjustments } from './adjust'
import { blendInto } from './blend'
import { layerParts } from './effects'
import type { Raster } from './raster'

/**
 * Draws a layer on what is below it: its adjustments, opacities, blend mode and effects, or what it adjusts below.
 *
 * @param layer the layer's picture with its masks; it is not changed.
 * @param scale px of the rasters per canvas px.
 */
export function drawLayer(onto: Raster, layer: Raster, appearance: LayerAppearance, scale: number): void {
  const { adjustments = [], adjustsBelow, opacity, blend } = appearance
  if (adjustsBelow) {
    adjustBelow(onto, layer, adjustments, { opacity, blend })
    return
  }
  const adjusted = adjustments.length === 0 ? layer : { ...layer, data: layer.data.slice() }
  applyAdjustments(adjusted, adjustments)
  for (const part of layerParts(adjusted, appearance, scale)) blendInto(onto, part.raster, part)
}
