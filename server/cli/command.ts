/** Shared by the commands of server/cli: error output, piped input, and access to the configured database. */
import { existsSync } from 'node:fs'
import { type Config, readConfig } from '../config'
import { ConfigError } from '../config-values'
import { databaseTime } from '../infra/db/clock'
import { type OpenDatabase, openDatabase } from '../infra/db/open'
import { askOperator } from '../infra/operator-socket'
import type { Db } from '../kernel/context'
import type { Clock } from '../ports/clock'
import type { Sealer } from '../ports/sealer'
import { openSealer } from '../providers/sealer'

/** A command was called with wrong arguments: its message is the usage, and the process exits with 2. */
export class UsageError extends Error {}

export interface CommandContext {
  readonly config: Config
  readonly db: Db
  readonly kind: OpenDatabase['kind']
  readonly database: OpenDatabase
  readonly clock: Clock
  /** Returns a sealer with the same key as the running server's. */
  sealer(): Promise<Sealer>
}

/**
 * Opens the configured database for one piece of work. Rejects like the work, with ConfigError, and when the database is in use.
 */
export async function withDatabase<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  // A command opens no port, so the checks that protect a public demo do not apply.
  const config = readConfig({ ...process.env, HOST: undefined })
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  const { db, kind } = database
  const sealer = () => openSealer(db, config)
  try {
    const offsetMs = (await databaseTime(db)) - performance.now()
    return await work({ config, db, kind, database, clock: { now: () => new Date(performance.now() + offsetMs) }, sealer })
  } finally {
    await database.close()
  }
}

/**
 * Asks the running server that holds the embedded database. Resolves with its result, or with null where the database is not embedded or
 * no server runs; rejects with the server's failure.
 */
export async function askRunning(request: unknown, say: (line: string) => void): Promise<{ readonly done: unknown } | null> {
  const { databaseUrl, dataDir } = readConfig({ ...process.env, HOST: undefined })
  return databaseUrl === undefined && existsSync(dataDir) ? askOperator(dataDir, request, say) : null
}

/** Runs a command with the process's arguments; a failure is printed and the process exits with 1. */
export async function runCommand(run: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await run(process.argv.slice(2))
  } catch (error) {
    if (error instanceof ConfigError) for (const problem of error.problems) console.error(problem)
    else console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/**
 * Returns the first line of piped input; null at a terminal. Secrets are never arguments, because every user of the machine can
 * see those.
 */
export async function readPiped(): Promise<string | null> {
  if (process.stdin.isTTY) return null
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) text += chunk
  return text.split(/\r?\n/)[0] ?? ''
}
