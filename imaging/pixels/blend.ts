/**
 * Photoshop's 27 blend modes on straight 8-bit RGBA.
 *
 * Formulas: W3C Compositing and Blending Level 1, §5.8 "General formula" for overlapping colours and §9 for multiply, screen,
 * overlay, darken, lighten, colour dodge and burn, hard light, difference, exclusion, hue, saturation, colour, luminosity; the
 * same as ISO 32000-1 (PDF) §11.3.5. The modes that neither names are Adobe's: linear burn and dodge, vivid, linear and pin
 * light, hard mix, subtract, divide, darker and lighter colour, dissolve, and Photoshop's own soft light (Adobe Photoshop User
 * Guide, "Blending mode descriptions"). Neutral colours of the modes that treat fill opacity differently: "eight special blend
 * modes" there.
 */
import { clamp } from '../../contract/ground/number'
import { decodeLight, encodeLight } from './light'
import { intersect, type Raster } from './raster'

/** Blends one colour channel; backdrop and source are 0 to 1. */
type Separable = (b: number, s: number) => number
type Rgb = [number, number, number]

const burn: Separable = (b, s) => (b >= 1 ? 1 : s <= 0 ? 0 : 1 - Math.min(1, (1 - b) / s))
const dodge: Separable = (b, s) => (b <= 0 ? 0 : s >= 1 ? 1 : Math.min(1, b / (1 - s)))
const multiply: Separable = (b, s) => b * s
const screen: Separable = (b, s) => b + s - b * s
const hardLight: Separable = (b, s) => (s <= 0.5 ? multiply(b, 2 * s) : screen(b, 2 * s - 1))

const separable: Readonly<Record<string, Separable>> = {
  darken: Math.min,
  multiply,
  'color burn': burn,
  'linear burn': (b, s) => Math.max(0, b + s - 1),
  lighten: Math.max,
  screen,
  'color dodge': dodge,
  'linear dodge': (b, s) => Math.min(1, b + s),
  overlay: (b, s) => hardLight(s, b),
  'soft light': (b, s) => (s <= 0.5 ? 2 * b * s + b * b * (1 - 2 * s) : 2 * b * (1 - s) + Math.sqrt(b) * (2 * s - 1)),
  'hard light': hardLight,
  // Unlike burn and dodge alone, black on white is black and white on black is white: measured on pictures by Photoshop.
  'vivid light': (b, s) => (s <= 0 || s >= 1 ? s : s <= 0.5 ? burn(b, 2 * s) : dodge(b, 2 * s - 1)),
  'linear light': (b, s) => clamp(b + 2 * s - 1, 0, 1),
  'pin light': (b, s) => (s <= 0.5 ? Math.min(b, 2 * s) : Math.max(b, 2 * s - 1)),
  // White on black stays black, although black on white stays white: measured on pictures by Photoshop.
  'hard mix': (b, s) => (b + s >= 1 && b > 0 ? 1 : 0),
  difference: (b, s) => Math.abs(b - s),
  exclusion: (b, s) => b + s - 2 * b * s,
  subtract: (b, s) => Math.max(0, b - s),
  divide: (b, s) => (s <= 0 ? (b > 0 ? 1 : 0) : Math.min(1, b / s)),
}

/** Result of the functions below. They run for every px, and allocating a colour for each would take most of the time. */
const mixed: Rgb = [0, 0, 0]

const setMixed = (r: number, g: number, b: number): void => {
  mixed[0] = r
  mixed[1] = g
  mixed[2] = b
}

const copyToMixed = (color: Rgb): void => setMixed(color[0], color[1], color[2])

const luminosity = (color: Rgb): number => 0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2]
const highest = (color: Rgb): number => Math.max(color[0], color[1], color[2])
const lowest = (color: Rgb): number => Math.min(color[0], color[1], color[2])
const saturation = (color: Rgb): number => highest(color) - lowest(color)

/** Moves the colour in `mixed` towards a gray. */
function moveTowardsGray(gray: number, share: number): void {
  setMixed(gray + (mixed[0] - gray) * share, gray + (mixed[1] - gray) * share, gray + (mixed[2] - gray) * share)
}

/** SetLum and ClipColor of the specification, applied to the colour in `mixed`. */
function setLuminosity(target: number): void {
  const shift = target - luminosity(mixed)
  setMixed(mixed[0] + shift, mixed[1] + shift, mixed[2] + shift)
  const low = lowest(mixed)
  const high = highest(mixed)
  if (low < 0) moveTowardsGray(target, target / (target - low))
  if (high > 1) moveTowardsGray(target, (1 - target) / (high - target))
}

/** SetSat of the specification: sets the lowest channel to 0 and the highest to the wanted saturation. */
function setSaturation(color: Rgb, target: number): void {
  const low = lowest(color)
  const range = saturation(color)
  const share = range === 0 ? 0 : target / range
  setMixed((color[0] - low) * share, (color[1] - low) * share, (color[2] - low) * share)
}

/** Blends whole colours; the result is left in `mixed`. */
const nonSeparable: Readonly<Record<string, (b: Rgb, s: Rgb) => void>> = {
  'darker color': (b, s) => copyToMixed(luminosity(s) < luminosity(b) ? s : b),
  'lighter color': (b, s) => copyToMixed(luminosity(s) > luminosity(b) ? s : b),
  hue(b, s) {
    setSaturation(s, saturation(b))
    setLuminosity(luminosity(b))
  },
  saturation(b, s) {
    setSaturation(b, saturation(s))
    setLuminosity(luminosity(b))
  },
  color(b, s) {
    copyToMixed(s)
    setLuminosity(luminosity(b))
  },
  luminosity(b, s) {
    copyToMixed(b)
    setLuminosity(luminosity(s))
  },
}

/** Neutral source of each mode, 0 to 1: fill opacity moves the source towards it instead of making the source transparent. */
const neutral: Readonly<Record<string, number>> = {
  'color burn': 1,
  'linear burn': 1,
  'color dodge': 0,
  'linear dodge': 0,
  'vivid light': 0.5,
  'linear light': 0.5,
  difference: 0,
}

const tables = new Map<string, Uint8Array>()

const same = (value: number): number => value

/** Light of each signal. */
const srgbLights = Float64Array.from({ length: 256 }, (_, value) => decodeLight(value / 255))

/** Results for every pair of bytes, at backdrop × 256 + source: the formula runs 65 536 times instead of once per px. */
function tableOf(mode: string, fill: number, linear: boolean): Uint8Array | null {
  const formula = separable[mode]
  if (formula === undefined) return null
  const key = `${mode}/${fill}/${linear}`
  const cached = tables.get(key)
  if (cached !== undefined) return cached
  const neutralSource = neutral[mode]
  const formulaWithFill =
    neutralSource === undefined ? formula : (b: number, s: number) => formula(b, neutralSource + (s - neutralSource) * fill)
  // Hard mix is the limit of a line; fill opacity makes that line less steep.
  const blend = mode === 'hard mix' && fill < 1 ? (b: number, s: number) => (b - fill * (1 - s)) / (1 - fill) : formulaWithFill
  const table = new Uint8Array(65_536)
  const [from, to] = linear ? [decodeLight, encodeLight] : [same, same]
  const values = Float64Array.from({ length: 256 }, (_, value) => from(value / 255))
  for (let b = 0; b < 256; b++) {
    for (let s = 0; s < 256; s++) {
      table[b * 256 + s] = Math.round(to(clamp(blend(values[b] as number, values[s] as number), 0, 1)) * 255)
    }
  }
  if (tables.size > 32) tables.clear()
  tables.set(key, table)
  return table
}

/** Returns whether fill opacity affects the colours of this mode instead of its alpha. */
export const fillAffectsColors = (mode: string): boolean => mode in neutral || mode === 'hard mix'

export interface BlendOptions {
  readonly mode: string
  /** 0 to 1. */
  readonly opacity?: number
  /** Fill opacity, 0 to 1; used only for the modes of {@link fillAffectsColors}. */
  readonly fill?: number
  /** Gamma of the light in which the normal mode mixes colours; 1 by default. */
  readonly gamma?: number
  /** Mix in linear light, in every mode: the colours are sRGB signals of a file whose own values are light. */
  readonly linear?: boolean
  /** Paint only where the backdrop is, and keep the backdrop's alpha, like clipped layers on their base. */
  readonly atop?: boolean
}

/** Pseudo-random number from 0 to 1; always the same for a px. */
function noise(x: number, y: number): number {
  let hash = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263)
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}

const [lightBelow, lightAbove]: [Rgb, Rgb] = [
  [0, 0, 0],
  [0, 0, 0],
]

/** Returns the light of two px blended, in `mixed`. */
function blendedInLight(
  target: Raster['data'],
  t: number,
  source: Raster['data'],
  s: number,
  table: Uint8Array | null,
  mix: ((b: Rgb, s: Rgb) => void) | undefined,
): Rgb {
  for (let c = 0; c < 3; c++) {
    const [b, v] = [target[t + c] as number, source[s + c] as number]
    lightBelow[c] = srgbLights[b] as number
    lightAbove[c] = srgbLights[v] as number
    mixed[c] = table === null ? (lightAbove[c] as number) : (srgbLights[table[b * 256 + v] as number] as number)
  }
  mix?.(lightBelow, lightAbove)
  return mixed
}

/** Draws one raster on another where they overlap. Modes of other programs count as normal. */
export function blendInto(
  to: Raster,
  from: Raster,
  { mode, opacity = 1, fill = 1, atop = false, gamma = 1, linear = false }: BlendOptions,
): void {
  const box = intersect(to, from)
  if (box === null || opacity <= 0) return
  const table = tableOf(mode, fillAffectsColors(mode) ? fill : 1, linear)
  const mix = nonSeparable[mode]
  const lights = gamma === 1 ? null : Float32Array.from({ length: 256 }, (_, value) => (value / 255) ** gamma)
  const plain = mode === 'normal'
  const [target, source] = [to.data, from.data]
  const [backdrop, color]: [Rgb, Rgb] = [
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (let y = box.top; y < box.bottom; y++) {
    let t = ((y - to.top) * to.width + box.left - to.left) * 4
    let s = ((y - from.top) * from.width + box.left - from.left) * 4
    for (let x = box.left; x < box.right; x++, t += 4, s += 4) {
      const alpha = source[s + 3] as number
      const under = target[t + 3] as number
      if (alpha === 0 || (atop && under === 0)) continue
      let over = (alpha / 255) * opacity
      // The two frequent cases of the normal mode, in which the formula below gives the source's own colour.
      if (plain && (over >= 1 || under === 0)) {
        target[t] = source[s] as number
        target[t + 1] = source[s + 1] as number
        target[t + 2] = source[s + 2] as number
        if (!atop) target[t + 3] = over * 255
        continue
      }
      if (mode === 'dissolve') {
        if (noise(x, y) >= over) continue
        over = 1
      }
      const below = under / 255
      // General formula: the shares of backdrop alone, source alone, and both blended.
      const sum = atop ? 1 : over + below - over * below
      const [only, both] = [atop ? 0 : ((1 - below) * over) / sum, atop ? over : (below * over) / sum]
      const rest = atop ? 1 - over : ((1 - over) * below) / sum
      if (linear) {
        const blended = blendedInLight(target, t, source, s, table, mix)
        for (let c = 0; c < 3; c++) {
          const [b, v] = [srgbLights[target[t + c] as number] as number, srgbLights[source[s + c] as number] as number]
          target[t + c] = 255 * encodeLight(rest * b + only * v + both * (blended[c] as number))
        }
      } else if (table !== null) {
        for (let c = 0; c < 3; c++) {
          const [b, v] = [target[t + c] as number, source[s + c] as number]
          target[t + c] = rest * b + only * v + both * (table[b * 256 + v] as number)
        }
      } else if (mix !== undefined) {
        backdrop[0] = (target[t] as number) / 255
        backdrop[1] = (target[t + 1] as number) / 255
        backdrop[2] = (target[t + 2] as number) / 255
        color[0] = (source[s] as number) / 255
        color[1] = (source[s + 1] as number) / 255
        color[2] = (source[s + 2] as number) / 255
        mix(backdrop, color)
        target[t] = rest * (target[t] as number) + only * (source[s] as number) + both * mixed[0] * 255
        target[t + 1] = rest * (target[t + 1] as number) + only * (source[s + 1] as number) + both * mixed[1] * 255
        target[t + 2] = rest * (target[t + 2] as number) + only * (source[s + 2] as number) + both * mixed[2] * 255
      } else {
        const share = only + both
        if (lights !== null && rest > 0 && share > 0) {
          for (let c = 0; c < 3; c++) {
            const light = rest * (lights[target[t + c] as number] as number) + share * (lights[source[s + c] as number] as number)
            target[t + c] = 255 * light ** (1 / gamma)
          }
          if (!atop) target[t + 3] = sum * 255
          continue
        }
        target[t] = rest * (target[t] as number) + share * (source[s] as number)
        target[t + 1] = rest * (target[t + 1] as number) + share * (source[s + 1] as number)
        target[t + 2] = rest * (target[t + 2] as number) + share * (source[s + 2] as number)
      }
      if (!atop) target[t + 3] = sum * 255
    }
  }
}

/**
 * Completes a pass-through group: mixes the canvas before and after the group by the group's opacity and mask.
 *
 * @param linear as in {@link BlendOptions}.
 */
export function mixInto(before: Raster, after: Raster, amount: (x: number, y: number) => number, linear = false): void {
  for (let y = before.top, at = 0; y < before.bottom; y++) {
    for (let x = before.left; x < before.right; x++, at += 4) {
      const share = amount(x, y)
      if (share <= 0) continue
      const [a, b] = [(before.data[at + 3] as number) * (1 - share), (after.data[at + 3] as number) * share]
      const sum = a + b
      if (sum === 0) continue
      for (let c = at; c < at + 3; c++) {
        const [own, other] = [before.data[c] as number, after.data[c] as number]
        before.data[c] = linear
          ? 255 * encodeLight(((srgbLights[own] as number) * a + (srgbLights[other] as number) * b) / sum)
          : (own * a + other * b) / sum
      }
      before.data[at + 3] = sum
    }
  }
}
