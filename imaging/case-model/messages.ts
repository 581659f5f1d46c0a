/** Messages between the page (case-model-client.ts) and the worker that makes the solids of cases (case-model.worker.ts). */
import type { WireframePixels } from '../mockup/case-mask'
import type { CaseModel, Millimetres } from './types'

export interface CaseModelRequest {
  readonly id: number
  readonly pixels: WireframePixels
  readonly size: Millimetres
}

export type CaseModelReply =
  | { readonly id: number; readonly model: CaseModel }
  /** The mask shows no case; a sentence for the seller. */
  | { readonly id: number; readonly refusal: string }
  | { readonly id: number; readonly error: string }
