/** An opened font: shaping, outlines and what it lacks. HarfBuzz does the work; its memory is freed with the object. */
import * as hb from 'harfbuzzjs'

/** One command of an outline; font units, y upwards. */
export interface OutlineCommand {
  readonly type: string
  readonly values: readonly number[]
}

/** A shaped glyph; font units, y upwards. */
export interface ShapedGlyph {
  readonly glyph: number
  /** Where in the text (UTF-16 units) the characters it stands for begin. */
  readonly cluster: number
  readonly xAdvance: number
  readonly yAdvance: number
  readonly xOffset: number
  readonly yOffset: number
}

export type Direction = 'horizontal' | 'vertical'

export interface OpenFont {
  readonly unitsPerEm: number
  /** Height above the baseline, font units. */
  readonly ascender: number
  /** Depth under the baseline, font units, negative. */
  readonly descender: number
  shape(text: string, direction: Direction): readonly ShapedGlyph[]
  outline(glyph: number): readonly OutlineCommand[]
  /** Characters of a text the font cannot draw, each once, in the order of the text. */
  missing(text: string): string[]
}

/** Spaces and line ends need no glyph of their own; HarfBuzz hides default-ignorable characters. */
const invisible = /[\s\p{Default_Ignorable_Code_Point}]/u

/**
 * Opens a TrueType or OpenType font.
 *
 * @throws when the bytes are no font that has outlines.
 */
export function openFont(bytes: Uint8Array): OpenFont {
  const face = new hb.Face(new hb.Blob(bytes))
  const font = new hb.Font(face)
  const { ascender, descender } = font.hExtents()
  if (
    face.upem === 0 ||
    (face.referenceTable('glyf') === undefined &&
      face.referenceTable('CFF ') === undefined &&
      face.referenceTable('CFF2') === undefined)
  ) {
    throw new Error('not a font with outlines')
  }
  const outlines = new Map<number, readonly OutlineCommand[]>()
  const direction = { horizontal: hb.Direction.LTR, vertical: hb.Direction.TTB }

  return {
    unitsPerEm: face.upem,
    // Fonts made carelessly leave both at 0.
    ascender: ascender || face.upem * 0.88,
    descender: descender || -face.upem * 0.12,
    shape(text, way) {
      const buffer = new hb.Buffer()
      buffer.addText(text)
      buffer.guessSegmentProperties()
      buffer.setDirection(direction[way])
      hb.shape(font, buffer)
      const positions = buffer.getGlyphPositions()
      return buffer.getGlyphInfos().map(({ codepoint, cluster }, at) => {
        const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
        return { glyph: codepoint, cluster, xAdvance, yAdvance, xOffset, yOffset }
      })
    },
    outline(glyph) {
      const known = outlines.get(glyph)
      if (known) return known
      const commands = font.glyphToJson(glyph)
      outlines.set(glyph, commands)
      return commands
    },
    missing(text) {
      const lacking = new Set<string>()
      for (const character of text) {
        if (!invisible.test(character) && !font.glyph(character.codePointAt(0) ?? 0)) lacking.add(character)
      }
      return [...lacking]
    },
  }
}
