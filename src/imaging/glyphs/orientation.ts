/**
 * Which way a character stands in vertical text. Upright: ideographs, kana, hangul, full-width forms, emoji. Everything else
 * (Latin, digits, half-width punctuation, dashes, ellipses) lies on its side, as Unicode Standard Annex 50 has it for values
 * U, Tu and Tr against R; brackets of value Tr stand, because fonts bring their own vertical forms for them.
 */
const upright =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u2E80-\u303F\u3100-\u31EF\u3200-\u33FF\uFE10-\uFE1F\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F000}-\u{1FAFF}]/u

export interface TextRun {
  readonly text: string
  readonly upright: boolean
}

/** Joiners, selectors and combining marks go with the character they change. */
const dependent = /\p{Mark}|\p{Join_Control}|\p{Variation_Selector}|\p{Emoji_Modifier}/u

/** Splits one line into runs that stand and runs that lie. */
export function verticalRuns(line: string): TextRun[] {
  const runs: { text: string; upright: boolean }[] = []
  for (const character of line) {
    const last = runs[runs.length - 1]
    const stands = dependent.test(character) && last ? last.upright : upright.test(character)
    if (last && last.upright === stands) last.text += character
    else runs.push({ text: character, upright: stands })
  }
  return runs
}
