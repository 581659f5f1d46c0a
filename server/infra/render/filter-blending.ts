/** One picture over or beside another, in the colours of a step of a filter (`filter-steps.ts`). */

import { type GlobalCompositeOperation, ImageData } from '@napi-rs/canvas'
import { clamp } from '../../../contract/ground/number'
import { freeCanvas, newCanvas } from './canvas'

/** Straight RGBA, row by row. */
export type Px = Uint8ClampedArray

interface Size {
  readonly width: number
  readonly height: number
}

/** The colours in which a step calculates; px are kept in sRGB, whose 8 bits show no steps in the dark. */
export interface Space {
  /** 0 to 1, of each value of sRGB. */
  readonly values: Float32Array
  /** Returns a value of sRGB, 0 to 255, not rounded. */
  readonly encode: (value: number) => number
}

const byte = (value: number): number => clamp(Math.round(255 * value), 0, 255)
const fine = 16_384
const encoded = Uint8Array.from({ length: fine + 1 }, (_, at) => {
  const value = at / fine
  return byte(value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
})
const linearOf = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const spaceOf = (of: (value: number) => number, encode: (value: number) => number): Space => ({
  values: Float32Array.from({ length: 256 }, (_, at) => of(at / 255)),
  encode,
})
export const sRgb = spaceOf(
  (value) => value,
  (value) => value * 255,
)
export const linearRgb = spaceOf(linearOf, (value) => encoded[Math.round(fine * clamp(value, 0, 1))] as number)

type Blend = (below: number, above: number) => number
const burn: Blend = (b, s) => (b >= 1 ? 1 : s <= 0 ? 0 : 1 - Math.min(1, (1 - b) / s))
const dodge: Blend = (b, s) => (b <= 0 ? 0 : s >= 1 ? 1 : Math.min(1, b / (1 - s)))
const hardLight: Blend = (b, s) => (s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s))
/** W3C Compositing and Blending Level 1, 9.1. */
const blends: Readonly<Record<string, Blend>> = {
  normal: (_, s) => s,
  multiply: (b, s) => b * s,
  screen: (b, s) => b + s - b * s,
  overlay: (b, s) => hardLight(s, b),
  darken: Math.min,
  lighten: Math.max,
  'color-dodge': dodge,
  'color-burn': burn,
  'hard-light': hardLight,
  'soft-light': (b, s) => {
    if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b)
    return b + (2 * s - 1) * ((b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b)) - b)
  },
  difference: (b, s) => Math.abs(b - s),
  exclusion: (b, s) => b + s - 2 * b * s,
}

/** Returns one picture over another. */
export function blended(space: Space, size: Size, below: Px, above: Px, mode = 'normal'): Px {
  const blend = blends[mode]
  if (blend === undefined) return blendedBySkia(space, size, below, above, mode)
  const { values, encode } = space
  const result = new Uint8ClampedArray(above)
  for (let at = 0; at < result.length; at += 4) {
    const a = (above[at + 3] as number) / 255
    const b = (below[at + 3] as number) / 255
    if (b === 0 || (a === 1 && mode === 'normal')) continue
    const alpha = a + b - a * b
    result[at + 3] = alpha * 255
    for (let channel = at; channel < at + 3; channel++) {
      if (a === 0) {
        result[channel] = below[channel] as number
        continue
      }
      const s = values[above[channel] as number] as number
      const d = values[below[channel] as number] as number
      result[channel] = encode((a * (1 - b) * s + a * b * blend(d, s) + (1 - a) * b * d) / alpha)
    }
  }
  return result
}

/** Modes that judge a colour as a whole. */
function blendedBySkia(space: Space, { width, height }: Size, below: Px, above: Px, mode: string): Px {
  const drawn = [below, above].map((px) => {
    const made = newCanvas(width, height)
    const data = recolored(px, (value) => 255 * (space.values[value] as number))
    made.context.putImageData(new ImageData(data, width, height), 0, 0)
    return made
  })
  const [bottom, top] = drawn
  if (!bottom || !top) throw new Error('two layers are blended')
  bottom.context.globalCompositeOperation = mode as GlobalCompositeOperation
  bottom.context.drawImage(top.canvas, 0, 0)
  const { data } = bottom.context.getImageData(0, 0, width, height)
  for (const { canvas } of drawn) freeCanvas(canvas)
  return recolored(data, (value) => space.encode(value / 255))
}

/** Px whose colours are others; their opacity stays. */
function recolored(px: Px, of: (value: number) => number): Uint8ClampedArray<ArrayBuffer> {
  const result = new Uint8ClampedArray(px)
  for (let at = 0; at < px.length; at++) if (at % 4 !== 3) result[at] = of(px[at] as number)
  return result
}

/** Shares of what is above and what is below by their opacities (Porter and Duff). */
const shares: Readonly<
  Record<string, { readonly above: (a: number, b: number) => number; readonly below: (a: number) => number }>
> = {
  in: { above: (_, b) => b, below: () => 0 },
  out: { above: (_, b) => 1 - b, below: () => 0 },
  atop: { above: (_, b) => b, below: (a) => 1 - a },
  xor: { above: (_, b) => 1 - b, below: (a) => 1 - a },
}

/** Returns one picture composed with another by an operator other than 'over' and 'arithmetic'. */
export function composed({ values, encode }: Space, below: Px, above: Px, operator: string): Px {
  const share = shares[operator]
  if (share === undefined) throw new Error(`no operator of filters: ${operator}`)
  const result = new Uint8ClampedArray(above.length)
  for (let at = 0; at < result.length; at += 4) {
    const a = (above[at + 3] as number) / 255
    const b = (below[at + 3] as number) / 255
    const ofAbove = a * share.above(a, b)
    const ofBelow = b * share.below(a)
    const alpha = ofAbove + ofBelow
    if (alpha === 0) continue
    result[at + 3] = alpha * 255
    for (let channel = at; channel < at + 3; channel++) {
      const s = values[above[channel] as number] as number
      const d = values[below[channel] as number] as number
      result[channel] = encode((ofAbove * s + ofBelow * d) / alpha)
    }
  }
  return result
}
