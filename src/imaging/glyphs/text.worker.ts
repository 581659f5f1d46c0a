/** Text off the main thread. Fonts of 20 MB stay open here, a few of them. */
import { type OpenFont, openFont } from './font'
import type { TextReply, TextRequest } from './messages'
import { textPicture } from './text-svg'

const openFonts = 4
const open = new Map<string, OpenFont>()

function remember(key: string, bytes: ArrayBuffer): OpenFont {
  const font = openFont(new Uint8Array(bytes))
  open.set(key, font)
  const oldest = open.keys().next()
  if (open.size > openFonts && !oldest.done) open.delete(oldest.value)
  return font
}

function answer({ id, key, font: bytes, settings, color }: TextRequest): TextReply {
  const font = bytes === undefined ? open.get(key) : remember(key, bytes)
  if (font === undefined) return { id, unknown: true }
  // Used last, dropped last.
  open.delete(key)
  open.set(key, font)
  const missing = font.missing(settings.text)
  if (missing.length > 0) return { id, missing }
  const picture = textPicture(font, settings, color)
  return picture === null ? { id, error: 'nothing to draw' } : { id, picture }
}

// An exception here would be silent on the page's side, so every request is answered.
self.onmessage = ({ data }: MessageEvent<TextRequest>) => {
  let reply: TextReply
  try {
    reply = answer(data)
  } catch (error) {
    reply = { id: data.id, error: error instanceof Error ? error.message : String(error) }
  }
  self.postMessage(reply)
}
