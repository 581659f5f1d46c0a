import { Failure } from '../kernel/failure'

/** Largest JSON body, bytes: a template of 200 layers with outlines stays well below. */
export const maxJsonBytes = 6 * 1024 * 1024

/** The whole body, counted as it arrives: a missing or false Content-Length changes nothing. Rejects with 'too-large'. */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = (): Failure => new Failure('too-large', `请求内容超过 ${Math.floor(maxBytes / 1024 / 1024)} MB 的上限`)
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

/** JSON of a body; undefined when it is empty. Rejects with 'bad-json' or 'too-large'. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(request, maxJsonBytes)
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Failure('bad-json', '请求内容不是有效的 JSON')
  }
}
