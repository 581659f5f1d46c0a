// The server suite on a real PostgreSQL: the one DATABASE_URL names, or a throw-away one found or installed here.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { countTests, runTests } from './lib/tests.mjs'

ensureInstalled()
const given = process.env.DATABASE_URL
const own = given ? null : startPostgres(Number(process.env.PG_PORT ?? 54329))
let run
try {
  // The other fault suites kill and cut the embedded database; they say nothing about a PostgreSQL.
  const others = readdirSync(join(root, 'server/test/faults')).filter((name) => /(?<!postgres)\.test\.ts$/.test(name))
  run = await runTests(['server'], {
    env: { DATABASE_URL: given ?? own.url },
    args: others.map((name) => `--exclude=server/test/faults/${name}`),
  })
} finally {
  own?.stop()
}
console.log(countTests([run]))
process.exit(run.code === 0 ? 0 : 1)
