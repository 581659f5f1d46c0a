/** Names of text encodings as Chinese systems write them, and the decoders for them. */

/** Names that the Encoding Standard does not know: code page 936 of Windows and Java's names for it, and old names of UTF-8. */
const otherNames: Readonly<Record<string, string>> = {
  cp936: 'gb18030',
  ms936: 'gb18030',
  'windows-936': 'gb18030',
  'euc-cn': 'gb18030',
  'gb-18030': 'gb18030',
  'gb-2312': 'gb18030',
  utf_8: 'utf-8',
  utf8mb4: 'utf-8',
}
/** Encodings in which an ASCII letter is not one byte with its ASCII value, so that a form or JSON cannot be read in them. */
const notAsciiBased = /^(?:utf-16|iso-2022|replacement)/

/**
 * Returns a decoder for the encoding of this name, in any case, with or without quotes; null for a name that is not known or whose
 * ASCII letters are not single bytes. GBK and GB2312 are read as GB18030, which contains both.
 */
export function decoderOf(name: string, { fatal = false } = {}): TextDecoder | null {
  const label = name
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
    .toLowerCase()
  try {
    const { encoding } = new TextDecoder(otherNames[label] ?? label)
    if (notAsciiBased.test(encoding)) return null
    return new TextDecoder(encoding === 'gbk' ? 'gb18030' : encoding, { fatal, ignoreBOM: true })
  } catch {
    return null
  }
}

/** Returns the `charset` parameter of a content type, as it is written; null when there is none. */
export const charsetOf = (contentType: string | null | undefined): string | null =>
  /;\s*charset\s*=\s*("[^"]*"|'[^']*'|[^;\s]+)/i.exec(contentType ?? '')?.[1] ?? null

/** Reads bytes whose encoding nobody named: UTF-8 where they are valid UTF-8, else GB18030, which is a guess that fits China. */
export function readUnnamed(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030', { ignoreBOM: true }).decode(bytes)
  }
}
