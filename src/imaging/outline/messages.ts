/** What the page and the outline worker say to each other. */
import type { Outline } from './outline'
import type { StrokeSettings } from './stroke'

export interface OutlineRequest {
  readonly id: number
  /** Which picture; its distance field is kept under this key. */
  readonly key: string
  /** The picture, at most `maxSide` on a side; absent when the worker should still know it. */
  readonly bitmap?: ImageBitmap
  readonly stroke: StrokeSettings
  /** Size of the picture on the canvas, px of the settings. */
  readonly placedWidth: number
}

export type OutlineReply =
  | { readonly id: number; readonly outline: Outline | null; readonly opaque: boolean }
  /** The worker has forgotten the picture: send it again. */
  | { readonly id: number; readonly unknown: true }
  /** The shape has more edges than a drawing can hold. */
  | { readonly id: number; readonly tooComplex: true }
  | { readonly id: number; readonly error: string }
