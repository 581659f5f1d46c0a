/**
 * Draws a layer's outline under its picture from the stored SVG with plain 2D drawing: the same lines on the screen, in a
 * thumbnail and in a print file at any size, with nothing to load before the first draw.
 */
import { readStroke, type StrokeArt } from '../../imaging/outline/svg'
import type { Size } from '../model/types'

/** The parts of a 2D context that are used, on a page or in a worker. */
type Context = Pick<
  CanvasRenderingContext2D,
  | 'globalAlpha'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'lineCap'
  | 'miterLimit'
  | 'lineDashOffset'
  | 'save'
  | 'restore'
  | 'scale'
> & { setLineDash(segments: number[]): void; stroke(shape: Path2D): void }

/** SVG's default miter limit; a canvas's default is larger and lets corners grow longer. */
const svgMiterLimit = 4

/** A stored outline, parsed for drawing. */
export interface Outline extends StrokeArt {
  readonly svg: string
  readonly shapes: readonly Path2D[]
}

/** Returns null for no outline, and for SVG that this program did not write. */
export function outlineFrom(svg: string | null): Outline | null {
  const art = svg === null ? null : readStroke(svg)
  return svg === null || art === null ? null : { ...art, svg, shapes: art.paths.map(({ d }) => new Path2D(d)) }
}

/**
 * Draws a layer's outline. The context's origin must be the top left of the picture's box, one unit a canvas px, so that
 * rotation and mirroring apply to the outline as to the picture.
 *
 * @param size of the picture's box, canvas px.
 */
export function paintOutline(context: Context, { box, paths, shapes }: Outline, size: Size): void {
  const alpha = context.globalAlpha
  context.save()
  context.scale(size.width / box.width, size.height / box.height)
  context.lineCap = 'butt'
  context.miterLimit = svgMiterLimit
  context.lineDashOffset = 0
  paths.forEach(({ color, width, opacity, dash, join }, index) => {
    const shape = shapes[index]
    if (!shape) return
    context.globalAlpha = alpha * opacity
    context.strokeStyle = color
    context.lineWidth = width
    context.lineJoin = join
    context.setLineDash(dash ? [...dash] : [])
    context.stroke(shape)
  })
  context.restore()
}

/** Returns how far an outline reaches beyond the picture's box, canvas px. */
export function outlineReach({ box }: Outline, size: Size): number {
  return box.margin * Math.max(size.width / box.width, size.height / box.height)
}
