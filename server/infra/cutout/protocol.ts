/** Messages between the server and the cutout thread. */
import type { AiCutoutType } from '../../../contract/constants'
import type { ErrorCode } from '../../../contract/errors'
import type { CutoutAlpha } from '../../ports/cutout'

export interface WorkerInput {
  /** Folder of the models. */
  readonly models: string
}

export type Work =
  | { readonly kind: 'cut'; readonly bytes: Uint8Array; readonly type: AiCutoutType }
  | { readonly kind: 'compose'; readonly bytes: Uint8Array; readonly alpha: CutoutAlpha }

export type Request = Work & { readonly id: number }

export type Reply =
  | { readonly id: number; readonly kind: 'alpha'; readonly alpha: CutoutAlpha }
  | { readonly id: number; readonly kind: 'picture'; readonly png: Uint8Array }
  /** The picture is refused; the message is for the seller. */
  | { readonly id: number; readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }
  /** A defect of the program. */
  | { readonly id: number; readonly kind: 'broken'; readonly message: string }
