/** Messages between the page (psd-client.ts) and the PSD worker (psd.worker.ts). One worker serves one file. */
import type { GroupMode, Likenesses, PsdArtboard, PsdColorMode, PsdErrorCode, PsdLayer, PsdLayerReport } from './types'

export interface PsdSummary {
  readonly width: number
  readonly height: number
  readonly colorMode: PsdColorMode
  readonly depth: number
  readonly artboards: readonly PsdArtboard[]
  readonly notices: readonly string[]
  readonly reports: Readonly<Record<string, Readonly<Record<GroupMode, readonly PsdLayerReport[]>>>>
}

/** A changed entry of the report: some facts of a layer are known only after its pixels were read. */
export interface ReportChange {
  readonly index: number
  readonly report: PsdLayerReport
}

export type PsdRequestBody =
  /** Makes the worker ready for a file that has not been chosen yet. */
  | { readonly kind: 'prepare' }
  | { readonly kind: 'open'; readonly file: Blob }
  | {
      readonly kind: 'layer'
      readonly token: number
      readonly artboard: string
      readonly groups: GroupMode
      readonly index: number
    }
  | { readonly kind: 'thumbnail'; readonly token: number; readonly artboard: string; readonly maxSide: number }
  | { readonly kind: 'merged' | 'likeness'; readonly token: number; readonly artboard: string }
  /** Stops the request with this token. */
  | { readonly kind: 'cancel'; readonly token: number }

export type PsdRequest = PsdRequestBody & { readonly id: number }

export type PsdAnswer =
  | { readonly summary: PsdSummary }
  | { readonly layer: PsdLayer | null; readonly changes: readonly ReportChange[] }
  | { readonly picture: Blob | null }
  | { readonly likeness: Likenesses | null }
  | { readonly prepared: true }
  | { readonly cancelled: true }
  | { readonly error: { readonly code: PsdErrorCode; readonly message: string } }

export type PsdReply = PsdAnswer & { readonly id: number }
