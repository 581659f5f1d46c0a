/**
 * The picture of a design on its case: the print's drawing between the wireframe's pictures, so what is saved is what will be
 * printed. Holds one picture and the wireframe's own at a time.
 */
import { mmPerInch } from '../../../contract/rules/lengths'
import type { Wireframe } from '../../../contract/types'
import type { DesignDoc, Size } from '../model/types'
import { savedSize } from './case-layout'
import { loadPicture } from './pictures'
import { pageSurface } from './press'
import { createPrinter } from './printer'

export interface CasePictureRequest {
  readonly doc: DesignDoc
  readonly wireframe: Wireframe
  /** CSS colour of the case where neither design nor wireframe cover it. */
  readonly paper: string
  readonly signal?: AbortSignal
}

export interface CasePainter {
  /**
   * A JPEG.
   *
   * @throws MissingPictureError naming the layers whose picture cannot be had; an Error in words for the seller when one of the
   *   wireframe's pictures cannot; an AbortError when the signal says so.
   */
  make(order: CasePictureRequest): Promise<Blob>
  dispose(): void
}

export const casePictureType = 'image/jpeg'
const quality = 0.92

/** @param resolveUrl where a stored file address is read from. */
export function createCasePainter(resolveUrl: (url: string) => string): CasePainter {
  const printer = createPrinter()
  let drawn: { readonly wireframe: Wireframe; readonly pictures: Promise<WirePictures> } | null = null

  const picturesOf = (wireframe: Wireframe) => {
    if (drawn?.wireframe !== wireframe) {
      const pictures = readWireframe(wireframe, resolveUrl)
      const reading = { wireframe, pictures }
      drawn = reading
      // A failure is told to whoever asked for it, and the next one to ask tries anew.
      pictures.catch(() => {
        if (drawn === reading) drawn = null
      })
    }
    return drawn.pictures
  }

  return {
    async make({ doc, wireframe, paper, signal }) {
      const size = savedSize(wireframe)
      const [{ under, over }, print] = await Promise.all([
        picturesOf(wireframe),
        printer.print(doc, { ...pixels(size), resolveUrl, ...(signal && { signal }) }),
      ])
      if (signal?.aborted) throw new DOMException('the picture was given up', 'AbortError')
      const design = await createImageBitmap(print.pixels)
      const { surface, release } = pageSurface(size)
      try {
        surface.fillStyle = paper
        surface.fillRect(0, 0, size.width, size.height)
        surface.imageSmoothingQuality = 'high'
        for (const picture of under) surface.drawImage(picture, 0, 0, size.width, size.height)
        surface.drawImage(design, 0, 0)
        for (const picture of over) surface.drawImage(picture, 0, 0, size.width, size.height)
        return await encode(surface.canvas)
      } finally {
        design.close()
        release()
      }
    },
    dispose: () => printer.dispose(),
  }
}

/** A print of so many pixels: at this resolution each is a millimetre. */
const pixels = ({ width, height }: Size) => ({ widthMm: width, heightMm: height, dpi: mmPerInch })

interface WirePictures {
  /** Bottom first. */
  readonly under: readonly HTMLImageElement[]
  readonly over: readonly HTMLImageElement[]
}

async function readWireframe({ layers }: Wireframe, resolveUrl: (url: string) => string): Promise<WirePictures> {
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

function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('预览图生成失败，请关闭一些页面后重试'))),
      casePictureType,
      quality,
    )
  })
}
