/**
 * Splits a line into runs to shape separately: each has one writing direction, one script and one orientation. Returns them in
 * visual order.
 */
import bidiFactory from 'bidi-js'
import { transformed, uprightCharacters } from './vertical-orientation'

/** Made for the first line that needs it: reading the tables of the algorithm takes longer than laying out a short text. */
let bidiTables: ReturnType<typeof bidiFactory> | null = null

/** Letters, digits and marks of the first plane that do not run from left to right, and what embeds a direction in a text. */
export const turning = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/
/** The first units of the right-to-left blocks beyond the first plane: U+10800 to U+10FFF and U+1E800 to U+1EFFF. */
const turningSurrogate = /[\ud802\ud803\ud83a\ud83b]/

/**
 * Orientation of a run: `lying` runs along a horizontal line, or on its side in a column; `standing` is upright in a column;
 * `transformed` is upright in a column if the font has a vertical form, else lying.
 */
export type Stance = 'lying' | 'standing' | 'transformed'

/** A section of a line, [start, end) in UTF-16 units. */
export interface TextRun {
  readonly start: number
  readonly end: number
  readonly rightToLeft: boolean
  readonly stance: Stance
  /** ISO 15924 code; null where HarfBuzz finds it. */
  readonly script: string | null
  /** BCP 47 language that the run is set in. */
  readonly language: string
  /** The run's letters are joined to each other: no letter spacing may tear them apart (CSS Text 4, cursive scripts). */
  readonly cursive: boolean
}

/** Scripts whose letters join (Unicode's ArabicShaping), of Unicode 13. */
const cursive = ['Adlm', 'Arab', 'Chrs', 'Mand', 'Mani', 'Mong', 'Nkoo', 'Phag', 'Phlp', 'Rohg', 'Sogd', 'Syrc']
/**
 * Languages of the scripts that several languages of East Asia write: fonts for all of them have a form of many characters for each.
 * A Chinese shop's texts are Chinese where nothing else is known.
 */
const languages: Readonly<Record<string, string>> = { Hira: 'ja', Kana: 'ja', Hang: 'ko', Bopo: 'zh-Hant' }
const otherLanguage = 'zh-Hans'

/**
 * ISO 15924 codes of the scripts for which fonts have shaping rules of their own: those of Unicode 13, the newest version that the
 * oldest supported engine knows. Characters of any other script are shaped by HarfBuzz as one run.
 */
const scripts = [
  ...['Latn', 'Hani', 'Hira', 'Kana', 'Hang', 'Bopo', 'Cyrl', 'Grek', 'Armn', 'Geor', 'Hebr', 'Thaa', 'Deva', 'Beng', 'Guru'],
  ...[
    'Gujr',
    'Orya',
    'Taml',
    'Telu',
    'Knda',
    'Mlym',
    'Sinh',
    'Thai',
    'Laoo',
    'Tibt',
    'Mymr',
    'Khmr',
    'Java',
    'Bali',
    'Ethi',
    'Yiii',
  ],
  ...cursive,
].map((code) => ({ code, holds: new RegExp(`^\\p{Script=${code}}`, 'u') }))
const shared = /^[\p{Script=Common}\p{Script=Inherited}]/u

const other = 'other'

/** Code of a character's script; null for characters that all scripts share, such as spaces and digits. */
const scriptOf = (character: string): string | null =>
  shared.test(character) ? null : (scripts.find(({ holds }) => holds.test(character))?.code ?? other)

/**
 * Returns the script of the character at each UTF-16 index of a line. What all scripts share belongs to the letter before it, at the
 * beginning to the first letter (UAX 24, 5.2), and without any letter to Chinese.
 */
function scriptsAt(line: string): string[] {
  const found: (string | null)[] = []
  let last: string | null = null
  for (const character of line) {
    last = scriptOf(character) ?? last
    for (let unit = 0; unit < character.length; unit++) found.push(last)
  }
  const first = found.find((script) => script !== null) ?? 'Hani'
  return found.map((script) => script ?? first)
}

/** Joiners, variation selectors and combining marks stay in the run of the character that they modify. */
const dependent = /^(?:\p{Mark}|\p{Join_Control}|\p{Variation_Selector}|\p{Emoji_Modifier})/u

const stanceOf = (character: string): Stance =>
  transformed.test(character) ? 'transformed' : uprightCharacters.test(character) ? 'standing' : 'lying'

/**
 * Replaces characters beyond the first plane: the bidi algorithm looks classes up by UTF-16 unit and takes a surrogate for a
 * Latin letter. Characters of the right-to-left blocks and non-letters are replaced by first-plane characters of the right class.
 */
const withoutSurrogates = (line: string): string =>
  line.replace(/[\u{10000}-\u{10FFFF}]/gu, (character) =>
    /[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u.test(character)
      ? 'אא'
      : /\p{Letter}/u.test(character)
        ? character
        : '\ufffc\ufffc',
  )

/**
 * Sections of one direction, in visual order from left to right (UAX 9); the line's base direction is that of its first letter.
 */
function directions(line: string): Pick<TextRun, 'start' | 'end' | 'rightToLeft'>[] {
  // Without any of them, every level of the algorithm is that of a line from left to right.
  if (!turning.test(line) && !turningSurrogate.test(line)) {
    return line === '' ? [] : [{ start: 0, end: line.length, rightToLeft: false }]
  }
  const plain = withoutSurrogates(line)
  bidiTables ??= bidiFactory()
  const bidi = bidiTables
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
 * Returns the runs of a line from left to right, or from the top of a column downwards.
 *
 * @param vertical whether the line is a column; if not, every run is `lying`.
 */
export function textRuns(line: string, vertical: boolean): TextRun[] {
  const scriptAt = scriptsAt(line)
  return directions(line).flatMap(({ start, end, rightToLeft }) => {
    const runs: { start: number; end: number; stance: Stance; script: string }[] = []
    let at = start
    for (const character of line.slice(start, end)) {
      const last = runs[runs.length - 1]
      const joined = last !== undefined && dependent.test(character)
      const stance = !vertical ? 'lying' : joined ? last.stance : stanceOf(character)
      const script = scriptAt[at] ?? other
      if (last?.stance === stance && (joined || script === last.script)) {
        last.end += character.length
      } else {
        runs.push({ start: at, end: at + character.length, stance, script })
      }
      at += character.length
    }
    const inOrder = rightToLeft ? runs.reverse() : runs
    return inOrder.map(({ script, ...run }) => ({
      ...run,
      rightToLeft,
      script: script === other ? null : script,
      language: languages[script] ?? otherLanguage,
      cursive: cursive.includes(script),
    }))
  })
}
