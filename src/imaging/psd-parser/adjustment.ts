/** Converts the adjustment layers of a PSD, as ag-psd reads them, to adjustments of a layer's appearance. */
import type {
  AdjustmentLayer,
  CMYK,
  ColorBalanceValues,
  CurvesAdjustmentChannel,
  HueSaturationAdjustmentChannel,
  LevelsAdjustmentChannel,
} from 'ag-psd/dist/psd.js'
import {
  type Adjustment,
  type Balance,
  type CurvePoint,
  type InkShift,
  type Levels,
  selectiveColors,
} from '../../../contract/rules/appearance'
import { hexOf, type StyleContext, stopsOf } from './styles'

type Of<T extends AdjustmentLayer['type']> = Extract<AdjustmentLayer, { type: T }>

const within = (value: number | undefined, low: number, high: number, absent = 0): number =>
  Math.min(high, Math.max(low, Number.isFinite(value) ? (value as number) : absent))

const levelsOf = (channel: LevelsAdjustmentChannel | undefined): Levels | undefined =>
  channel && {
    black: within(channel.shadowInput, 0, 253),
    white: within(channel.highlightInput, 2, 255, 255),
    gamma: within(channel.midtoneInput, 0.1, 9.99, 1),
    outBlack: within(channel.shadowOutput, 0, 255),
    outWhite: within(channel.highlightOutput, 0, 255, 255),
  }

const changesNothing = ({ black, white, gamma, outBlack, outWhite }: Levels): boolean =>
  black === 0 && white === 255 && gamma === 1 && outBlack === 0 && outWhite === 255

/** Null when the points are no curve but something else that was read as one. */
function curveOf(points: CurvesAdjustmentChannel | undefined): readonly CurvePoint[] | undefined | null {
  if (points === undefined) return undefined
  const found = points.map(({ input, output }): CurvePoint => [input, output]).sort(([a], [b]) => a - b)
  const isCurve =
    found.length >= 2 && found.every(([x, y], at) => x >= 0 && x <= 255 && y >= 0 && y <= 255 && x !== found[at + 1]?.[0])
  return isCurve ? found : null
}

/** Leaves out fields without a value. */
const filledIn = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined | null> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

function hueSaturationOf(adjustment: Of<'hue/saturation'>): Adjustment {
  const { master, reds, yellows, greens, cyans, blues, magentas } = adjustment
  const change = (channel: Pick<HueSaturationAdjustmentChannel, 'hue' | 'saturation' | 'lightness'> | undefined) => ({
    hue: within(channel?.hue, -180, 180),
    saturation: within(channel?.saturation, -100, 100),
    lightness: within(channel?.lightness, -100, 100),
  })
  // ag-psd reads the switch and the values of colorizing as the range of the master channel, which has none.
  if (master !== undefined && master.a >> 8 !== 0) {
    return {
      kind: 'hueSaturation',
      hue: within((master.b + 360) % 360, 0, 360),
      saturation: within(master.c, 0, 100),
      lightness: within(master.d, -100, 100),
      colorize: true,
    }
  }
  const ranges = [reds, yellows, greens, cyans, blues, magentas].flatMap((channel) => {
    if (channel === undefined || (channel.hue === 0 && channel.saturation === 0 && channel.lightness === 0)) return []
    return [{ fadeFrom: channel.a, from: channel.b, to: channel.c, fadeTo: channel.d, ...change(channel) }]
  })
  return { kind: 'hueSaturation', ...change(master), ...(ranges.length > 0 ? { ranges } : {}) }
}

const balanceOf = (values: ColorBalanceValues | undefined): Balance => [
  within(values?.cyanRed, -100, 100),
  within(values?.magentaGreen, -100, 100),
  within(values?.yellowBlue, -100, 100),
]

const inksOf = (values: CMYK | undefined): InkShift => [
  within(values?.c, -100, 100),
  within(values?.m, -100, 100),
  within(values?.y, -100, 100),
  within(values?.k, -100, 100),
]

function mixerOf({ monochrome, red, green, blue, gray }: Of<'channel mixer'>): Adjustment {
  const row = (channel: typeof red, own: readonly [number, number, number]): readonly [number, number, number, number] =>
    channel === undefined
      ? [...own, 0]
      : [
          within(channel.red / 100, -2, 2),
          within(channel.green / 100, -2, 2),
          within(channel.blue / 100, -2, 2),
          within(channel.constant / 100, -2, 2),
        ]
  const first = monochrome ? (gray ?? red) : red
  return {
    kind: 'channelMixer',
    monochrome: monochrome ?? false,
    red: row(first, [1, 0, 0]),
    green: row(green, [0, 1, 0]),
    blue: row(blue, [0, 0, 1]),
  }
}

/** Returns the adjustment; null when it cannot be drawn, such as a colour lookup table. */
export function adjustmentOf(adjustment: AdjustmentLayer | undefined, context: StyleContext): Adjustment | null {
  if (adjustment === undefined) return null
  switch (adjustment.type) {
    case 'brightness/contrast': {
      const legacy = adjustment.useLegacy ?? false
      const [brightest, strongest] = legacy ? [100, 100] : [150, 100]
      const brightness = within(adjustment.brightness, -brightest, brightest)
      const contrast = within(adjustment.contrast, legacy ? -100 : -50, strongest)
      return { kind: 'brightnessContrast', brightness, contrast, ...(legacy ? { legacy } : {}) }
    }
    case 'levels': {
      const own = (channel: LevelsAdjustmentChannel | undefined) => {
        const levels = levelsOf(channel)
        return levels === undefined || changesNothing(levels) ? undefined : levels
      }
      const { rgb, red, green, blue } = adjustment
      return { kind: 'levels', ...filledIn({ rgb: own(rgb), red: own(red), green: own(green), blue: own(blue) }) }
    }
    case 'curves': {
      const [rgb, red, green, blue] = [adjustment.rgb, adjustment.red, adjustment.green, adjustment.blue].map(curveOf)
      if (rgb === null || red === null || green === null || blue === null) return null
      return { kind: 'curves', ...filledIn({ rgb, red, green, blue }) }
    }
    case 'exposure':
      return {
        kind: 'exposure',
        exposure: within(adjustment.exposure, -20, 20),
        offset: within(adjustment.offset, -0.5, 0.5),
        gamma: within(adjustment.gamma, 0.01, 9.99, 1),
      }
    case 'vibrance':
      return {
        kind: 'vibrance',
        vibrance: within(adjustment.vibrance, -100, 100),
        saturation: within(adjustment.saturation, -100, 100),
      }
    case 'hue/saturation':
      return hueSaturationOf(adjustment)
    case 'color balance':
      return {
        kind: 'colorBalance',
        shadows: balanceOf(adjustment.shadows),
        midtones: balanceOf(adjustment.midtones),
        highlights: balanceOf(adjustment.highlights),
        preserveLuminosity: adjustment.preserveLuminosity ?? true,
      }
    case 'black & white': {
      const { reds, yellows, greens, cyans, blues, magentas, useTint, tintColor } = adjustment
      const tint = useTint ? context.rgb(tintColor) : null
      const weight = (value: number | undefined, absent: number) => within(value, -200, 300, absent)
      return {
        kind: 'blackWhite',
        reds: weight(reds, 40),
        yellows: weight(yellows, 60),
        greens: weight(greens, 40),
        cyans: weight(cyans, 60),
        blues: weight(blues, 20),
        magentas: weight(magentas, 80),
        ...(tint === null ? {} : { tint: hexOf(tint) }),
      }
    }
    case 'photo filter': {
      const color = context.rgb(adjustment.color)
      if (color === null) return null
      const density = within(adjustment.density, 0, 1, 0.25)
      return { kind: 'photoFilter', color: hexOf(color), density, preserveLuminosity: adjustment.preserveLuminosity ?? true }
    }
    case 'channel mixer':
      return mixerOf(adjustment)
    case 'invert':
      return { kind: 'invert' }
    case 'posterize':
      return { kind: 'posterize', levels: within(adjustment.levels, 2, 255, 4) }
    case 'threshold':
      return { kind: 'threshold', level: within(adjustment.level, 1, 255, 128) }
    case 'gradient map': {
      const stops = adjustment.gradientType === 'solid' ? stopsOf(scaledStops(adjustment), false, context) : null
      return stops && { kind: 'gradientMap', stops, reverse: adjustment.reverse ?? false }
    }
    case 'selective color':
      return {
        kind: 'selectiveColor',
        relative: adjustment.mode !== 'absolute',
        colors: Object.fromEntries(selectiveColors.map((name) => [name, inksOf(adjustment[name])])),
      }
    default:
      return null
  }
}

/** Positions of a gradient map's stops run to 4096 instead of 1. */
function scaledStops({ colorStops = [], opacityStops = [], smoothness }: Of<'gradient map'>) {
  const placed = <T extends { readonly location: number }>(stop: T): T => ({ ...stop, location: stop.location / 4096 })
  return { colorStops: colorStops.map(placed), opacityStops: opacityStops.map(placed), smoothness }
}
