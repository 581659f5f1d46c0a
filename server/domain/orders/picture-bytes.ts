/** Reads customized images as bytes: our stored file, or a marketplace picture through the guarded sources. */
import { fileKind, fileSizeLimit } from '../../../contract/constants'
import { pictureTypeOf } from '../../../contract/rules/picture-type'
import type { Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { maxFetchBytes } from '../files/taobao'

export interface CurrentPicture {
  /** The stored address: one of our paths or an https address. */
  readonly url: string
  /** Storage key of our own file; null when we have none. */
  readonly storageKey: string | null
}

const maxStoredBytes = Math.max(...Object.values(fileKind).map((kind) => fileSizeLimit[kind]))
/** Time limit for reading one picture, ms: a storage or a host may hang. */
const readLimitMs = 20_000

/** Rejects with a Failure whose message is appended to “定制图”. */
export function readPicture(deps: Pick<Deps, 'storage' | 'pictures'>, { url, storageKey }: CurrentPicture): Promise<Buffer> {
  const bytes = storageKey === null ? fetchForeign(deps, url) : readStored(deps, storageKey)
  return withTimeout(readLimitMs, bytes, () => new Failure('upstream-failed', '读取超时，请稍后重试'))
}

/** Whether a customized image was a file of ours, or was drawn by us, and is not there any more. */
export async function isPrintLost(
  { storage }: Pick<Deps, 'storage'>,
  { url, storageKey }: { readonly url: string | null; readonly storageKey: string | null },
): Promise<boolean> {
  if (storageKey !== null) return (await storage.size(storageKey)) === null
  return url === null || url.startsWith('/')
}

/** Rejects with the error of `timeoutError` when `work` takes longer than `ms`; the work itself is not aborted. */
export async function withTimeout<T>(ms: number, work: Promise<T>, timeoutError: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), ms)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

export async function readStored({ storage }: Pick<Deps, 'storage'>, key: string): Promise<Buffer> {
  const object = await storage.get(key)
  if (!object) throw new Failure('not-found', '文件已丢失，请让买家重新定制')
  if (object.size > maxStoredBytes) {
    object.stream.destroy()
    throw new Failure('too-large', '文件过大，请让买家重新定制')
  }
  const parts: Buffer[] = []
  for await (const part of object.stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

async function fetchForeign({ pictures }: Pick<Deps, 'pictures'>, url: string): Promise<Buffer> {
  // One of our paths, but without a file of this account.
  if (url.startsWith('/') || !URL.canParse(url)) throw new Failure('not-found', '不存在或不属于本账号，请让买家重新定制')
  const address = new URL(url)
  const source = pictures.find((candidate) => candidate.accepts(address))
  if (!source)
    throw new Failure('blocked-url', `在 ${address.hostname} 上，不属于允许的图片空间，请联系服务商添加（PICTURE_HOSTS）`)
  const bytes = await source.fetch(address, maxFetchBytes)
  // Some hosts return a page with status 200 for missing pictures.
  if (pictureTypeOf(bytes) === null) throw new Failure('unsupported-file', '不是图片，地址给出的是网页或别的文件')
  return bytes
}
