/**
 * The width of texts, in which a Chinese character counts 2 and a Latin letter 1. Limits of names use it, in the plugin and in
 * the server, so that a form never accepts what the server refuses.
 */

/** Ranges of code points with East Asian Width W or F, without emoji: first and last of each, ascending. */
const wide: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2630, 0x2637],
  [0x268a, 0x268f],
  [0x2e80, 0x2e99],
  [0x2e9b, 0x2ef3],
  [0x2f00, 0x2fd5],
  [0x2ff0, 0x303e],
  [0x3041, 0x3096],
  [0x3099, 0x30ff],
  [0x3105, 0x312f],
  [0x3131, 0x318e],
  [0x3190, 0x31e5],
  [0x31ef, 0x321e],
  [0x3220, 0x3247],
  [0x3250, 0xa48c],
  [0xa490, 0xa4c6],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe52],
  [0xfe54, 0xfe66],
  [0xfe68, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x16fe4],
  [0x16ff0, 0x16ff6],
  [0x17000, 0x18cd5],
  [0x18cff, 0x18d1e],
  [0x18d80, 0x18df2],
  [0x1aff0, 0x1affe],
  [0x1b000, 0x1b2fb],
  [0x1d300, 0x1d356],
  [0x1d360, 0x1d376],
  [0x1f200, 0x1f202],
  [0x1f210, 0x1f23b],
  [0x1f240, 0x1f248],
  [0x1f250, 0x1f251],
  [0x1f260, 0x1f265],
  [0x20000, 0x2fffd],
  [0x30000, 0x3fffd],
]

function isWide(code: number): boolean {
  if (code < 0x1100) return false
  let low = 0
  let high = wide.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last] = wide[middle] ?? [0, 0]
    if (code < first) high = middle - 1
    else if (code > last) low = middle + 1
    else return true
  }
  return false
}

// One emoji on the screen, possibly of several characters: a flag, a keycap, or pictographs with modifiers, joined by ZWJ.
const picture =
  /[#*0-9]\ufe0f?\u20e3|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*)*/gu
const drawnAsEmoji = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u
// Characters that add no width: combining marks, control characters, and the second and third part of a Hangul syllable.
const nothing = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff\ud7b0-\ud7ff]/u
const lone = /\p{Emoji_Presentation}/u

function plainWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (nothing.test(character)) continue
    width += isWide(character.codePointAt(0) ?? 0) || lone.test(character) ? 2 : 1
  }
  return width
}

/** Returns a text's width in half-width columns. An emoji counts 2; combining marks, joiners and control characters count 0. */
export function textWidth(text: string): number {
  let width = 0
  let end = 0
  for (const match of text.matchAll(picture)) {
    width += plainWidth(text.slice(end, match.index))
    width += drawnAsEmoji.test(match[0]) ? 2 : plainWidth(match[0])
    end = match.index + match[0].length
  }
  return width + plainWidth(text.slice(end))
}
