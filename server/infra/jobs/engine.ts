/** The engine of all work in the background. Its state is in the database, so that a killed process loses no job. */
import { type RawBuilder, sql } from 'kysely'
import type { Queue as BossQueue, JobWithMetadata, PgBoss } from 'pg-boss'
import { messageOf } from '../../../contract/ground/thrown'
import type { Db } from '../../kernel/context'
import type { DeadLetter, Jobs, NewJob, PeriodicWork, Queue, QueueSettings, QueueState, RunningJob } from '../../kernel/jobs'
import { type Operation, operation } from '../../kernel/operation'
import { every } from '../every'
import { type BossOptions, deadLetters, startBoss, within } from './boss'
import { type LetterFilter, readDeadLetters, readQueueStates } from './states'

export interface Engine extends Jobs {
  /** Name of the table of jobs, with its schema. */
  readonly jobTable: string
  /** Begins to do the jobs of one of the queues. */
  work(queue: Queue): Promise<void>
  /**
   * Repeats `work` in this process or another one: of all processes of a database, one runs a round. A failed round is reported,
   * and the next one does its work.
   */
  repeat(work: PeriodicWork): Promise<void>
  /**
   * Takes no new jobs of the queues for which `isPaused` answers true, and goes on with the others, also with those that are added later.
   * Call it again when its answers change. Running jobs end.
   */
  pauseWhere(isPaused: (work: PausableWork) => boolean): Promise<void>
  /** Returns the state of each queue, in the order of their names. */
  states(): Promise<QueueState[]>
  /** Returns dead letters, the newest first. */
  letters(filter: LetterFilter): Promise<DeadLetter[]>
  /** Puts these dead letters back into their queues in the transaction `db`. */
  redrive(db: Db, ids: readonly string[]): Promise<void>
  /** Removes these dead letters in the transaction `db`. */
  discard(db: Db, ids: readonly string[]): Promise<void>
  /** Resolves when, in the queues that this process works on, no job is due and none is running in any process. */
  idle(): Promise<void>
  /** Takes no more jobs, aborts the signals of running ones, and waits for them up to `graceMs`. */
  stop(graceMs?: number): Promise<void>
}

/** A queue or recurring work, which may be paused. */
export interface PausableWork {
  readonly name: string
  readonly actsOutside: boolean
}

export interface EngineOptions extends Omit<BossOptions, 'schema'> {
  readonly schema?: string
  /** Queues to which jobs can be sent. */
  readonly queues: readonly QueueSettings[]
  /** No other process uses the database, so every active job was left by a dead one. */
  readonly isDatabaseOwner: boolean
  /** Delay before the first retry of a job, s; each further delay is about twice as long. 0: no delay. */
  readonly retryDelay?: number
}

/** Time without a sign of life after which the process of a job counts as dead, s. */
export const leaseSeconds = 60
const day = 24 * 60 * 60
/** A job may take this long, s; a process that is alive is not hurried. */
const longestJob = day - 1
/** Interval at which a process looks for due jobs that it did not send itself, in all its queues by one statement, ms. */
const lookMs = 1000
/** Each of pg-boss's workers also looks by itself, s; not often, because a server has dozens of them and nearly all find nothing. */
const ownLookSeconds = 300
const idlePollMs = 20
/** Number of workers of one queue that a look wakes at most. */
const mostWoken = 20

interface Payload {
  readonly accountId: number
  readonly data: Readonly<Record<string, unknown>>
}

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { db, kind, queues, isDatabaseOwner, report, schema = 'kejiang_jobs', retryDelay = 5 } = options
  const boss = await startBoss({ db, kind, schema, report })
  const jobTable = `${schema}.job`
  const jobs = sql.table(jobTable)
  const stopping = new AbortController()
  /** Ids of pg-boss's workers, by queue; a paused queue has none. */
  const workers = new Map<string, string>()
  const begins = new Map<string, PausableWork & { begin(): Promise<string> }>()
  let isPaused = (_: PausableWork): boolean => false
  /** Starts and stops of workers, one after another. */
  let changing: Promise<void> = Promise.resolve()
  if (isDatabaseOwner) await failActive(boss, db, schema)
  await openQueue({ name: deadLetters, retentionSeconds: 90 * day })
  for (const { name, isSerialPerAccount, retries } of queues) {
    const retrying = { retryLimit: retries, retryDelay, retryBackoff: retryDelay > 0 }
    await openQueue({ name, policy: isSerialPerAccount ? 'singleton' : 'standard', ...retrying, deadLetter: deadLetters })
  }

  async function openQueue({ policy = 'standard', ...settings }: BossQueue): Promise<void> {
    const { name, ...changeable } = { retryLimit: 0, expireInSeconds: longestJob, heartbeatSeconds: leaseSeconds, ...settings }
    await boss.createQueue(name, { policy, ...changeable })
    await boss.updateQueue(name, changeable)
    // A queue of an earlier version keeps its policy otherwise: pg-boss has no call that changes it.
    await sql`update ${sql.table(`${schema}.queue`)} set policy = ${policy} where name = ${name} and policy <> ${policy}`.execute(
      db,
    )
  }

  async function send(handle: Db, { queue, accountId, data, priority = 0 }: NewJob, delaySeconds = 0): Promise<void> {
    const payload: Payload = { accountId, data }
    const settings = { singletonKey: String(accountId), startAfter: delaySeconds, priority, group: { id: String(accountId) } }
    const id = await boss.send(queue, payload, { ...settings, db: within(handle) })
    if (id === null) throw new Error(`the queue ${queue} refused a job`)
  }

  function runningJob(queue: Queue, job: JobWithMetadata<Payload>, round: Operation | undefined): RunningJob {
    const { id, retryCount, data: payload } = job
    const complete = async (handle: Db): Promise<void> => {
      await boss.complete(queue.name, { id, retryCount }, undefined, { db: within(handle) })
    }
    return {
      accountId: payload.accountId,
      data: payload.data,
      signal: AbortSignal.any([stopping.signal, job.signal]),
      isLastAttempt: retryCount >= queue.retries,
      async hold(handle) {
        const { rows } = await sql`
          select from ${jobs} where name = ${queue.name} and id = ${id} and state = 'active' and retry_count = ${retryCount}
          for update`.execute(handle)
        return rows.length === 1
      },
      complete,
      nameOutcome(outcome) {
        if (round) round.outcome = outcome
      },
      async bury(handle, error) {
        await sql`update ${jobs} set retry_limit = retry_count where name = ${queue.name} and id = ${id}`.execute(handle)
        const reason = { message: messageOf(error) }
        await boss.fail(queue.name, { id, retryCount }, reason, { db: within(handle) })
      },
      async requeue(handle, delaySeconds) {
        await complete(handle)
        await send(handle, { queue: queue.name, ...payload }, delaySeconds)
      },
    }
  }

  async function startOrStop(work: PausableWork & { begin(): Promise<string> }): Promise<void> {
    const worker = workers.get(work.name)
    if (isPaused(work) && worker !== undefined) {
      workers.delete(work.name)
      await boss.offWork(work.name, { id: worker, wait: false })
    } else if (!isPaused(work) && worker === undefined) workers.set(work.name, await work.begin())
  }
  const inTurn = (change: () => Promise<void>): Promise<void> => {
    const turn = changing.then(() => (stopping.signal.aborted ? undefined : change()))
    // The caller handles a failed change; the next one begins nevertheless.
    changing = turn.catch(() => undefined)
    return turn
  }
  function register(name: string, actsOutside: boolean | undefined, begin: () => Promise<string>): Promise<void> {
    const work = { name, actsOutside: actsOutside === true, begin }
    begins.set(name, work)
    return inTurn(() => startOrStop(work))
  }

  /** Lets the workers of a queue look for jobs at once, of which `work` names only the first: all, or those that have a job. */
  const wake = (queue: string, only: 'all' | 'busy' = 'all'): void => {
    for (const { id, name, count } of boss.getWipData())
      if (name === queue && (only === 'all' || count > 0)) boss.notifyWorker(id)
  }
  /** Periodic work that says itself when a round is due. */
  const asked = new Map<string, () => Promise<boolean>>()
  async function wakeForDue(): Promise<void> {
    // A round that waits or runs already is not doubled: its queue takes one.
    for (const [name, isDue] of asked) if (workers.has(name) && (await isDue())) await boss.send(name, {})
    const due = await dueJobs(db, jobs, [...workers.keys()])
    for (const { id, name, count } of boss.getWipData()) {
      const left = due.get(name) ?? 0
      if (count > 0 || left === 0) continue
      due.set(name, left - 1)
      boss.notifyWorker(id)
    }
  }
  const looks = every(lookMs, wakeForDue, (error) => stopping.signal.aborted || report('jobs', error))

  return {
    jobTable,
    send: (handle, job) => send(handle, job),
    wake: (queue) => wake(queue),
    async work(queue) {
      const settings = {
        includeMetadata: true as const,
        localConcurrency: queue.concurrency,
        ...(queue.perAccount !== undefined && { localGroupConcurrency: queue.perAccount }),
        pollingIntervalSeconds: ownLookSeconds,
      }
      const runBatch = async (batch: JobWithMetadata<Payload>[]): Promise<void> => {
        try {
          for (const job of batch) {
            await operation(
              () => ({ kind: 'job', name: queue.name }),
              (round) => queue.run(runningJob(queue, job, round)),
            )
          }
        } finally {
          // The next job is looked for at once, not at the next poll.
          wake(queue.name, 'busy')
        }
      }
      await register(queue.name, queue.actsOutside, () =>
        boss.work<Payload, void, typeof settings>(queue.name, settings, runBatch),
      )
    },
    async repeat({ name, cron, actsOutside, isDue, run }) {
      // At most one round waits or runs; a missed one is not made up for.
      await openQueue({ name, policy: 'exclusive', deleteAfterSeconds: day })
      await boss.schedule(name, cron)
      const runRound = async (): Promise<void> => {
        try {
          await operation(() => ({ kind: 'job', name }), run)
          if (isDue) asked.set(name, isDue)
        } catch (error) {
          asked.delete(name)
          report(name, error)
          throw error
        }
      }
      await register(name, actsOutside, () => boss.work(name, { pollingIntervalSeconds: ownLookSeconds }, runRound))
      await boss.send(name, {})
    },
    pauseWhere(decide) {
      isPaused = decide
      return inTurn(async () => {
        for (const work of begins.values()) await startOrStop(work)
      })
    },
    states: () => readQueueStates(db, schema),
    letters: (filter) => readDeadLetters(db, schema, filter),
    async redrive(handle, ids) {
      await boss.redrive(deadLetters, { ids: [...ids], limit: ids.length, db: within(handle) })
    },
    async discard(handle, ids) {
      await boss.deleteJob(deadLetters, [...ids], { db: within(handle) })
    },
    async idle() {
      for (;;) {
        const { rows } = await sql<{ due: boolean }>`
          select exists (select from ${jobs}
            where name = any(${[...workers.keys()]}::text[])
              and (state = 'active' or state < 'active' and start_after <= now())) as due`.execute(db)
        if (!rows[0]?.due) return
        for (const queue of workers.keys()) wake(queue)
        await new Promise((resolve) => setTimeout(resolve, idlePollMs))
      }
    },
    async stop(graceMs = 10_000) {
      stopping.abort()
      looks.stop()
      await boss.stop({ close: false, graceful: true, timeout: graceMs })
    },
  }
}

/** Returns the number of due jobs of each of these queues that has some, up to `mostWoken`. */
async function dueJobs(db: Db, jobs: RawBuilder<unknown>, queues: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select queue.name, due.count from unnest(${queues}::text[]) as queue (name), lateral (
      select count(*)::int as count from (
        select from ${jobs} as job where job.name = queue.name and job.state < 'active' and job.start_after <= now()
        limit ${mostWoken}) as found) as due
    where due.count > 0`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Fails the active jobs of a dead process, so that they are retried at once. */
async function failActive(boss: PgBoss, db: Db, schema: string): Promise<void> {
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id from ${sql.table(`${schema}.job`)} where state = 'active'`.execute(db)
  for (const { name, id } of rows) await boss.fail(name, id, { message: 'the process ended' })
}
