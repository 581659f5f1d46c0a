/** What passes between the page and the PSD worker. One worker serves one file. */
import type { GroupMode, PsdArtboard, PsdColorMode, PsdErrorCode, PsdLayer, PsdLayerReport } from './types'

export interface PsdSummary {
  readonly width: number
  readonly height: number
  readonly colorMode: PsdColorMode
  readonly depth: number
  readonly artboards: readonly PsdArtboard[]
  readonly notices: readonly string[]
  readonly reports: Readonly<Record<string, Readonly<Record<GroupMode, readonly PsdLayerReport[]>>>>
}

/** What became known of a layer only when its pixels were read: the entry of the report that changes. */
export interface ReportChange {
  readonly index: number
  readonly report: PsdLayerReport
}

export type PsdRequest = { readonly id: number } & (
  | { readonly kind: 'open'; readonly file: Blob }
  | { readonly kind: 'layer'; readonly artboard: string; readonly groups: GroupMode; readonly index: number }
  | { readonly kind: 'thumbnail'; readonly artboard: string; readonly maxSide: number }
  | { readonly kind: 'merged'; readonly artboard: string }
)

/** Stops what was asked under this name; not answered. */
export interface PsdCancel {
  readonly kind: 'cancel'
  readonly token: string
}

export type PsdAnswer =
  | { readonly summary: PsdSummary }
  | { readonly layer: PsdLayer | null; readonly changes: readonly ReportChange[] }
  | { readonly picture: Blob | null }
  | { readonly error: { readonly code: PsdErrorCode; readonly message: string } }

export type PsdReply = PsdAnswer & { readonly id: number }
