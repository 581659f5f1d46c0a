/** The operator's requests about jobs, to a running server or to the database itself. */
import type { Db } from '../kernel/context'
import type { DeadLetter, QueueState } from '../kernel/jobs'
import { type DeadLetters, type Retried, retryLetters } from './retry'

export interface JobsRequest {
  readonly about: 'queues' | 'failures' | 'retry'
  /** Which failed jobs; all without. */
  readonly queue?: string
  readonly ids?: readonly string[]
}

export interface JobsReply {
  readonly queues?: readonly QueueState[]
  readonly failures?: readonly DeadLetter[]
  readonly retried?: Retried
}

/** Says what became of failed jobs that were tried again. */
export const retriedText = ({ retried, discarded }: Retried): string =>
  `已重试 ${retried} 个任务${discarded > 0 ? `；${discarded} 个已不需要，已移除` : ''}`

interface Desk extends DeadLetters {
  states(): Promise<readonly QueueState[]>
  letters(filter: Pick<JobsRequest, 'queue' | 'ids'>): Promise<readonly DeadLetter[]>
}

export async function operateJobs(db: Db, desk: Desk, { about, ...filter }: JobsRequest): Promise<JobsReply> {
  if (about === 'queues') return { queues: await desk.states() }
  const failures = await desk.letters(filter)
  return about === 'failures' ? { failures } : { retried: await retryLetters(db, desk, failures) }
}
