/** What is shown of a download, from its plan, what came of its pictures, and where it stands. Pure. */
import { confirmable } from './preflight-groups'
import type { RunStop } from './problems'
import type { Run, RunStep } from './run'
import { type Part, type RunPlan, wasPaidFor } from './run-record'
import { failureLines } from './summary'

/** elsewhere: another window works on it; waiting: left by a page before; stopped: something must be decided or tried again. */
export type Phase = 'elsewhere' | 'waiting' | 'running' | 'stopped' | 'ended'

export interface DownloadView {
  readonly plan: RunPlan
  readonly phase: Phase
  readonly step: RunStep
  /** File name of the picture under way; null: none is. */
  readonly current: string | null
  /** Bytes of the pictures that came. */
  readonly bytes: number
  readonly done: number
  readonly failed: number
  readonly parts: readonly Part[]
  /** A line for each failed picture. */
  readonly failures: readonly string[]
  /** Failed pictures that may be fetched again without being charged. */
  readonly retryable: number
  /** Pictures the balance did not reach for. */
  readonly short: number
  /** Pictures the charge left out that the seller may want all the same. */
  readonly confirmable: number
  /** Some of them were paid for. */
  readonly charged: boolean
  readonly stop: RunStop | null
}

interface Shown {
  readonly run: Pick<Run, 'stored' | 'step' | 'current'>
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
    current: run.current === null ? null : (plan.paths[run.current] ?? null),
    bytes: all.reduce((sum, one) => sum + (one.state === 'done' ? one.entry.size : 0), 0),
    done: all.length - failed.length,
    failed: failed.length,
    parts: state.parts,
    failures: phase === 'ended' ? failureLines({ plan, results }) : [],
    retryable: failed.filter(wasPaidFor).length,
    short: state.charge?.insufficient.length ?? 0,
    confirmable: confirmable(state.charge?.refused ?? []).length,
    charged: state.charge !== null && state.charge.charged.length + state.charge.alreadyCharged.length > 0,
    stop,
  }
}
