/** Handles the requests of the text worker. Caches a few open fonts, because a font can have 20 MB. */
import { markupColor } from '../../contract/ground/hex-color'
import { type OpenFont, openFont } from './font'
import { fontFault, sampleOf } from './judge'
import type { TextReply, TextRequest } from './messages'
import { missingCharacters } from './missing'
import { textPath, textPicture, textUnit } from './text-svg'

const maxCachedFonts = 4
const fonts = new Map<string, OpenFont>()

function openAndCache(key: string, bytes: ArrayBuffer): OpenFont {
  const font = openFont(new Uint8Array(bytes))
  fonts.set(key, font)
  const oldest = fonts.keys().next()
  if (fonts.size > maxCachedFonts && !oldest.done) fonts.delete(oldest.value)
  return font
}

/** Returns the requested font, or the reply that says why nothing can be drawn with it. */
function fontFor({ id, key, font: bytes, settings }: TextRequest): OpenFont | TextReply {
  const font = bytes === undefined ? fonts.get(key) : openAndCache(key, bytes)
  if (font === undefined) return { id, unknown: true }
  // Move the font to the end of the map: the least recently used font is evicted first.
  fonts.delete(key)
  fonts.set(key, font)
  const missing = missingCharacters(font, settings)
  return missing.length > 0 ? { id, missing } : font
}

export function drawText(request: TextRequest): TextReply {
  const { id, settings, color } = request
  const font = fontFor(request)
  if ('id' in font) return font
  if (request.asks === 'sample') return { id, sample: sampleOf(font), fault: fontFault(font) }
  if (request.asks === 'weights') return { id, weights: font.weights }
  const picture = textPicture(font, settings, color)
  return picture === null ? { id, error: 'nothing to draw' } : { id, picture }
}

/** Draws the text as a PNG of `pixels` px per em; needs an environment with a canvas. */
export async function drawPng(request: TextRequest, pixels: number): Promise<TextReply> {
  const { id, settings, color } = request
  markupColor(color)
  const font = fontFor(request)
  if ('id' in font) return font
  const path = textPath(font, settings)
  if (path === null) return { id, error: 'nothing to draw' }
  const scale = pixels / textUnit
  const canvas = new OffscreenCanvas(Math.ceil(path.width * scale), Math.ceil(path.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return { id, error: 'no canvas to draw on' }
  context.setTransform(scale, 0, 0, scale, -path.left * scale, -path.top * scale)
  context.fillStyle = color
  context.fill(new Path2D(path.path))
  return { id, png: await canvas.convertToBlob({ type: 'image/png' }) }
}
