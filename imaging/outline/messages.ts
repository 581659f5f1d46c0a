/** Messages between the page (outline-client.ts) and the outline worker (outline.worker.ts). */
import type { Outline } from './outline'
import type { StrokeSettings } from './stroke'

export interface OutlineRequest {
  readonly id: number
  /** Key of the picture; the worker caches its distance field under it. */
  readonly key: string
  /** The picture, at most `maxSide` px on a side; absent when the worker should still have it cached. */
  readonly bitmap?: ImageBitmap
  readonly stroke: StrokeSettings
  /** Width of the picture on the canvas, in units of the stroke settings. */
  readonly placedWidth: number
}

export type OutlineReply =
  | { readonly id: number; readonly outline: Outline | null; readonly opaque: boolean }
  /** The worker no longer has the picture cached: send it again. */
  | { readonly id: number; readonly unknown: true }
  /** The shape has more edges than an SVG can store. */
  | { readonly id: number; readonly tooComplex: true }
  | { readonly id: number; readonly error: string }
