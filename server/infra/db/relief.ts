/**
 * Keeps a pool usable while a row or a table is locked. Those who wait for the lock hold a connection each; when somebody else waits for
 * a connection, the latest of them are cancelled, so that waiting for locks takes half of the pool at most. Whoever is cancelled is told
 * to come back, as after `lock_timeout`.
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
  readonly report: (problem: unknown) => void
}

export interface Relief {
  /** Somebody waits for a connection. */
  ask(): void
  end(): Promise<void>
}

export function createRelief({ pool, config, name, keep, report }: ReliefOptions): Relief {
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
    await beside.query(
      `select pg_cancel_backend(pid) from (
        select pid from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'
        order by query_start offset $2) latest`,
      [name, keep],
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
