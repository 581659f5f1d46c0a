/**
 * Keeps a pool usable while a transaction holds locks for long, for example that of a stalled server. Each statement that waits
 * for such a lock occupies a connection. When other callers wait for a connection, the latest waiting statements are cancelled,
 * so that at most half of the pool waits for locks. Cancelled callers get a retryable error, as after `lock_timeout`. While only
 * recent transactions hold locks, all waiters are left alone: they will get their lock soon.
 */
import pg from 'pg'

/** Delay before acting, ms: a pool that is full for a moment is no problem. */
const delayMs = 200

export interface LockReliefOptions {
  readonly pool: pg.Pool
  /** Configuration of a connection to the same database beside the pool. */
  readonly config: pg.PoolConfig
  /** The `application_name` of the pool's connections. */
  readonly name: string
  /** Number of connections that may wait for locks while callers wait for a connection. */
  readonly maxLockWaiters: number
  /** Age of a transaction, ms, from which statements that wait for its locks are cancelled. */
  readonly maxTransactionMs: number
  readonly report: (problem: unknown) => void
}

export interface LockRelief {
  /** Reports that a caller waits for a connection. */
  noticeWaiting(): void
  end(): Promise<void>
}

export function createLockRelief({
  pool,
  config,
  name,
  maxLockWaiters,
  maxTransactionMs,
  report,
}: LockReliefOptions): LockRelief {
  const controlPool = new pg.Pool({
    ...config,
    max: 1,
    application_name: `${name}-relief`,
    query_timeout: 5_000,
    allowExitOnIdle: true,
  })
  // A broken connection is replaced in the next round.
  controlPool.on('error', () => {})
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  async function cancelWaiters(): Promise<void> {
    if (pool.waitingCount === 0) return
    // This role cannot see the age of another role's transaction, so such a transaction counts as old.
    await controlPool.query(
      `with waiting as (
        select pid, query_start from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'
      ), held as (
        select 1 from waiting, unnest(pg_blocking_pids(waiting.pid)) as blocking
        join pg_stat_activity holder on holder.pid = blocking and holder.wait_event_type is distinct from 'Lock'
        where coalesce(holder.xact_start, '-infinity') < clock_timestamp() - $3 * interval '1 millisecond'
      )
      select pg_cancel_backend(pid) from (
        select pid from waiting where exists (select from held) order by query_start offset $2) latest`,
      [name, maxLockWaiters, maxTransactionMs],
    )
  }

  function noticeWaiting(): void {
    if (timer || pool.ending) return
    timer = setTimeout(() => {
      running = cancelWaiters()
        .catch(report)
        .then(() => {
          timer = null
          if (pool.waitingCount > 0) noticeWaiting()
        })
    }, delayMs)
    timer.unref()
  }

  return {
    noticeWaiting,
    async end() {
      if (timer) clearTimeout(timer)
      await running
      await controlPool.end()
    },
  }
}
