/** Reads how opaque the pictures of a wireframe that lie over the design are, for the check of what they cover. */
import type { Wireframe } from '../../contract/types'
import type { CoverMask } from '../geometry/wireframe'
import type { Pictures } from './pictures'
import { pageSurface } from './surface'

/** Longest side of the mask, px: a letter is several of them wide. */
const longestSide = 400

/** @throws an Error in words for the seller when a picture of the wireframe cannot be loaded. */
export async function readCoverMask(
  { layers, ...shape }: Pick<Wireframe, 'layers' | 'width' | 'height'>,
  pictures: Pictures,
  resolveUrl: (url: string) => string,
): Promise<CoverMask> {
  const urls = layers.filter(({ index }) => index >= 0).map(({ imageUrl }) => resolveUrl(imageUrl))
  await pictures.whenSettled(urls)
  const scale = longestSide / Math.max(shape.width, shape.height)
  const size = { width: Math.max(1, Math.round(shape.width * scale)), height: Math.max(1, Math.round(shape.height * scale)) }
  const { surface, release } = pageSurface(size)
  try {
    for (const url of urls) {
      const picture = pictures.get(url)
      if (!picture) throw new Error('线框图的图片没有读取成功，请检查网络后重试')
      surface.drawImage(picture, 0, 0, size.width, size.height)
    }
    const { data } = surface.getImageData(0, 0, size.width, size.height)
    return { ...size, alpha: Uint8Array.from({ length: size.width * size.height }, (_, i) => data[i * 4 + 3] ?? 0) }
  } finally {
    release()
  }
}
