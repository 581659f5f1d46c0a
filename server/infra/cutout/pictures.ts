/** Reads pictures for a cutout host: from its own storage, or from the admin API that it works for. */
import { request } from 'undici'
import { fileKind, fileSizeLimit } from '../../../contract/constants'
import { plainKey } from '../../domain/files/addresses'
import { Failure } from '../../kernel/failure'
import type { CutoutPictures } from '../../ports/cutout'
import type { Storage } from '../../ports/storage'

const maxBytes = fileSizeLimit[fileKind.templateLayer]
const timeoutMs = 20_000

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > maxBytes) throw new Failure('too-large', '图片文件过大，不能抠图')
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}

export const storedPictures = (storage: Storage): CutoutPictures => ({
  async read(key) {
    const found = await storage.get(plainKey(key))
    return found && collect(found.stream)
  },
})

/**
 * Reads pictures that the admin API at `base` serves. Only the storage key is used, which comes from a signed ticket, so that no
 * other address is ever requested.
 */
export const remotePictures = (base: string): CutoutPictures => ({
  async read(key) {
    try {
      const reply = await request(`${base}/files/${key}`, { signal: AbortSignal.timeout(timeoutMs) })
      if (reply.statusCode === 200) return await collect(reply.body)
      await reply.body.dump()
      if (reply.statusCode === 404) return null
      throw new Error(`${base} answered ${reply.statusCode}`)
    } catch (cause) {
      if (cause instanceof Failure) throw cause
      throw new Failure('upstream-failed', '图片读取失败，请稍后重试')
    }
  },
})
