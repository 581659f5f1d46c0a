/** A pool of connections to a real PostgreSQL (15 or newer). */
import pg from 'pg'
import type { Source } from './connection'
import { parserFor } from './values'

export interface PoolOptions {
  readonly url: string
  /** Schema every connection works in; the server's default when left out. */
  readonly schema?: string
  readonly max?: number
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void
}

/** Rows come back with the same JavaScript types as from the embedded database; times are UTC. */
export function postgresSource(options: PoolOptions): Source & { readonly pool: pg.Pool } {
  const settings = ['-c TimeZone=UTC', ...(options.schema ? [`-c search_path=${options.schema}`] : [])]
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 15_000,
    options: settings.join(' '),
    types: { getTypeParser: (typeId: number) => parserFor(typeId) as never },
  })
  // Without a listener, a server restart would end this process through an unhandled 'error' event.
  pool.on('error', (error) => options.onIdleError?.(error))
  return {
    pool,
    async acquire() {
      const client = await pool.connect()
      return {
        async run(sql, parameters) {
          const raw = await client.query<Record<string, unknown>>(sql, [...parameters])
          const result = Array.isArray(raw) ? raw.at(-1) : raw
          return { rows: result?.rows ?? [], command: result?.command, affected: result?.rowCount ?? undefined }
        },
        async release(broken) {
          client.release(broken)
        },
      }
    },
    end: () => pool.end(),
  }
}
