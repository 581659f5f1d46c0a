/** Questions about the appearance of layers that drawing, checks and commands ask alike. */
import type { LayerAppearance } from '../../contract/rules/appearance'
import type { DesignDoc, Layer, Size } from './types'

/** Returns the size of the part of its picture that a layer shows, px of the picture. */
export function shownSize({
  appearance,
  originalWidth,
  originalHeight,
}: Pick<Layer, 'appearance' | 'originalWidth' | 'originalHeight'>): Size {
  return appearance?.crop ?? { width: originalWidth, height: originalHeight }
}

/** Whether the picture can be drawn straight onto what lies below, besides its crop and pattern. */
export function isPlain(appearance: LayerAppearance | null): boolean {
  if (appearance === null) return true
  const {
    opacity = 1,
    fillOpacity = 1,
    blend = 'normal',
    mask,
    adjustments = [],
    adjustsBelow,
    blur = 0,
    effects = [],
  } = appearance
  return (
    opacity >= 1 &&
    fillOpacity >= 1 &&
    blend === 'normal' &&
    mask === undefined &&
    adjustments.length === 0 &&
    !adjustsBelow &&
    blur <= 0 &&
    effects.length === 0
  )
}

/** Whether the picture of a layer depends on the pixels below it. */
export function readsBackdrop(appearance: LayerAppearance | null): boolean {
  if (appearance === null) return false
  const { blend = 'normal', adjustsBelow = false, effects = [] } = appearance
  return adjustsBelow || blend !== 'normal' || effects.some((effect) => effect.blend !== 'normal')
}

/** A visible layer and the layers that are clipped to it, from bottom to top. */
export interface ClipStack {
  readonly base: Layer
  readonly clipped: readonly Layer[]
}

/**
 * Returns the visible layers from bottom to top, each with those clipped to it. What is clipped to a hidden layer is not
 * visible; a clipped layer with nothing below it is drawn whole.
 */
export function clipStacks({ layers }: Pick<DesignDoc, 'layers'>): readonly ClipStack[] {
  const stacks: { base: Layer; clipped: Layer[] }[] = []
  for (const layer of layers) {
    const below = stacks[stacks.length - 1]
    if (layer.appearance?.clipped && below) below.clipped.push(layer)
    else stacks.push({ base: layer, clipped: [] })
  }
  return stacks
    .filter(({ base }) => !base.hidden)
    .map(({ base, clipped }) => ({ base, clipped: clipped.filter(({ hidden }) => !hidden) }))
}

/** Returns the appearance with these fields changed, without fields that change nothing; null when none is left. */
export function changedAppearance(
  appearance: LayerAppearance | null,
  change: { readonly [K in keyof LayerAppearance]?: LayerAppearance[K] | undefined },
): LayerAppearance | null {
  const neutral: Readonly<Record<string, unknown>> = {
    opacity: 1,
    fillOpacity: 1,
    blend: 'normal',
    clipped: false,
    adjustsBelow: false,
    blur: 0,
    bare: false,
  }
  const entries = Object.entries({ ...appearance, ...change }).filter(
    ([key, value]) => value !== undefined && value !== neutral[key] && !(Array.isArray(value) && value.length === 0),
  )
  return entries.length === 0 ? null : Object.fromEntries(entries)
}
