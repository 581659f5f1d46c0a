/**
 * Finds the subject of a picture. Implementations return only one alpha value per pixel; the server composes the picture itself.
 */
import type { AiCutoutType } from '../../contract/constants'

export interface CutoutAlpha {
  /** One byte per pixel, row by row: 0 background, 255 subject. */
  readonly alpha: Uint8Array<ArrayBuffer>
  /** Pixels; the same size as the picture. */
  readonly width: number
  readonly height: number
  /** Bounding box of the subject, px. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  /** Mean certainty, 0 to 1. */
  readonly score: number
  /** Name and version of the model or service. */
  readonly model: string
}

export interface CutoutRequest {
  readonly bytes: Buffer
  readonly type: AiCutoutType
}

export interface CutoutProvider {
  /** Maximum number of pictures processed at the same time. */
  readonly concurrency: number
  /** Returns name and version of the model for this type; results are cached under it. */
  model(type: AiCutoutType): string
  /**
   * Rejects with a Failure in words for the seller: 'invalid' when the picture contains no such subject, 'unsupported-file' when
   * it cannot be read, 'upstream-failed' or 'unavailable' when a retry may succeed. Any other rejection is a defect.
   */
  cut(request: CutoutRequest, signal: AbortSignal): Promise<CutoutAlpha>
  close(): Promise<void>
}

export interface CutoutComposer {
  /** Returns a PNG of the original's size and pixels, with the subject's alpha. Rejects like `cut`. */
  compose(bytes: Buffer, alpha: CutoutAlpha, signal: AbortSignal): Promise<Buffer>
}

/** Reads a picture by its key: from the host's own storage, or from that of the admin API it works for. */
export interface CutoutPictures {
  /** Returns null when there is no such picture. */
  read(key: string): Promise<Buffer | null>
}
