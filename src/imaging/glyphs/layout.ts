/**
 * Lays out text in horizontal lines or vertical columns of glyphs. Pure: the font that is passed in does the shaping and the
 * outlines.
 */
import type { OpenFont, ShapedGlyph } from './font'
import { textRuns } from './runs'

export type TextAlign = 'start' | 'center' | 'end'

export interface TextSettings {
  /**
   * Text whose lines are separated by
   * .
   */
  readonly text: string
  readonly vertical: boolean
  readonly align: TextAlign
  /** Space added after each character, em; may be negative. */
  readonly letterSpacing: number
  /** Distance from one line or column to the next, em. */
  readonly lineHeight: number
}

/** A positioned glyph: outline point (x, y) in font units maps to (a·x + c·y + e, b·x + d·y + f) in px, y downwards. */
export interface PlacedGlyph {
  readonly glyph: number
  readonly matrix: readonly [a: number, b: number, c: number, d: number, e: number, f: number]
}

export interface TextLayout {
  readonly glyphs: readonly PlacedGlyph[]
  /** Size of the box around the lines, px; outlines may extend beyond it. */
  readonly width: number
  readonly height: number
}

interface Run {
  readonly shaped: readonly ShapedGlyph[]
  /** The glyphs stand upright in a vertical column. */
  readonly upright: boolean
}

/** The shaped glyphs of one line and its length; font units. Letter spacing is added between characters only. */
interface Line {
  readonly runs: readonly Run[]
  readonly length: number
}

/** Distance that a glyph advances the pen along the line, font units. */
const advanceOf = (glyph: ShapedGlyph, upright: boolean): number => (upright ? -glyph.yAdvance : glyph.xAdvance)

/** Tests whether a glyph is the last of its character or ligature; letter spacing is added after it. */
const closesCluster = (shaped: readonly ShapedGlyph[], at: number): boolean => shaped[at + 1]?.cluster !== shaped[at]?.cluster

function measure(font: OpenFont, line: string, { vertical, letterSpacing }: TextSettings): Line {
  const spacing = letterSpacing * font.unitsPerEm
  let length = 0
  const runs = textRuns(line, vertical).map(({ start, end, rightToLeft, stance }): Run => {
    const upright = stance === 'standing' || (stance === 'transformed' && font.hasVerticalForm(line.slice(start, end)))
    const direction = upright ? 'topToBottom' : rightToLeft ? 'rightToLeft' : 'leftToRight'
    const shaped = font.shape(line, { start, end, direction, ligatures: letterSpacing === 0 })
    shaped.forEach((glyph, at) => {
      length += advanceOf(glyph, upright) + (closesCluster(shaped, at) ? spacing : 0)
    })
    return { shaped, upright }
  })
  return { runs, length: runs.length === 0 ? 0 : Math.max(0, length - spacing) }
}

const share: Readonly<Record<TextAlign, number>> = { start: 0, center: 0.5, end: 1 }

/**
 * Lays out a text at `size` px per em. Horizontal lines follow each other downwards; vertical columns follow each other from
 * right to left, with Latin letters on their side, like CSS's vertical-rl. Each line has the direction of its first letter, like
 * CSS's `unicode-bidi: plaintext`.
 */
export function layOutText(font: OpenFont, settings: TextSettings, size: number): TextLayout {
  const scale = size / font.unitsPerEm
  const lines = settings.text.split('\n').map((text) => measure(font, text, settings))
  const longest = Math.max(...lines.map(({ length }) => length)) * scale
  const pitch = settings.lineHeight * size
  const thickness = (lines.length - 1) * pitch + size * Math.max(1, Math.min(settings.lineHeight, 1.2))
  const spacing = settings.letterSpacing * size
  // The em box of a line is centred in the line's pitch: its middle lies halfway between ascender and descender.
  const middle = ((font.ascender + font.descender) / 2) * scale
  const first = (thickness - (lines.length - 1) * pitch) / 2
  const glyphs: PlacedGlyph[] = []

  lines.forEach(({ runs, length }, line) => {
    let along = (longest - length * scale) * share[settings.align]
    const across = first + line * pitch
    for (const { shaped, upright } of runs) {
      shaped.forEach((one, at) => {
        const dx = one.xOffset * scale
        const dy = one.yOffset * scale
        const { glyph } = one
        if (!settings.vertical) {
          glyphs.push({ glyph, matrix: [scale, 0, 0, -scale, along + dx, across + middle - dy] })
        } else if (upright) {
          glyphs.push({ glyph, matrix: [scale, 0, 0, -scale, thickness - across + dx, along - dy] })
        } else {
          // Rotate the glyph a quarter turn clockwise: its advance points down and its upward direction points right.
          glyphs.push({ glyph, matrix: [0, scale, scale, 0, thickness - across - middle + dy, along + dx] })
        }
        along += advanceOf(one, upright) * scale + (closesCluster(shaped, at) ? spacing : 0)
      })
    }
  })
  return settings.vertical ? { glyphs, width: thickness, height: longest } : { glyphs, width: longest, height: thickness }
}
