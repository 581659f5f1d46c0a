/** Splits a line into what is shaped at once: one direction of writing, one script, one way of standing. In the order on the page. */
import bidiFactory from 'bidi-js'
import { standing, transformed } from './vertical-orientation'

const bidi = bidiFactory()

/**
 * How a run stands on the page: beside its neighbours along a horizontal line or, in a column, on its side (`lying`); upright in a
 * column (`standing`); upright if the font has a form for columns, else lying (`transformed`).
 */
export type Stance = 'lying' | 'standing' | 'transformed'

/** A part of a line, [start, end) in UTF-16 units. */
export interface TextRun {
  readonly start: number
  readonly end: number
  readonly rightToLeft: boolean
  readonly stance: Stance
}

/** Scripts with rules of their own in fonts. Those of Unicode 13, which the oldest engine knows; of others HarfBuzz makes one run. */
const scripts = [
  ...[
    'Latin',
    'Han',
    'Hiragana',
    'Katakana',
    'Hangul',
    'Bopomofo',
    'Cyrillic',
    'Greek',
    'Armenian',
    'Georgian',
    'Hebrew',
    'Arabic',
  ],
  ...['Syriac', 'Thaana', 'Nko', 'Adlam', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'],
  ...[
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Tibetan',
    'Myanmar',
    'Khmer',
    'Mongolian',
    'Javanese',
    'Balinese',
    'Ethiopic',
    'Yi',
  ],
].map((name) => ({ name, holds: new RegExp(`^\\p{Script=${name}}`, 'u') }))
const shared = /^[\p{Script=Common}\p{Script=Inherited}]/u

/** Name of a character's script; null for what all scripts share, such as spaces and digits. */
const scriptOf = (character: string): string | null =>
  shared.test(character) ? null : (scripts.find(({ holds }) => holds.test(character))?.name ?? 'other')

/** Joiners, selectors and combining marks go with the character they change. */
const dependent = /^(?:\p{Mark}|\p{Join_Control}|\p{Variation_Selector}|\p{Emoji_Modifier})/u

const stanceOf = (character: string): Stance =>
  transformed.test(character) ? 'transformed' : standing.test(character) ? 'standing' : 'lying'

/**
 * The algorithm's classes are looked up by UTF-16 unit, where a surrogate counts as a Latin letter. Beyond the first plane the
 * right-to-left blocks and everything that is no letter are stood in for by characters of the right class.
 */
const withoutSurrogates = (line: string): string =>
  line.replace(/[\u{10000}-\u{10FFFF}]/gu, (character) =>
    /[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u.test(character)
      ? 'אא'
      : /\p{Letter}/u.test(character)
        ? character
        : '\ufffc\ufffc',
  )

/** Stretches of one direction, from left to right (UAX 9); the line's own direction is that of its first letter. */
function directions(line: string): Pick<TextRun, 'start' | 'end' | 'rightToLeft'>[] {
  const plain = withoutSurrogates(line)
  const embedding = bidi.getEmbeddingLevels(plain)
  const stretches: { start: number; end: number; rightToLeft: boolean }[] = []
  for (const at of bidi.getReorderedIndices(plain, embedding)) {
    const rightToLeft = ((embedding.levels[at] ?? 0) & 1) === 1
    const last = stretches[stretches.length - 1]
    if (last?.rightToLeft === rightToLeft && at === last.end) last.end++
    else if (last?.rightToLeft === rightToLeft && at === last.start - 1) last.start--
    else stretches.push({ start: at, end: at + 1, rightToLeft })
  }
  return stretches
}

/**
 * The runs of a line from left to right, or from the top of a column downwards.
 *
 * @param vertical whether the line is a column; else every run is `lying`.
 */
export function textRuns(line: string, vertical: boolean): TextRun[] {
  return directions(line).flatMap(({ start, end, rightToLeft }) => {
    const runs: { start: number; end: number; rightToLeft: boolean; stance: Stance; script: string | null }[] = []
    let at = start
    for (const character of line.slice(start, end)) {
      const last = runs[runs.length - 1]
      const joined = last !== undefined && dependent.test(character)
      const stance = !vertical ? 'lying' : joined ? last.stance : stanceOf(character)
      const script = joined ? null : scriptOf(character)
      const fits = last?.stance === stance && (joined || stance !== 'transformed')
      if (last && fits && (script === null || last.script === null || script === last.script)) {
        last.end += character.length
        last.script ??= script
      } else {
        runs.push({ start: at, end: at + character.length, rightToLeft, stance, script })
      }
      at += character.length
    }
    return rightToLeft ? runs.reverse() : runs
  })
}
