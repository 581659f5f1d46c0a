/** Who finds the subject of a picture. It answers only how much of each pixel belongs to it: the picture itself is composed here. */
import type { AiCutoutType } from '../../contract/constants'

export interface CutoutAlpha {
  /** A byte per pixel, row by row: 0 background, 255 subject. */
  readonly alpha: Uint8Array<ArrayBuffer>
  /** Pixels; those of the picture. */
  readonly width: number
  readonly height: number
  /** What the subject covers, px. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  /** Mean certainty, 0 to 1. */
  readonly score: number
  /** Who cut it, with the version. */
  readonly model: string
}

export interface CutoutRequest {
  readonly bytes: Buffer
  readonly type: AiCutoutType
}

export interface CutoutProvider {
  /** Pictures it may be given at the same time. */
  readonly atOnce: number
  /** Who cuts this type, with the version: results are kept under it. */
  model(type: AiCutoutType): string
  /**
   * Rejects with a Failure whose words are for the seller: 'invalid' when the picture holds no such subject, 'unsupported-file' when it
   * cannot be read, 'upstream-failed' or 'unavailable' when another try may go better. Anything else it rejects with is a defect.
   */
  cut(request: CutoutRequest, signal: AbortSignal): Promise<CutoutAlpha>
  close(): Promise<void>
}

export interface CutoutComposer {
  /** A PNG of the original's size: its pixels, with the subject's share as alpha. Rejects like `cut`. */
  compose(bytes: Buffer, alpha: CutoutAlpha, signal: AbortSignal): Promise<Buffer>
}

/** Where the host reads a picture by its key: its own storage, or that of the admin API it works for. */
export interface CutoutPictures {
  /** Null when there is no such picture. */
  read(key: string): Promise<Buffer | null>
}
