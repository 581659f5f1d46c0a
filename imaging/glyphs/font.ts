/**
 * Opens fonts with HarfBuzz: shaping, glyphs and their outlines. HarfBuzz's memory is freed together with the object.
 */
import * as hb from 'harfbuzzjs'
import { colorTables, outlineTables } from './font-file'
import type { Weights } from './layout-types'
import { hasUnicodeCmap, readLegacyCmap } from './legacy-cmap'
import type { Outline } from './outline'
import { readVerticalMetrics } from './vertical-metrics'

/** A shaped glyph; font units, y upwards. */
export interface ShapedGlyph {
  readonly glyph: number
  /** Index in the text (UTF-16 units) of the first character that the glyph represents. */
  readonly cluster: number
  readonly xAdvance: number
  readonly yAdvance: number
  readonly xOffset: number
  readonly yOffset: number
}

export type Direction = 'leftToRight' | 'rightToLeft' | 'topToBottom'

/** The part of a line to shape: [start, end) in UTF-16 units. The rest of the line is context that decides how letters join. */
export interface ShapingRun {
  readonly start: number
  readonly end: number
  readonly direction: Direction
  /** ISO 15924 code; null: that of the first letter. */
  readonly script: string | null
  /** BCP 47 language, which chooses among the forms that a font has of one character. */
  readonly language: string
  /** Allows optional ligatures, which the language does not require (fi, ffi). */
  readonly ligatures: boolean
}

export interface OpenFont {
  readonly unitsPerEm: number
  /** Ascender height above the baseline, font units. */
  readonly ascender: number
  /** Descender depth below the baseline, font units, negative. */
  readonly descender: number
  /** Returns glyphs from left to right, or from top to bottom. */
  shape(line: string, run: ShapingRun): readonly ShapedGlyph[]
  /** The font has glyphs for vertical text. */
  readonly hasVerticalForms: boolean
  outline(glyph: number): Outline
  /** The font has letters in colours, of which only the outlines are drawn. */
  readonly hasColors: boolean
  /** Returns the glyph of a character that stands alone; 0 where the font has none. */
  glyphOf(character: string): number
  /** Returns the code points that the font has glyphs for. */
  codePoints(): Iterable<number>
  /** Weights that the font can have; null for a font without a weight axis. */
  readonly weights: Weights | null
  /** Returns the font in a weight, limited to those that it has; the same font where it has no weight axis. */
  inWeight(weight: number): OpenFont
}

const directions = { leftToRight: hb.Direction.LTR, rightToLeft: hb.Direction.RTL, topToBottom: hb.Direction.TTB }
/** The ligature features that CSS switches off when letter spacing is not 0. */
const noLigatures = ['-liga', '-clig'].flatMap((text) => hb.Feature.fromString(text) ?? [])

let drawn: { commands: string; readonly values: number[] } = { commands: '', values: [] }

/**
 * Makes the functions that record in `drawn` what HarfBuzz draws. An object for each command would take longer than finding the
 * command, and each function is a WebAssembly module: a contour is closed where the next one begins, and only TrueType has conics.
 */
function createRecorder(hasConics: boolean): hb.DrawFuncs {
  const funcs = new hb.DrawFuncs()
  funcs.setMoveToFunc((x, y) => {
    drawn.commands += drawn.commands === '' ? 'M' : 'ZM'
    drawn.values.push(x, y)
  })
  funcs.setLineToFunc((x, y) => {
    drawn.commands += 'L'
    drawn.values.push(x, y)
  })
  funcs.setCubicToFunc((c1x, c1y, c2x, c2y, x, y) => {
    drawn.commands += 'C'
    drawn.values.push(c1x, c1y, c2x, c2y, x, y)
  })
  if (hasConics) {
    funcs.setQuadraticToFunc((cx, cy, x, y) => {
      drawn.commands += 'Q'
      drawn.values.push(cx, cy, x, y)
    })
  }
  return funcs
}

const recorders = new Map<boolean, hb.DrawFuncs>()

function readOutline(font: hb.Font, glyph: number, hasConics: boolean): Outline {
  const recorder = recorders.get(hasConics) ?? createRecorder(hasConics)
  recorders.set(hasConics, recorder)
  drawn = { commands: '', values: [] }
  font.drawGlyph(glyph, recorder)
  if (drawn.commands !== '') drawn.commands += 'Z'
  return drawn
}

/** Returns the font with vertical metrics; where the font has none of its own, glyphs hang from the ascender. */
function withVerticalMetrics(face: hb.Face, plain: hb.Font, ascender: number): hb.Font {
  const metrics = readVerticalMetrics((tag) => face.referenceTable(tag))
  const funcs = new hb.FontFuncs()
  funcs.setGlyphVAdvanceFunc((_, glyph) => -(metrics.advance(glyph) ?? face.upem))
  funcs.setGlyphVOriginFunc((_, glyph) => [
    plain.glyphHAdvance(glyph) / 2,
    metrics.origin(glyph, plain.glyphExtents(glyph)?.yBearing ?? 0) ?? ascender,
  ])
  const font = plain.subFont()
  font.setFuncs(funcs)
  return font
}

/** Returns the glyphs by code point of a font without a map in Unicode; null for all other fonts. */
function legacyGlyphs(face: hb.Face): ReadonlyMap<number, number> | null {
  const cmap = face.referenceTable('cmap')
  return cmap === undefined || hasUnicodeCmap(cmap) ? null : readLegacyCmap(cmap)
}

function withGlyphs(font: hb.Font, glyphs: ReadonlyMap<number, number>): hb.Font {
  const funcs = new hb.FontFuncs()
  funcs.setNominalGlyphFunc((_, codePoint) => glyphs.get(codePoint))
  const mapped = font.subFont()
  mapped.setFuncs(funcs)
  return mapped
}

/**
 * Opens a TrueType or OpenType font.
 *
 * @throws when the bytes are not a font with outlines.
 */
export function openFont(bytes: Uint8Array): OpenFont {
  return openFace(new hb.Face(new hb.Blob(bytes)), null)
}

/** @param weight along the face's weight axis; null for its default. */
function openFace(face: hb.Face, weight: number | null): OpenFont {
  const own = new hb.Font(face)
  if (weight !== null) own.setVariations([new hb.Variation('wght', weight)])
  const legacy = legacyGlyphs(face)
  const plain = legacy ? withGlyphs(own, legacy) : own
  const extents = plain.hExtents()
  const hasTable = (tag: string) => face.referenceTable(tag) !== undefined
  const hasConics = hasTable('glyf')
  if (face.upem === 0 || !outlineTables.some(hasTable)) {
    throw new Error('not a font with outlines')
  }
  // Carelessly made fonts leave both metrics at 0.
  const ascender = extents.ascender || face.upem * 0.88
  const descender = extents.descender || -face.upem * 0.12
  // The font's tables of vertical metrics are read only when the first vertical text is shaped.
  let vertical: hb.Font | null = null
  const verticalFont = (): hb.Font => {
    vertical ??= withVerticalMetrics(face, plain, ascender)
    return vertical
  }
  const outlines = new Map<number, Outline>()

  const shape: OpenFont['shape'] = (line, { start, end, direction, script, language, ligatures }) => {
    const buffer = new hb.Buffer()
    buffer.addText(line, start, end - start)
    buffer.guessSegmentProperties()
    if (script !== null) buffer.setScript(script)
    buffer.setLanguage(language)
    buffer.setDirection(directions[direction])
    hb.shape(direction === 'topToBottom' ? verticalFont() : plain, buffer, ligatures ? [] : noLigatures)
    const positions = buffer.getGlyphPositions()
    return buffer.getGlyphInfos().map(({ codepoint, cluster }, at) => {
      const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
      return { glyph: codepoint, cluster, xAdvance, yAdvance, xOffset, yOffset }
    })
  }

  const hasVerticalForms = face.getTableFeatureTags('GSUB').some((tag) => tag === 'vert' || tag === 'vrt2')
  const hasColors = colorTables.some(hasTable)
  const glyphOf = (character: string): number => plain.glyph(character.codePointAt(0) ?? 0) ?? 0
  const axis = face.getAxisInfos().wght
  const inWeights = new Map<number, OpenFont>()

  return {
    unitsPerEm: face.upem,
    weights: axis && axis.min < axis.max ? { min: axis.min, max: axis.max } : null,
    inWeight(wanted) {
      if (!axis) return this
      const limited = Math.min(axis.max, Math.max(axis.min, wanted))
      const known = inWeights.get(limited) ?? openFace(face, limited)
      inWeights.set(limited, known)
      return known
    },
    ascender,
    descender,
    shape,
    hasVerticalForms,
    hasColors,
    glyphOf,
    // Copied: HarfBuzz's memory moves when it grows.
    codePoints: () => legacy?.keys() ?? Array.from(face.collectUnicodes()),
    outline(glyph) {
      const cached = outlines.get(glyph)
      if (cached) return cached
      const outline = readOutline(plain, glyph, hasConics)
      outlines.set(glyph, outline)
      return outline
    },
  }
}
