/** Checks whether a picked file is a font that the shop accepts, before it is sent; the server checks all of its bytes. */
import { fileKind, fileSizeLimit } from '../../../contract/constants'
import { coloredFontNote, fontFaultTexts } from '../../../contract/rules/font-faults'
import { bytesText } from '../../../contract/rules/sizes'
import { type FontFacts, fontSignature, readFontFacts } from '../../../imaging/glyphs/font-file'
import type { EmbeddingRights } from './embedding'
import { embeddingRights } from './embedding'
import { suggestedName } from './font-name'

export const notAFont = '请上传ttf、otf格式的字体文件'
export const noPreview = '生成字体预览图失败，请检查字体文件'

/** The reason why a file is refused: a sentence, and what to do about it. */
export class FontRefusedError extends Error {
  override readonly name = 'FontRefused'
  constructor(
    message: string,
    readonly hint = '',
  ) {
    super(message)
  }
}

const signatureHints = {
  collection: '这是字体集（TTC），里面有多个字体，请先拆分成单个的 TTF 或 OTF 文件。',
  woff: '这是网页字体（WOFF），请向字体作者下载 TTF 或 OTF 版本。',
  other: '文件内容不是字体，改后缀名没有用，请重新下载字体。',
} as const

export interface CheckedFont {
  readonly rights: EmbeddingRights
  /** The font's own name, cut to the length that the server accepts. */
  readonly suggestion: string
  /** A note for the seller before the font is uploaded; null for most fonts. */
  readonly note: string | null
  /** Copyright and licence texts in the file; '' when it has none. */
  readonly licence: string
}

const licenceOf = ({ names }: FontFacts): string => {
  const text = (id: number) => {
    const found = names.filter((name) => name.id === id)
    return (found.find(({ chinese }) => chinese) ?? found[0])?.text
  }
  return text(13) ?? text(0) ?? ''
}

/**
 * Reads a few KB of the file.
 *
 * @throws FontRefused with a sentence for the seller.
 */
export async function checkFontFile({ name, blob }: { readonly name: string; readonly blob: Blob }): Promise<CheckedFont> {
  const signature = await fontSignature(blob)
  if (signature !== 'ttf' && signature !== 'otf') throw new FontRefusedError(notAFont, signatureHints[signature])
  const maxBytes = fileSizeLimit[fileKind.font]
  if (blob.size > maxBytes) {
    throw new FontRefusedError(
      `字体文件不能超过 ${bytesText(maxBytes, 'down')}`,
      `这个文件有 ${bytesText(blob.size, 'up')}，请换一个精简版的字体。`,
    )
  }
  const facts = await readFontFacts(blob).catch((cause: unknown) => {
    throw new FontRefusedError(
      noPreview,
      cause instanceof Error && cause.name === 'BrokenFontError' ? '文件不完整，请重新下载字体。' : '',
    )
  })
  if (!facts.hasOutlines && facts.hasColors) throw new FontRefusedError(noPreview, fontFaultTexts['no-outlines'])
  return {
    rights: embeddingRights(facts.fsType),
    suggestion: suggestedName(facts.names, name),
    note: facts.hasColors ? coloredFontNote : null,
    licence: licenceOf(facts),
  }
}
