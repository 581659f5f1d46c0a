/** Pictures made of a document: the same nodes as on the canvas, drawn on a sheet of exactly the canvas's box. */
import { thumbnailHeight } from '../../../contract/constants'
import type { DesignDoc } from '../model/types'
import { hiddenSheet } from './leafer'
import { createNode, type NodeLook } from './nodes'

/** A picture of the design cannot be made because a layer's picture is missing. `names` are the layers' names. */
export class MissingPictureError extends Error {
  override readonly name = 'MissingPictureError'
  constructor(readonly names: readonly string[]) {
    const some = names.slice(0, 3).map((name) => `「${name}」`)
    super(`${some.join('、')}${names.length > 3 ? ` 等 ${names.length} 个图层` : ''}的图片没有加载成功，请重新加载图片后再保存`)
  }
}

/**
 * The design as a PNG 600 px high, without wireframe; transparent where nothing lies.
 *
 * @throws MissingPictureError when a visible layer has no picture: Leafer would leave it out without a word.
 */
export async function exportThumbnail(doc: DesignDoc, look: NodeLook): Promise<Blob> {
  const visible = doc.layers.filter((layer) => !layer.hidden)
  const urls = visible.map((layer) => look.resolveUrl(layer.imageUrl))
  await look.pictures.settled(urls)
  const missing = visible.filter((layer) => look.pictures.element(look.resolveUrl(layer.imageUrl)) === null)
  if (missing.length > 0) throw new MissingPictureError(missing.map((layer) => layer.name))

  const { sheet, destroy } = hiddenSheet(doc.width, doc.height)
  try {
    for (const layer of visible) sheet.add(createNode(layer, look))
    sheet.updateLayout()
    // A hair more than the height: the exporter rounds down, and 599.9999 would become 599.
    const scale = (thumbnailHeight + 0.01) / doc.height
    const result = sheet.syncExport('png', { blob: true, pixelRatio: 1, scale })
    const blob: unknown = await result.data
    if (!(blob instanceof Blob)) {
      throw new Error('缩略图生成失败，请重试；仍然不行请刷新页面', { cause: result.error })
    }
    return blob
  } finally {
    destroy()
  }
}
