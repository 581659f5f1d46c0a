import { decodeText } from './read-xml'

/** Returns whether bytes start like an SVG document: after prolog, comments and document type, the first tag is `svg`. */
export function looksLikeSvg(bytes: Buffer): boolean {
  let text = decodeText(bytes.subarray(0, 65_536), false) ?? ''
  for (;;) {
    const rest = text.replace(/^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>)/i, '')
    if (rest === text) break
    text = rest
  }
  return /^<(?:[\w-]+:)?svg[\s/>]/i.test(text)
}
