/** Work in the background: jobs wait in queues of the database, and each is done by one of its processes. */
import type { Kysely } from 'kysely'
import type { Database } from './tables'

type Db = Kysely<Database>

/** Work that recurs. */
export interface PeriodicWork {
  /** Name of its queue. */
  readonly name: string
  /** When it runs, as a cron expression in UTC; it also runs when a process starts. */
  readonly cron: string
  /** It changes something outside of this database, so that a copy of an installation must not do it beside the original. */
  readonly actsOutside?: boolean
  /** Asked every second: whether something waits for a round, which then begins at once. After a failed round, only the time begins the next. */
  isDue?(): Promise<boolean>
  run(): Promise<void>
}

export interface NewJob {
  readonly queue: string
  /** Its queue may limit how many jobs of an account run at the same time. */
  readonly accountId: number
  readonly data: Readonly<Record<string, unknown>>
  /** Of the due jobs of a queue the highest one is done first, 0 by default; of equal ones the oldest. */
  readonly priority?: number
}

/** Sends jobs. */
export interface Jobs {
  /** Stores the job with whatever else the transaction `db` writes. */
  send(db: Db, job: NewJob): Promise<void>
  /** Makes this process look for the queue's jobs at once instead of within seconds. Call it when the transaction is over. */
  wake(queue: string): void
}

/** How a round of a job ended: a person reads why it `failed`; `dead` is a dead letter, `requeued` goes on later. */
export type JobOutcome = 'failed' | 'dead' | 'requeued' | 'retried' | 'lost'

/** A job that this process is doing. */
export interface RunningJob {
  readonly accountId: number
  readonly data: Readonly<Record<string, unknown>>
  /** Aborted when the process is stopping or has lost the job: end soon. */
  readonly signal: AbortSignal
  /** A failure now is the last one, so the job goes to the dead letters. */
  readonly isLastAttempt: boolean
  /**
   * Locks the job in the transaction `db`. False when this process has lost it, because it seemed dead for too long: then nothing
   * may be written for it.
   */
  hold(db: Db): Promise<boolean>
  /** Ends the job in the transaction `db`, so that its last write and its end are committed together. */
  complete(db: Db): Promise<void>
  /** Says for the operator's metrics how this round ends, when it is not simply done. */
  nameOutcome(outcome: JobOutcome): void
  /** Puts the job among the dead letters in the transaction `db`, even if it could be tried again. */
  bury(db: Db, error: unknown): Promise<void>
  /** Ends the job in the transaction `db`, and puts the rest of its work at the end of the queue; no failed attempts count. */
  requeue(db: Db, delaySeconds?: number): Promise<void>
}

export interface QueueSettings {
  readonly name: string
  /** Jobs that one process runs at the same time. */
  readonly concurrency: number
  /** True lets only one job of an account run at a time, in all processes. */
  readonly isSerialPerAccount: boolean
  /** Jobs of one account that a process runs at the same time; absent: as many as it runs of all. */
  readonly perAccount?: number
  /** Its jobs change something outside of this database, or report what they saw there. */
  readonly actsOutside?: boolean
  /** How often a failed job is tried again before it goes to the dead letters. */
  readonly retries: number
}

/** A queue and what its jobs do. */
export interface Queue extends QueueSettings {
  /** Rejects to be tried again. */
  run(job: RunningJob): Promise<void>
}

export interface QueueState {
  readonly queue: string
  /** Jobs that could be done now. */
  readonly due: number
  /** Jobs that wait for a later time, for example before a retry. */
  readonly delayed: number
  readonly running: number
  /** Seconds since the oldest due job became due; 0 without one. */
  readonly oldestSeconds: number
  /** Jobs that failed for the last time and are still stored; a recurring one keeps them for a day. */
  readonly failed: number
  /** Failed jobs of this queue among the dead letters. */
  readonly deadLetters: number
}

/** A job that failed for the last time. */
export interface DeadLetter {
  readonly id: string
  readonly queue: string
  readonly accountId: number | null
  readonly data: Readonly<Record<string, unknown>>
  readonly failedAt: Date
  readonly reason: string
}
