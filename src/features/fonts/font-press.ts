/**
 * The two pictures of a font that pickers show: its name drawn with it at 32 px, plain and chosen. A font that cannot write
 * its name, a Latin one with a Chinese name for example, shows a sample instead. All of it is the text worker's work.
 */
import { createTextClient, MissingGlyphsError, type TextClient } from '../../imaging/glyphs/text-client'
import { FontRefused, noPreview } from './font-file-check'

/** px an em. */
export const previewSize = 32
/** rgb(51,51,51) */
export const previewColor = '#333333'
/** rgb(253,116,85) */
export const activePreviewColor = '#fd7455'

/** What is drawn where the name cannot be: most fonts for Chinese or Latin have one of these whole. */
export const samples: readonly string[] = ['字体预览', '字體預覽', 'AaBb 123', 'ABC', '123']

export interface FontPreviews {
  /** What is drawn: the name, or the sample in its place. */
  readonly text: string
  readonly normal: Blob
  readonly active: Blob
}

export interface FontPress {
  /**
   * @param key identity of the font; it stays open under it.
   * @throws FontRefused 生成字体预览图失败 when nothing can be drawn with the font; an AbortError once disposed.
   */
  draw(key: string, font: () => Promise<ArrayBuffer>, name: string): Promise<FontPreviews>
  dispose(): void
}

const settings = { vertical: false, align: 'start', letterSpacing: 0, lineHeight: 1.2 } as const

export function createFontPress(client: Pick<TextClient, 'drawPng' | 'dispose'> = createTextClient()): FontPress {
  const drawText = async (key: string, font: () => Promise<ArrayBuffer>, text: string): Promise<FontPreviews> => {
    const picture = (color: string) => client.drawPng({ key, font, color, settings: { ...settings, text } }, previewSize)
    // One after the other: the first brings the font to the worker, the second finds it there.
    const normal = await picture(previewColor)
    return { text, normal, active: await picture(activePreviewColor) }
  }

  return {
    async draw(key, font, name) {
      try {
        for (const text of [name, ...samples]) {
          if (text === '') continue
          try {
            return await drawText(key, font, text)
          } catch (error) {
            if (!(error instanceof MissingGlyphsError)) throw error
          }
        }
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') throw error
        throw new FontRefused(noPreview, '这个文件里没有能用的字形，请换一个字体。')
      }
      throw new FontRefused(noPreview, '这个字体里没有中文、字母和数字，不能用来写字。')
    },
    dispose: () => client.dispose(),
  }
}
