/** Answers of the text worker. Fonts of 20 MB stay open here, a few of them. */
import { type OpenFont, openFont } from './font'
import type { TextReply, TextRequest } from './messages'
import { textPicture } from './text-svg'

const keptFonts = 4
const kept = new Map<string, OpenFont>()

function remember(key: string, bytes: ArrayBuffer): OpenFont {
  const font = openFont(new Uint8Array(bytes))
  kept.set(key, font)
  const oldest = kept.keys().next()
  if (kept.size > keptFonts && !oldest.done) kept.delete(oldest.value)
  return font
}

export function answerText({ id, key, font: bytes, settings, color }: TextRequest): TextReply {
  const font = bytes === undefined ? kept.get(key) : remember(key, bytes)
  if (font === undefined) return { id, unknown: true }
  // Used last, dropped last.
  kept.delete(key)
  kept.set(key, font)
  const missing = font.missing(settings.text)
  if (missing.length > 0) return { id, missing }
  const picture = textPicture(font, settings, color)
  return picture === null ? { id, error: 'nothing to draw' } : { id, picture }
}
