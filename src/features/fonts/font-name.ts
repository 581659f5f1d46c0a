/** Names of fonts: the form's rules, and a suggestion from the font's own names. Pure. */
import { maxFontNameLength } from '../../../contract/constants'
import type { FontName } from '../../../imaging/glyphs/font-file'

/** Number of characters as sellers count them: 𠮷 is one. */
const lengthOf = (text: string) => [...text].length

/** The reason why a name is refused; null when it is accepted. The server has the same rules. */
export function fontNameProblem(name: string | undefined): string | null {
  const trimmed = name?.trim() ?? ''
  if (trimmed === '') return '请输入字体名称'
  return lengthOf(trimmed) > maxFontNameLength ? `字体名称不能超过 ${maxFontNameLength} 个字` : null
}

/** Name ids by preference: full name before family, Chinese before others, since sellers know fonts by their Chinese names. */
const preferredNameIds: readonly (readonly [id: number, chinese: boolean])[] = [
  [4, true],
  [16, true],
  [1, true],
  [4, false],
  [16, false],
  [1, false],
]

const withoutEnding = (fileName: string) => fileName.replace(/\.[a-z0-9]{1,5}$/i, '').trim()
const withoutRegular = (name: string) => name.replace(/\s+Regular$/i, '')

/** Suggests a name: the first of the font's own that is short enough, else its first one, cut, else the file's name. */
export function suggestedName(names: readonly FontName[], fileName: string): string {
  const ownNames = preferredNameIds.flatMap(([id, chinese]) =>
    names.filter((name) => name.id === id && name.chinese === chinese).map(({ text }) => withoutRegular(text)),
  )
  const candidates = [...ownNames, withoutEnding(fileName)].filter((name) => name !== '')
  const name = candidates.find((one) => lengthOf(one) <= maxFontNameLength) ?? candidates[0] ?? ''
  return [...name].slice(0, maxFontNameLength).join('').trim()
}
