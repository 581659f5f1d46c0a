/** Encodes rasters as PNG in a worker of its own, so that the next picture is decoded meanwhile. */
import type { BufferPool } from '../../contract/ground/buffer-pool'
import type { Raster } from '../pixels/raster'
import { channelsOf, type EncodedRows, encodePng, encodeRows, joinRows } from '../png/png'
import { createWorkerClient } from '../worker-client'
import { PsdError } from './types'

/** Their pixels have their buffer to themselves, so it may be given away. */
type Pixels = Pick<Raster, 'width' | 'height' | 'data'>

/**
 * A request to the second worker. It encodes `picture` as a file or, if `firstRowsOf` is given, as the first rows of a larger picture
 * that has this number of bytes per px. `picture` is null to ask whether the worker runs.
 */
export type EncodeRequest = { readonly picture: Pixels | null; readonly firstRowsOf?: 3 | 4 }
export type EncodeReply = { readonly id: number } /** `memory`: that of the picture's px. */ & (
  | { readonly file: Blob; readonly memory: ArrayBuffer }
  | { readonly rows: EncodedRows }
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

/** Number of px, which take a few milliseconds, from which on the first picture is divided. */
const dividedPixels = 300_000

/**
 * Returns a function that encodes a raster, whose pixels it takes. Where the second worker has enough to do, or does not start, the
 * picture is encoded here. The first picture, which somebody waits for while there is nothing else to encode, is encoded by both.
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
  let isFirst = true
  // The page's policy or address may forbid another worker, which then throws here or never replies.
  const asked = async () => {
    await second.request({ picture: null })
    runs = true
  }
  asked().catch(() => second.dispose())

  const askSecond = async (request: EncodeRequest & { readonly picture: Pixels }) => {
    inSecond++
    try {
      const reply = await second.request(request, [request.picture.data.buffer])
      if ('error' in reply) throw new Error(reply.error)
      return reply
    } catch (cause) {
      // A second worker that stopped takes no more pictures; the pixels that it had are lost.
      runs = false
      throw new PsdError('crashed', '浏览器内存不足，请关闭其他页面后重试', cause)
    } finally {
      inSecond--
    }
  }
  const encodeByBoth = async (picture: Pixels): Promise<Blob> => {
    const { width, height, data } = picture
    const channels = channelsOf(picture)
    const rows = height >> 1
    const first = askSecond({ picture: { width, height: rows, data: data.slice(0, rows * width * 4) }, firstRowsOf: channels })
    // It may reject before it is awaited.
    first.catch(() => {})
    const below = { width, height: height - rows, data: data.subarray(rows * width * 4) }
    const others = encodeRows(below, { channels, isFirst: false, isLast: true })
    buffers.give(data.buffer)
    const reply = await first
    if (!('rows' in reply)) throw new Error('no rows')
    return joinRows(picture, channels, [reply.rows, others])
  }

  return async ({ data, width, height }) => {
    const picture = { data, width, height }
    const mayDivide = isFirst && height > 1 && width * height >= dividedPixels
    isFirst = false
    if (!runs || inSecond === mostInSecond || width * height > largePicture) {
      const file = encodePng(picture)
      buffers.give(data.buffer)
      return file
    }
    if (mayDivide) return encodeByBoth(picture)
    const reply = await askSecond({ picture })
    if (!('file' in reply) || reply.file === null) throw new Error('no file')
    buffers.give(reply.memory)
    return reply.file
  }
}
