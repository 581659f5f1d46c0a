/**
 * Cutout provider that calls a stronger external service with the API of Alibaba Cloud's picture segmentation. Only the alpha
 * values of its results are used.
 */
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import type { AiCutoutType } from '../../../contract/constants'
import { finalKey, newFileSecret } from '../../domain/files/names'
import { Failure } from '../../kernel/failure'
import type { Clock } from '../../ports/clock'
import type { CutoutAlpha, CutoutProvider } from '../../ports/cutout'
import type { Storage } from '../../ports/storage'
import { safeFetch } from '../net/safe-fetch'
import type { AliyunAddress } from './aliyun-address'
import { callAliyun } from './aliyun-call'
import { decode, kinds } from './cut'
import { boxOf } from './pixels/regions'

export interface AliyunOptions {
  readonly address: AliyunAddress
  readonly storage: Storage
  readonly clock: Clock
  /** Public address of this server: the service fetches the picture from there. */
  readonly publicUrl: string
  /** Returns a signal that ends an attempt of a call; 20 s by default. */
  readonly limit?: () => AbortSignal
  /** Fetches a result. */
  readonly fetch?: (url: URL) => Promise<Buffer>
}

const actions: Readonly<Record<AiCutoutType, string>> = { head: 'SegmentHead', body: 'SegmentBody', common: 'SegmentCommonImage' }
/** Pictures are reduced to this side, px: the service accepts up to 2000 px and 3 MB. */
const longestSide = 1800
const maxResultBytes = 30 * 1024 * 1024
const resultHosts = ['aliyuncs.com']

const fetchResult = (url: URL): Promise<Buffer> =>
  safeFetch(url, { hosts: resultHosts, protocols: ['https:', 'http:'], maxBytes: maxResultBytes, timeoutMs: 20_000 })

/** A section of the picture with the subject's alpha, in pixels of the picture that was sent. */
interface Patch {
  readonly url: URL
  readonly left: number
  readonly top: number
}

export function createAliyunCutouts(options: AliyunOptions): CutoutProvider {
  const { address, storage, clock, publicUrl, limit = () => AbortSignal.timeout(20_000), fetch = fetchResult } = options

  async function cut(bytes: Buffer, type: AiCutoutType): Promise<Omit<CutoutAlpha, 'model'>> {
    const { data, width, height, channels } = await decode(bytes)
    const image = sharp(data, { raw: { width, height, channels } })
    const shrunk = image
      .flatten({ background: '#ffffff' })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    const sentPicture = await shrunk.jpeg({ quality: 92 }).toBuffer({ resolveWithObject: true })
    const key = finalKey(newFileSecret(), createHash('sha256').update(sentPicture.data).digest('hex'), 'jpg')
    await storage.put(key, sentPicture.data, 'image/jpeg')
    try {
      const parameters = { ImageURL: `${publicUrl}/files/${key}` }
      const reply = await callAliyun(actions[type], parameters, { address, now: () => clock.now(), limit })
      const patch = patchOf(reply)
      if (!patch) throw new Failure('invalid', kinds[type].notFoundText)
      const small = await placeOnCanvas(await fetch(patch.url), patch, sentPicture.info)
      const alpha = new Uint8Array(await small.resize(width, height, { fit: 'fill' }).raw().toBuffer())
      const box = boxOf({ width, data: alpha }, 127)
      if (!box) throw new Failure('invalid', kinds[type].notFoundText)
      return { alpha, width, height, box, score: 1 }
    } finally {
      await storage.remove(key)
    }
  }

  const model = (type: AiCutoutType): string => `aliyun-${actions[type]}/1`
  return {
    concurrency: 4,
    model,
    cut: async ({ bytes, type }) => ({ ...(await cut(bytes, type)), model: model(type) }),
    close: async () => undefined,
  }
}

const unrecognizedReply = (): Failure => new Failure('upstream-failed', '抠图服务的回复无法识别，请稍后重试')

/**
 * Returns null when the service found nothing. A head is returned as a section with its position, other subjects as the whole
 * picture.
 */
function patchOf(data: unknown): Patch | null {
  if (typeof data !== 'object' || data === null) throw unrecognizedReply()
  const elements = 'Elements' in data && Array.isArray(data.Elements) ? data.Elements : [data]
  if (elements.length === 0) return null
  const largest = elements.map(elementOf).reduce((best, other) => (other.area > best.area ? other : best))
  return largest.patch
}

function elementOf(element: unknown): { readonly patch: Patch; readonly area: number } {
  if (typeof element !== 'object' || element === null) throw unrecognizedReply()
  const fields: Readonly<Record<string, unknown>> = { ...element }
  if (typeof fields.ImageURL !== 'string' || !URL.canParse(fields.ImageURL)) throw unrecognizedReply()
  const number = (name: string): number => (typeof fields[name] === 'number' ? Math.max(0, Math.round(fields[name])) : 0)
  return {
    patch: { url: new URL(fields.ImageURL), left: number('X'), top: number('Y') },
    area: number('Width') * number('Height'),
  }
}

function isOpaque(data: Uint8Array, channels: 3 | 4): boolean {
  if (channels === 3) return true
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

/** Places the patch's alpha on a picture of the sent size: its transparency, or its brightness if it has no transparency. */
async function placeOnCanvas(
  bytes: Buffer,
  { left, top }: Patch,
  size: { readonly width: number; readonly height: number },
): Promise<Sharp> {
  const { data, width, height, channels } = await decode(bytes)
  const shares = Buffer.alloc(size.width * size.height)
  const channel = isOpaque(data, channels) ? 0 : 3
  for (let y = 0; y < Math.min(height, size.height - top); y++) {
    for (let x = 0; x < Math.min(width, size.width - left); x++) {
      const at = (y * width + x) * channels
      shares[(top + y) * size.width + left + x] = data[at + channel] ?? 0
    }
  }
  return sharp(shares, { raw: { width: size.width, height: size.height, channels: 1 } }).toColourspace('b-w')
}
