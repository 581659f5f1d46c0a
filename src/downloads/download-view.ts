/** Derives the displayed data of a download from its task. Pure. */
import type { TaskStop } from '../base/tasks/types'
import { type DownloadPlan, type DownloadTask, type Part, stateOf } from './download-record'
import { confirmable } from './preflight-groups'
import { failureLines } from './summary'

/**
 * `elsewhere`: another window works on it. `waiting`: an earlier page left it unfinished. `paused`: the seller paused it.
 * `session`: the seller must sign in again. `stopped`: the seller must decide something or retry.
 */
export type Phase = 'elsewhere' | 'waiting' | 'paused' | 'session' | 'running' | 'stopped' | 'ended'

/** Current step of a running download. `away`, `offline`: it waits for the server or the network and continues by itself. */
export type Step = 'charging' | 'fetching' | 'saving' | 'away' | 'offline'

export interface DownloadView {
  readonly id: string
  readonly plan: DownloadPlan
  readonly phase: Phase
  /** Whether nothing of it is left to do, wherever it was done. */
  readonly isEnded: boolean
  readonly step: Step
  /** File name of the picture being processed; null for none. */
  readonly current: string | null
  /** Bytes of the pictures received. */
  readonly bytes: number
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly parts: readonly Part[]
  /** One line for each failed picture. */
  readonly failures: readonly string[]
  /** Failed pictures that may be fetched again without being charged. */
  readonly retryable: number
  /** Number of pictures beyond the balance. */
  readonly short: number
  /** Pictures that the charge left out and that the seller may still confirm. */
  readonly confirmable: number
  /** Whether some of them were paid for. */
  readonly charged: boolean
  readonly stop: Pick<TaskStop, 'why' | 'message'> | null
  /** The price that the server asked for and the seller has not accepted; null for none. */
  readonly offeredPrice: number | null
  /** Whether data would be lost if the page closed now. */
  readonly isLostWithPage: boolean
}

const phases = {
  'other-window': 'elsewhere',
  left: 'waiting',
  stopped: 'stopped',
  session: 'session',
  // These two count as running, because the download continues by itself.
  away: 'running',
  offline: 'running',
} as const

function phaseOf({ state, pause }: DownloadTask): Phase {
  if (pause !== undefined) return phases[pause]
  return state
}

function stepOf({ pause, step }: DownloadTask): Step {
  if (pause === 'away' || pause === 'offline') return pause
  return step === 'charging' || step === 'saving' ? step : 'fetching'
}

export function viewOf(task: DownloadTask): DownloadView {
  const { id, items } = task
  const plan = task.input as DownloadPlan
  const { answer, parts, offeredPrice } = stateOf(task.saved, plan)
  const phase = phaseOf(task)
  const done = items.filter(({ state }) => state === 'done')
  const failed = items.filter(({ state }) => state === 'failed')
  return {
    id,
    plan,
    phase,
    isEnded: task.state === 'ended',
    step: stepOf(task),
    current: items.find(({ state }) => state === 'running')?.input.path ?? null,
    bytes: done.reduce((sum, { result }) => sum + (result?.entry.size ?? 0), 0),
    total: items.length,
    done: done.length,
    failed: failed.length,
    parts,
    failures: phase === 'ended' ? failureLines(items) : [],
    retryable: failed.filter(({ isFinal }) => !isFinal).length,
    short: answer?.insufficient.length ?? 0,
    confirmable: confirmable(answer?.refused ?? []).length,
    charged: answer !== null && answer.charged.length + answer.alreadyCharged.length > 0,
    offeredPrice: offeredPrice ?? null,
    stop: task.stop ?? null,
    isLostWithPage: task.isLostWithPage ?? false,
  }
}
