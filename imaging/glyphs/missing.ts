/**
 * Finds the characters of a text that a font cannot draw. What counts is what would be seen: a font may have a glyph that is
 * empty, or that exists in colours only, and it may draw a character that it has no glyph of by composing or taking it apart.
 */
import type { OpenFont, ShapedGlyph } from './font'
import { measuredLines } from './layout'
import type { TextSettings } from './layout-types'
import { isEmpty, isFrame, sameOutline } from './outline'

/**
 * Characters that are drawn by nothing: spaces, controls, what Unicode lets programs ignore, and the blanks among Braille patterns,
 * musical symbols, Khitan and Egyptian signs.
 */
const invisible = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\u{1d159}\u{16fe4}\u{13441}\u{13442}]/u

export const isVisible = (character: string): boolean => !invisible.test(character)

/** Letters, digits and marks whose own shape is no box; a font may show its box in place of each of them. */
const unboxed = /^(?![口囗ロㅁ])[\p{Letter}\p{Number}\p{Mark}]/u

/** Tests whether a glyph shows nothing of its character: it is absent, empty, or the font's box for absent characters. */
function showsNothing(font: OpenFont, glyph: number, character: string): boolean {
  const outline = font.outline(glyph)
  if (glyph === 0 || isEmpty(outline)) return true
  return unboxed.test(character) && sameOutline(outline, font.outline(0)) && isFrame(outline)
}

/** Returns whether the font draws a character that stands alone. */
export function drawsCharacter(font: OpenFont, character: string): boolean {
  const glyph = font.glyphOf(character)
  return isVisible(character) && glyph !== 0 && !showsNothing(font, glyph, character)
}

/** Returns the characters of a cluster that its glyphs do not show. */
function lackingIn(font: OpenFont, cluster: string, glyphs: readonly number[]): string[] {
  const visible = [...cluster].filter(isVisible)
  if (visible.length === 0) return []
  if (glyphs.includes(0)) {
    const unknown = visible.filter((character) => font.glyphOf(character) === 0)
    return unknown.length > 0 ? unknown : visible
  }
  if (glyphs.every((glyph) => isEmpty(font.outline(glyph)))) return visible
  // A character may have been drawn by the glyphs of what Unicode takes it apart into.
  return visible.filter((character) =>
    [character, ...character.normalize('NFD')].some((part) => {
      const own = font.glyphOf(part)
      return own !== 0 && glyphs.includes(own) && showsNothing(font, own, part)
    }),
  )
}

/** Returns each cluster of a shaped run as its first index and its glyphs. */
function clustersOf(shaped: readonly ShapedGlyph[]): ReadonlyMap<number, readonly number[]> {
  const clusters = new Map<number, number[]>()
  for (const { cluster, glyph } of shaped) {
    const known = clusters.get(cluster)
    if (known) known.push(glyph)
    else clusters.set(cluster, [glyph])
  }
  return clusters
}

/** Returns the characters of the text that the font cannot draw, each once, in the order of the text. */
export function missingCharacters(font: OpenFont, settings: TextSettings): string[] {
  const lacking = new Set<string>()
  for (const { text, runs } of measuredLines(font, settings)) {
    const clusters = new Map<number, { readonly glyphs: readonly number[]; readonly end: number }>()
    for (const { shaped, end } of runs) {
      const ofRun = clustersOf(shaped)
      const starts = [...ofRun.keys()].sort((one, other) => one - other)
      starts.forEach((start, i) => {
        clusters.set(start, { glyphs: ofRun.get(start) ?? [], end: starts[i + 1] ?? end })
      })
    }
    for (const [start, { glyphs, end }] of [...clusters].sort(([one], [other]) => one - other)) {
      for (const character of lackingIn(font, text.slice(start, end), glyphs)) lacking.add(character)
    }
  }
  return [...lacking]
}
