/** Creates the text functions of an open designer: drawing, fonts, and the cell of the layer being edited in place. */
import type { QueryClient } from '@tanstack/react-query'
import { type Cell, createCell } from '../../../../contract/ground/cell'
import type { Weights } from '../../../../imaging/glyphs/layout-types'
import { createTextClient } from '../../../../imaging/glyphs/text-client'
import { resolveFileUrl } from '../../../api/file-url'
import { shopFontsQuery } from '../../../api/queries/fonts'
import type { Api } from '../../../api/services'
import { createPsdTexts, type PsdTexts } from '../../../template-tools/psd/text-layers'
import { decodeRaster, fontNamesAt, renderRaster } from '../../../template-tools/psd/text-page'
import type { Renderer } from '../../render/renderer'
import type { Session } from '../../session/types'
import { TextFailure } from '../../text/failure'
import { createTexts, type TextPorts, type Texts } from '../../text/texts'
import { createFontFaces, type FontFaces } from './font-faces'

export interface TextTools extends Texts {
  readonly faces: FontFaces
  /** Keeps the texts of an imported PSD. */
  readonly psdTexts: PsdTexts
  /** uuid of the text layer that is being edited on the canvas; null for none. */
  readonly editing: Cell<string | null>
  /** Returns the weights of a font file; null for a font without a weight axis. */
  weights(url: string): Promise<Weights | null>
}

async function fontBytes(url: string): Promise<ArrayBuffer> {
  let reply: Response
  try {
    reply = await fetch(resolveFileUrl(url))
  } catch (cause) {
    throw new TextFailure('生成字体发生错误：字体文件没有下载下来，请检查网络后重试', { cause })
  }
  if (!reply.ok) throw new TextFailure('生成字体发生错误：店铺里的字体文件读不到，请重新上传字体')
  return reply.arrayBuffer()
}

export function createTextTools(parts: {
  readonly session: Session
  readonly renderer: Cell<Renderer | null>
  readonly api: Api
  readonly queries: QueryClient
  /** Returns the outline of a text for its new picture. */
  readonly remakeStroke: NonNullable<TextPorts['remakeStroke']>
}): TextTools {
  const { session, renderer, api, queries, remakeStroke } = parts
  const client = createTextClient()
  const faces = createFontFaces(fontBytes)
  const fonts = (fresh: boolean) =>
    queries.fetchQuery({ ...shopFontsQuery(api), ...(fresh && { staleTime: 0 }), meta: { quiet: true } })
  const psdTexts = createPsdTexts({
    fonts,
    names: (font) => fontNamesAt(font, (init) => fetch(resolveFileUrl(font.fontUrl), init)),
    fontBytes,
    client,
    decode: decodeRaster,
    render: renderRaster,
  })
  const texts = createTexts({
    session,
    client,
    fontBytes,
    fonts,
    whenShown: async (url) => {
      await renderer.get()?.pictures.whenSettled([url])
    },
    remakeStroke,
  })
  return {
    ...texts,
    faces,
    psdTexts,
    editing: createCell<string | null>(null),
    weights: (url) => client.weights({ key: url, font: () => fontBytes(url) }),
    dispose() {
      texts.dispose()
      client.dispose()
      faces.dispose()
    },
  }
}
