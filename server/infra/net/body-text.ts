/** Decodes response bodies of marketplaces and factories’ programs, many of which write GBK and name it in one of several places, or nowhere. */
import { charsetOf, decoderOf, readUnnamed } from '../../kernel/charset'

/** Pages name their encoding near their beginning. */
const metaBytes = 1024
const meta = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i

/**
 * Returns the text of a body: in the encoding that the content type or the page names, unless the bytes are not valid in it, else
 * in UTF-8 or, where the bytes are no UTF-8, in GB18030.
 */
export function bodyText(bytes: Uint8Array, contentType: string | null): string {
  const named = charsetOf(contentType) ?? meta.exec(Buffer.from(bytes.subarray(0, metaBytes)).toString('latin1'))?.[1]
  const text = named === undefined ? null : tryDecode(bytes, named)
  return (text ?? readUnnamed(bytes)).replace(/^\uFEFF/, '')
}

function tryDecode(bytes: Uint8Array, name: string): string | null {
  try {
    return decoderOf(name, { fatal: true })?.decode(bytes) ?? null
  } catch {
    return null
  }
}
