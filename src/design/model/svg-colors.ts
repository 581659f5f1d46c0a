/** Lists the colours of an SVG drawing and changes them. Only values of colour properties are touched, everything else stays. */

/** Names that drawing programs write; others stay as they are. */
const named: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  lime: '#00ff00',
  blue: '#0000ff',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  gold: '#ffd700',
  navy: '#000080',
  teal: '#008080',
  aqua: '#00ffff',
  cyan: '#00ffff',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  maroon: '#800000',
  olive: '#808000',
}

/** A colour property as an attribute, or as a declaration of a style; the groups are what comes before the value, and the value. */
const property =
  /((?:^|[\s"';{])(?:fill|stroke|stop-color|flood-color|lighting-color|color)\s*(?:=\s*["']\s*|:\s*))(#[0-9a-f]{3,8}\b|rgb\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)|[a-z]+)/gi

/** Returns #rrggbb of a colour's text; null for what is no plain colour (none, currentColor, a translucent one). */
function hexOf(text: string): string | null {
  const value = text.toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(value)) return value
  if (/^#[0-9a-f]{3}$/.test(value)) return value.replace(/[0-9a-f]/g, (digit) => digit + digit)
  const channels = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(value)
  if (!channels) return named[value] ?? null
  return `#${channels
    .slice(1)
    .map((channel) => Math.min(255, Number(channel)).toString(16).padStart(2, '0'))
    .join('')}`
}

/** Colour of drawings that name none. */
const unnamedColor = '#000000'

/** Returns the colours of a drawing as #rrggbb, the most frequent first; a drawing that names none is black. */
export function svgColors(svg: string): readonly string[] {
  const counts = new Map<string, number>()
  for (const [, , value = ''] of svg.matchAll(property)) {
    const color = hexOf(value)
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
  for (const color of colors.values()) if (!/^#[0-9a-f]{6}$/i.test(color)) throw new Error(`not a hex colour: ${color}`)
  let isNamed = false
  const changed = svg.replace(property, (whole, before: string, value: string) => {
    const color = hexOf(value)
    if (color !== null) isNamed = true
    const next = color === null ? undefined : colors.get(color)
    return next === undefined ? whole : `${before}${next}`
  })
  const inherited = colors.get(unnamedColor)
  return isNamed || inherited === undefined ? changed : changed.replace(/<svg\b/i, `<svg fill="${inherited}"`)
}
