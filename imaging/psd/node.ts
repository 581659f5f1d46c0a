/** A layer or group as the records of a PSD describe it; its pixels are read elsewhere (pixels.ts). */

import type { Adjustment, Effect, Gradient } from '../../contract/rules/appearance'
import type { Box } from '../pixels/raster'
import type { VectorMask } from './paths'
import type { ChannelPlace } from './sections'
import type { PsdText } from './text-setting'
import type { PsdLayerKind } from './types'

export type Rgb = readonly [number, number, number]

export interface MaskPlace extends Box {
  /** Value of everything outside its box, 0 or 255. */
  readonly outside: number
  /** 0 to 1; below 1 the hidden area is partly visible. */
  readonly density: number
  readonly feather: number
  /** Channel of its pixels: -2, or -3 for the user's mask where -2 is combined with a vector mask. */
  readonly channel: -2 | -3
}

/** An adjustment as a file of its colour mode means it. */
export interface NodeAdjustment {
  readonly adjustment: Adjustment
  readonly black: Adjustment | null
  /** It is drawn nearly but not exactly. */
  readonly isNear: boolean
}

export interface PsdNode {
  readonly name: string
  readonly kind: PsdLayerKind
  readonly box: Box
  readonly mode: string
  readonly opacity: number
  readonly fill: number
  readonly clipping: boolean
  readonly hidden: boolean
  /** Null when there is none or it is disabled. */
  readonly mask: MaskPlace | null
  /** A vector mask that has no pixels in the file; null also when it is disabled. */
  readonly vector: VectorMask | null
  /** Layer styles that can be drawn. */
  readonly effects: readonly Effect[]
  /** Inner effects that Photoshop mixes with the layer as one group before it mixes both with what lies below. */
  readonly interior: readonly Effect[]
  /** Chinese names of the layer styles that cannot be drawn. */
  readonly lostEffects: readonly string[]
  /** The adjustment of an adjustment layer; null when it cannot be drawn, and for other layers. */
  readonly adjustment: Adjustment | null
  /** The adjustment of black ink, where it treats each ink by itself; `adjustment` then acts on cyan, magenta and yellow. */
  readonly black: Adjustment | null
  /** Chinese names of what is drawn nearly but not exactly as Photoshop does. */
  readonly near: readonly string[]
  /** Chinese names of advanced blending options that are not drawn. */
  readonly lostOptions: readonly string[]
  readonly text: PsdText | null
  /** Stroke and fill colours of a shape that has one plain stroke over one plain fill. */
  readonly stroke: { readonly filling: Rgb; readonly line: Rgb } | null
  /** Fill colour of a layer of one colour, which may have no pixels. */
  readonly color: Rgb | null
  /** Gradient of a fill layer or shape, which may have no pixels. */
  readonly gradient: Gradient | null
  /** The box that the gradient of a fill layer spans; null for the whole canvas. */
  readonly gradientFrame: Box | null
  readonly artboard: { readonly box: Box; readonly color: Rgb | null } | null
  readonly channels: readonly ChannelPlace[]
  /** Bottom to top; null for a layer that is not a group. */
  readonly children: readonly PsdNode[] | null
}
