// Runs the server's tests on a real PostgreSQL: the one of DATABASE_URL, or a temporary one that is found or installed here.
import { ensureInstalled } from './lib/install.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { closeRuns, runTests } from './lib/tests.mjs'

ensureInstalled()
const databaseUrl = process.env.DATABASE_URL
const startedServer = databaseUrl ? null : startPostgres(Number(process.env.PG_PORT ?? 54329))
let run
try {
  run = await runTests(['server'], { env: { DATABASE_URL: databaseUrl ?? startedServer.url } })
} finally {
  startedServer?.stop()
}
process.exit(closeRuns([run]))
