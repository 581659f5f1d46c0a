/**
 * Reads refusals: tells the error bodies of this server from what proxies, firewalls and captive portals send under the same status
 * codes, and says in words for people what those mean. Used by the plugin, the adapters and the buyers' page.
 */
import { type ErrorBody, errorStatus, type Issue } from './errors'
import { isFields } from './ground/fields'

function parseIssues(value: unknown): readonly Issue[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((item: unknown) => {
    if (!isFields(item) || typeof item.path !== 'string' || typeof item.message !== 'string') return []
    return [{ path: item.path, code: typeof item.code === 'string' ? item.code : 'invalid', message: item.message }]
  })
}

const knownCodes: ReadonlySet<string> = new Set(Object.keys(errorStatus))

/**
 * Returns the error body, or null when the response is something else: a proxy's page, an empty text, another program's JSON. A
 * firewall sends `{"code":…,"message":…}`, too; this server's bodies have a code of the contract, or name the request besides.
 */
export function parseErrorBody(text: string): ErrorBody | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!isFields(value) || typeof value.code !== 'string' || typeof value.message !== 'string') return null
  if (!knownCodes.has(value.code) && typeof value.traceId !== 'string') return null
  const issues = parseIssues(value.issues)
  const traceId = typeof value.traceId === 'string' ? value.traceId : ''
  return { traceId, code: value.code, message: value.message, ...(issues && { issues }) }
}

/** Whether a response of success is a page: of a network that asks for a sign-in, or of a firewall that checks the visitor. */
export const isPage = (text: string): boolean => /^\s*</.test(text)

/** Why another program on the way refused a call, as far as it matters for the next step. */
export type ForeignCause =
  /** The server is away or busy: the same call may succeed later. */
  | 'busy'
  /** Something gave up waiting; the server may have done the work. */
  | 'timeout'
  /** The request is larger than something on the way allows. */
  | 'too-large'
  /** Something on the way refuses this request; it says nothing about the session. */
  | 'blocked'

const timeouts = new Set([408, 499, 504, 522, 524, 598, 599])
const busy = new Set([425, 429, 502, 503, 520, 521, 523, 525, 526, 527, 529, 530])

export function foreignCause(status: number): ForeignCause {
  if (status === 413 || status === 414 || status === 431) return 'too-large'
  if (timeouts.has(status)) return 'timeout'
  return busy.has(status) || status === 500 || status === 507 ? 'busy' : 'blocked'
}

/** Words for single codes; other codes have those of their cause. */
const sellerTexts: Readonly<Record<number, string>> = {
  401: '请求被服务器前面的代理拦截，要求另外登录（401），不是登录过期；请联系客服',
  403: '请求被防火墙拦截（403），不是登录过期；请稍后重试，仍被拦截请换个网络或联系客服',
  404: '服务器上没有找到这个地址（404），请刷新页面重试；仍然出现请联系客服',
  405: '服务器前面的代理不允许这个操作（405），请联系客服',
  407: '您所在网络的代理服务器要求登录（407），请联系网络管理员',
  414: '一次选择的内容太多（414），请减少后重试',
  429: '操作太频繁（429），请稍等一会儿再试',
  431: '浏览器发送的内容太多（431），请清除本站的 Cookie 后重试',
  500: '服务器出错（500），请稍后重试；仍然出现请联系客服',
  502: '系统繁忙，请刷新页面重试。',
  503: '系统繁忙，请刷新页面重试。',
  507: '服务器的存储空间不足（507），请联系客服',
  511: '当前网络要先登录才能上网（511），请打开网络的登录页面',
}
const sellerTextOf: Readonly<Record<ForeignCause, (status: number) => string>> = {
  busy: (status) => `系统繁忙（${status}），请稍后再试`,
  timeout: (status) => `服务器等待超时（${status}），操作可能已经完成；请稍后刷新查看，再决定是否重试`,
  'too-large': (status) => `内容太大，超过了服务器允许的大小（${status}）；请减小文件或分几次提交，仍不行请联系客服调大上限`,
  blocked: (status) => `请求在到达服务器之前被拒绝（${status}），请刷新页面重试；仍然出现请联系客服`,
}

/** Returns what to tell a seller about a refusal without an error body of this server. */
export const sellerText = (status: number): string => sellerTexts[status] ?? sellerTextOf[foreignCause(status)](status)

const buyerTexts: Readonly<Record<ForeignCause, string>> = {
  busy: '服务器忙，请稍后再试',
  timeout: '服务器忙，等了很久没有完成，请稍后再试',
  'too-large': '内容太大，服务器收不下；请换一张小一些的照片再试',
  blocked: '访问被网络拦截了，请换个网络或稍后再试；还不行请联系店铺客服',
}

/** Returns what to tell a buyer about such a refusal. */
export const buyerText = (status: number): string => buyerTexts[foreignCause(status)]
