/** `npm run migrate [-- --plan]`: brings the schema of the configured database up to this version, or prints what that would run. */
import { readConfig } from '../config'
import { missingMigrations, readMigrations } from '../infra/db/migrate'
import { openDatabase } from '../infra/db/open'
import { runCommand, UsageError } from './command'

const usage = `Usage:
  npm run migrate             applies the missing migrations to the PostgreSQL of DATABASE_URL, or to the embedded database
  npm run migrate -- --plan   prints their SQL and changes nothing
Run it before the servers of a new version start; servers of the previous version keep working meanwhile.`

await runCommand(async (args) => {
  const [option, ...rest] = args
  if (rest.length > 0 || (option !== undefined && option !== '--plan')) throw new UsageError(usage)
  const { databaseUrl, dataDir, migrationWaitMs } = readConfig({ ...process.env, DEMO: '0' })
  const isPlan = option === '--plan'
  const unmigrated = await openDatabase({ databaseUrl, dataDir, migrationWaitMs: null })
  const missing = await missingMigrations(unmigrated.db).finally(() => unmigrated.close())
  if (isPlan) for (const { name, sql } of missing) console.log(`-- ${name}\n${sql.trim()}\n`)
  else if (missing.length > 0) await (await openDatabase({ databaseUrl, dataDir, migrationWaitMs })).close()
  const names = missing.map(({ name }) => name).join('、')
  if (missing.length === 0) console.log(`数据库已是最新（共 ${readMigrations().length} 个迁移）`)
  else console.log(isPlan ? `-- 将执行 ${missing.length} 个迁移：${names}` : `已执行 ${missing.length} 个迁移：${names}`)
})
