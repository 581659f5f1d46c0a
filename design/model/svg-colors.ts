/**
 * Lists the colours of an SVG drawing and changes them. Only values of colour properties are touched, everything else stays. The server
 * stores drawings with plain colours (#rrggbb); others are of drawings stored before it did.
 */
import { hexColorOf, markupColor, readHex } from '../../contract/ground/hex-color'
import { colorNames } from './svg-color-names'

/** A colour property as an attribute, or as a declaration of a style; the groups are what comes before the value, and the value. */
const property =
  /((?:^|[\s"';{])(?:fill|stroke|stop-color|flood-color|lighting-color|color)\s*(?:=\s*["']\s*|:\s*))(#[0-9a-f]{3,8}\b|rgb\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)|[a-z]+)/gi

/** Colour of drawings that name none. */
const unnamedColor = '#000000'
const ownColor = /[\s"';{]color\s*[=:]/i

/** Returns how to read a drawing's colours. The current colour is that of a page around it: black where the drawing says no other. */
const readerOf = (svg: string) => (text: string) =>
  /^currentcolor$/i.test(text) ? (ownColor.test(svg) ? null : unnamedColor) : hexOf(text)

/** Returns #rrggbb of a colour's text; null for what is no plain colour (none, a translucent one). */
function hexOf(text: string): string | null {
  const value = text.toLowerCase()
  if (value.startsWith('#')) return readHex(value)
  const channels = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(value)
  return channels ? hexColorOf(channels.slice(1).map(Number)) : (colorNames.get(value) ?? null)
}

/** Returns the colours of a drawing as #rrggbb, the most frequent first; a drawing that names none is black. */
export function svgColors(svg: string): readonly string[] {
  const counts = new Map<string, number>()
  const read = readerOf(svg)
  for (const [, , value = ''] of svg.matchAll(property)) {
    const color = read(value)
    if (color !== null) counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return counts.size === 0 ? [unnamedColor] : [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color)
}

/**
 * Returns the drawing with other colours, from #rrggbb to #rrggbb.
 *
 * @throws for anything but such colours, because they are inserted into markup.
 */
export function recolored(svg: string, colors: ReadonlyMap<string, string>): string {
  for (const color of colors.values()) markupColor(color)
  let isNamed = false
  const read = readerOf(svg)
  const changed = svg.replace(property, (whole, before: string, value: string) => {
    const color = read(value)
    if (color !== null) isNamed = true
    const next = color === null ? undefined : colors.get(color)
    return next === undefined ? whole : `${before}${next}`
  })
  const inherited = colors.get(unnamedColor)
  // A root with a fill of its own names none for what is in it.
  const isFilled = /<svg\b[^>]*?\sfill\s*=/i.test(svg)
  return isNamed || isFilled || inherited === undefined ? changed : changed.replace(/<svg\b/i, `<svg fill="${inherited}"`)
}
