/** Messages between the page (text-client.ts) and the text worker (text.worker.ts). */
import type { FontFault } from '../../contract/rules/font-faults'
import type { TextSettings, Weights } from './layout-types'
import type { TextPicture } from './text-svg'

export interface TextRequest {
  readonly id: number
  /** Key of the font; the worker caches the opened font under it. */
  readonly key: string
  /** Bytes of the font; absent when the worker should still have it cached. */
  readonly font?: ArrayBuffer
  readonly settings: TextSettings
  readonly color: string
  /** px per em: reply with a PNG of that size instead of outlines. */
  readonly pixels?: number
  /** Reply with the font's weights, or with what can be written in it, instead of a drawing. */
  readonly asks?: 'weights' | 'sample'
}

export type TextReply =
  | { readonly id: number; readonly picture: TextPicture }
  | { readonly id: number; readonly png: Blob }
  | { readonly id: number; readonly weights: Weights | null }
  | { readonly id: number; readonly sample: string; readonly fault: FontFault | null }
  /** The font lacks these characters; nothing was drawn. */
  | { readonly id: number; readonly missing: readonly string[] }
  /** The worker no longer has the font cached: send it again. */
  | { readonly id: number; readonly unknown: true }
  | { readonly id: number; readonly error: string }
