/** The decoded pictures of a wireframe, its size in mm, and their px. */
import type { Wireframe } from '../../contract/types'
import type { WireframePixels } from '../../imaging/mockup/case-mask'
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

/** The px of the pictures, from which a worker makes the mask of the case. @param size px. */
export function wireframePixels({ under, over }: WireframePictures, { width, height }: Size): WireframePixels {
  const pixelsOf = (pictures: readonly HTMLImageElement[]) => {
    if (pictures.length === 0) return null
    const { surface, release } = pageSurface({ width, height })
    try {
      surface.imageSmoothingQuality = 'high'
      for (const picture of pictures) surface.drawImage(picture, 0, 0, width, height)
      return surface.getImageData(0, 0, width, height).data
    } finally {
      release()
    }
  }
  return { width, height, under: pixelsOf(under), over: pixelsOf(over) }
}
