/** Reasons why a text could not be drawn, in words for the seller. */
import { fontFaultTexts } from '../../../contract/rules/font-faults'
import { MissingGlyphsError } from '../../../imaging/glyphs/text-client'
import { tooDetailed } from '../../../imaging/glyphs/text-svg'

export const fontGone = '字体不存在'
export const noFonts = '请先在店铺上传字体'

/** A text could not be drawn; the message is for the seller. */
export class TextFailure extends Error {
  override readonly name = 'TextFailure'
}

/** Maximum number of missing characters to list; a wrong font lacks them all. */
const maxListed = 8

export function textFailure(error: unknown): string {
  if (error instanceof TextFailure) return error.message
  if (error instanceof MissingGlyphsError) {
    const { characters } = error
    const some = characters.slice(0, maxListed).map((character) => `「${character}」`)
    const more = characters.length > maxListed ? ` 等 ${characters.length} 个字` : ''
    return `填入的字体没有找到对应的字形：${some.join('')}${more}，请删除这些字或换一个字体`
  }
  const reason = error instanceof Error ? reasons[error.message] : undefined
  return `生成字体发生错误：${reason ?? '请重试；仍然不行请换一个字体'}`
}

/** Messages for the errors that the text worker reports about font files. */
const reasons: Readonly<Record<string, string>> = {
  [tooDetailed]: fontFaultTexts['too-detailed'],
  'not a font with outlines': '字体文件已损坏或不是可用的字体，请在店铺重新上传',
}
