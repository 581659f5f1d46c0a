/** Reads forms (`application/x-www-form-urlencoded`) in the encoding that they name: payment notices come in GBK, too. */
import { charsetOf, decoderOf, readUnnamed } from '../kernel/charset'
import { Failure } from '../kernel/failure'
import type { ReceivedForm } from '../ports/payments'
import { readBody } from './body'
import type { AppContext } from './environment'

/** Limit of a form body, bytes: a payment notice or a gateway call has a few KB. */
const maxFormBytes = 64 * 1024
/** Fields in which a form names its encoding: Alipay's open platform, and its older interface. */
const charsetFields = ['charset', '_input_charset']

/**
 * Returns the fields of a form body and, with `withQuery`, of the query: as text, and as the bytes that stood for the text. The
 * encoding is the one that the form's own field names (it is part of what is signed), else the content type's, else UTF-8 or, where
 * that does not fit, GB18030. Rejects with 'invalid' when a field is duplicated, because it would be unclear which value was
 * signed, and when the named encoding is not known.
 */
export async function readForm(c: AppContext, withQuery: boolean): Promise<ReceivedForm> {
  const body = await readBody(c.req.raw, maxFormBytes)
  const query = withQuery ? Buffer.from(new URL(c.req.url).search.slice(1), 'latin1') : Buffer.alloc(0)
  const pairs = [...splitPairs(query), ...splitPairs(body)]
  const named = pairs.find(([name, value]) => value.length > 0 && charsetFields.includes(name.toString('latin1')))?.[1]
  const read = textReader(named?.toString('latin1') ?? charsetOf(c.req.header('content-type')))
  const text = new Map<string, string>()
  const bytes = new Map<string, Buffer>()
  for (const [name, value] of pairs) {
    const key = read(name)
    if (text.has(key)) throw new Failure('invalid', `参数 ${key} 重复`)
    text.set(key, read(value))
    bytes.set(key, value)
  }
  return { text: Object.fromEntries(text), bytes }
}

function textReader(charset: string | null): (bytes: Uint8Array) => string {
  if (charset === null) return readUnnamed
  const decoder = decoderOf(charset)
  if (decoder) return (bytes) => decoder.decode(bytes)
  const shown = charset.replace(/[^\x20-\x7e]/g, '?').slice(0, 40)
  throw new Failure('invalid', `表单声明的编码 ${shown} 无法识别，请用 UTF-8、GBK、GB2312 或 GB18030`)
}

const ampersand = 0x26
const equals = 0x3d
const plus = 0x2b
const space = 0x20
const percent = 0x25

/** Splits a form at its bytes. No encoding that is read here uses `&`, `=`, `+` or `%` within a character of several bytes. */
function splitPairs(form: Buffer): [name: Buffer, value: Buffer][] {
  const pairs: [Buffer, Buffer][] = []
  for (let from = 0; from <= form.length; ) {
    const found = form.indexOf(ampersand, from)
    const to = found === -1 ? form.length : found
    if (to > from) {
      const pair = form.subarray(from, to)
      const at = pair.indexOf(equals)
      pairs.push(
        at === -1
          ? [unescapeBytes(pair), Buffer.alloc(0)]
          : [unescapeBytes(pair.subarray(0, at)), unescapeBytes(pair.subarray(at + 1))],
      )
    }
    from = to + 1
  }
  return pairs
}

/** Undoes `+` and `%XX`; a `%` without two hexadecimal digits stays, as in the URL standard. */
function unescapeBytes(escaped: Buffer): Buffer {
  const plain = Buffer.alloc(escaped.length)
  let length = 0
  for (let i = 0; i < escaped.length; i += 1) {
    const byte = escaped[i] ?? 0
    const digits = byte === percent ? escaped.toString('latin1', i + 1, i + 3) : ''
    if (/^[0-9a-f]{2}$/i.test(digits)) {
      plain[length] = Number.parseInt(digits, 16)
      i += 2
    } else plain[length] = byte === plus ? space : byte
    length += 1
  }
  return plain.subarray(0, length)
}
