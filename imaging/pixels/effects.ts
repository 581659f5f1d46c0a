/**
 * Draws layer styles as Photoshop does. Photoshop mixes a layer with its effects where the layer is, and lays the result over
 * the picture by the layer's alpha; `layerParts` returns rasters that give the same when they are blended one after another.
 *
 * Weights: where a layer has alpha a, its inside covers a share t of what is below (fill opacity and overlays), so drop shadows
 * and outer glows, which the layer knocks out, must come out with s·(1 − a); each part is divided by what the later parts leave
 * of it.
 */
import type { BlendMode, Effect, LayerAppearance } from '../../contract/rules/appearance'
import { blendInto, fillAffectsColors } from './blend'
import {
  dropShadow,
  type EffectOf,
  effectReach,
  effectSupport,
  innerGlow,
  innerShadow,
  outerGlow,
  painted,
  strokeMask,
} from './effect-masks'
import { type Box, blank, copyInto, fade, opaqueBox, type Raster, union } from './raster'

export { effectReach, effectSupport }

export interface LayerPart {
  /** It has its own position and may be larger than the layer. */
  readonly raster: Raster
  readonly mode: BlendMode
  readonly opacity: number
  /** Fill opacity, for the modes whose colours it changes. */
  readonly fill?: number
}

type StyledAppearance = Pick<LayerAppearance, 'opacity' | 'fillOpacity' | 'blend' | 'effects'>

const darkModes: readonly BlendMode[] = ['multiply', 'linear burn', 'darken', 'darker color']
const lightModes: readonly BlendMode[] = ['screen', 'linear dodge', 'lighten', 'lighter color']

/** Returns normal for a mode that gives the same in one colour, such as a black shadow that multiplies. */
function plainMode(mode: BlendMode, color: string | null): BlendMode {
  if (color === '#000000' && darkModes.includes(mode)) return 'normal'
  return color?.toLowerCase() === '#ffffff' && lightModes.includes(mode) ? 'normal' : mode
}

const colorOf = (effect: Effect): string | null => {
  if ('color' in effect) return effect.color
  return 'paint' in effect && effect.paint.kind === 'solid' ? effect.paint.color : null
}

const modeOf = (effect: Effect): BlendMode => plainMode(effect.blend, colorOf(effect))

/** Effects of one kind, lowest first; those that show nothing are left out. */
const ofKind = <K extends Effect['kind']>(effects: readonly Effect[], kind: K): EffectOf<K>[] =>
  effects.filter((effect): effect is EffectOf<K> => effect.kind === kind && effect.opacity > 0).reverse()

/** A raster in the box of the layer; its alpha is the share by which it covers what is below, as if the layer were opaque. */
interface Inside {
  readonly raster: Raster
  readonly mode: BlendMode
  readonly fill?: number
}

function overlays(layer: Raster, effects: readonly Effect[], scale: number, frame: Box) {
  return [
    ...ofKind(effects, 'gradientOverlay').map((effect) => ({
      effect,
      draw: () => painted(layer, { kind: 'gradient', gradient: effect.gradient }, frame),
    })),
    ...ofKind(effects, 'colorOverlay').map((effect) => ({
      effect,
      draw: () => painted(layer, { kind: 'solid', color: effect.color }, frame),
    })),
    ...ofKind(effects, 'innerGlow').map((effect) => ({ effect, draw: () => innerGlow(layer, effect, scale) })),
    ...ofKind(effects, 'innerShadow').map((effect) => ({ effect, draw: () => innerShadow(layer, effect, scale) })),
  ]
}

/** The layer's picture with its overlays, merged as far as that is exact, lowest first. */
function insides(layer: Raster, mode: BlendMode, fill: number, drawn: ReturnType<typeof overlays>): Inside[] {
  const done: Inside[] = []
  const colored = fillAffectsColors(mode)
  let raster: Raster = { ...layer, data: layer.data.slice() }
  for (let at = 3; at < raster.data.length; at += 4) raster.data[at] = colored ? 255 : fill * 255
  let current: Inside = { raster, mode, ...(colored ? { fill } : {}) }
  let isEmpty = fill <= 0
  for (const { effect, draw } of drawn) {
    const over = draw()
    const overMode = modeOf(effect)
    const isOpaque = current.mode === 'normal' && fill >= 1 && done.length === 0
    if (!isEmpty && (isOpaque || (current.mode === 'normal' && overMode === 'normal'))) {
      blendInto(raster, over, { mode: overMode, opacity: effect.opacity })
      continue
    }
    if (!isEmpty) done.push(current)
    fade(over, effect.opacity)
    raster = over
    current = { raster, mode: overMode }
    isEmpty = false
  }
  if (!isEmpty) done.push(current)
  return done
}

interface Line {
  readonly raster: Raster
  readonly mode: BlendMode
  /** Share of each px of the raster that is left to the layer's own picture, 0 to 1. */
  readonly kept: Float32Array<ArrayBuffer>
}

/** Lays one stroke over another. */
function mergeLines(lower: Line, upper: Line): Line {
  const raster = blank(union(lower.raster, upper.raster) ?? lower.raster)
  const kept = new Float32Array(raster.width * raster.height).fill(1)
  copyInto(lower.raster, raster)
  blendInto(raster, upper.raster, { mode: 'normal' })
  for (const { raster: part, kept: left } of [lower, upper]) {
    for (let y = 0, from = 0; y < part.height; y++) {
      let to = (y + part.top - raster.top) * raster.width + part.left - raster.left
      for (let x = 0; x < part.width; x++, from++, to++) kept[to] = (kept[to] as number) * (left[from] as number)
    }
  }
  return { raster, mode: 'normal', kept }
}

/** The strokes, lowest first; neighbours that mix as normal are merged. */
function lines(layer: Raster, effects: readonly Effect[], scale: number, frame: Box): Line[] {
  const done: Line[] = []
  for (const effect of ofKind(effects, 'stroke')) {
    const { cover, kept } = strokeMask(layer, effect, scale)
    const raster = painted(cover, effect.paint, frame)
    for (let at = 0, to = 3; to < raster.data.length; at++, to += 4) {
      raster.data[to] = ((cover.data[at] as number) * (raster.data[to] as number) * effect.opacity) / 255
    }
    const line = { raster, mode: modeOf(effect), kept }
    const below = done[done.length - 1]
    if (below?.mode === 'normal' && line.mode === 'normal') done[done.length - 1] = mergeLines(below, line)
    else done.push(line)
  }
  return done
}

/**
 * Gives the parts inside the layer their final alphas and returns what they cover of each px within the layer, 0 to 1, as far as
 * they mix as normal.
 */
function settle(layer: Raster, parts: readonly Inside[], strokes: readonly Line[], opacity: number): Float32Array<ArrayBuffer> {
  const covered = new Float32Array(layer.width * layer.height)
  const merges = parts.length === 1 && parts[0]?.mode === 'normal'
  for (let y = layer.top, at = 0; y < layer.bottom; y++) {
    for (let x = layer.left; x < layer.right; x++, at++) {
      const px = at * 4 + 3
      const alpha = (layer.data[px] as number) / 255
      if (alpha === 0) {
        for (const { raster } of parts) raster.data[px] = 0
        continue
      }
      let own = alpha
      let line = 0
      let above = 1
      for (const { kept: shares, raster, mode } of strokes) {
        const place = (y - raster.top) * raster.width + x - raster.left
        const kept = shares[place] as number
        const drawn = (raster.data[place * 4 + 3] as number) / 255
        if (kept < 1 && mode === 'normal') line = Math.min(alpha, line + drawn)
        // A stroke that mixes with other modes shows the layer below it.
        if (mode === 'normal') own *= kept
        if (!merges) above *= 1 - opacity * drawn
      }
      // From the top down: each part is divided by what the parts above it leave visible.
      let left = own
      for (let k = parts.length - 1; k >= 0; k--) {
        const { raster, mode } = parts[k] as Inside
        const share = (raster.data[px] as number) / 255
        const weight = left * share
        left -= weight
        const drawn = above <= 0 ? 0 : Math.min(1, weight / above)
        above *= 1 - opacity * drawn
        raster.data[px] = drawn * 255
        if (mode === 'normal') covered[at] = (covered[at] as number) + weight
      }
      covered[at] = Math.min(alpha, (covered[at] as number) + line)
    }
  }
  return covered
}

/** Takes a shadow or glow out from under the layer, except for what the layer lets through at its edges. */
function knockOut(under: Raster, layer: Raster, covered: Float32Array, opacity: number): void {
  const box = {
    left: Math.max(under.left, layer.left),
    top: Math.max(under.top, layer.top),
    right: Math.min(under.right, layer.right),
    bottom: Math.min(under.bottom, layer.bottom),
  }
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      const from = (y - layer.top) * layer.width + x - layer.left
      const alpha = (layer.data[from * 4 + 3] as number) / 255
      if (alpha === 0) continue
      const to = ((y - under.top) * under.width + x - under.left) * 4 + 3
      const rest = 1 - opacity * (covered[from] as number)
      // Below an opaque px nothing of it shows; keeping it there avoids a seam where the picture is scaled later.
      if (rest > 0.002) under.data[to] = ((under.data[to] as number) * (1 - alpha)) / rest
    }
  }
}

/** Adds a stroke to the layer's picture: they lie side by side in a px and do not cover each other. */
function joinLine(base: Raster, { raster: line }: Line): Raster {
  const joined = blank(union(base, line) ?? base)
  copyInto(base, joined)
  for (let y = 0, from = 0; y < line.height; y++) {
    let to = ((y + line.top - joined.top) * joined.width + line.left - joined.left) * 4
    for (let x = 0; x < line.width; x++, from += 4, to += 4) {
      const [a, b] = [line.data[from + 3] as number, joined.data[to + 3] as number]
      if (a === 0) continue
      const sum = a + b
      for (let c = 0; c < 3; c++) {
        joined.data[to + c] = ((line.data[from + c] as number) * a + (joined.data[to + c] as number) * b) / sum
      }
      joined.data[to + 3] = sum
    }
  }
  return joined
}

/**
 * Returns the rasters that show a layer with its opacity, blend mode and effects when they are blended one after another onto
 * what is below, lowest first.
 *
 * @param layer the layer's picture with its masks; it is not changed, but the result may share it.
 * @param scale px of the raster per canvas px.
 */
export function layerParts(layer: Raster, appearance: StyledAppearance, scale: number): readonly LayerPart[] {
  const { opacity = 1, fillOpacity: fill = 1, blend: mode = 'normal', effects = [] } = appearance
  if (opacity <= 0) return []
  const frame = effects.some((effect) => effect.opacity > 0) ? opaqueBox(layer) : null
  if (frame === null) {
    if (fillAffectsColors(mode)) return [{ raster: layer, mode, opacity, fill }]
    return fill <= 0 ? [] : [{ raster: layer, mode, opacity: opacity * fill }]
  }
  const under = [
    ...ofKind(effects, 'dropShadow').map((effect) => ({ effect, raster: dropShadow(layer, effect, scale) })),
    ...ofKind(effects, 'outerGlow').map((effect) => ({ effect, raster: outerGlow(layer, effect, scale) })),
  ]
  for (const { effect, raster } of under) fade(raster, effect.opacity)
  const strokes = lines(layer, effects, scale, frame)
  const inner = insides(layer, mode, fill, overlays(layer, effects, scale, frame))
  const isPlain =
    inner.length <= 1 && inner.every((part) => part.mode === 'normal') && strokes.every((line) => line.mode === 'normal')
  const mergesAll = isPlain && under.every(({ effect }) => modeOf(effect) === 'normal')
  const covered = settle(layer, inner, strokes, mergesAll ? 1 : opacity)
  for (const { raster } of under) knockOut(raster, layer, covered, mergesAll ? 1 : opacity)
  let body: Raster | null = null
  if (isPlain) {
    body = inner[0]?.raster ?? null
    for (const line of strokes) body = body === null ? line.raster : joinLine(body, line)
  }
  if (mergesAll) {
    let box: Box | null = body
    for (const { raster } of under) box = union(box, raster)
    if (box === null) return []
    if (under.length === 0 && body !== null) return [{ raster: body, mode: 'normal', opacity }]
    const whole = blank(box)
    for (const { raster } of under) blendInto(whole, raster, { mode: 'normal' })
    if (body !== null) blendInto(whole, body, { mode: 'normal' })
    return [{ raster: whole, mode: 'normal', opacity }]
  }
  const below = under.map(({ effect, raster }): LayerPart => ({ raster, mode: modeOf(effect), opacity }))
  if (isPlain) return body === null ? below : [...below, { raster: body, mode: 'normal', opacity }]
  return [
    ...below,
    ...inner.map((part): LayerPart => ({ ...part, opacity })),
    ...strokes.map(({ raster, mode: lineMode }): LayerPart => ({ raster, mode: lineMode, opacity })),
  ]
}
