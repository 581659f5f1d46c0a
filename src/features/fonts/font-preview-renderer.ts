/**
 * Draws the two pictures of a font that pickers show: its name at 32 px, plain and chosen. A font that lacks characters of its
 * name, for example a Latin font with a Chinese name, shows a sample text instead. The text worker does the drawing.
 */
import { isAbort } from '../../../contract/ground/thrown'
import { fontFaultTexts } from '../../../contract/rules/font-faults'
import { createTextClient, MissingGlyphsError, type TextClient } from '../../../imaging/glyphs/text-client'
import { tooDetailed } from '../../../imaging/glyphs/text-svg'
import { FontRefusedError, noPreview } from './font-file-check'

/** Font size in px. */
export const previewSize = 32
/** rgb(51,51,51) */
export const previewColor = '#333333'
/** rgb(253,116,85) */
export const activePreviewColor = '#fd7455'

/**
 * Sample texts for names that cannot be drawn: most Chinese or Latin fonts have all characters of one of them. Other fonts show
 * letters of their own.
 */
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
  client: Pick<TextClient, 'drawPng' | 'sample' | 'dispose'> = createTextClient(),
): FontPreviewRenderer {
  const drawText = async (key: string, font: () => Promise<ArrayBuffer>, text: string): Promise<FontPreviews> => {
    const picture = (color: string) => client.drawPng({ key, font, color, settings: { ...settings, text } }, previewSize)
    // One after another: the first call loads the font into the worker, the second finds it there.
    const normal = await picture(previewColor)
    return { text, normal, active: await picture(activePreviewColor) }
  }

  /** Draws the first of the texts that the font can write; null where it can write none. */
  const drawFirst = async (key: string, font: () => Promise<ArrayBuffer>, texts: readonly string[]) => {
    for (const text of texts) {
      if (text === '') continue
      try {
        return await drawText(key, font, text)
      } catch (error) {
        const isText = error instanceof MissingGlyphsError || (error instanceof Error && error.message === tooDetailed)
        if (!isText) throw error
      }
    }
    return null
  }

  return {
    async draw(key, font, name) {
      try {
        const drawn = await drawFirst(key, font, [name, ...samples])
        if (drawn !== null) return drawn
        const { sample, fault } = await client.sample({ key, font })
        if (fault !== null) throw new FontRefusedError(noPreview, fontFaultTexts[fault])
        return (await drawFirst(key, font, [sample])) ?? drawText(key, font, [...sample][0] ?? '')
      } catch (error) {
        const isSaid = error instanceof FontRefusedError || isAbort(error)
        if (isSaid) throw error
        if (error instanceof Error && error.message === tooDetailed) {
          throw new FontRefusedError(noPreview, fontFaultTexts['too-detailed'])
        }
        throw new FontRefusedError(noPreview, '这个文件里没有能用的字形，请换一个字体。')
      }
    },
    dispose: () => client.dispose(),
  }
}
