/** What is shown of a download, from its plan, what came of its pictures, and where it stands. Pure. */
import type { RunStop } from './problems'
import { type Run, type RunStep, unpaid } from './run'
import type { Part, RunPlan } from './run-record'
import { failureLines } from './summary'

/** elsewhere: another window works on it; waiting: left by a page before; stopped: something must be decided or tried again. */
export type Phase = 'elsewhere' | 'waiting' | 'running' | 'stopped' | 'ended'

export interface DownloadView {
  readonly plan: RunPlan
  readonly phase: Phase
  readonly step: RunStep
  readonly done: number
  readonly failed: number
  readonly parts: readonly Part[]
  /** A line for each failed picture. */
  readonly failures: readonly string[]
  /** Failed pictures that may be fetched again without being charged. */
  readonly retryable: number
  /** Pictures the balance did not reach for. */
  readonly short: number
  /** Some of them were paid for. */
  readonly charged: boolean
  readonly stop: RunStop | null
}

interface Shown {
  readonly run: Pick<Run, 'stored' | 'step'>
  readonly phase: Phase
  readonly stop: RunStop | null
}

export function viewOf({ run, phase, stop }: Shown): DownloadView {
  const { plan, state, results } = run.stored
  const all = [...results.values()]
  const failed = all.filter((one) => one.state === 'failed')
  return {
    plan,
    phase,
    step: run.step,
    done: all.length - failed.length,
    failed: failed.length,
    parts: state.parts,
    failures: phase === 'ended' ? failureLines({ plan, results }) : [],
    retryable: failed.filter((one) => one.reason !== unpaid && !one.corrected).length,
    short: state.charge?.insufficient.length ?? 0,
    charged: state.charge !== null && state.charge.charged.length + state.charge.alreadyCharged.length > 0,
    stop,
  }
}
