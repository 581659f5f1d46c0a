/** Schemas of a layer's appearance, shape and text flow; the types and their meanings are in rules/appearance.ts. */
import { z } from 'zod'
import {
  type Adjustment,
  blendModes,
  type Effect,
  type Form,
  type Gradient,
  gradientForms,
  type LayerAppearance,
  type Paint,
  type Shape,
  type ShapeFill,
  selectiveColors,
  shapeGradientForms,
  type TextFlow,
} from '../rules/appearance'
import {
  blurRange,
  brightnessRange,
  changeRange,
  degreesRange,
  gradientScale,
  maxCoordinate,
  maxEffectLength,
  patternGap,
  shapeLimits,
  shareRange,
  textLimits,
} from '../rules/limits'
import { hexColor, within } from './common'

/** A schema that changes nothing: what it accepts is what it returns. */
type Plain<T> = z.ZodType<T, T>

/** Limits that no design needs to exceed; they bound the time that drawing takes. */
const maxEffects = 20
const maxStops = 64
const maxCurvePoints = 32

const share = within(shareRange)
const length = z.number().min(0).max(maxEffectLength)
const degrees = within(degreesRange)
const hundred = within(changeRange)
const byte = z.number().min(0).max(255)
const offset = z.number().min(-10).max(10)

const stop = z.object({ at: share, color: hexColor, opacity: share })
const stops = z.array(stop).min(1).max(maxStops)
const gradientFields = {
  angle: degrees,
  scale: within(gradientScale),
  stops,
  offset: z.object({ x: offset, y: offset }).exactOptional(),
}
const gradient: Plain<Gradient> = z.object({ form: z.enum(gradientForms), ...gradientFields })
const paint: Plain<Paint> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('solid'), color: hexColor }),
  z.object({ kind: z.literal('gradient'), gradient }),
])

const mixing = { opacity: share, blend: z.enum(blendModes) }
const shadow = { ...mixing, color: hexColor, angle: degrees, distance: length, size: length, spread: share }
const glow = { ...mixing, paint, size: length, spread: share, precise: z.boolean().exactOptional() }

const effect: Plain<Effect> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dropShadow'), ...shadow }),
  z.object({ kind: z.literal('innerShadow'), ...shadow }),
  z.object({ kind: z.literal('outerGlow'), ...glow }),
  z.object({ kind: z.literal('innerGlow'), ...glow, from: z.enum(['edge', 'centre']) }),
  z.object({ kind: z.literal('colorOverlay'), ...mixing, color: hexColor }),
  z.object({ kind: z.literal('gradientOverlay'), ...mixing, gradient }),
  z.object({
    kind: z.literal('stroke'),
    ...mixing,
    paint,
    size: length,
    position: z.enum(['outside', 'inside', 'centre']),
  }),
])

const levels = z
  .object({ black: byte, white: byte, gamma: z.number().min(0.01).max(10), outBlack: byte, outWhite: byte })
  .exactOptional()
const curve = z
  .array(z.tuple([byte, byte]))
  .min(1)
  .max(maxCurvePoints)
  .exactOptional()
const balance = z.tuple([hundred, hundred, hundred])
const weight = z.number().min(-200).max(300)
const mix = z.number().min(-2).max(2)
const mixRow = z.tuple([mix, mix, mix, mix])
const hsl = { hue: degrees, saturation: hundred, lightness: hundred }

const adjustment: Plain<Adjustment> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('brightnessContrast'),
    brightness: within(brightnessRange),
    contrast: hundred,
    legacy: z.boolean().exactOptional(),
  }),
  z.object({ kind: z.literal('levels'), rgb: levels, red: levels, green: levels, blue: levels }),
  z.object({ kind: z.literal('curves'), rgb: curve, red: curve, green: curve, blue: curve }),
  z.object({
    kind: z.literal('exposure'),
    exposure: z.number().min(-20).max(20),
    offset: z.number().min(-0.5).max(0.5),
    gamma: z.number().min(0.01).max(10),
    light: z.number().min(0.5).max(5).exactOptional(),
  }),
  z.object({ kind: z.literal('vibrance'), vibrance: hundred, saturation: hundred }),
  z.object({
    kind: z.literal('hueSaturation'),
    ...hsl,
    colorize: z.boolean().exactOptional(),
    ranges: z
      .array(z.object({ fadeFrom: degrees, from: degrees, to: degrees, fadeTo: degrees, ...hsl }))
      .max(6)
      .exactOptional(),
  }),
  z.object({
    kind: z.literal('colorBalance'),
    shadows: balance,
    midtones: balance,
    highlights: balance,
    preserveLuminosity: z.boolean(),
  }),
  z.object({
    kind: z.literal('blackWhite'),
    reds: weight,
    yellows: weight,
    greens: weight,
    cyans: weight,
    blues: weight,
    magentas: weight,
    tint: hexColor.exactOptional(),
  }),
  z.object({ kind: z.literal('photoFilter'), color: hexColor, density: share, preserveLuminosity: z.boolean() }),
  z.object({ kind: z.literal('channelMixer'), monochrome: z.boolean(), red: mixRow, green: mixRow, blue: mixRow }),
  z.object({ kind: z.literal('invert') }),
  z.object({ kind: z.literal('posterize'), levels: z.number().min(2).max(255) }),
  z.object({ kind: z.literal('threshold'), level: z.number().min(1).max(255) }),
  z.object({ kind: z.literal('gradientMap'), stops, reverse: z.boolean() }),
  z.object({
    kind: z.literal('selectiveColor'),
    relative: z.boolean(),
    colors: z.partialRecord(z.enum(selectiveColors), z.tuple([hundred, hundred, hundred, hundred])),
  }),
  z.object({ kind: z.literal('warmth'), warmth: hundred }),
])

const form: Plain<Form> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rect'), radius: length }),
  z.object({ kind: z.literal('ellipse') }),
  z.object({ kind: z.literal('polygon'), sides: within(shapeLimits.sides).int() }),
  z.object({ kind: z.literal('star'), points: within(shapeLimits.points).int(), inner: within(shapeLimits.inner) }),
  z.object({ kind: z.literal('heart') }),
  z.object({ kind: z.literal('bubble'), radius: length, tail: share }),
  z.object({ kind: z.literal('line') }),
  z.object({ kind: z.literal('arrow'), head: within(shapeLimits.head), both: z.boolean() }),
  z.object({
    kind: z.literal('path'),
    // Only what path data consists of, because it is inserted into drawings.
    d: z
      .string()
      .min(1)
      .max(textLimits.path)
      .regex(/^[MmLlHhVvCcSsQqTtAaZz0-9\s.,eE+-]+$/, '路径数据格式不正确'),
    width: z.number().positive().max(maxCoordinate),
    height: z.number().positive().max(maxCoordinate),
  }),
])

export const appearance: Plain<LayerAppearance> = z.object({
  opacity: share.exactOptional(),
  fillOpacity: share.exactOptional(),
  blend: z.enum(blendModes).exactOptional(),
  clipped: z.boolean().exactOptional(),
  crop: z
    .object({
      left: z.number().min(-maxCoordinate).max(maxCoordinate),
      top: z.number().min(-maxCoordinate).max(maxCoordinate),
      width: z.number().positive().max(maxCoordinate),
      height: z.number().positive().max(maxCoordinate),
      angle: degrees,
    })
    .exactOptional(),
  mask: form.exactOptional(),
  pattern: z
    .object({
      layout: z.enum(['grid', 'brick', 'scatter']),
      tile: z.number().min(1).max(maxEffectLength),
      gap: within(patternGap),
      angle: degrees,
      seed: z.number().int().min(0).max(1_000_000),
    })
    .exactOptional(),
  adjustments: z.array(adjustment).max(maxEffects).exactOptional(),
  adjustsBelow: z.boolean().exactOptional(),
  blur: within(blurRange).exactOptional(),
  effects: z.array(effect).max(maxEffects).exactOptional(),
  bare: z.boolean().exactOptional(),
})

const shapeFill: Plain<ShapeFill> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('solid'), color: hexColor }),
  z.object({ kind: z.literal('gradient'), gradient: z.object({ form: z.enum(shapeGradientForms), ...gradientFields }) }),
])

export const shape: Plain<Shape> = z.object({
  form,
  fill: shapeFill.nullable(),
  border: z.object({ color: hexColor, width: length }).nullable(),
})

export const textFlow: Plain<TextFlow> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arc'), bend: hundred }),
  z.object({ kind: z.literal('circle'), inside: z.boolean() }),
  z.object({ kind: z.literal('shape'), form: z.enum(['ellipse', 'heart', 'diamond', 'triangle']) }),
])
