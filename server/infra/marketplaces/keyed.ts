/** The clock, the timer and the operator's log, which clients of marketplaces with keys of sellers use. */
import type { Clock } from '../../ports/clock'

export interface KeyedNeeds {
  readonly clock: Clock
  /** Waits before retries; a real timer by default. */
  readonly wait?: (ms: number) => Promise<void>
  /** Receives what the operator should know. */
  readonly report?: (text: string) => void
}
