/** Encodes rasters as PNG, half of them in a worker of its own: a browser encodes a canvas of a worker on that worker's thread. */
import type { Raster } from '../pixels/raster'
import { createWorkerClient } from '../worker-client'
import { encodePng } from './png'
import { PsdError } from './types'

/** Pictures of more px are encoded without a canvas, and layers of an artboard with more px are processed one after another. */
export const largePicture = 16_000_000

/** Their pixels fill their buffer, which may be given away. */
type Pixels = Pick<Raster, 'width' | 'height' | 'data'>

const noMemory = '浏览器内存不足，请关闭其他页面后重试'

export type EncodeRequest = { readonly picture: Pixels | null }
/** The file of the picture; null for no picture, which only asks whether the worker runs. */
export type EncodeReply = { readonly id: number } & ({ readonly file: Blob | null } | { readonly error: string })

/** @throws PsdError when the browser's memory runs out. */
export async function encodeHere({ data, width, height }: Pixels): Promise<Blob> {
  if (width * height > largePicture) return encodePng({ data, width, height })
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new PsdError('crashed', noMemory)
  context.putImageData(new ImageData(data, width, height), 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}

const startWorker = (): Worker => new Worker(new URL('./encode.worker.ts', import.meta.url), { type: 'module' })

/**
 * Returns a function that encodes a raster, whose pixels it takes. While the second worker encodes one picture, the next one is
 * encoded here, so that two processors are busy. Where the second worker does not start, all are encoded here.
 */
export function createEncoder(start: () => Worker = startWorker): (raster: Pixels) => Promise<Blob> {
  const second = createWorkerClient<EncodeRequest, EncodeReply>(start)
  let isFree = false
  // The page's policy or address may forbid another worker, which then throws here or never replies.
  const asked = async () => {
    await second.request({ picture: null })
    isFree = true
  }
  asked().catch(() => second.dispose())

  return async ({ data, width, height }) => {
    if (!isFree || width * height > largePicture) return encodeHere({ data, width, height })
    isFree = false
    // A second worker that stopped takes no more pictures; the pixels that it had are lost.
    const reply = await second.request({ picture: { data, width, height } }, [data.buffer]).catch((cause: unknown) => {
      throw new PsdError('crashed', noMemory, cause)
    })
    isFree = true
    if ('error' in reply || reply.file === null) throw new PsdError('crashed', noMemory, 'error' in reply && reply.error)
    return reply.file
  }
}
