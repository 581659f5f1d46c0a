/**
 * Writes and reads strokes as SVG: the form that is stored with a layer and drawn under it on screen, in thumbnails and in print.
 */
import { markupColor } from '../../contract/ground/hex-color'
import type { StrokePath } from './stroke'

const number = (value: number): string => (Math.round(value * 1000) / 1000).toString()

/** Box of a picture with its stroke, picture px: the picture is at (0, 0), with `margin` around it. */
export interface StrokeBox {
  readonly width: number
  readonly height: number
  readonly margin: number
}

/**
 * @param margin space for the lines around the picture, px: {@link reachOf} rounded up.
 * @returns a self-contained SVG whose viewBox begins at minus `margin`.
 */
export function strokeSvg(paths: readonly StrokePath[], { width, height, margin }: StrokeBox): string {
  const w = width + 2 * margin
  const h = height + 2 * margin
  const lines = paths.map(({ d, color, width: line, opacity, dash, join }) => {
    const attributes = [
      `stroke="${markupColor(color)}"`,
      `stroke-width="${number(line)}"`,
      `stroke-linejoin="${join}"`,
      ...(opacity < 1 ? [`stroke-opacity="${number(opacity)}"`] : []),
      ...(dash ? [`stroke-dasharray="${number(dash[0])} ${number(dash[1])}"`] : []),
    ]
    return `<path d="${d}" ${attributes.join(' ')}/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${-margin} ${-margin} ${w} ${h}" fill="none">${lines.join('')}</svg>`
}

/** Returns the picture's box inside a stored stroke; null when the text was not written by {@link strokeSvg}. */
export function readStrokeBox(svg: string): StrokeBox | null {
  const found = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="(\d+)" height="(\d+)" viewBox="-(\d+) -(\d+) /.exec(svg)
  if (found === null) return null
  const [w, h, margin] = [Number(found[1]), Number(found[2]), Number(found[3])]
  return w > 2 * margin && h > 2 * margin ? { width: w - 2 * margin, height: h - 2 * margin, margin } : null
}

/** A stored stroke after parsing. */
export interface StrokeArt {
  readonly box: StrokeBox
  /** The lowest line first. */
  readonly paths: readonly StrokePath[]
}

const pathPattern =
  /<path d="([^"]*)" stroke="(#[0-9a-fA-F]{3,6})" stroke-width="([\d.]+)" stroke-linejoin="(round|miter)"(?: stroke-opacity="([\d.]+)")?(?: stroke-dasharray="([\d.]+) ([\d.]+)")?\/>/g

/** Parses what {@link strokeSvg} wrote; null for any other text. */
export function readStroke(svg: string): StrokeArt | null {
  const box = readStrokeBox(svg)
  if (box === null) return null
  const paths = Array.from(svg.matchAll(pathPattern), ([, d = '', color = '', width, join, opacity, dash, gap]): StrokePath => {
    const style = { d, color, width: Number(width), opacity: opacity === undefined ? 1 : Number(opacity) }
    return {
      ...style,
      join: join === 'miter' ? 'miter' : 'round',
      ...(dash !== undefined && gap !== undefined ? { dash: [Number(dash), Number(gap)] } : {}),
    }
  })
  return { box, paths }
}
