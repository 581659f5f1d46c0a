/**
 * Keeps a text layer of a PSD a text: finds its font among the shop's, draws it as every text is drawn, and compares that with the
 * pixels that Photoshop stored. A text that differs stays pixels, with the reason.
 */
import { fontFaultTexts } from '../../../contract/rules/font-faults'
import type { ShopFont } from '../../../contract/types'
import { roundLength } from '../../../design/geometry/number'
import { textDefaults } from '../../../design/model/create'
import { svgDataUrl } from '../../../design/model/picture-url'
import { cleanText, fontSizeRange, textProblem, textRanges } from '../../../design/model/text'
import type { ImageLayer, TextLayer } from '../../../design/model/types'
import type { FontName } from '../../../imaging/glyphs/font-file'
import { MissingGlyphsError, type TextClient } from '../../../imaging/glyphs/text-client'
import { textUnit, tooDetailed } from '../../../imaging/glyphs/text-svg'
import type { Raster } from '../../../imaging/pixels/raster'
import type { PsdLayer } from '../../../imaging/psd/types'
import type { Mapping } from './placement'
import { centreOf, looksAlike, textDifference } from './text-likeness'

/** Where a drawn picture lies on the raster, px. */
export interface PicturePlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface TextLayerPorts {
  /** Returns the shop's fonts; `fresh` requests them again from the server. */
  fonts(fresh: boolean): Promise<readonly Pick<ShopFont, 'id' | 'fontUrl' | 'size'>[]>
  /** Returns the names in a font file. */
  names(font: Pick<ShopFont, 'fontUrl' | 'size'>): Promise<readonly FontName[]>
  fontBytes(url: string): Promise<ArrayBuffer>
  readonly client: Pick<TextClient, 'draw'>
  /** Decodes a layer's picture; its box begins at 0, 0. */
  decode(picture: Blob): Promise<Raster>
  /** Draws an SVG at a place given in fractions of px; the raster covers all of the drawing. */
  render(url: string, place: PicturePlace): Promise<Raster>
}

export type TextOutcome = { readonly layer: TextLayer } | { readonly reason: string }

export interface PsdTexts {
  /** @param layer what would be imported as a picture. Never rejects: a failure is a reason. */
  convert(source: PsdLayer, layer: ImageLayer, mapping: Mapping): Promise<TextOutcome>
}

/** Most px of a layer that is compared; larger ones would need too much memory beside the page. */
const maxComparedPixels = 24_000_000

const comparable = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '')

/**
 * Returns every name a PSD may know a font by, comparable: its PostScript name (6), full name (4), and family with style, in all
 * languages of the file.
 */
export function comparableNames(names: readonly FontName[]): ReadonlySet<string> {
  const textsOf = (id: number) => names.filter((name) => name.id === id).map(({ text }) => text)
  const pairs = [[1, 2] as const, [16, 17] as const].flatMap(([family, style]) =>
    textsOf(family).flatMap((first) => textsOf(style).map((second) => `${first}${second}`)),
  )
  return new Set([...textsOf(6), ...textsOf(4), ...pairs].map(comparable))
}

export function createPsdTexts(ports: TextLayerPorts): PsdTexts {
  const known = new Map<string, Promise<ReadonlySet<string>>>()
  const namesOf = (font: Pick<ShopFont, 'fontUrl' | 'size'>) => {
    const names = known.get(font.fontUrl) ?? ports.names(font).then(comparableNames)
    known.set(font.fontUrl, names)
    // A font that could not be read is tried again the next time.
    names.catch(() => known.delete(font.fontUrl))
    return names
  }

  /** Finds a font by its name; `unread` counts the fonts whose files could not be read. */
  const findFontIn = async (name: string, fresh: boolean) => {
    const wanted = comparable(name)
    let unread = 0
    for (const font of await ports.fonts(fresh)) {
      const names = await namesOf(font).catch(() => null)
      if (names === null) unread += 1
      else if (names.has(wanted)) return { font, unread }
    }
    return { font: null, unread }
  }
  const findFont = async (name: string) => {
    const found = await findFontIn(name, false)
    return found.font === null ? findFontIn(name, true) : found
  }

  const tryConvert = async (source: PsdLayer, image: ImageLayer, mapping: Mapping): Promise<TextOutcome> => {
    const { text: written, width, height } = source
    if (!written?.setting || written.font === null) return { reason: written?.problem ?? '文件里没有文字或字体的信息' }
    const { setting, font: fontName } = written
    const text = cleanText(written.text)
    const problem = textProblem(text)
    if (problem !== null) return { reason: problem }
    const isWithin = (value: number, { min, max }: { readonly min: number; readonly max: number }) => value >= min && value <= max
    if (!isWithin(setting.letterSpacing, textRanges.letterSpacing)) return { reason: '字间距超出了可以设置的范围' }
    const isOneLine = !text.includes('\n')
    if (!isOneLine && !isWithin(setting.lineHeight, textRanges.lineHeight)) return { reason: '行距超出了可以设置的范围' }
    if (!isWithin(setting.size * mapping.scaleY, fontSizeRange)) return { reason: '字号超出了可以设置的范围' }
    if (width * height > maxComparedPixels) return { reason: '文字图层太大，无法比较' }
    const { font, unread } = await findFont(fontName)
    if (font === null)
      return {
        reason:
          unread > 0
            ? `店铺里没有找到字体「${fontName}」，有 ${unread} 个字体文件读不出来`
            : `店铺里没有字体「${fontName}」，上传这个字体后重新导入就能保留文字`,
      }
    // The outlines of one line do not depend on the line height.
    const lineHeight = isOneLine ? textDefaults.lineHeight : setting.lineHeight
    const { letterSpacing, vertical, align, color } = setting
    const settings = { text, vertical, align, letterSpacing, lineHeight, flow: null, weight: null }
    const drawn = await ports.client.draw({ key: font.fontUrl, font: () => ports.fontBytes(font.fontUrl), settings, color })
    const url = svgDataUrl(drawn.svg)
    const scale = setting.size / textUnit
    const size = { width: drawn.width * scale, height: drawn.height * scale }
    if (size.width * size.height > maxComparedPixels) return { reason: '文字图层太大，无法比较' }
    const stored = await ports.decode(source.picture)
    const trial = await ports.render(url, { left: 0, top: 0, ...size })
    const [there, here] = [centreOf(stored), centreOf(trial)]
    if (there === null || here === null) return { reason: '图层里看不到文字' }
    const place = { left: there.x - here.x, top: there.y - here.y, ...size }
    const difference = textDifference(stored, await ports.render(url, place), setting.size)
    if (!looksAlike(difference, setting.size))
      return {
        reason: `用店铺里的字体画出来与Photoshop不同（平均相差 ${Math.round(difference.mean * 100)}%，最大处 ${Math.round(difference.worst * 100)}%），为保持原样保留了图片`,
      }
    const { shape: _shape, ...fields } = image
    return {
      layer: {
        ...fields,
        type: 'TEXT',
        isBackground: false,
        isUserUploadImage: false,
        imageUrl: url,
        imageFileId: null,
        originalWidth: drawn.width,
        originalHeight: drawn.height,
        left: roundLength(mapping.x + (source.left + place.left) * mapping.scaleX),
        top: roundLength(mapping.y + (source.top + place.top) * mapping.scaleY),
        width: roundLength(size.width * mapping.scaleX),
        height: roundLength(size.height * mapping.scaleY),
        text,
        fontId: font.id,
        fontFamilyUrl: font.fontUrl,
        fontColor: color,
        verticalText: vertical,
        textAlign: align,
        letterSpacing,
        lineHeight,
        textFlow: null,
        fontWeight: null,
      },
    }
  }

  return {
    async convert(source, layer, mapping) {
      try {
        return await tryConvert(source, layer, mapping)
      } catch (error) {
        if (error instanceof MissingGlyphsError)
          return { reason: `字体「${source.text?.font}」里没有这些字：${error.characters.join('')}` }
        if (error instanceof Error && error.message === tooDetailed)
          return { reason: `字体「${source.text?.font}」：${fontFaultTexts['too-detailed']}` }
        return { reason: '店铺里的字体没有读出来，请检查网络后重新导入' }
      }
    },
  }
}
