/**
 * Sends events to addresses that sellers gave (docs/adr/0052-webhooks.md): over https, to public addresses alone, judged again when the
 * name is resolved for the connection; without redirects, and with limits of time and size.
 */
import type dns from 'node:dns'
import { Agent, request as send } from 'undici'
import { isAbort } from '../../../contract/ground/thrown'
import { answerChars, type EventAnswer, type EventRequest, type EventSender, sendMs } from '../../ports/event-sender'
import { isAddressLiteral, isPublicAddress } from './address'
import { bodyText } from './body-text'
import { guardedLookup } from './guarded-lookup'

export interface SenderOptions {
  /** Whether plain http may be used. */
  readonly allowsHttp: boolean
  /** Addresses, beside public ones, that the operator allows. */
  readonly isAllowed: (address: string) => boolean
  /** Set by tests only. */
  readonly resolve?: typeof dns.lookup
  readonly timeoutMs?: number
  /** Certificates of authorities, beside those that are known, in PEM. */
  readonly authority?: string
}

/** Bytes that are read of an answer; nobody waits for the rest. */
const readBytes = 4 * answerChars
/** Wait for the rest of that part once the status is there, ms. */
const textMs = 1000
/** Longest wait that an answer can ask for, s. */
const maxRetryAfter = 60 * 60

const innerText = '地址指向内部网络，不能使用'
class Blocked extends Error {}

/** Why a connection failed, by its code. */
const problems: Readonly<Record<string, string>> = {
  ENOTFOUND: '域名无法解析，请检查地址',
  EAI_AGAIN: '域名暂时无法解析',
  ECONNREFUSED: '对方拒绝连接，请检查端口和程序是否在运行',
  ECONNRESET: '对方断开了连接，没有回答',
  EPIPE: '对方断开了连接，没有回答',
  UND_ERR_SOCKET: '对方断开了连接，没有回答',
  UND_ERR_CONNECT_TIMEOUT: '连接超时',
  ETIMEDOUT: '连接超时',
  EHOSTUNREACH: '无法连接到对方的网络',
  ENETUNREACH: '无法连接到对方的网络',
  EPROTO: '对方没有使用 https',
  ERR_SSL_WRONG_VERSION_NUMBER: '对方没有使用 https',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: '对方没有使用 https',
  CERT_HAS_EXPIRED: 'https 证书已过期',
  CERT_NOT_YET_VALID: 'https 证书还没有生效',
  ERR_TLS_CERT_ALTNAME_INVALID: 'https 证书不是这个域名的',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'https 证书是自签名的，须使用受信任机构签发的证书',
  SELF_SIGNED_CERT_IN_CHAIN: 'https 证书不是受信任机构签发的',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'https 证书链不完整，请在服务器上配置中间证书',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'https 证书不是受信任机构签发的',
  UND_ERR_HEADERS_OVERFLOW: '对方的回答头过大',
}

const causeOf = ({ cause }: { readonly cause?: unknown }): unknown => cause

function problemOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = causeOf(cause)) {
    if (cause instanceof Blocked) return innerText
    if (cause.name === 'TimeoutError') return '超过时间没有回答'
    const failure: Error & { readonly code?: unknown } = cause
    if (isAbort(cause)) return '服务器正在重启，没有发送完'
    const known = typeof failure.code === 'string' ? problems[failure.code] : undefined
    if (known !== undefined) return known
    // A connection to several addresses fails with all their errors.
    if (failure instanceof AggregateError && failure.errors.length > 0) return problemOf(failure.errors[0])
  }
  return '没有收到可以理解的回答'
}

export function createEventSender({ allowsHttp, isAllowed, resolve, timeoutMs = sendMs, authority }: SenderOptions): EventSender {
  const accepts = (address: string): boolean => isPublicAddress(address) || isAllowed(address)
  const lookup = guardedLookup({ blocked: () => new Blocked(innerText), acceptsAddress: accepts, resolve })
  // Without pipelining each request has a connection of its own: an event may be lost on a kept one that its server is closing.
  const tls = authority === undefined ? {} : { ca: authority }
  const guarded = new Agent({ connect: { lookup, ...tls }, pipelining: 0 })
  const open = new Agent({ connect: tls, pipelining: 0 })

  function refusalOf(text: string): string | null {
    if (!URL.canParse(text)) return '地址不正确，须写成 https://example.com/path'
    const url = new URL(text)
    const isLiteral = isAddressLiteral(url.hostname)
    const bare = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowsHttp)) return '地址须以 https:// 开头'
    if (url.username || url.password) return '地址不能包含用户名或密码'
    if (url.hash) return '地址不能包含 #'
    if (isLiteral && !isAllowed(bare)) return '地址须使用域名，不能使用 IP'
    if (!isLiteral && !bare.includes('.') && !isAllowed('127.0.0.1')) return '地址须使用完整的域名'
    if (/(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/.test(bare) && !isAllowed('127.0.0.1')) return innerText
    return null
  }

  async function post({ url, headers, body, isTrusted, signal }: EventRequest): Promise<EventAnswer> {
    const failed = (problem: string): EventAnswer => ({ status: null, text: '', problem, retryAfter: null })
    const refusal = isTrusted ? null : refusalOf(url)
    if (refusal !== null) return failed(refusal)
    try {
      const reply = await send(url, {
        dispatcher: isTrusted ? open : guarded,
        method: 'POST',
        headers: { ...headers, 'accept-encoding': 'identity' },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      const type = reply.headers['content-type']
      const bytes = await readStart(reply.body)
      const text = clean(bodyText(bytes, typeof type === 'string' ? type : null)).slice(0, answerChars)
      return { status: reply.statusCode, text, problem: null, retryAfter: retryAfterOf(reply.headers['retry-after']) }
    } catch (error) {
      return failed(problemOf(error))
    }
  }
  return { refusalOf, post }
}

/** Reads the first bytes of a body and drops the rest: the status has said what counts, so that a body that breaks off changes nothing. */
async function readStart(body: AsyncIterable<Buffer> & { destroy(): unknown; on(event: 'error', ignore: () => void): unknown }) {
  const parts: Buffer[] = []
  let size = 0
  body.on('error', () => undefined)
  const timer = setTimeout(() => body.destroy(), textMs)
  try {
    for await (const part of body) {
      parts.push(part)
      size += part.length
      if (size >= readBytes) break
    }
  } catch {
    // The part that came until then is shown.
  } finally {
    clearTimeout(timer)
    body.destroy()
  }
  return Buffer.concat(parts).subarray(0, readBytes)
}

/** Drops characters that a text column refuses, a terminal obeys or that turn the text; line breaks and tabs stay. */
const clean = (text: string): string => text.replace(/(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd]/gu, '')

function retryAfterOf(header: string | string[] | undefined): number | null {
  const seconds = typeof header === 'string' && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null
  return seconds === null ? null : Math.min(seconds, maxRetryAfter)
}
