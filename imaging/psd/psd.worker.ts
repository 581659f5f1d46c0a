/** Serves one PSD in a worker. At most three pictures are in progress: one is decoded while two are encoded or wait for that. */
import pLimit from 'p-limit'
import { createBufferPool } from '../../contract/ground/buffer-pool'
import { messageOf } from '../../contract/ground/thrown'
import { warmUp } from '../png/png'
import { blobSource } from './bytes'
import type { Check } from './draw-unit'
import { createEncoder, largePicture } from './encode'
import type { PsdAnswer, PsdReply, PsdRequest } from './messages'
import { openService, type PsdService } from './psd-service'
import { PsdError } from './types'

class Cancelled extends Error {}

/** Bundlers do not follow the package's own way to find its wasm file. */
const littleCms = new URL('lcms-wasm/dist/lcms.wasm', import.meta.url).href

let openedService: Promise<PsdService> | null = null
const cancelled = new Set<number>()

const buffers = createBufferPool()
const encode = createEncoder(buffers)

const limitPictures = pLimit(3)
const limitDecoding = pLimit(1)

let isFirstPicture = true

/**
 * Decodes alone, then encodes while the next picture is decoded; large pictures strictly one after another, and the first one, which
 * both workers encode.
 */
function decodeAndEncode<T, R>(
  psd: PsdService,
  artboard: string,
  draw: () => Promise<T>,
  finish: (drawn: T) => Promise<R>,
): Promise<R> {
  const { width, height } = psd.summary.artboards.find(({ id }) => id === artboard) ?? { width: 0, height: 0 }
  const isAlone = isFirstPicture || width * height > largePicture
  isFirstPicture = false
  if (isAlone) return limitDecoding(async () => finish(await draw()))
  return limitPictures(async () => finish(await limitDecoding(draw)))
}

const service = (): Promise<PsdService> => {
  if (openedService === null) throw new PsdError('closed', '文件已关闭，请重新选择')
  return openedService
}

async function handleRequest(request: PsdRequest, check: Check): Promise<PsdAnswer> {
  switch (request.kind) {
    case 'prepare':
      warmUp()
      return { prepared: true }
    case 'open':
      openedService = openService(blobSource(request.file), littleCms, buffers)
      return { summary: (await openedService).summary }
    case 'cancel':
      cancelled.add(request.token)
      return { cancelled: true }
    case 'layer': {
      const psd = await service()
      return decodeAndEncode(
        psd,
        request.artboard,
        () => psd.layer(request.artboard, request.groups, request.index, check),
        async ({ layer, changes }) => {
          if (layer === null) return { layer: null, changes }
          const { raster, ...rest } = layer
          const { left, top, width, height } = raster
          return { layer: { ...rest, left, top, width, height, picture: await encode(raster) }, changes }
        },
      )
    }
    case 'thumbnail': {
      const psd = await service()
      return decodeAndEncode(
        psd,
        request.artboard,
        () => psd.thumbnail(request.artboard, request.maxSide, check),
        async (raster) => ({ picture: await encode(raster) }),
      )
    }
    case 'likeness': {
      const psd = await service()
      return { likeness: await limitDecoding(() => psd.likeness(request.artboard, check)) }
    }
    case 'merged': {
      const psd = await service()
      return decodeAndEncode(
        psd,
        request.artboard,
        () => psd.merged(request.artboard, check),
        async (raster) => ({ picture: raster === null ? null : await encode(raster) }),
      )
    }
  }
}

function errorReply(error: unknown): PsdAnswer {
  if (error instanceof PsdError) return { error: { code: error.code, message: error.message } }
  const cause = messageOf(error)
  // biome-ignore lint/suspicious/noConsole: the seller is told what to do, the cause is for developers.
  console.error(error)
  // When memory runs out, the failed array allocation throws a RangeError.
  if (error instanceof RangeError && /allocation|array length/i.test(cause)) {
    return { error: { code: 'crashed', message: '内存不足，请在Photoshop中缩小画布或合并部分图层后重新导入' } }
  }
  return { error: { code: 'damaged', message: 'PSD文件无法解析，请在Photoshop中重新存储后再导入' } }
}

// The page would not see an exception thrown here, so every request gets a reply.
self.onmessage = async ({ data }: MessageEvent<PsdRequest>) => {
  const token = 'token' in data ? data.token : 0
  const check = () => {
    if (cancelled.has(token)) throw new Cancelled('cancelled')
  }
  let reply: PsdAnswer
  try {
    check()
    reply = await handleRequest(data, check)
  } catch (error) {
    reply = error instanceof Cancelled ? { cancelled: true } : errorReply(error)
  }
  if (data.kind !== 'cancel') cancelled.delete(token)
  self.postMessage({ ...reply, id: data.id } satisfies PsdReply)
}
