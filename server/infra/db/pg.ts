/** A pool of connections to a PostgreSQL server (15 or newer), which may restart, drop connections or stall at any time. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { ConnectionLost, type Source } from './connection'
import { createLockRelief } from './lock-relief'
import { withSettings } from './statement-settings'
import { parserFor } from './values'

/** Size and time limits of a pool; times in ms. */
export interface PoolLimits {
  /** Maximum number of connections. */
  readonly connections: number
  /** Maximum wait for a connection, free in the pool or new. */
  readonly connectMs: number
  readonly statementMs: number
  readonly lockMs: number
  /** Idle time in a transaction after which PostgreSQL ends it, because its server may be gone or suspended. */
  readonly idleInTransactionMs: number
}

export interface PoolOptions {
  readonly url: string
  /** Schema of every connection; the server's default when omitted. */
  readonly schema?: string | undefined
  /** Without limits the pool has ten connections and no time limits, for commands and migrations. */
  readonly limits?: PoolLimits | undefined
  /** Receives errors that no caller waits for, such as an idle connection that broke. */
  readonly onProblem?: ((problem: unknown) => void) | undefined
}

/** Added to PostgreSQL's own statement limit; it ends a statement whose response the network lost. */
const answerGraceMs = 5_000

// Error codes of a server that shut down or no longer accepts writes: the next connection may lead to another server.
const serverGoneCodes = /^(?:08|57P|25006$|25P03$)/

/** Returns rows with the same JavaScript types as the embedded database; times are UTC. */
export function postgresSource({ url, schema, limits, onProblem = () => {} }: PoolOptions): Source & { readonly pool: pg.Pool } {
  const name = `kejiang-${randomBytes(4).toString('hex')}`
  const runStatement = withSettings({
    TimeZone: 'UTC',
    ...(schema ? { search_path: schema } : {}),
    ...(limits
      ? {
          statement_timeout: limits.statementMs,
          lock_timeout: limits.lockMs,
          idle_in_transaction_session_timeout: limits.idleInTransactionMs,
        }
      : {}),
  })
  const baseConfig: pg.PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: limits?.connectMs ?? 15_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const max = limits?.connections ?? 10
  const pool = new pg.Pool({
    ...baseConfig,
    max,
    application_name: name,
    ...(limits ? { query_timeout: limits.statementMs + answerGraceMs } : {}),
    types: { getTypeParser: (typeId: number) => parserFor(typeId) as never },
  })
  const maxLockWaiters = Math.max(1, Math.floor(max / 2))
  const lockRelief =
    limits &&
    createLockRelief({ pool, config: baseConfig, name, maxLockWaiters, maxTransactionMs: limits.lockMs / 10, report: onProblem })
  // The error object refers to the whole connection, so only its message is reported.
  pool.on('error', ({ message }) => onProblem(new Error(`空闲的数据库连接已中断：${message} (an idle connection was cut)`)))
  // A borrowed connection that breaks emits 'error', too, and without a listener that would end the process. Its user learns of
  // it by the failing statement.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    async acquire() {
      const connecting = pool.connect()
      if (pool.waitingCount > 0) lockRelief?.noticeWaiting()
      const client = await connecting.catch((cause: unknown) => {
        throw new ConnectionLost('没有可用的数据库连接 (no connection to the database)', cause)
      })
      let connectionLost: ConnectionLost | null = null
      return {
        async run(sql, parameters) {
          if (connectionLost) throw connectionLost
          try {
            const results = await runStatement(client, sql, parameters)
            const last = results.at(-1)
            return { rows: results.flatMap(({ rows }) => rows), command: last?.command, affected: last?.rowCount ?? undefined }
          } catch (error) {
            const isDatabaseError = error instanceof pg.DatabaseError
            // A value could not be parsed; the connection is still usable.
            if (error instanceof RangeError || error instanceof SyntaxError) throw error
            if (isDatabaseError && !serverGoneCodes.test(error.code ?? '')) throw error
            connectionLost = new ConnectionLost('数据库连接已中断 (the connection to the database was lost)', error)
            throw connectionLost
          }
        },
        async release(broken) {
          client.release(broken || connectionLost !== null)
        },
      }
    },
    async end() {
      await Promise.all([pool.end(), lockRelief?.end()])
    },
  }
}
