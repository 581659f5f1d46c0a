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
  run(): Promise<void>
}

export interface NewJob {
  readonly queue: string
  /** Its queue may limit how many jobs of an account run at the same time. */
  readonly accountId: number
  readonly data: Readonly<Record<string, unknown>>
}

/** Sends jobs. */
export interface Jobs {
  /** Stores the job with whatever else the transaction `db` writes. */
  send(db: Db, job: NewJob): Promise<void>
  /** Makes this process look for the queue's jobs at once instead of within seconds. Call it when the transaction is over. */
  wake(queue: string): void
}

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
  /** Fails the job in the transaction `db`; its last failure puts it among the dead letters. */
  fail(db: Db, error: unknown): Promise<void>
  /** Ends the job in the transaction `db`, and puts the rest of its work at the end of the queue; no failed attempts count. */
  requeue(db: Db, delaySeconds?: number): Promise<void>
}

export interface QueueSettings {
  readonly name: string
  /** Jobs that one process runs at the same time. */
  readonly concurrency: number
  /** True lets only one job of an account run at a time, in all processes. */
  readonly isSerialPerAccount: boolean
  /** How often a failed job is tried again before it goes to the dead letters. */
  readonly retries: number
}

/** A queue and what its jobs do. */
export interface Queue extends QueueSettings {
  /** Rejects to be tried again. */
  run(job: RunningJob): Promise<void>
}
