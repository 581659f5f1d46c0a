/** Draws layers with their appearance on one another: the reference of what a design shows. */
import type { LayerAppearance } from '../../contract/rules/appearance'
import { adjustBelow, applyAdjustments } from './adjust'
import { blendInto } from './blend'
import { layerParts } from './effects'
import type { Raster } from './raster'

export interface Drawing {
  /** Draws a layer above those before it; `raster` is its picture with its masks and is not changed. */
  add(raster: Raster, appearance?: LayerAppearance): void
  /** Draws the layer that still waits for layers clipped to it. */
  finish(): void
}

/** @param scale px of the rasters per canvas px. */
export function drawingOn(onto: Raster, scale: number): Drawing {
  let base: { readonly raster: Raster; readonly appearance: LayerAppearance } | null = null

  const put = (to: Raster, raster: Raster, appearance: LayerAppearance, atop: boolean) => {
    const { adjustments = [], adjustsBelow, opacity, blend } = appearance
    if (adjustsBelow) adjustBelow(to, raster, adjustments, { opacity, blend })
    else for (const part of layerParts(raster, appearance, scale)) blendInto(to, part.raster, { ...part, atop })
  }
  const adjusted = (raster: Raster, { adjustments = [], adjustsBelow }: LayerAppearance): Raster => {
    const copy = { ...raster, data: raster.data.slice() }
    if (!adjustsBelow) applyAdjustments(copy, adjustments)
    return copy
  }
  const finish = () => {
    if (base !== null) put(onto, base.raster, base.appearance, false)
    base = null
  }

  return {
    add(raster, appearance = {}) {
      const own = adjusted(raster, appearance)
      if (appearance.clipped && base !== null) {
        put(base.raster, own, appearance, true)
        return
      }
      finish()
      base = { raster: own, appearance }
    },
    finish,
  }
}
