/**
 * Keeps a pool usable while a transaction holds a row or a table for long, as that of a server that stands still does. Those who wait for
 * it hold a connection each; when somebody else waits for a connection, the latest of them are cancelled, so that waiting for locks takes
 * half of the pool at most. Whoever is cancelled is told to come back, as after `lock_timeout`. Callers who only take turns at a row are
 * left alone: each of them will get it soon.
 */
import pg from 'pg'

/** A pool that is full for a moment is no trouble. */
const afterMs = 200

export interface ReliefOptions {
  readonly pool: pg.Pool
  /** How to reach the same database by a connection beside the pool. */
  readonly config: pg.PoolConfig
  /** The pool's connections by their `application_name`. */
  readonly name: string
  /** Connections that may wait for locks while others want one. */
  readonly keep: number
  /** Age of a transaction, milliseconds, from which those who wait for its locks make room. */
  readonly heldMs: number
  readonly report: (problem: unknown) => void
}

export interface Relief {
  /** Somebody waits for a connection. */
  ask(): void
  end(): Promise<void>
}

export function createRelief({ pool, config, name, keep, heldMs, report }: ReliefOptions): Relief {
  const beside = new pg.Pool({
    ...config,
    max: 1,
    application_name: `${name}-relief`,
    query_timeout: 5_000,
    allowExitOnIdle: true,
  })
  // It is made anew for the next round.
  beside.on('error', () => {})
  let timer: NodeJS.Timeout | null = null
  let work: Promise<void> = Promise.resolve()

  async function round(): Promise<void> {
    if (pool.waitingCount === 0) return
    // A transaction of another role shows no age to this one; it may be as old as any.
    await beside.query(
      `with waiting as (
        select pid, query_start from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'
      ), held as (
        select 1 from waiting, unnest(pg_blocking_pids(waiting.pid)) as blocking
        join pg_stat_activity holder on holder.pid = blocking and holder.wait_event_type is distinct from 'Lock'
        where coalesce(holder.xact_start, '-infinity') < clock_timestamp() - $3 * interval '1 millisecond'
      )
      select pg_cancel_backend(pid) from (
        select pid from waiting where exists (select from held) order by query_start offset $2) latest`,
      [name, keep, heldMs],
    )
  }

  function ask(): void {
    if (timer || pool.ending) return
    timer = setTimeout(() => {
      work = round()
        .catch(report)
        .then(() => {
          timer = null
          if (pool.waitingCount > 0) ask()
        })
    }, afterMs)
    timer.unref()
  }

  return {
    ask,
    async end() {
      if (timer) clearTimeout(timer)
      await work
      await beside.end()
    },
  }
}
