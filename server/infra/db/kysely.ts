/** Runs Kysely on a Source: one driver for both databases, with guarantees that PostgreSQL does not give by itself. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Db } from '../../kernel/context'
import { operation } from '../../kernel/operation'
import { setShopScoping } from '../../kernel/shop-scope'
import type { Database } from '../../kernel/tables'
import { setUserChanges } from '../../kernel/user-changes'
import { type Session, type Source, SqlError } from './connection'
import { useShopViews } from './shop-views'
import { statementName } from './statement-name'
import { toParameter } from './values'

/** Handles for callers with some shops that are kept. */
const maxLimited = 500

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

class Connection implements DatabaseConnection {
  #session: Session | null
  /** A transaction was begun and has not been seen to end. */
  #dirty = false
  /** The shops to which every transaction is limited, as an array of PostgreSQL; null for all shops. */
  readonly #shops: string | null

  constructor(session: Session, shops: string | null) {
    this.#session = session
    this.#shops = shops
  }

  /** A statement of a limited handle is a transaction of its own, which has the limit. */
  async executeQuery<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    if (this.#shops === null || this.#dirty) return this.#execute(query)
    try {
      await this.begin({})
      const result = await this.#execute<R>(query)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async #execute<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    const result = await this.#run(query.sql, query.parameters)
    const countsRows = result.command !== undefined && writes.has(result.command)
    return { rows: result.rows as R[], ...(countsRows ? { numAffectedRows: BigInt(result.affected ?? 0) } : {}) }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; results here are pages, never streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('不支持流式查询，请分页读取 (streaming is not supported; read pages)')
  }

  async begin(settings: TransactionSettings): Promise<void> {
    const mode = [
      settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '',
      settings.accessMode ? ` ${settings.accessMode}` : '',
    ].join('')
    this.#dirty = true
    await this.#run(`start transaction${mode}`, [])
    if (this.#shops !== null) await this.#run(useShopViews, [this.#shops])
  }

  /**
   * PostgreSQL replies to COMMIT of a failed transaction with ROLLBACK and no error. Code that caught the failed statement's
   * error would then acknowledge a write that is lost, so this is an error here.
   */
  async commit(): Promise<void> {
    const { command } = await this.#run('commit', [])
    this.#dirty = false
    if (command !== 'COMMIT') {
      throw new SqlError({
        message:
          '事务中有语句失败，全部改动已回滚 (a statement failed inside this transaction: it was rolled back, not committed)',
        code: '25P02',
      })
    }
  }

  /** Never throws: the caller is already throwing the cause. A session that cannot roll back is not reused. */
  async rollback(): Promise<void> {
    try {
      await this.#run('rollback', [])
      this.#dirty = false
    } catch {
      this.#dirty = true
    }
  }

  async release(): Promise<void> {
    const session = this.#session
    this.#session = null
    await session?.release(this.#dirty)
  }

  async #run(sql: string, parameters: readonly unknown[]) {
    if (!this.#session) {
      throw new Error('事务已结束，不能再用它的句柄查询 (this transaction is over; its handle was used afterwards)')
    }
    const session = this.#session
    return operation(
      () => ({ kind: 'statement', name: statementName(sql) }),
      () => session.run(sql, parameters.map(toParameter)),
    )
  }
}

const ownConnection = (connection: DatabaseConnection): Connection => {
  if (connection instanceof Connection) return connection
  throw new Error('connection of another driver')
}

class SourceDriver implements Driver {
  readonly #source: Source
  #ended: Promise<void> | null = null

  constructor(source: Source) {
    this.#source = source
  }
  async init(): Promise<void> {}
  async acquireConnection(shops: string | null = null): Promise<DatabaseConnection> {
    const acquire = () => this.#source.acquire()
    return new Connection(await operation(() => ({ kind: 'connection-wait', name: 'database' }), acquire), shops)
  }
  beginTransaction = (connection: DatabaseConnection, settings: TransactionSettings) => ownConnection(connection).begin(settings)
  commitTransaction = (connection: DatabaseConnection) => ownConnection(connection).commit()
  rollbackTransaction = (connection: DatabaseConnection) => ownConnection(connection).rollback()
  releaseConnection = (connection: DatabaseConnection) => ownConnection(connection).release()
  destroy(): Promise<void> {
    this.#ended ??= this.#source.end()
    return this.#ended
  }
}

/**
 * Refuses queries outside the transaction while a transaction of the same database is open in the same async flow. The embedded
 * database has one connection, so such a query would wait for itself forever; on PostgreSQL it would run outside the transaction,
 * which is the same mistake but goes unnoticed.
 */
class GuardedProvider implements ConnectionProvider {
  readonly #driver: SourceDriver
  /** All handles of a database share it. */
  readonly #scope: AsyncLocalStorage<{ open: boolean }>
  readonly #shops: string | null

  constructor(driver: SourceDriver, scope: AsyncLocalStorage<{ open: boolean }>, shops: string | null) {
    this.#driver = driver
    this.#scope = scope
    this.#shops = shops
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#scope.getStore()?.open) {
      throw new Error(
        '事务里使用了外层数据库句柄：请改用 transact 传入的 ctx.db (the outer database handle was used inside a transaction; use the handle the transaction gives)',
      )
    }
    const connection = await this.#driver.acquireConnection(this.#shops)
    const scope = { open: true }
    try {
      const use = () => this.#scope.run(scope, () => consumer(connection))
      return await operation(() => ({ kind: 'connection', name: 'database' }), use)
    } finally {
      scope.open = false
      await this.#driver.releaseConnection(connection)
    }
  }
}

/** Creates a Kysely on `source`; `destroy()` drains and ends the source. */
export function createDb(source: Source): Db {
  const driver = new SourceDriver(source)
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const scope = new AsyncLocalStorage<{ open: boolean }>()
  const handle = (shops: string | null): Db => {
    const provider = new GuardedProvider(driver, scope, shops)
    const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), provider, [])
    return new Kysely<Database>({ config: { dialect }, dialect, driver, executor })
  }
  const db = handle(null)
  if (source.userChanges) setUserChanges(db, source.userChanges)
  // One handle for the same shops, because what is kept between calls is kept by handle.
  const limited = new Map<string, Db>()
  setShopScoping(db, (shopIds) => {
    const shops = `{${[...new Set(shopIds)].sort((a, b) => a - b).join()}}`
    const known = limited.get(shops) ?? handle(shops)
    if (limited.size >= maxLimited) limited.clear()
    limited.set(shops, known)
    return known
  })
  return db
}
