import { bytesText } from '../../contract/rules/sizes'
import { Failure } from '../kernel/failure'
import { type JsonBounds, withinBounds } from './json-guard'

export interface BodyRules extends JsonBounds {
  readonly maxBytes: number
  /** Requires a JSON content type. Without it another site's page could send the request without a CORS preflight. */
  readonly declared: boolean
}

/** Limits for signed-in callers: a template of 200 layers with outlines stays well below them. */
export const signedInBody: BodyRules = { maxBytes: 6 * 1024 * 1024, depth: 40, marks: 500_000, declared: false }
/** Limits for public routes, which take a name and a password, or a ticket with a picture's address. */
export const publicBody: BodyRules = { maxBytes: 8 * 1024, depth: 8, marks: 100, declared: true }
/** Limits for public callers with a token, which is checked after the body: forty layers of a buyer's design, and changes of 200 more. */
export const designBody: BodyRules = { maxBytes: 1024 * 1024, depth: 16, marks: 60_000, declared: true }

/**
 * Reads the whole body, counting bytes as they arrive, so that a missing or false Content-Length does not matter. Rejects with
 * 'too-large'.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = (): Failure => new Failure('too-large', `请求内容超过 ${bytesText(maxBytes, 'down')} 的上限`)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  if (!request.body) return Buffer.alloc(0)
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(parts, size)
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw tooLarge()
    }
    parts.push(value)
  }
}

/** Browsers send a page's JSON to another site only after a preflight, and name the page in `Origin`. */
const isJson = (request: Request): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')

/** Parses a body as JSON; undefined when it is empty. Rejects with 'bad-json' or 'too-large'. */
export async function readJson(request: Request, rules: BodyRules): Promise<unknown> {
  if (rules.declared && !isJson(request)) throw new Failure('bad-json', '请求须以 Content-Type: application/json 发送')
  const bytes = await readBody(request, rules.maxBytes)
  if (bytes.length === 0) return undefined
  if (!withinBounds(bytes, rules)) throw new Failure('too-large', '请求内容的层数或条目过多，请分几次提交')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Failure('bad-json', '请求内容不是有效的 JSON')
  }
}
