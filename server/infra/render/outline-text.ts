/** Draws texts as outlines with HarfBuzz, the same as a page does, so that the fonts of a shop need not leave the server. */
import { openFont } from '../../../src/imaging/glyphs/font'
import { textPicture } from '../../../src/imaging/glyphs/text-svg'
import { Failure } from '../../kernel/failure'
import type { OutlinedText, TextOutline } from '../../ports/renderer'

export type TextWork = Omit<OutlinedText, 'owner' | 'readFont'>

export function outlineText(bytes: Uint8Array, { color, ...settings }: TextWork): TextOutline {
  const font = openFont(new Uint8Array(bytes))
  const missing = font.missing(settings.text)
  if (missing.length > 0) return { missing }
  const picture = textPicture(font, settings, color)
  if (picture === null) throw new Failure('unsupported-file', '文字没有可以显示的内容，请输入文字')
  return picture
}
