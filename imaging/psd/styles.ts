/** Converts the layer styles of a PSD, as ag-psd reads them, to effects of a layer's appearance. */
import type {
  Color,
  ColorStop,
  EffectContour,
  EffectNoiseGradient,
  EffectSolidGradient,
  ExtraGradientInfo,
  LayerEffectGradientOverlay,
  LayerEffectInnerGlow,
  LayerEffectShadow,
  LayerEffectStroke,
  LayerEffectsInfo,
  LayerEffectsOuterGlow,
  OpacityStop,
} from 'ag-psd/dist/psd.js'
import { hexColorOf } from '../../contract/ground/hex-color'
import { clamp } from '../../contract/ground/number'
import {
  type BlendMode,
  blendModes,
  type Effect,
  type Gradient,
  type GradientStop,
  type Paint,
} from '../../contract/rules/appearance'
import { gradientScale } from '../../contract/rules/limits'
import { type GradientMethod, mixingSpace } from './gradient-method'
import type { Rgb } from './node'

/** The file's settings that styles refer to. */
export interface StyleContext {
  /** Angle of the light that effects share, degrees. */
  readonly light: number
  /** The file's values are light, so that gradients are mixed as light too. */
  readonly linear?: boolean
  /** Converts a colour of the file; null when it cannot. */
  rgb(color: Color | undefined): Rgb | null
}

export interface Styles {
  /** Those that can be drawn, in the order of Photoshop's list. */
  readonly effects: readonly Effect[]
  /** Chinese names of those that cannot. */
  readonly lost: readonly string[]
  /** Chinese names of those that are drawn nearly but not exactly. */
  readonly near: readonly string[]
}

/** px of a length, which ag-psd gives with its unit. */
const pxOf = (length: { readonly value: number } | undefined): number => Math.max(0, length?.value ?? 0)

const share = (value: number | undefined, absent = 1): number => clamp(value ?? absent, 0, 1)

const blendOf = (mode: string | undefined): BlendMode => blendModes.find((known) => known === mode) ?? 'normal'

/** Position of a stop's midpoint at which Photoshop mixes both colours evenly. */
const evenMidpoint = 0.5

interface Knot {
  readonly at: number
  readonly values: readonly number[]
  readonly midpoint: number
}

/** Tension of the spline through the stops of a smooth gradient; measured on gradients that Photoshop stored as pixels. */
const tension = 0.6

/** Slope of the spline at a knot, per unit of position. */
function slopeAt(knots: readonly Knot[], index: number, c: number): number {
  const knot = knots[index] as Knot
  const [before, after] = [knots[index - 1], knots[index + 1]]
  // At both ends the spline goes on as if the first or last stop were repeated at the same distance.
  const span =
    before === undefined
      ? 2 * ((after?.at ?? 1) - knot.at)
      : after === undefined
        ? 2 * (knot.at - before.at)
        : after.at - before.at
  const rise = ((after ?? knot).values[c] ?? 0) - ((before ?? knot).values[c] ?? 0)
  return span <= 0 ? 0 : (tension * rise) / span
}

/** Values at a position between knots; a midpoint other than a half is a corner between two straight parts. */
function valuesAt(knots: readonly Knot[], at: number, smoothness: number): readonly number[] {
  const [first] = knots
  const last = knots[knots.length - 1]
  if (first === undefined || last === undefined) return []
  if (at <= first.at) return first.values
  if (at >= last.at) return last.values
  const high = knots.findIndex((knot) => knot.at >= at)
  const [from, to] = [knots[high - 1] as Knot, knots[high] as Knot]
  const along = to.at === from.at ? 1 : (at - from.at) / (to.at - from.at)
  const middle = to.midpoint
  const even = along <= middle ? (along / middle) * 0.5 : 0.5 + ((along - middle) / (1 - middle)) * 0.5
  const width = to.at - from.at
  return from.values.map((value, c) => {
    const end = to.values[c] ?? 0
    const straight = value + (end - value) * even
    const ease = even * even * (3 - 2 * even)
    const [leave, arrive] = [slopeAt(knots, high - 1, c) * width, slopeAt(knots, high, c) * width]
    const rest = 1 - even
    const curved = value + (end - value) * ease + even * rest * (leave * rest - arrive * even)
    return straight + (curved - straight) * smoothness
  })
}

const byPlace = <T extends Knot>(knots: readonly T[]): T[] => [...knots].sort((a, b) => a.at - b.at)

/** Distance after a hard edge at which the next colour begins. */
const hardEdge = 1e-4

/** Most straight parts that follow the curve between two stops, and most stops that a gradient may have in a design. */
const [mostParts, mostStops] = [8, 64]

interface Stops {
  readonly smoothness?: number
  readonly colorStops?: readonly ColorStop[]
  readonly opacityStops?: readonly OpacityStop[]
}

/**
 * Merges the colour and opacity stops of a gradient, which Photoshop keeps apart, and turns midpoints and the easing between
 * stops into stops of their own.
 * Null when a colour cannot be read, or there are more stops than a design may have.
 */
export function stopsOf(
  { colorStops = [], opacityStops = [], smoothness = 1 }: Stops,
  reverse: boolean,
  { rgb, linear = false }: StyleContext,
  named: GradientMethod = 'classic',
): GradientStop[] | null {
  const method = named === 'classic' && linear ? 'linear' : named
  const midpoint = (value: number) => clamp(Number.isFinite(value) ? value : evenMidpoint, 0.01, 0.99)
  const space = mixingSpace(method)
  const colors: Knot[] = []
  for (const stop of colorStops) {
    const color = rgb(stop.color)
    if (color === null || !Number.isFinite(stop.location)) return null
    colors.push({ at: share(stop.location), values: space.from(color), midpoint: midpoint(stop.midpoint) })
  }
  if (colors.length === 0) return null
  const opacities = opacityStops.map(
    (stop): Knot => ({ at: share(stop.location), values: [share(stop.opacity)], midpoint: midpoint(stop.midpoint) }),
  )
  const [own, clear] = [byPlace(colors), byPlace(opacities)]
  const parts = Math.min(mostParts, Math.floor((mostStops - 4) / (own.length + clear.length)))
  const places = new Set<number>()
  for (const knots of [own, clear]) {
    for (const [index, knot] of knots.entries()) {
      places.add(knot.at)
      const before = knots[index - 1]
      if (before === undefined) continue
      const span = knot.at - before.at
      // Two stops at one place are a hard edge: the second one begins right after it.
      if (span === 0) places.add(knot.at + hardEdge)
      if (knot.midpoint !== evenMidpoint) places.add(before.at + span * knot.midpoint)
      if ((smoothness > 0 || method !== 'classic') && span > 0) {
        for (let part = 1; part < parts; part++) places.add(before.at + (span * part) / parts)
      }
    }
  }
  const stops = [...places]
    .filter((at) => at <= 1)
    .sort((a, b) => a - b)
    .map((at): GradientStop => {
      return {
        at,
        color: hexColorOf(space.to(valuesAt(own, at, smoothness))),
        opacity: share(valuesAt(clear, at, smoothness)[0]),
      }
    })
  if (stops.length > mostStops) return null
  return reverse ? stops.reverse().map((stop) => ({ ...stop, at: 1 - stop.at })) : stops
}

type AnyGradient = (EffectSolidGradient | EffectNoiseGradient) & ExtraGradientInfo

/** The method by which a gradient is mixed, which is written beside it or beside its place. */
export const gradientMethod = (...places: readonly (ExtraGradientInfo | undefined)[]): GradientMethod =>
  places.map((place) => place?.interpolationMethod as GradientMethod | undefined).find((method) => method !== undefined) ??
  'classic'

/** Returns the gradient; null for one of random noise, or with colours that cannot be read. */
export function gradientOf(gradient: AnyGradient | undefined, place: ExtraGradientInfo, context: StyleContext): Gradient | null {
  if (gradient === undefined || gradient.type !== 'solid') return null
  // ag-psd divides the positions of stops by the gradient's smoothness instead of by 4096, so that is undone here.
  const factor = gradient.smoothness || 1
  const placed = <T extends { readonly location: number }>(stop: T): T => ({ ...stop, location: stop.location * factor })
  const { colorStops, opacityStops, smoothness } = gradient
  const both = { colorStops: colorStops.map(placed), opacityStops: opacityStops.map(placed), smoothness }
  const stops = stopsOf(both, place.reverse ?? false, context, gradientMethod(gradient, place))
  if (stops === null) return null
  const { x = 0, y = 0 } = place.offset ?? {}
  return {
    form: place.style ?? 'linear',
    angle: place.angle ?? 90,
    scale: clamp(place.scale ?? 1, gradientScale.min, gradientScale.max),
    stops,
    ...(x === 0 && y === 0 ? {} : { offset: { x, y } }),
  }
}

interface AnyEffect {
  readonly enabled?: boolean
  readonly contour?: EffectContour
  readonly blendMode?: string
  readonly gradient?: AnyGradient
  readonly interpolationMethod?: ExtraGradientInfo['interpolationMethod']
}

const methodIn = ({ interpolationMethod }: AnyEffect): ExtraGradientInfo =>
  interpolationMethod === undefined ? {} : { interpolationMethod }

const solidOf = (color: Color | undefined, { rgb }: StyleContext): string | null => {
  const found = rgb(color)
  return found === null ? null : hexColorOf(found)
}

function shadowOf(
  kind: 'dropShadow' | 'innerShadow',
  shadow: LayerEffectShadow & { readonly noise?: number },
  context: StyleContext,
): Effect | null {
  const { color, opacity, blendMode, angle, useGlobalLight, distance, size, choke, layerConceals, noise = 0 } = shadow
  const found = solidOf(color, context)
  // A shadow that the layer does not knock out shows through a see-through layer, which no field of ours says.
  if (found === null || layerConceals === false || noise > 0) return null
  return {
    kind,
    color: found,
    opacity: share(opacity, 0.75),
    blend: blendOf(blendMode),
    angle: useGlobalLight ? context.light : (angle ?? 120),
    distance: pxOf(distance),
    size: pxOf(size),
    spread: share((choke?.value ?? 0) / 100),
  }
}

/** A glow's strength comes from the range of its contour; ours is always half, Photoshop's default. */
const usualRange = 0.5

function glowOf(
  kind: 'outerGlow' | 'innerGlow',
  glow: (LayerEffectsOuterGlow | LayerEffectInnerGlow) & { readonly gradient?: AnyGradient; readonly technique?: string },
  context: StyleContext,
): Effect | null {
  const { color, gradient, opacity, blendMode, size, choke, noise, range, source, technique } = glow
  if ((noise ?? 0) > 0 || Math.abs((range ?? usualRange) - usualRange) > 0.005) return null
  const blended = gradient === undefined ? null : gradientOf(gradient, methodIn(glow), context)
  const solid = solidOf(color, context)
  const paint: Paint | null =
    blended !== null ? { kind: 'gradient', gradient: blended } : solid !== null ? { kind: 'solid', color: solid } : null
  if (paint === null || (gradient !== undefined && blended === null)) return null
  const base = {
    paint,
    opacity: share(opacity, 0.75),
    blend: blendOf(blendMode),
    size: pxOf(size),
    spread: share((choke?.value ?? 0) / 100),
    ...(technique === 'precise' ? { precise: true } : {}),
  }
  return kind === 'outerGlow' ? { kind, ...base } : { kind, from: source === 'center' ? 'centre' : 'edge', ...base }
}

function gradientOverlayOf(effect: LayerEffectGradientOverlay, context: StyleContext): Effect | null {
  const { gradient, type, angle, scale, offset, reverse, align, opacity, blendMode } = effect
  const found = gradientOf(gradient, { style: type, angle, scale, offset, reverse, ...methodIn(effect) }, context)
  // One that is not aligned with the layer spans the whole document.
  if (found === null || align === false) return null
  return { kind: 'gradientOverlay', gradient: found, opacity: share(opacity), blend: blendOf(blendMode) }
}

function strokeOf(effect: LayerEffectStroke, context: StyleContext): Effect | null {
  const { size, position, fillType, blendMode, opacity, color, gradient, overprint } = effect
  const solid = solidOf(color, context)
  const blended = gradient === undefined ? null : gradientOf(gradient, { ...gradient, ...methodIn(effect) }, context)
  const paint: Paint | null =
    fillType === 'gradient'
      ? blended && { kind: 'gradient', gradient: blended }
      : fillType === 'pattern' || solid === null
        ? null
        : { kind: 'solid', color: solid }
  if (paint === null || (overprint === true && share(opacity) < 1)) return null
  return {
    kind: 'stroke',
    paint,
    size: pxOf(size),
    position: position === 'center' ? 'centre' : (position ?? 'outside'),
    opacity: share(opacity),
    blend: blendOf(blendMode),
  }
}

/** Most effects that a layer of a design may have. */
const mostEffects = 20

const isOn = (effect: AnyEffect | undefined): boolean => effect?.enabled === true

/** Whether a contour bends the fall-off of an effect. */
const isBent = ({ contour }: AnyEffect): boolean => (contour?.curve ?? []).some(({ x, y }) => Math.abs(x - y) > 2)

/** Returns the enabled effects of a layer. */
export function stylesOf(info: LayerEffectsInfo | undefined, context: StyleContext): Styles {
  const effects: Effect[] = []
  const [lost, near] = [new Set<string>(), new Set<string>()]
  if (info === undefined || info.disabled) return { effects, lost: [], near: [] }
  const add = <T extends AnyEffect>(found: readonly T[] | T | undefined, name: string, convert: (effect: T) => Effect | null) => {
    for (const effect of found === undefined ? [] : ([found].flat() as T[])) {
      if (!isOn(effect)) continue
      const converted = isBent(effect) ? null : convert(effect)
      if (converted === null) lost.add(name)
      else effects.push(converted)
      const isClassic = effect.gradient === undefined || gradientMethod(effect, effect.gradient) === 'classic'
      if (converted !== null && (!isClassic || effect.blendMode === 'dissolve')) near.add(name)
    }
  }
  add(info.stroke, '描边', (effect) => strokeOf(effect, context))
  add(info.innerShadow, '内阴影', (effect) => shadowOf('innerShadow', effect, context))
  add(info.innerGlow, '内发光', (effect) => glowOf('innerGlow', effect, context))
  add(info.solidFill, '颜色叠加', ({ color, opacity, blendMode }) => {
    const found = solidOf(color, context)
    return found === null ? null : { kind: 'colorOverlay', color: found, opacity: share(opacity), blend: blendOf(blendMode) }
  })
  add(info.gradientOverlay, '渐变叠加', (effect) => gradientOverlayOf(effect, context))
  add(info.outerGlow, '外发光', (effect) => glowOf('outerGlow', effect, context))
  add(info.dropShadow, '投影', (effect) => shadowOf('dropShadow', effect, context))
  // How Photoshop mixes the edges where several strokes meet is not published.
  if (effects.filter(({ kind, opacity }) => kind === 'stroke' && opacity > 0).length > 1) near.add('多个描边')
  if (isOn(info.bevel)) lost.add('斜面和浮雕')
  if (isOn(info.satin)) lost.add('光泽')
  if (isOn(info.patternOverlay)) lost.add('图案叠加')
  if (effects.length > mostEffects) lost.add('其余样式')
  return { effects: effects.slice(0, mostEffects), lost: [...lost], near: [...near] }
}
