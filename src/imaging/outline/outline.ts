/** From pixels to a stored stroke, step by step reusing what a slider does not change. */
import { distanceField } from './distance'
import { isOpaque } from './mask'
import type { DistanceField, Pixels } from './shapes'
import { reachOf, type StrokeSettings, strokePaths } from './stroke'
import { strokeSvg } from './svg'

/** Longest side a shape is looked at with, px: beyond it an outline gains nothing a printer could show. */
export const maxSide = 2000

export interface Outline {
  readonly svg: string
  /** Room the SVG has around the picture, px of the picture's own size. */
  readonly margin: number
}

export interface Outliner {
  /** The picture has no see-through pixel: its outline is its rectangle. */
  readonly opaque: boolean
  /**
   * @param pxPerUnit picture px (of `pixels`) per unit of the settings.
   * @returns null when the picture has nothing opaque to go round.
   */
  stroke(settings: StrokeSettings, pxPerUnit: number): Outline | null
}

/** Keeps the distance field of one picture; it is made anew only when a stroke reaches further than before. */
export function createOutliner(pixels: Pixels): Outliner {
  let field: DistanceField | null | undefined
  return {
    opaque: isOpaque(pixels),
    stroke(settings, pxPerUnit) {
      const reach = reachOf(settings, pxPerUnit)
      if (field === undefined || (field !== null && field.reach < reach)) {
        // Some room more, so that a slider on its way up does not make it anew at each step.
        field = distanceField(pixels, field === undefined ? reach : reach * 1.5)
      }
      if (field === null) return null
      const margin = Math.ceil(reach) + 1
      const paths = strokePaths(field, settings, pxPerUnit)
      return { svg: strokeSvg(paths, { width: pixels.width, height: pixels.height, margin }), margin }
    },
  }
}
