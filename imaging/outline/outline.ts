/** Converts pixels to a stroke SVG. The distance field is reused while a slider changes only the stroke's settings. */
import { distanceField } from './distance'
import { isOpaque } from './mask'
import type { DistanceField, Pixels } from './shapes'
import { reachOf, type StrokeSettings, strokePaths } from './stroke'
import { strokeSvg } from './svg'

/** Limit of a picture's longer side when its shape is analysed, px: a higher resolution would not be visible in print. */
export const maxSide = 2000

export interface Outline {
  readonly svg: string
  /** Extra space of the SVG around the picture, px of the picture's own size. */
  readonly margin: number
}

export interface Outliner {
  /** Every pixel of the picture is opaque, so its outline is its rectangle. */
  readonly opaque: boolean
  /**
   * @param pxPerUnit picture px (of `pixels`) per unit of the settings.
   * @returns null when the picture has no opaque pixel to outline.
   */
  stroke(settings: StrokeSettings, pxPerUnit: number): Outline | null
}

/** Caches the distance field of one picture; it is computed again only when a stroke reaches further than before. */
export function createOutliner(pixels: Pixels): Outliner {
  let field: DistanceField | null | undefined
  return {
    opaque: isOpaque(pixels),
    stroke(settings, pxPerUnit) {
      const reach = reachOf(settings, pxPerUnit)
      if (field === undefined || (field !== null && field.reach < reach)) {
        // Compute some extra reach, so that a slider on its way up does not recompute the field at each step.
        field = distanceField(pixels, field === undefined ? reach : reach * 1.5)
      }
      if (field === null) return null
      const margin = Math.ceil(reach) + 1
      const paths = strokePaths(field, settings, pxPerUnit)
      return { svg: strokeSvg(paths, { width: pixels.width, height: pixels.height, margin }), margin }
    },
  }
}
