/** The colours between the stops of a gradient, which Photoshop mixes in one of several ways since version 23 (2021). */
import { gradientInterpolationMethodType } from 'ag-psd/dist/descriptor.js'
import { clamp } from '../../contract/ground/number'
import { decodeLight, encodeLight } from '../pixels/light'

/** Older files name no method: they are classic. */
export type GradientMethod = 'classic' | 'perceptual' | 'linear' | 'smooth' | 'stripes'

// ag-psd 31.0.2 gives up a layer's whole style or fill for a method that it does not know; stripes are the only one that is left.
const decode = gradientInterpolationMethodType.decode
gradientInterpolationMethodType.decode = (value: string) => {
  try {
    return decode(value)
  } catch {
    return 'stripes' as never
  }
}

const signatures: Readonly<Record<string, GradientMethod>> = {
  Gcls: 'classic',
  Perc: 'perceptual',
  'Lnr ': 'linear',
  Smoo: 'smooth',
}

/** Returns the method of a gradient map by its four letters. */
export const methodOf = (signature: string): GradientMethod => signatures[signature] ?? 'stripes'

type Color = readonly [number, number, number]

/** Converts colours of a method's space, any numbers, from and to sRGB, 0 to 255. */
export interface MixingSpace {
  from(color: Color): Color
  to(color: readonly number[]): Color
}

const light = (value: number): number => decodeLight(value / 255)
const level = (value: number): number => encodeLight(clamp(value, 0, 1)) * 255

const linear: MixingSpace = {
  from: ([r, g, b]) => [light(r), light(g), light(b)],
  to: ([r = 0, g = 0, b = 0]) => [level(r), level(g), level(b)],
}

/** Björn Ottosson, "A perceptual color space for image processing" (bottosson.github.io/posts/oklab). */
const oklab: MixingSpace = {
  from(color) {
    const [r, g, b] = linear.from(color)
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ]
  },
  to([lightness = 0, a = 0, b = 0]) {
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    return linear.to([
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ])
  },
}

const plain: MixingSpace = { from: (color) => color, to: ([r = 0, g = 0, b = 0]) => [r, g, b] }

/**
 * Perceptual gradients run through Oklab, linear ones through light (Adobe Photoshop User Guide, "Gradient tool", on
 * interpolation methods). How smooth ones and stripes run is not published: they are mixed as classic ones.
 */
export const mixingSpace = (method: GradientMethod): MixingSpace =>
  method === 'perceptual' ? oklab : method === 'linear' ? linear : plain
