/** Types that the page uses for a PSD: artboards, layers one at a time, and the import report. */

import type { LayerAppearance } from '../../contract/rules/appearance'
import type { PsdText } from './text-setting'

/** Why a file cannot be read. The error's message is Chinese, for the seller, and says what to do. */
export type PsdErrorCode =
  /** The file is no PSD or PSB. */
  | 'notPsd'
  /** A PSD that contradicts itself or is truncated. */
  | 'damaged'
  /** A PSD with an unsupported colour mode or size. */
  | 'unsupported'
  /** The file could not be read from disk: it was moved or changed, or access was denied. */
  | 'unreadable'
  /** The worker ran out of memory or stopped. */
  | 'crashed'
  /** Called after close(), or for an artboard that the file does not have. */
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

/** flatten: a top-level group becomes one layer. leaves: the leaf layers of a group stay separate and name their group. */
export type GroupMode = 'flatten' | 'leaves'

export interface PsdArtboard {
  readonly id: string
  readonly name: string
  /** Position in the file's canvas, px. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The file has no artboards: this is its whole canvas. */
  readonly whole: boolean
  /** The artboard's own colour as #rrggbb; null when it has none or is transparent. */
  readonly fill: string | null
  /** Largest number of layers per mode; some may turn out to be empty. */
  readonly layerCount: Readonly<Record<GroupMode, number>>
}

export interface PsdLayer {
  /** Unique within the artboard. */
  readonly id: string
  readonly name: string
  /** px, relative to the artboard's top left corner; outside it only as far as styles depend on it. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly hidden: boolean
  /** PNG; masks and clipping are baked in. */
  readonly picture: Blob
  /** How the picture is drawn: opacities, blend mode, styles and adjustments, with lengths in px of the artboard. */
  readonly appearance?: LayerAppearance
  /** Of a text layer: what it says and how it is set, and the index of its entry in the report; null when others share it. */
  readonly text?: PsdText & { readonly report: number | null }
  /** Outermost group that contained the layer; only with groups 'leaves'. */
  readonly group?: { readonly id: string; readonly name: string }
  /** The artboard's own colour, #rrggbb, when this layer is only that colour. */
  readonly fill?: string
}

export type PsdLayerKind = 'pixel' | 'text' | 'shape' | 'smartObject' | 'fill' | 'adjustment' | 'group' | 'artboardFill' | 'whole'

/** kept: the same pixels. rasterised: now pixels. flattened: merged into another layer. leftOut: not imported. */
export type PsdLayerFate = 'kept' | 'rasterised' | 'flattened' | 'leftOut'

export interface PsdLayerReport {
  /** Names of the groups around it, outermost first, without the artboard. */
  readonly path: readonly string[]
  readonly name: string
  readonly kind: PsdLayerKind
  readonly fate: PsdLayerFate
  /** Chinese sentences: what was done to it and why it may look different; may be empty. */
  readonly reasons: readonly string[]
  /** Photoshop shows only its layer style, which is not imported. */
  readonly styleOnly?: true
  /** It is a visible adjustment that is drawn as in Photoshop or nearly so, or that is far from it or not drawn at all. */
  readonly adjusts?: 'nearly' | 'far'
  /** Its picture differs from what Photoshop shows (effects, adjustments, blend modes); the merged picture shows it correctly. */
  readonly looksDifferent: boolean
  readonly text?: string
  readonly font?: string
}

/** How an artboard's layers compare with the merged picture, for each way to import them. */
export type Likenesses = Readonly<Record<GroupMode, Likeness>>

export interface Likeness {
  /** Share of the compared px that look different, 0 to 1. */
  readonly different: number
  /** True when the two pictures count as the same. */
  readonly alike: boolean
}

export interface LayersOptions {
  readonly signal?: AbortSignal
  /** 'flatten' by default. */
  readonly groups?: GroupMode
  readonly onProgress?: (done: number, total: number) => void
  /** Likeness to the merged picture; where it is absent and no layer is expected to differ, the layers are compared with it now. */
  readonly likeness?: Likeness | null
}

export interface OpenPsd {
  readonly width: number
  readonly height: number
  readonly colorMode: PsdColorMode
  /** Bits per channel: 1, 8, 16 or 32. */
  readonly depth: number
  /** Has at least one entry: a file without artboards offers its whole canvas. */
  readonly artboards: readonly PsdArtboard[]
  /** Chinese sentences about the whole file, such as a CMYK file without a profile. */
  readonly notices: readonly string[]
  /** Returns the artboard as it looks, PNG, its longer side at most maxSide px. */
  thumbnail(artboardId: string, maxSide: number, options?: { readonly signal?: AbortSignal }): Promise<Blob>
  /** Yields layers bottom to top. Each is decoded on request, one ahead; leaving the loop stops the work. */
  layers(artboardId: string, options?: LayersOptions): AsyncIterable<PsdLayer>
  /** Returns Photoshop's own merged picture of the artboard, PNG; null when the file holds none. */
  merged(artboardId: string, options?: { readonly signal?: AbortSignal }): Promise<Blob | null>
  /** Compares the layers with the merged picture; null when the file holds none. */
  likeness(artboardId: string, options?: { readonly signal?: AbortSignal }): Promise<Likenesses | null>
  /**
   * Returns one entry per source layer, top to bottom as in Photoshop, and one on the whole picture where no layer is expected to
   * look different but the comparison with the merged picture found that they do. Complete once layers() has run to its end.
   */
  report(artboardId: string, groups?: GroupMode): readonly PsdLayerReport[]
  /** Frees the file and its worker; pending calls reject with an AbortError. */
  close(): void
}
