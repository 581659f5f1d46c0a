/** pg-boss on the product's own database, embedded or not: it shares the connections, and a job can be sent in a transaction. */
import { CompiledQuery } from 'kysely'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { retrying } from '../../../contract/ground/retry'
import type { Db } from '../../kernel/context'

export interface BossOptions {
  readonly db: Db
  readonly kind: 'embedded' | 'postgres'
  /** Schema of pg-boss's tables; it is created and migrated at the start. */
  readonly schema: string
  /** Receives failures that no caller waits for. */
  readonly report: (message: string, error: unknown) => void
}

/** Seconds between two looks of a process at the queues for jobs whose process died; it looks unless another one just did. */
export const superviseSeconds = 10

/** Queue of the jobs that failed for the last time. */
export const deadLetters = 'dead-letters'

type BossDb = NonNullable<ConstructorOptions['db']>

/** pg-boss leaves options that are not set undefined. */
const toParameter = (value: unknown): unknown => value ?? null

const runRaw = async (db: Db, text: string, values: readonly unknown[]) => {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values.map(toParameter)))
  return { rows: [...rows] }
}

/** Runs pg-boss's statements in the transaction `db`. */
export const within = (db: Db): BossDb => ({ executeSql: (text, values = []) => runRaw(db, text, values) })

/**
 * Runs pg-boss's statements on connections of their own. A text without values may be a whole transaction; when it fails, it is
 * rolled back, because the embedded database has only this connection.
 */
const over = (db: Db): BossDb => ({
  executeSql: (text, values = []) =>
    values.length > 0
      ? runRaw(db, text, values)
      : db.connection().execute(async (connection) => {
          try {
            return await runRaw(connection, text, [])
          } catch (error) {
            await runRaw(connection, 'rollback', [])
            throw error
          }
        }),
})

/** PostgreSQL's codes for an object that another process created at the same moment. */
const duplicateCodes: ReadonlySet<unknown> = new Set(['23505', '42710', '42P06', '42P07'])

const isRefusedAsDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && duplicateCodes.has(error.code)

/**
 * Returns a started instance. When several processes start on an empty database, each creates the schema, and PostgreSQL refuses all but
 * one of them; the others then find it.
 */
export const startBoss = (options: BossOptions): Promise<PgBoss> =>
  retrying(
    async () => {
      const boss = createBoss(options)
      await boss.start()
      return boss
    },
    { waits: [0, 0, 500, 500], mayRetry: isRefusedAsDuplicate },
  )

function createBoss({ db, kind, schema, report }: BossOptions): PgBoss {
  const boss = new PgBoss({
    db: over(db),
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    schema,
    // An embedded database has one process, and the next one fails what it left.
    superviseIntervalSeconds: kind === 'embedded' ? 60 : superviseSeconds,
    monitorIntervalSeconds: kind === 'embedded' ? 60 : superviseSeconds / 2,
    // The product's own maintenance does both where the database is embedded, and autovacuum does where it is not.
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
  })
  boss.on('error', (error) => report('jobs', error))
  return boss
}
