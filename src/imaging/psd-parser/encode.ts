/** Encodes rasters as PNG, half of them in a worker of its own: a browser encodes a canvas of a worker on that worker's thread. */
import type { Raster } from '../pixels/raster'
import { createWorkerClient } from '../worker-client'
import { release } from './bytes'
import { encodePng } from './png'
import { PsdError } from './types'

/** Pictures of more px are encoded without a canvas, and layers of an artboard with more px are processed one after another. */
export const largePicture = 16_000_000

/** Pictures that the second worker has at most, one of which it encodes, and px of them together; a single one may be larger. */
const secondPictures = 2
const secondPixels = 5_000_000

/** Their pixels fill their buffer, which may be given away. */
type Pixels = Pick<Raster, 'width' | 'height' | 'data'>

const noMemory = '浏览器内存不足，请关闭其他页面后重试'

export type EncodeRequest = { readonly picture: Pixels | null }
/** The file of the picture; null for no picture, which only asks whether the worker runs. */
export type EncodeReply = { readonly id: number } & ({ readonly file: Blob | null } | { readonly error: string })

/**
 * Encodes pixels on this thread and takes them.
 *
 * @throws PsdError when the browser's memory runs out.
 */
export async function encodeHere({ data, width, height }: Pixels): Promise<Blob> {
  if (width * height > largePicture) return encodePng({ data, width, height })
  const canvas = new OffscreenCanvas(width, height)
  // The pixels are read back at once, so they stay out of the graphics processor.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new PsdError('crashed', noMemory)
  context.putImageData(new ImageData(data, width, height), 0, 0)
  release(data.buffer)
  const file = await canvas.convertToBlob({ type: 'image/png' })
  // The pixels of a canvas without a size are given back at once, too.
  canvas.width = 0
  return file
}

const startWorker = (): Worker => new Worker(new URL('./encode.worker.ts', import.meta.url), { type: 'module' })

/**
 * Returns a function that encodes a raster, whose pixels it takes. The second worker always has a picture to begin with, and a small
 * one that waits; what it has no room for is encoded here, so that two processors are busy. Where the second worker does not start,
 * all are encoded here.
 */
export function createEncoder(start: () => Worker = startWorker): (raster: Pixels) => Promise<Blob> {
  const second = createWorkerClient<EncodeRequest, EncodeReply>(start)
  let isRunning = false
  let [pictures, px] = [0, 0]
  // The page's policy or address may forbid another worker, which then throws here or never replies.
  const asked = async () => {
    await second.request({ picture: null })
    isRunning = true
  }
  asked().catch(() => second.dispose())
  const hasRoom = (more: number) =>
    isRunning && more <= largePicture && (pictures === 0 || (pictures < secondPictures && px + more <= secondPixels))

  return async ({ data, width, height }) => {
    const size = width * height
    if (!hasRoom(size)) return encodeHere({ data, width, height })
    pictures++
    px += size
    try {
      const reply = await second.request({ picture: { data, width, height } }, [data.buffer])
      if ('error' in reply || reply.file === null) throw new PsdError('crashed', noMemory, 'error' in reply && reply.error)
      return reply.file
    } catch (cause) {
      if (cause instanceof PsdError) throw cause
      // A second worker that stopped takes no more pictures; the pixels that it had are lost.
      isRunning = false
      throw new PsdError('crashed', noMemory, cause)
    } finally {
      pictures--
      px -= size
    }
  }
}
