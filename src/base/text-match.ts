/** Matches a name with a search text: as written, by pinyin, or by the initials of its pinyin. Pure. */

/** Returns the readings of a Chinese character without tones, e.g. chong and zhong for 重; none for other characters. */
export type Readings = (character: string) => readonly string[]

export type TextMatch = (text: string, query: string) => boolean

const han = /\p{Script=Han}/u
const isSearchable = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

/** Converts full-width letters and digits, which a Chinese keyboard may type; `tight` also removes blanks. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
const withoutBlanks = (text: string): string => folded(text).replace(/\s+/g, '')

export const matchPlainly: TextMatch = (text, query) => withoutBlanks(text).includes(withoutBlanks(query))

/** Whether a query contains letters, so that it may be pinyin. */
export const mayBePinyin = (query: string): boolean => /[a-z]/i.test(folded(query))

/**
 * xm14 and xiaomi14 find 小米 14: a Chinese character matches any beginning of one of its readings, other characters match
 * themselves, and characters that are neither letters nor digits may be left out.
 */
export function createTextMatch(readings: Readings): TextMatch {
  return (text, query) => {
    const queryText = withoutBlanks(query)
    if (withoutBlanks(text).includes(queryText)) return true
    if (!mayBePinyin(query) || !han.test(text)) return false
    const characters = [...folded(text)]
    const matchesFrom = (index: number, from: number): boolean => {
      if (from === queryText.length) return true
      const character = characters[index]
      if (character === undefined) return false
      if (!isSearchable(character)) return matchesFrom(index + 1, from)
      if (queryText.startsWith(character, from) && matchesFrom(index + 1, from + character.length)) return true
      for (const reading of readings(character)) {
        for (let length = 1; length <= reading.length && reading[length - 1] === queryText[from + length - 1]; length++) {
          if (matchesFrom(index + 1, from + length)) return true
        }
      }
      return false
    }
    return characters.some((character, at) => isSearchable(character) && matchesFrom(at, 0))
  }
}
