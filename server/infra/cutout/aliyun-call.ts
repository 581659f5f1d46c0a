/** Calls a service in the style of Alibaba Cloud's RPC API: builds the request's form, signs it and interprets errors. */
import { createHmac, randomUUID } from 'node:crypto'
import { request } from 'undici'
import { type Fields, isFields } from '../../../contract/ground/fields'
import { retrying } from '../../../contract/ground/retry'
import { Failure } from '../../kernel/failure'
import { operation } from '../../kernel/operation'
import type { AliyunAddress } from './aliyun-address'

/** Percent-encodes by RFC 3986, including the characters that encodeURIComponent leaves unchanged. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signature version 1.0: HMAC-SHA1 over the sorted parameters, keyed with the secret and an ampersand. */
export function signature(method: string, parameters: Readonly<Record<string, string>>, keySecret: string): string {
  const pairs = Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
  const text = [method, encode('/'), encode(pairs.join('&'))].join('&')
  return createHmac('sha1', `${keySecret}&`).update(text).digest('base64')
}

export interface CallOptions {
  readonly address: AliyunAddress
  readonly now: () => Date
  /** Returns a signal that ends an attempt that takes too long. */
  readonly limit: () => AbortSignal
  /** Version of the service's API; that of picture segmentation by default. */
  readonly version?: string
  /** Name of the service in traces and metrics. */
  readonly system?: string
}

/** A failed attempt that a retry may cure. */
class TransientError extends Error {
  override readonly name = 'TransientError'
}

/**
 * Calls `action` and returns the response's `Data`. Retries once after a lost or late response or when the service is overloaded
 * or failing. Rejects with 'upstream-failed' (unreachable, or an unusable response) or 'invalid' (it refuses the picture).
 */
export async function callAliyun(
  action: string,
  given: Readonly<Record<string, string>>,
  options: CallOptions,
): Promise<unknown> {
  try {
    return await retrying(
      () =>
        operation(
          () => ({ kind: 'call', system: options.system ?? 'cutout-service', name: action }),
          () => attemptCall(action, given, options),
        ),
      {
        waits: [0],
        mayRetry: (error) => !(error instanceof Failure),
      },
    )
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('upstream-failed', '抠图服务连接不上或正忙，请稍后重试')
  }
}

async function attemptCall(
  action: string,
  given: Readonly<Record<string, string>>,
  { address, now, limit, version = '2019-12-30' }: CallOptions,
): Promise<unknown> {
  const parameters: Record<string, string> = {
    ...given,
    Action: action,
    Version: version,
    Format: 'JSON',
    AccessKeyId: address.keyId,
    SignatureMethod: 'HMAC-SHA1',
    SignatureVersion: '1.0',
    // Must be new for every attempt: the service refuses a nonce that it has seen.
    SignatureNonce: randomUUID(),
    Timestamp: now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
  }
  parameters.Signature = signature('POST', parameters, address.keySecret)
  const reply = await request(`${address.endpoint}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(parameters).toString(),
    signal: limit(),
  })
  const body = parseReply(await reply.body.text())
  if (reply.statusCode === 200 && body.Data !== undefined) return body.Data
  const code = typeof body.Code === 'string' ? body.Code : ''
  if (reply.statusCode >= 500 || reply.statusCode === 429 || /^Throttling|Timeout|Unavailable|Busy/i.test(code))
    throw new TransientError(code)
  throw refusal(code)
}

function parseReply(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (isFields(value)) return value
  } catch (cause) {
    throw new TransientError('no JSON', { cause })
  }
  throw new TransientError('no object')
}

/** Translates the service's error code for the seller; the service's own messages address its customers, who are not ours. */
function refusal(code: string): Failure {
  if (/NotFound.*(Body|Human|Head|Face)|No(Body|Human|Head|Face)|(Body|Human|Head|Face).*NotFound/i.test(code)) {
    return new Failure('invalid', '图片中没有找到人像，请换一张人物清晰的图片')
  }
  if (/Image|File|Url|Resolution|Size/i.test(code)) return new Failure('invalid', '抠图服务无法处理这张图片，请换一张图片')
  return new Failure('upstream-failed', `抠图服务拒绝了请求${code === '' ? '' : `（${code}）`}，请联系客服`)
}
