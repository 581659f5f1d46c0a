/** One PSD off the main thread. Two pictures at most are in the making: one being decoded while another is encoded. */
import { blobSource } from './bytes'
import type { PsdAnswer, PsdReply, PsdRequest } from './messages'
import { encodePng } from './png'
import { type Check, openService, type PsdService } from './psd-service'
import type { Raster } from './raster'
import { PsdError } from './types'

class Cancelled extends Error {}

/** The package's own way to find it is one that bundlers do not follow. */
const littleCms = new URL('lcms-wasm/dist/lcms.wasm', import.meta.url).href

let opened: Promise<PsdService> | null = null
const cancelled = new Set<number>()

/** px of a picture that is too large for a canvas beside it, and of an artboard of which two layers at once are too many. */
const largePicture = 16_000_000

async function encode(raster: Raster): Promise<Blob> {
  const { data, width, height } = raster
  if (width * height > largePicture) return encodePng(raster)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new PsdError('crashed', '浏览器内存不足，请关闭其他页面后重试')
  context.putImageData(new ImageData(data, width, height), 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** Lets a number of works go on at once, the rest wait their turn. */
function gate(atOnce: number) {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}

const making = gate(2)
const decoding = gate(1)

/** Decodes alone, then encodes while the next one is decoded; large ones one after another. */
function make<T, R>(psd: PsdService, artboard: string, draw: () => Promise<T>, finish: (drawn: T) => Promise<R>): Promise<R> {
  const { width, height } = psd.summary.artboards.find(({ id }) => id === artboard) ?? { width: 0, height: 0 }
  if (width * height > largePicture) return decoding(async () => finish(await draw()))
  return making(async () => finish(await decoding(draw)))
}

const service = (): Promise<PsdService> => {
  if (opened === null) throw new PsdError('closed', '文件已关闭，请重新选择')
  return opened
}

async function answer(request: PsdRequest, check: Check): Promise<PsdAnswer> {
  switch (request.kind) {
    case 'open':
      opened = openService(blobSource(request.file), littleCms)
      return { summary: (await opened).summary }
    case 'cancel':
      cancelled.add(request.token)
      return { cancelled: true }
    case 'layer': {
      const psd = await service()
      return make(
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
      return make(
        psd,
        request.artboard,
        () => psd.thumbnail(request.artboard, request.maxSide, check),
        async (raster) => ({ picture: await encode(raster) }),
      )
    }
    case 'likeness': {
      const psd = await service()
      return { likeness: await decoding(() => psd.likeness(request.artboard, check)) }
    }
    case 'merged': {
      const psd = await service()
      return make(
        psd,
        request.artboard,
        () => psd.merged(request.artboard, check),
        async (raster) => ({ picture: raster === null ? null : await encode(raster) }),
      )
    }
  }
}

function failure(error: unknown): PsdAnswer {
  if (error instanceof PsdError) return { error: { code: error.code, message: error.message } }
  const cause = error instanceof Error ? error.message : String(error)
  // biome-ignore lint/suspicious/noConsole: the seller is told what to do, the cause is for developers.
  console.error(error)
  // What memory does not hold shows itself as a RangeError of the array that was not made.
  if (error instanceof RangeError && /allocation|array length/i.test(cause)) {
    return { error: { code: 'crashed', message: '内存不足，请在Photoshop中缩小画布或合并部分图层后重新导入' } }
  }
  return { error: { code: 'damaged', message: 'PSD文件无法解析，请在Photoshop中重新存储后再导入' } }
}

// An exception here would be silent on the page's side, so every request is answered.
self.onmessage = async ({ data }: MessageEvent<PsdRequest>) => {
  const token = 'token' in data ? data.token : 0
  const check = () => {
    if (cancelled.has(token)) throw new Cancelled('cancelled')
  }
  let reply: PsdAnswer
  try {
    check()
    reply = await answer(data, check)
  } catch (error) {
    reply = error instanceof Cancelled ? { cancelled: true } : failure(error)
  }
  if (data.kind !== 'cancel') cancelled.delete(token)
  self.postMessage({ ...reply, id: data.id } satisfies PsdReply)
}
