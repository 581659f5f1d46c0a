/** Converts the adjustment layers of a PSD, as ag-psd reads them, to adjustments of a layer's appearance. */
import type { AdjustmentLayer, CMYK, ColorBalanceValues, HueSaturationAdjustmentChannel } from 'ag-psd/dist/psd.js'
import { hexColorOf } from '../../contract/ground/hex-color'
import { type Adjustment, type Balance, type InkShift, selectiveColors } from '../../contract/rules/appearance'
import type { LayerBlocks } from './blocks'
import { textOf } from './bytes'
import { channelAdjustment } from './channel-records'
import { type GradientMethod, methodOf } from './gradient-method'
import type { NodeAdjustment } from './node'
import { type StyleContext, stopsOf } from './styles'

type Of<T extends AdjustmentLayer['type']> = Extract<AdjustmentLayer, { type: T }>

const within = (value: number | undefined, low: number, high: number, absent = 0): number =>
  Math.min(high, Math.max(low, Number.isFinite(value) ? (value as number) : absent))

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

/** The file's settings that adjustments refer to. */
export interface AdjustmentContext extends StyleContext {
  /** Colour mode and bits of the file's channels. */
  readonly mode: number
  readonly depth: number
  /** Gamma by which a gray file turns levels into light; null for other files. */
  readonly grayLight: number | null
}

/** Kinds that Photoshop offers in a file with one channel. */
const ofOneChannel: readonly Adjustment['kind'][] = [
  'brightnessContrast',
  'levels',
  'curves',
  'exposure',
  'invert',
  'posterize',
  'threshold',
  'gradientMap',
]

/**
 * Returns what an adjustment layer does in a file of its mode; null when it cannot be drawn, such as a colour lookup table, or a
 * kind that the mode does not have.
 *
 * @param adjustment what ag-psd reads, which knows RGB alone.
 */
export function adjustmentOf(
  adjustment: AdjustmentLayer | undefined,
  { records }: Pick<LayerBlocks, 'records'>,
  context: AdjustmentContext,
): NodeAdjustment | null {
  if (adjustment === undefined) return null
  const { mode, depth, grayLight } = context
  if (adjustment.type === 'levels' || adjustment.type === 'curves') {
    const key = adjustment.type === 'levels' ? 'levl' : 'curv'
    const block = records.get(key)
    const found = block === undefined ? null : channelAdjustment(key, block, mode)
    return found && { adjustment: found.adjustment, black: found.black ?? null, isNear: found.isPartial || depth === 32 }
  }
  const method = mapMethod(records.get('grdm'))
  const found = inRgb(adjustment, context, method)
  if (found === null) return null
  // Levels of 32 bits are light, and most kinds act on it.
  const drawn: NodeAdjustment = { adjustment: found, black: null, isNear: depth === 32 || method !== 'classic' }
  // Photoshop adjusts no inks by an exposure.
  if (mode === 4 && found.kind === 'exposure') return null
  if (mode !== 1 && mode !== 8) return drawn
  if (!ofOneChannel.includes(found.kind)) return null
  if (found.kind === 'exposure' && grayLight !== null) return { ...drawn, adjustment: { ...found, light: grayLight } }
  // The colours of a gradient become gray by the file's profile.
  return { ...drawn, isNear: drawn.isNear || found.kind === 'gradientMap' }
}

type Unchanneled = Exclude<AdjustmentLayer, { type: 'levels' | 'curves' }>

/** The method of a gradient map; ag-psd takes every one for perceptual. Its record has one since version 3. */
const mapMethod = (block: DataView | undefined): GradientMethod =>
  block !== undefined && block.byteLength >= 8 && block.getUint16(0) >= 3 ? methodOf(textOf(block, 4, 4)) : 'classic'

function inRgb(adjustment: Unchanneled, context: StyleContext, method: GradientMethod): Adjustment | null {
  switch (adjustment.type) {
    case 'brightness/contrast': {
      const legacy = adjustment.useLegacy ?? false
      const [brightest, strongest] = legacy ? [100, 100] : [150, 100]
      const brightness = within(adjustment.brightness, -brightest, brightest)
      const contrast = within(adjustment.contrast, legacy ? -100 : -50, strongest)
      return { kind: 'brightnessContrast', brightness, contrast, ...(legacy ? { legacy } : {}) }
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
        ...(tint === null ? {} : { tint: hexColorOf(tint) }),
      }
    }
    case 'photo filter': {
      const color = context.rgb(adjustment.color)
      if (color === null) return null
      const density = within(adjustment.density, 0, 1, 0.25)
      return { kind: 'photoFilter', color: hexColorOf(color), density, preserveLuminosity: adjustment.preserveLuminosity ?? true }
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
      const stops = adjustment.gradientType === 'solid' ? stopsOf(scaledStops(adjustment), false, context, method) : null
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

/** ag-psd divides the positions of stops by the gradient's smoothness instead of by 4096; by 0 it is lost. */
function scaledStops({ colorStops = [], opacityStops = [], smoothness = 1 }: Of<'gradient map'>) {
  const placed = <T extends { readonly location: number }>(stop: T): T => ({ ...stop, location: stop.location * smoothness })
  return { colorStops: colorStops.map(placed), opacityStops: opacityStops.map(placed), smoothness }
}
