/** Input and result of text layout. */
import type { TextFlow } from '../../contract/rules/appearance'

export type TextAlign = 'start' | 'center' | 'end'

export interface TextSettings {
  /** Text whose lines are separated by line feeds. */
  readonly text: string
  readonly vertical: boolean
  readonly align: TextAlign
  /** Space added after each character, em; may be negative. */
  readonly letterSpacing: number
  /** Distance from one line or column to the next, em. */
  readonly lineHeight: number
  /** How the lines run; absent or null: straight. */
  readonly flow?: TextFlow | null
  /** Weight, for fonts with a weight axis; absent or null: the font as it is. */
  readonly weight?: number | null
}

/** A positioned glyph: outline point (x, y) in font units maps to (a·x + c·y + e, b·x + d·y + f) in px, y downwards. */
export interface PlacedGlyph {
  readonly glyph: number
  readonly matrix: readonly [a: number, b: number, c: number, d: number, e: number, f: number]
  /** Position of the middle of its character along its line, px: a curve turns the glyphs of a character together. */
  readonly middle: number
}

export interface TextLayout {
  readonly glyphs: readonly PlacedGlyph[]
  /** Size of the box around the lines, px; outlines may extend beyond it. */
  readonly width: number
  readonly height: number
}

/** Weights that a font can have. */
export interface Weights {
  readonly min: number
  readonly max: number
}
