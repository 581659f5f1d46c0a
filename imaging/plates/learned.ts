import type { PrintProfile } from '../../contract/rules/print-profile'

/** The profile that a file which printed well follows. */
export interface Learned {
  readonly profile: PrintProfile
  /** Sentences for the seller about settings that the file leaves open. */
  readonly doubts: readonly string[]
  /** The ICC profile that the file carries; null without one. */
  readonly icc: Uint8Array | null
}
