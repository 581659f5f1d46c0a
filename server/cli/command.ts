/** What the commands beside the server have in common: their words on failure, and the database they work on. */
import { type Config, ConfigError, readConfig } from '../config'
import { databaseTime } from '../infra/db/clock'
import { openDatabase } from '../infra/db/open'
import { createSealer } from '../infra/sealer'
import { signingKey } from '../infra/storage/upload-key'
import type { Db } from '../kernel/context'
import type { Clock } from '../ports/clock'
import type { Sealer } from '../ports/sealer'

/** A command called wrongly: the words are its usage, and the process ends with 2. */
export class UsageError extends Error {}

export interface Workplace {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  /** What sealed texts are opened with, as the running server does. */
  sealer(): Promise<Sealer>
}

/** Opens the database of the configuration for one piece of work. Rejects as the work does, with ConfigError and when it is in use. */
export async function withDatabase<T>(work: (workplace: Workplace) => Promise<T>): Promise<T> {
  // A command opens no port: what guards a public demo does not concern it.
  const config = readConfig({ ...process.env, HOST: undefined })
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  const { db } = database
  const sealer = async () => createSealer(config.secretKey ?? (await signingKey(db, 'sealing-key')))
  try {
    const ahead = (await databaseTime(db)) - performance.now()
    return await work({ config, db, clock: { now: () => new Date(performance.now() + ahead) }, sealer })
  } finally {
    await database.close()
  }
}

/** Runs a command with the arguments it was called with; a failure is told in words and ends the process with 1. */
export async function runCommand(run: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await run(process.argv.slice(2))
  } catch (error) {
    if (error instanceof ConfigError) for (const problem of error.problems) console.error(problem)
    else console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/** The first line of piped input; null at a terminal. Never an argument: those are seen by everyone on the machine. */
export async function readPiped(): Promise<string | null> {
  if (process.stdin.isTTY) return null
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) text += chunk
  return text.split(/\r?\n/)[0] ?? ''
}
