/** Colours as text: how sellers type them, how they are stored, and how they are made of channels. */
import { bytesHex } from './hex'
import { clamp } from './number'

/** The stored form: #rgb or #rrggbb. */
export const storedColor = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/

/**
 * Returns a colour as #rrggbb in lower case, from what a seller types: with or without #, three or six digits, also full-width ones.
 * Returns null when it is no colour.
 */
export function readHex(text: string): string | null {
  const digits = text.normalize('NFKC').trim().replace(/^#/, '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replace(/./g, '$&$&')}` : null
}

/** Returns a stored colour unchanged. @throws for anything else: the colour is inserted into markup. */
export function markupColor(color: string): string {
  if (!storedColor.test(color)) throw new Error(`not a hex colour: ${color}`)
  return color
}

/** Returns #rrggbb of red, green and blue, 0 to 255 each; others are limited to that range and rounded. */
export const hexColorOf = (rgb: ArrayLike<number>): string =>
  `#${bytesHex([0, 1, 2].map((at) => Math.round(clamp(rgb[at] ?? 0, 0, 255))))}`

/** Returns red, green and blue, 0 to 255, of a stored colour. @throws for anything else. */
export function rgbOf(color: string): readonly [red: number, green: number, blue: number] {
  const value = Number.parseInt((readHex(markupColor(color)) as string).slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
