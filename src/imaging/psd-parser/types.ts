/** What the page sees of a PSD: artboards, layers one at a time, and what became of each layer of the source. */

import type { Likeness } from './likeness'

/** Why a file cannot be read. The message is Chinese, for the seller, and says what to do. */
export type PsdErrorCode =
  /** Not a PSD or PSB at all. */
  | 'notPsd'
  /** A PSD whose bytes contradict themselves or end early. */
  | 'damaged'
  /** A PSD of a kind that is not read: its colour mode, its size. */
  | 'unsupported'
  /** The file could not be read from disk: moved, changed or not allowed. */
  | 'unreadable'
  /** The worker ran out of memory or stopped. */
  | 'crashed'
  /** Asked after close(), or for an artboard the file does not have. */
  | 'closed'

export class PsdError extends Error {
  override readonly name = 'PsdError'
  constructor(
    readonly code: PsdErrorCode,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause })
  }
}

export type PsdColorMode = 'bitmap' | 'grayscale' | 'indexed' | 'rgb' | 'cmyk' | 'multichannel' | 'duotone' | 'lab'

/** flatten: a top-level group becomes one layer. leaves: a group's leaves stay layers that name their group. */
export type GroupMode = 'flatten' | 'leaves'

export interface PsdArtboard {
  readonly id: string
  readonly name: string
  /** Place in the file's canvas, px. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The file has no artboards: this is its whole canvas. */
  readonly whole: boolean
  /** The artboard's own colour as #rrggbb; null when it has none or is see-through. */
  readonly fill: string | null
  /** At most how many layers will come; some may turn out to be empty. */
  readonly layerCount: Readonly<Record<GroupMode, number>>
}

export interface PsdLayer {
  /** Unique within the artboard. */
  readonly id: string
  readonly name: string
  /** px, from the artboard's top left corner; never outside it. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly hidden: boolean
  /** PNG; opacity, masks and clipping are baked in. */
  readonly picture: Blob
  /** Of a text layer: what it said, and the PostScript name of its first font. */
  readonly text?: { readonly text: string; readonly font: string | null }
  /** Only with groups 'leaves': the outermost group the layer stood in. */
  readonly group?: { readonly id: string; readonly name: string }
  /** The artboard's own colour, #rrggbb, when this layer is nothing but that. */
  readonly fill?: string
}

export type PsdLayerKind = 'pixel' | 'text' | 'shape' | 'smartObject' | 'fill' | 'adjustment' | 'group' | 'artboardFill'

/** kept: the same pixels. rasterised: now pixels. flattened: merged into another layer. leftOut: not imported. */
export type PsdLayerFate = 'kept' | 'rasterised' | 'flattened' | 'leftOut'

export interface PsdLayerReport {
  /** Names of the groups around it, outermost first, without the artboard. */
  readonly path: readonly string[]
  readonly name: string
  readonly kind: PsdLayerKind
  readonly fate: PsdLayerFate
  /** Chinese sentences: what was done to it and why it may look different; empty when nothing is to be said. */
  readonly reasons: readonly string[]
  /** Photoshop shows only its layer style, which does not come. */
  readonly styleOnly?: true
  /** The picture is not what Photoshop shows (effects, adjustments, blend modes): the merged picture is. */
  readonly looksDifferent: boolean
  readonly text?: string
  readonly font?: string
}

export interface LayersOptions {
  readonly signal?: AbortSignal
  /** 'flatten' when not given. */
  readonly groups?: GroupMode
  readonly onProgress?: (done: number, total: number) => void
}

export interface OpenPsd {
  readonly width: number
  readonly height: number
  readonly colorMode: PsdColorMode
  /** Bits of a channel: 1, 8, 16 or 32. */
  readonly depth: number
  /** At least one: a file without artboards offers its whole canvas. */
  readonly artboards: readonly PsdArtboard[]
  /** Chinese sentences about the whole file, such as a CMYK file without a profile. */
  readonly notices: readonly string[]
  /** The artboard as it looks, PNG, its longer side at most maxSide px. */
  thumbnail(artboardId: string, maxSide: number, options?: { readonly signal?: AbortSignal }): Promise<Blob>
  /** Bottom to top. Each is decoded when it is asked for, one ahead; leaving the loop stops the work. */
  layers(artboardId: string, options?: LayersOptions): AsyncIterable<PsdLayer>
  /** Photoshop's own merged picture of the artboard, PNG; null when the file holds none. */
  merged(artboardId: string, options?: { readonly signal?: AbortSignal }): Promise<Blob | null>
  /** How near the layers of groups 'flatten' come to the merged picture; null when the file holds none. */
  likeness(artboardId: string, options?: { readonly signal?: AbortSignal }): Promise<Likeness | null>
  /** One entry a layer of the source, top to bottom as in Photoshop. Complete once layers() has run to its end. */
  report(artboardId: string, groups?: GroupMode): readonly PsdLayerReport[]
  /** Frees the file and its worker; what still runs rejects with an AbortError. */
  close(): void
}
