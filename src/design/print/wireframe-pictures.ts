/** The decoded pictures of a wireframe, its size in mm, and the mask that they make. */
import type { Wireframe } from '../../../contract/types'
import type { CaseMask } from '../../imaging/mockup/regions'
import type { Size } from '../model/types'
import { loadPicture } from './pictures'
import { pageSurface } from './surface'

export interface WireframePictures {
  /** Pictures under the design, bottom first. */
  readonly under: readonly HTMLImageElement[]
  readonly over: readonly HTMLImageElement[]
}

/** Rejects with a sentence for the seller when a picture cannot be loaded. */
export async function readWireframe({ layers }: Wireframe, resolveUrl: (url: string) => string): Promise<WireframePictures> {
  const sorted = [...layers].sort((a, b) => a.index - b.index)
  const read = (wanted: typeof sorted) => Promise.all(wanted.map(({ imageUrl }) => loadPicture(resolveUrl(imageUrl))))
  try {
    const [under, over] = await Promise.all([
      read(sorted.filter(({ index }) => index < 0)),
      read(sorted.filter(({ index }) => index >= 0)),
    ])
    return { under, over }
  } catch (cause) {
    throw new Error('线框图的图片没有读取成功，请检查网络后重试', { cause })
  }
}

/** Assumed for a wireframe without a size, mm: only the looks of light and thickness depend on it. */
const assumedHeightMm = 155

/** Size of the whole picture of a wireframe, mm. */
export function wireframeMillimetres({ width, height, widthMm, heightMm }: Wireframe) {
  const tall = heightMm ?? assumedHeightMm
  return { widthMm: widthMm ?? (tall * width) / height, heightMm: tall }
}

/** How much of the design shows at each px of the case. @param size of the mask, px. */
export function wireframeMask({ under, over }: WireframePictures, size: Size): CaseMask {
  const alphaOf = (pictures: readonly HTMLImageElement[]): Uint8ClampedArray | null => {
    if (pictures.length === 0) return null
    const { surface, release } = pageSurface(size)
    try {
      surface.imageSmoothingQuality = 'high'
      for (const picture of pictures) surface.drawImage(picture, 0, 0, size.width, size.height)
      return surface.getImageData(0, 0, size.width, size.height).data
    } finally {
      release()
    }
  }
  const [held, covered] = [alphaOf(under), alphaOf(over)]
  const data = new Uint8Array(size.width * size.height)
  for (let at = 0; at < data.length; at++) {
    const shown = 255 - (covered === null ? 0 : (covered[at * 4 + 3] as number))
    data[at] = held === null ? shown : (shown * (held[at * 4 + 3] as number)) / 255
  }
  return { width: size.width, height: size.height, data }
}
