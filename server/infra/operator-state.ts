/** The state that the operator's page shows: facts about this installation that name no person. */
import { sql } from 'kysely'
import { sumUnbooked } from '../domain/credits/unbooked'
import type { DeadLetter, QueueState } from '../kernel/jobs'
import { type InstallationNotes, readNotes } from './db/installation'
import type { OpenDatabase } from './db/open'
import { livingProcesses, type ServingProcess } from './db/processes'
import { freeSpace, type Space } from './disk'
import type { Engine } from './jobs/engine'
import type { PartReport, Parts } from './parts'

/** Dead letters that one page shows. */
const lettersShown = 50

export interface Troubles {
  /** Shops whose authorization the marketplace takes no more, of all that were authorized. */
  readonly expiredShops: number
  readonly shops: number
  /** Shops whose last sync of the last day failed, and accounts whose last list of a factory did. */
  readonly failedSyncs: number
  /** Factory keys that the program refuses. */
  readonly refusedKeys: number
  readonly unbooked: { readonly payments: number; readonly fen: number }
}

export interface OperatorState {
  readonly version: string
  readonly node: string
  /** Seconds since this process started. */
  readonly uptime: number
  readonly processes: readonly ServingProcess[]
  readonly database: { readonly kind: 'embedded' | 'postgres'; readonly bytes: number | null; readonly migration: string }
  readonly storage: string
  readonly parts: Readonly<Record<string, PartReport>>
  /** Free space of the disk of DATA_DIR; null where everything is elsewhere. */
  readonly disk: Space | null
  readonly queues: readonly QueueState[]
  readonly letters: readonly DeadLetter[]
  readonly notes: Partial<Pick<InstallationNotes, 'maintenance' | 'copy' | 'backup'>>
  readonly backups: string | null
  readonly troubles: Troubles
  readonly limits: { readonly perAccount: number; readonly perAddress: number; readonly quota: number | null }
  /** How far this machine's clock is ahead of the database's, ms. */
  readonly clockOffset: number
}

export interface StateNeeds {
  readonly limits: { readonly perAccount: number; readonly perAddress: number; readonly quota: number | undefined }
  /** Folder whose disk is watched; undefined where everything is elsewhere. */
  readonly dataDir: string | undefined
  readonly version: string
  readonly database: Pick<OpenDatabase, 'db' | 'kind'>
  readonly engine: Pick<Engine, 'states' | 'letters'>
  readonly parts: Parts
  readonly storage: string
  readonly backups: string | null
  readonly clock: { now(): Date }
}

async function readTroubles({ db }: Pick<OpenDatabase, 'db'>): Promise<Troubles> {
  const { rows } = await sql<Omit<Troubles, 'unbooked'>>`
    select (select count(*)::int4 from shop where session_failed_at is not null) as "expiredShops",
      (select count(*)::int4 from shop where seller_nick is not null) as shops,
      (select count(*)::int4 from (
        select distinct on (account_id, kind, subject) status from sync_task
          where created_at > now() - interval '1 day' order by account_id, kind, subject, id desc) last
        where status = 3) as "failedSyncs",
      (select count(*)::int4 from erp_integration where problem is not null) as "refusedKeys"`.execute(db)
  const [row = { expiredShops: 0, shops: 0, failedSyncs: 0, refusedKeys: 0 }] = rows
  return { ...row, unbooked: await sumUnbooked(db) }
}

async function readDatabase({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<OperatorState['database']> {
  const { rows } = await sql<{ bytes: number | null; migration: string }>`
    select pg_database_size(current_database())::float8 as bytes, (select max(name) from migration) as migration`.execute(db)
  return { kind, bytes: rows[0]?.bytes ?? null, migration: rows[0]?.migration ?? '' }
}

export async function readOperatorState(needs: StateNeeds): Promise<OperatorState> {
  const { limits, dataDir, version, database, engine, parts, storage, backups, clock } = needs
  const notes = await readNotes(database.db, ['maintenance', 'copy', 'backup'])
  return {
    version,
    node: process.versions.node,
    uptime: process.uptime(),
    processes: await livingProcesses(database.db),
    database: await readDatabase(database),
    storage,
    parts: Object.fromEntries(Object.entries(parts).map(([name, report]) => [name, report()])),
    disk: dataDir === undefined ? null : freeSpace(dataDir),
    queues: await engine.states(),
    letters: (await engine.letters({})).slice(0, lettersShown),
    notes,
    backups,
    troubles: await readTroubles(database),
    limits: { ...limits, quota: limits.quota ?? null },
    clockOffset: Date.now() - clock.now().getTime(),
  }
}
