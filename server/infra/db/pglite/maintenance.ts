/** Does PostgreSQL's background work, which an embedded server lacks: without it the log and dead rows would grow forever. */
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../../kernel/context'
import type { Database } from '../../../kernel/tables'

export interface MaintenanceOptions {
  /** Interval of the checks, ms. */
  readonly checkEveryMs?: number
  readonly checkpointEveryMs?: number
  readonly checkpointEveryBytes?: number
  /** Number of changed rows after which tables are vacuumed and analysed. */
  readonly vacuumAfterChanges?: number
  readonly onError: (error: unknown) => void
}

export interface Maintenance {
  /** Does whatever is due now. */
  runDue(): Promise<void>
  /** Runs `work` without maintenance: after the round in progress, and before the next one. */
  pause<T>(work: () => Promise<T>): Promise<T>
  /** Waits for work in progress; nothing starts afterwards. */
  stop(): Promise<void>
}

interface Usage {
  readonly wal: number
  readonly changes: number
}

async function readUsage(db: Kysely<Database>): Promise<Usage> {
  // Without this, statistics are published at most once a second, and never while the server is idle.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<Usage>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8 as wal,
      (select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int8 from pg_stat_user_tables) as changes`.execute(db)
  const [row] = rows
  if (!row) throw new Error('pg_current_wal_insert_lsn returned no row')
  return row
}

/** Vacuums table by table: there is one connection, so other queries wait for one table at most. */
async function vacuumChanged(db: Db): Promise<void> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname::text as schema, relname::text as name from pg_stat_user_tables
    where n_mod_since_analyze > 0 or n_dead_tup > 0 order by 1, 2`.execute(db)
  for (const { schema, name } of rows) await sql`vacuum (analyze) ${sql.id(schema, name)}`.execute(db)
}

/** Analyses tables that hold rows and were never analysed, because the process ended before enough of them had changed. */
async function analyzeUnknown(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.reltuples < 0
      and pg_relation_size(c.oid) > 0 order by 1`.execute(db)
  for (const { name } of rows) await sql`analyze ${sql.id(name)}`.execute(db)
}

/**
 * Runs CHECKPOINT every 5 minutes or 32 MB of log when something was written, and VACUUM (ANALYZE) of changed tables after enough
 * changed rows.
 */
export function startMaintenance(db: Db, options: MaintenanceOptions): Maintenance {
  const checkEveryMs = options.checkEveryMs ?? 15_000
  const checkpointEveryMs = options.checkpointEveryMs ?? 5 * 60_000
  const checkpointEveryBytes = options.checkpointEveryBytes ?? 32 * 1024 * 1024
  const vacuumAfterChanges = options.vacuumAfterChanges ?? 20_000
  let lastUsage: (Usage & { readonly at: number }) | null = null
  let stopped = false
  let running: Promise<void> = Promise.resolve()

  async function runRound(): Promise<void> {
    if (stopped) return
    const now = await readUsage(db)
    const at = performance.now()
    if (!lastUsage) {
      await analyzeUnknown(db)
      lastUsage = { ...now, at }
      return
    }
    const written = now.wal - lastUsage.wal
    const needsVacuum = now.changes - lastUsage.changes >= vacuumAfterChanges
    const needsCheckpoint = written >= checkpointEveryBytes || (written > 0 && at - lastUsage.at >= checkpointEveryMs)
    if (needsVacuum) await vacuumChanged(db)
    if (needsVacuum || needsCheckpoint) await sql`checkpoint`.execute(db)
    if (needsVacuum || needsCheckpoint) {
      // Measured again, so that the maintenance's own writes do not trigger the next round.
      const after = await readUsage(db)
      lastUsage = { wal: after.wal, changes: needsVacuum ? after.changes : lastUsage.changes, at: performance.now() }
    }
  }

  const runDue = (): Promise<void> => {
    running = running.then(runRound).catch(options.onError)
    return running
  }
  const timer = setInterval(runDue, checkEveryMs)
  timer.unref()
  return {
    runDue,
    pause: (task) => {
      const done = running.then(task)
      // The caller handles a failure of its work.
      running = done.then(
        () => undefined,
        () => undefined,
      )
      return done
    },
    stop: () => {
      stopped = true
      clearInterval(timer)
      return running
    },
  }
}
