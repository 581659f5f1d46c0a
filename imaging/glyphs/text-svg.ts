/**
 * Converts a text to an SVG of outlines, which looks the same on screen, in thumbnails and in print, at any size and without the
 * font.
 */
import { markupColor } from '../../contract/ground/hex-color'
import type { OpenFont } from './font'
import { layOutText } from './layout'
import type { PlacedGlyph, TextSettings } from './layout-types'
import { coordinates, type Outline } from './outline'

/** px per em of the written outlines; coordinates have two decimals, far finer than a printer's dot. */
export const textUnit = 100

export interface TextPicture {
  readonly svg: string
  /** Size at {@link textUnit} px per em. */
  readonly width: number
  readonly height: number
}

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** The decimals of each number of hundredths. */
const decimals = Array.from({ length: 100 }, (_, hundredths) => (hundredths / 100).toString().slice(1))

/** Shortest text with at most two decimals. It joins integers, which an engine writes many times faster than fractions. */
export function short(value: number): string {
  const rounded = Math.round(value * 100)
  const hundredths = Math.abs(rounded)
  const rest = hundredths % 100
  const sign = rounded < 0 ? '-' : ''
  return `${sign}${(hundredths - rest) / 100}${decimals[rest]}`
}

/** SVG path of one positioned glyph; extends `bounds` by each of its points, control points included. */
function glyphPath({ commands, values }: Outline, { matrix }: PlacedGlyph, bounds: Bounds): string {
  const [a, b, c, d, e, f] = matrix
  let path = ''
  let at = 0
  for (const command of commands) {
    path += command
    const first = at
    for (const end = at + (coordinates[command] ?? 0); at < end; at += 2) {
      const px = values[at] as number
      const py = values[at + 1] as number
      const x = a * px + c * py + e
      const y = b * px + d * py + f
      if (x < bounds.left) bounds.left = x
      if (x > bounds.right) bounds.right = x
      if (y < bounds.top) bounds.top = y
      if (y > bounds.bottom) bounds.bottom = y
      path += `${at === first ? '' : ' '}${short(x)} ${short(y)}`
    }
  }
  return path
}

/** Outlines of a whole text as one path, and the box around them; px at {@link textUnit} px per em. */
export interface TextPath {
  readonly path: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * Most points of the outlines of one text, control points included. A point takes 15 to 17 characters of the picture's file, which
 * may have 5 MB; the letters of usual fonts have 20 to 200 points.
 */
const maxTextPoints = 300_000

/** The glyphs of a text have too many points: more than `maxTextPoints`. Sent from the worker as its message. */
export const tooDetailed = 'the glyphs have too many points'

/**
 * Lays out a text as one path. The box contains the lines and every outline that extends beyond them.
 *
 * @returns null when nothing of the text is visible.
 * @throws {@link tooDetailed} before anything is drawn.
 */
export function textPath(font: OpenFont, settings: TextSettings): TextPath | null {
  const { weight = null } = settings
  const weighted = weight === null ? font : font.inWeight(weight)
  const { glyphs, width, height } = layOutText(weighted, settings, textUnit)
  const points = glyphs.reduce((sum, { glyph }) => sum + weighted.outline(glyph).values.length / 2, 0)
  if (points > maxTextPoints) throw new Error(tooDetailed)
  const bounds: Bounds = { left: 0, top: 0, right: width, bottom: height }
  const path = glyphs.map((placed) => glyphPath(weighted.outline(placed.glyph), placed, bounds)).join('')
  if (path === '') return null
  const left = Math.floor(bounds.left)
  const top = Math.floor(bounds.top)
  return {
    path,
    left,
    top,
    width: Math.max(1, Math.ceil(bounds.right) - left),
    height: Math.max(1, Math.ceil(bounds.bottom) - top),
  }
}

/**
 * Draws a text.
 *
 * @param color #rgb or #rrggbb.
 * @returns null when nothing of the text is visible.
 */
export function textPicture(font: OpenFont, settings: TextSettings, color: string): TextPicture | null {
  markupColor(color)
  const drawn = textPath(font, settings)
  if (drawn === null) return null
  const { path, left, top, width, height } = drawn
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"><path fill="${color}" d="${path}"/></svg>`
  return { svg, width, height }
}
