/** Encodes rasters as PNG in a worker of its own, so that the next picture is decoded meanwhile. */
import type { BufferPool } from '../../base/buffer-pool'
import type { Raster } from '../pixels/raster'
import { encodePng } from '../png/png'
import { createWorkerClient } from '../worker-client'
import { PsdError } from './types'

/** Their pixels have their buffer to themselves, so it may be given away. */
type Pixels = Pick<Raster, 'width' | 'height' | 'data'>

export type EncodeRequest = { readonly picture: Pixels | null }
/** The file of the picture; null for no picture, which only asks whether the worker runs. */
export type EncodeReply = { readonly id: number } /** `memory`: that of the picture's px. */ & (
  | { readonly file: Blob; readonly memory: ArrayBuffer }
  | { readonly file: null }
  | { readonly error: string }
)

/**
 * A picture of more px is encoded where it was decoded, and nothing beside it, so that no other picture takes memory meanwhile.
 */
export const largePicture = 16_000_000
/** One picture is encoded and one waits, so that the second worker never waits for the first. More would only take memory. */
const mostInSecond = 2

const startWorker = (): Worker => new Worker(new URL('./encode.worker.ts', import.meta.url), { type: 'module' })

/**
 * Returns a function that encodes a raster, whose pixels it takes. Where the second worker has enough to do, or does not start, the
 * picture is encoded here.
 *
 * @param buffers gets the memory of the pixels when they are encoded.
 */
export function createEncoder(
  buffers: Pick<BufferPool, 'give'>,
  start: () => Worker = startWorker,
): (raster: Pixels) => Promise<Blob> {
  const second = createWorkerClient<EncodeRequest, EncodeReply>(start)
  let runs = false
  let inSecond = 0
  // The page's policy or address may forbid another worker, which then throws here or never replies.
  const asked = async () => {
    await second.request({ picture: null })
    runs = true
  }
  asked().catch(() => second.dispose())

  return async ({ data, width, height }) => {
    if (!runs || inSecond === mostInSecond || width * height > largePicture) {
      const file = encodePng({ data, width, height })
      buffers.give(data.buffer)
      return file
    }
    inSecond++
    try {
      const reply = await second.request({ picture: { data, width, height } }, [data.buffer])
      if ('error' in reply || reply.file === null) throw new Error('error' in reply ? reply.error : 'no file')
      buffers.give(reply.memory)
      return reply.file
    } catch (cause) {
      // A second worker that stopped takes no more pictures; the pixels that it had are lost.
      runs = false
      throw new PsdError('crashed', '浏览器内存不足，请关闭其他页面后重试', cause)
    } finally {
      inSecond--
    }
  }
}
