/** The name of a collection: 1 to 12 half-width characters once trimmed, a Chinese character or an emoji counting 2. */
import { maxCollectionNameWidth } from '../../../contract/constants'
import { textWidth } from '../../../contract/rules/text-width'

/** The name as it is stored: normalised to NFC, since macOS may produce decomposed characters, and trimmed. */
export const cleanName = (typed: string): string => typed.normalize('NFC').trim()

/** The count beside the field: 5/12. */
export const nameCount = (typed: string): string => `${textWidth(cleanName(typed))}/${maxCollectionNameWidth}`

/** The reason why a name is refused; null when it may be saved. */
export function nameProblem(typed: string): string | null {
  const name = cleanName(typed)
  // A name of joiners and other invisible characters counts as empty.
  if (!/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(name)) return '此项必须填写'
  const over = textWidth(name) - maxCollectionNameWidth
  if (over <= 0) return null
  return `分组名称不能超过 ${maxCollectionNameWidth} 个字符（一个汉字算 2 个字符），现在多了 ${over} 个`
}
