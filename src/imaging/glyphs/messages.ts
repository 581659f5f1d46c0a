/** What the page and the text worker say to each other. */
import type { TextSettings } from './layout'
import type { TextPicture } from './text-svg'

export interface TextRequest {
  readonly id: number
  /** Which font; it is kept open under this key. */
  readonly key: string
  /** Bytes of the font; absent when the worker should still know it. */
  readonly font?: ArrayBuffer
  readonly settings: TextSettings
  readonly color: string
  /** px an em: answer with a PNG of that size instead of outlines. */
  readonly pixels?: number
}

export type TextReply =
  | { readonly id: number; readonly picture: TextPicture }
  | { readonly id: number; readonly png: Blob }
  /** The font lacks these characters; nothing was drawn. */
  | { readonly id: number; readonly missing: readonly string[] }
  /** The worker has forgotten the font: send it again. */
  | { readonly id: number; readonly unknown: true }
  | { readonly id: number; readonly error: string }
