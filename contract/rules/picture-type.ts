/**
 * Determines the type of a picture from its bytes. A response with status 200 may be an error page. SVG is text like a page, so
 * it only counts as SVG if all of it is well-formed XML with the root `svg`. Pure; plugin and server use it.
 */

const svgNamespace = 'http://www.w3.org/2000/svg'

const starts = (bytes: Uint8Array, text: string, at = 0) =>
  bytes.length >= at + text.length && [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

/** Largest SVG that is parsed, bytes. */
const maxDrawingBytes = 32 * 1024 * 1024

function textOf(bytes: Uint8Array): string | null {
  const encoding = starts(bytes, '\xff\xfe') ? 'utf-16le' : starts(bytes, '\xfe\xff') ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** XML declaration, comments, processing instructions and white space; sticky, so that no text is scanned twice. */
const between = /(?:\s+|<\?[\s\S]*?\?>|<!--(?:(?!--)[\s\S])*-->)*/y
const doctype = /<!DOCTYPE\s+(?:[\w-]+:)?svg(?=[\s>[])(?:[^[>"']|"[^"]*"|'[^']*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])*>/iy
const name = String.raw`[A-Za-z_][\w.\-]*(?::[A-Za-z_][\w.\-]*)?`
const tag = new RegExp(String.raw`<(/?)(${name})((?:\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(/?)>`, 'y')
const cdata = /<!\[CDATA\[[\s\S]*?\]\]>/y

function read(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Whether the text is well-formed XML with the root `svg` and only comments after it. */
function isDrawing(text: string): boolean {
  const skip = (at: number) => at + (read(between, text, at)?.[0].length ?? 0)
  let at = skip(0)
  const type = read(doctype, text, at)
  if (type) at = skip(at + type[0].length)
  const open: string[] = []
  for (let first = true; first || open.length > 0; first = false) {
    if (!first) {
      // Skip the text before the next tag; a `<` that begins no tag makes `found` null below.
      const next = text.indexOf('<', at)
      if (next < 0) return false
      at = next
      const data = read(cdata, text, at)
      const aside = data ? at + data[0].length : skip(at)
      if (aside > at) {
        at = aside
        continue
      }
    }
    const found = read(tag, text, at)
    if (!found) return false
    const [whole, closing, tagName = '', attributes = '', empty] = found
    at += whole.length
    if (first && (closing !== '' || !isRoot(tagName, attributes))) return false
    if (closing !== '') {
      if (open.pop() !== tagName) return false
    } else if (empty === '') open.push(tagName)
  }
  return skip(at) === text.length
}

/** Accepts a root without namespace: browsers do not draw it, but sellers' programs write it, and the server cleans uploads. */
function isRoot(tagName: string, attributes: string): boolean {
  const [prefix, local] = tagName.includes(':') ? tagName.split(':') : ['', tagName]
  if (local !== 'svg') return false
  const declared = new RegExp(String.raw`\sxmlns${prefix === '' ? '' : `:${prefix}`}\s*=\s*["']([^"']*)["']`).exec(
    attributes,
  )?.[1]
  return declared === undefined ? prefix === '' : declared === svgNamespace
}

/** Whether a file with these first bytes may be an SVG, which only the whole file shows. */
export function mayBeDrawing(bytes: Uint8Array): boolean {
  const begin = bytes.subarray(0, 64)
  const blank = /^[\ufeff\s]*</
  const utf16 = starts(begin, '\xff\xfe') ? 'utf-16le' : starts(begin, '\xfe\xff') ? 'utf-16be' : 'utf-8'
  return blank.test(new TextDecoder(utf16).decode(begin))
}

/** @param bytes the whole file. @returns its MIME type; null if it is no supported picture. */
export function pictureTypeOf(bytes: Uint8Array): string | null {
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'image/gif'
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'image/webp'
  if (starts(bytes, 'BM')) return 'image/bmp'
  if (bytes.length > maxDrawingBytes || !mayBeDrawing(bytes)) return null
  const text = textOf(bytes)
  return text !== null && isDrawing(text.replace(/^\ufeff/, '')) ? 'image/svg+xml' : null
}
