/**
 * A layer's outline as it is painted under its picture. Plain 2D drawing from the stored SVG: the same lines on the screen, in a
 * thumbnail and in a print file, whatever their size, and nothing to load before the first draw.
 */
import { readStroke, type StrokeArt } from '../../imaging/outline/svg'
import type { Size } from '../model/types'

/** What is used of a 2D context, on a page or in a worker. */
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

/** What SVG cuts long corners at; a canvas by itself lets them grow further. */
const svgMiterLimit = 4

/** A stored outline, ready to be painted. */
export interface Outline extends StrokeArt {
  readonly svg: string
  readonly shapes: readonly Path2D[]
}

/** Null for no outline, and for a text of another program. */
export function outlineFrom(svg: string | null): Outline | null {
  const art = svg === null ? null : readStroke(svg)
  return svg === null || art === null ? null : { ...art, svg, shapes: art.paths.map(({ d }) => new Path2D(d)) }
}

/**
 * Paints a layer's outline. The context stands where the picture's own box begins, one unit a canvas px: what mirrors and turns
 * the picture does the same to its outline.
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

/** How far an outline reaches beyond the picture's box, canvas px. */
export function outlineReach({ box }: Outline, size: Size): number {
  return box.margin * Math.max(size.width / box.width, size.height / box.height)
}
