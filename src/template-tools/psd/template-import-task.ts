import { newUuid } from '../../../design/model/create'
import { createTextClient } from '../../../imaging/glyphs/text-client'
import { pagePsdClient } from '../../../imaging/psd/psd-client'
import { resolveFileUrl } from '../../api/file-url'
import { browserFileStore } from './file-store'
import { pageEncoder } from './fit-picture'
import { createPsdTemplates } from './template-import'
import { createPsdTexts } from './text-layers'
import { decodeRaster, fontNamesAt, renderRaster } from './text-page'
import { createThumbnailPainter } from './thumbnail'

async function fontBytes(url: string): Promise<ArrayBuffer> {
  const reply = await fetch(resolveFileUrl(url))
  if (!reply.ok) throw new Error(`the font answered ${reply.status}`)
  return reply.arrayBuffer()
}

/** The task kind that imports artboards as templates, with the page's services. */
export default createPsdTemplates({
  open: pagePsdClient.open,
  files: browserFileStore(),
  encoder: pageEncoder,
  painter: createThumbnailPainter,
  texts({ api }) {
    const outlines = createTextClient()
    const texts = createPsdTexts({
      fonts: () => api.shopFonts.list({}, { quiet: true }),
      names: (font) => fontNamesAt(font, (init) => fetch(resolveFileUrl(font.fontUrl), init)),
      fontBytes,
      client: outlines,
      decode: decodeRaster,
      render: renderRaster,
    })
    return { ...texts, dispose: () => outlines.dispose() }
  },
  uuid: () => newUuid(),
})
