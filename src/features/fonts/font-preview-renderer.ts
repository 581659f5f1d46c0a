/**
 * Draws the two pictures of a font that pickers show: its name at 32 px, plain and chosen. A font that lacks characters of its
 * name, for example a Latin font with a Chinese name, shows a sample text instead. The text worker does the drawing.
 */
import { createTextClient, MissingGlyphsError, type TextClient } from '../../imaging/glyphs/text-client'
import { FontRefusedError, noPreview } from './font-file-check'

/** Font size in px. */
export const previewSize = 32
/** rgb(51,51,51) */
export const previewColor = '#333333'
/** rgb(253,116,85) */
export const activePreviewColor = '#fd7455'

/** Sample texts for names that cannot be drawn: most Chinese or Latin fonts have all characters of one of them. */
export const samples: readonly string[] = ['字体预览', '字體預覽', 'AaBb 123', 'ABC', '123']

export interface FontPreviews {
  /** The drawn text: the name, or a sample instead of it. */
  readonly text: string
  readonly normal: Blob
  readonly active: Blob
}

export interface FontPreviewRenderer {
  /**
   * Draws both pictures.
   *
   * @param key identifies the font; the worker keeps it loaded under this key.
   * @throws FontRefused 生成字体预览图失败 when nothing can be drawn with the font; an AbortError once disposed.
   */
  draw(key: string, font: () => Promise<ArrayBuffer>, name: string): Promise<FontPreviews>
  dispose(): void
}

const settings = { vertical: false, align: 'start', letterSpacing: 0, lineHeight: 1.2 } as const

export function createFontPreviewRenderer(
  client: Pick<TextClient, 'drawPng' | 'dispose'> = createTextClient(),
): FontPreviewRenderer {
  const drawText = async (key: string, font: () => Promise<ArrayBuffer>, text: string): Promise<FontPreviews> => {
    const picture = (color: string) => client.drawPng({ key, font, color, settings: { ...settings, text } }, previewSize)
    // One after another: the first call loads the font into the worker, the second finds it there.
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
        throw new FontRefusedError(noPreview, '这个文件里没有能用的字形，请换一个字体。')
      }
      throw new FontRefusedError(noPreview, '这个字体里没有中文、字母和数字，不能用来写字。')
    },
    dispose: () => client.dispose(),
  }
}
