import type { UploadedPicture } from '../../../../design/model/create'
import type { Pictures } from '../../../../design/print/pictures'
import { pictureSize } from '../../../../design/print/sheet'
import { resolveFileUrl } from '../../../api/file-url'

export const materialText = { loading: '正在加载素材中...', failed: '素材加载失败' } as const

/** A stored picture as lists return it; an SVG without a size of its own has none here. */
export interface StoredAsset {
  readonly fileId: number
  readonly url: string
  readonly name: string
  readonly width: number | null
  readonly height: number | null
}

/** Loads a stored picture into the canvas's picture cache, so that its layer shows it at once. Rejects with 素材加载失败. */
export async function loadStoredPicture(pictures: Pictures, asset: StoredAsset): Promise<UploadedPicture> {
  const { fileId, url, name, width, height } = asset
  const address = resolveFileUrl(url)
  if (pictures.state(address) === 'failed') pictures.retryFailed()
  await pictures.whenSettled([address])
  const picture = pictures.get(address)
  if (!picture) throw new Error(materialText.failed)
  const own = pictureSize(picture)
  return { fileId, url, name, width: width ?? own.width, height: height ?? own.height }
}
