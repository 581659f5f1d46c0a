/** Draws texts as outlines with HarfBuzz, the same as a page does, so that the fonts of a shop need not leave the server. */
import { type FontFault, fontFaultTexts } from '../../../contract/rules/font-faults'
import { type OpenFont, openFont } from '../../../imaging/glyphs/font'
import { fontFault } from '../../../imaging/glyphs/judge'
import { missingCharacters } from '../../../imaging/glyphs/missing'
import { textPicture, tooDetailed } from '../../../imaging/glyphs/text-svg'
import { Failure } from '../../kernel/failure'
import type { OutlinedText, TextOutline } from '../../ports/renderer'

/** Returns why nothing can be written in a font; null where something can. */
export function judgeFont(bytes: Uint8Array): FontFault | 'not a font' | null {
  let font: OpenFont
  try {
    font = openFont(new Uint8Array(bytes))
  } catch {
    return 'not a font'
  }
  return fontFault(font)
}

/** Draws texts in one font; opening a font takes longer than drawing a text in it. Throws as the renderer's `outlineTexts` rejects. */
export function outlineTexts(bytes: Uint8Array, texts: readonly OutlinedText[]): readonly TextOutline[] {
  const font = openFont(new Uint8Array(bytes))
  return texts.map((text) => outlineText(font, text))
}

function outlineText(font: OpenFont, { color, ...settings }: OutlinedText): TextOutline {
  const missing = missingCharacters(font, settings)
  if (missing.length > 0) return { missing }
  try {
    const picture = textPicture(font, settings, color)
    if (picture === null) throw new Failure('unsupported-file', '文字没有可以显示的内容，请输入文字')
    return picture
  } catch (error) {
    if (error instanceof Error && error.message === tooDetailed) {
      throw new Failure('unsupported-file', fontFaultTexts['too-detailed'])
    }
    throw error
  }
}
