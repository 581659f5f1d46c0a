import { type Fields, isFields } from '../../contract/ground/fields'
import { BridgeError, type BridgeErrorCode, fromWire, isBridgeErrorCode } from './errors'

/**
 * Turns anything that a client, its cloud SDK or the marketplace throws into a BridgeError with a code. They throw Errors whose
 * message is JSON, nested or flat objects, codes as numbers or strings, bare strings and falsy values.
 */

const str = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The text is no JSON; the caller then uses it as a plain sentence.
  }
}

/** Returns the innermost object that carries a code, else the outermost object, else undefined. */
function unfold(value: unknown, depth = 0): Fields | undefined {
  if (depth > 4) return undefined
  if (typeof value === 'string') return value.trim().startsWith('{') ? unfold(parsed(value), depth + 1) : undefined
  if (!isFields(value)) return undefined
  for (const key of ['error_response', 'errorResponse', 'error', 'message', 'errorMessage', 'data']) {
    const inner = unfold(value[key], depth + 1)
    if (inner && ('code' in inner || 'sub_code' in inner || 'ret' in inner || 'error' in inner)) return inner
  }
  return value
}

const expiredCodes = new Set(['26', '27', '53', '904', '20003', 'FAIL_SYS_SESSION_EXPIRED'])
const rateLimitCodes = new Set(['7', '429', 'FAIL_SYS_FLOWLIMIT', 'accesscontrol.limited-by-api-access-count'])
const diskCodes = new Set(['12', '13', '20'])

function codeOf(codes: readonly string[], errorText: string, method: string): BridgeErrorCode | undefined {
  const has = (set: ReadonlySet<string>) => codes.some((code) => set.has(code))
  if (has(expiredCodes) || /SESSION_EXPIRED|invalid-sessionkey|登录失效/.test(errorText)) return 'AUTH_EXPIRED'
  if (/limited-by|FLOWLIMIT|call-limited/.test([...codes, errorText].join(' ')) || has(rateLimitCodes)) return 'RATE_LIMIT'
  if (method === 'disk.save' && has(diskCodes)) return 'DISK'
  // At the marketplace, 11 means that a permission package is missing; the client's own functions use 11 for other errors.
  if (codes.some((code) => (code === '11' && method === 'top.invoke') || code.startsWith('isv.permission'))) return 'PERMISSION'
  if (/insufficient-.*permission|商家空间|没有权限|无权限|无此操作权限/.test([...codes, errorText].join(' '))) return 'PERMISSION'
  if (codes.includes('500') || /网络错误|network/i.test(errorText)) return 'NETWORK'
  return codes.some((code) => code !== '') ? 'TOP_BUSINESS' : undefined
}

/**
 * Returns the BridgeError for anything thrown by a handler of `method`. The code is BAD_REPLY where neither a code nor the text
 * names a cause, as with falsy values.
 */
export function fromClient(thrown: unknown, method: string): BridgeError {
  if (thrown instanceof BridgeError) return thrown
  if (isFields(thrown) && isBridgeErrorCode(thrown.code))
    return fromWire({ ...thrown, code: thrown.code, message: thrown.message })
  const object = unfold(thrown)
  const raw = typeof thrown === 'string' ? thrown : isFields(thrown) ? str(thrown.message) || str(thrown.errorMessage) : ''
  if (!object) return errorWithoutCode(raw, method)
  const topCode = str(object.code) || str(object.error)
  const subCode = str(object.sub_code) || str(object.subCode)
  const subMsg = str(object.sub_msg) || str(object.subMsg)
  const ret = Array.isArray(object.ret) ? object.ret.map(str).join(' ') : str(object.ret)
  const errorText = [subMsg, str(object.msg), str(object.errorMessage), raw, ret].filter(Boolean).join(' ')
  const code = codeOf([subCode, topCode, ret.split('::')[0] ?? ''], errorText, method)
  if (!code) return errorWithoutCode(raw, method)
  return new BridgeError(code, {
    message: `${method}: ${errorText || topCode}`,
    userMessage: code === 'TOP_BUSINESS' && subMsg !== '' ? subMsg : undefined,
    stage: 'host',
    detail: { topCode, subCode, subMsg, ret },
  })
}

function errorWithoutCode(errorText: string, method: string): BridgeError {
  const code = codeOf([], errorText, method) ?? 'BAD_REPLY'
  return new BridgeError(code, { message: `${method}: ${errorText || 'failed without a reason'}`, stage: 'host' })
}
