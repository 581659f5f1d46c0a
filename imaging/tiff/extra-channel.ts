import type { ExtraSampleKind } from '../../contract/rules/print-profile'

/** A channel beside the colours. */
export interface ExtraChannel {
  readonly kind: ExtraSampleKind
  /** The name that Photoshop and RIPs show; without it none is written. */
  readonly name?: string
  /** Whether it is an ink, not a transparency. */
  readonly spot?: boolean
}
