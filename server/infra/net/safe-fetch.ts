/**
 * Fetches an untrusted URL safely: the host must be on a list, the address it resolves to must be public, and both are checked
 * again after every redirect.
 */

import type dns from 'node:dns'
import { Agent, request } from 'undici'
import { bytesText } from '../../../contract/rules/sizes'
import { Failure } from '../../kernel/failure'
import { isAddressLiteral } from './address'
import { guardedLookup } from './guarded-lookup'

export interface SafeFetchOptions {
  /** Permitted host names; names below them are permitted, too. */
  readonly hosts: readonly string[]
  readonly maxBytes: number
  readonly timeoutMs?: number
  readonly maxRedirects?: number
  /** Set by tests only: protocols to accept besides https, name resolution, and the addresses that count as public. */
  readonly protocols?: readonly string[]
  readonly resolve?: typeof dns.lookup
  readonly acceptsAddress?: (address: string) => boolean
}

export const allowsHost = (host: string, suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))

const blockedUrl = (why: string): Failure => new Failure('blocked-url', why)

/** Throws a Failure 'blocked-url' unless the URL may be fetched. */
export function assertFetchable(url: URL, options: Pick<SafeFetchOptions, 'hosts' | 'protocols'>): void {
  if (!(options.protocols ?? ['https:']).includes(url.protocol)) throw blockedUrl('图片地址必须以 https 开头')
  if (url.username || url.password) throw blockedUrl('图片地址不能包含用户名或密码')
  if (isAddressLiteral(url.hostname)) throw blockedUrl('图片地址不能使用 IP')
  if (!allowsHost(url.hostname, options.hosts)) throw blockedUrl('图片地址不属于允许的图片空间')
}

/**
 * Returns the body of a GET. Rejects with 'blocked-url' (not permitted), 'too-large' or 'upstream-failed' (no response in
 * `timeoutMs`, default 10 s, an error status, more than `maxRedirects`, default 3).
 */
export async function safeFetch(start: URL, options: SafeFetchOptions): Promise<Buffer> {
  const { resolve, acceptsAddress } = options
  const lookup = guardedLookup({ blocked: () => blockedUrl('图片地址指向内部网络'), resolve, acceptsAddress })
  const agent = new Agent({ connect: { lookup }, connections: 4, maxResponseSize: options.maxBytes })
  const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000)
  try {
    let url = start
    for (let hop = 0; hop <= (options.maxRedirects ?? 3); hop++) {
      assertFetchable(url, options)
      const reply = await request(url, { dispatcher: agent, signal, headers: { accept: 'image/*,*/*;q=0.1' } })
      const location = reply.headers.location
      if (reply.statusCode >= 300 && reply.statusCode < 400 && typeof location === 'string') {
        await reply.body.dump()
        url = new URL(location, url)
        continue
      }
      if (reply.statusCode === 404 || reply.statusCode === 410) {
        throw new Failure('not-found', `图片不存在（${reply.statusCode}），可能已被删除`)
      }
      if (reply.statusCode !== 200) throw new Failure('upstream-failed', `图片服务器返回 ${reply.statusCode}，请稍后重试`)
      return await readLimited(reply.body, options.maxBytes)
    }
    throw new Failure('upstream-failed', '图片地址重定向次数过多')
  } catch (error) {
    throw fetchFailure(error, options.maxBytes)
  } finally {
    await agent.destroy()
  }
}

async function readLimited(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const tooLarge = (maxBytes: number): Failure => new Failure('too-large', `图片超过 ${bytesText(maxBytes, 'down')} 的上限`)

function fetchFailure(error: unknown, maxBytes: number): Failure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Failure) return cause
    if ('code' in cause && cause.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge(maxBytes)
  }
  const reason = error instanceof Error && error.name === 'TimeoutError' ? '图片下载超时' : '图片下载失败'
  return new Failure('upstream-failed', `${reason}，请稍后重试`)
}
