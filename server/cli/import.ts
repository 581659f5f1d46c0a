/** `node dist/server/import.mjs FILE`: loads an export into an empty database, embedded or PostgreSQL. */
import { readConfig } from '../config'
import { migrationsOf } from '../infra/db/dump'
import { exportLines, importFromFile } from '../infra/db/dump-file'
import { openDatabase } from '../infra/db/open'
import { markCopy } from '../infra/db/origin'
import { runCommand, UsageError } from './command'

const usage = `Usage: import FILE
  Imports a file of export, or a daily backup (DATA_DIR/backups), into an empty database: the PostgreSQL of DATABASE_URL, or a
  new DATA_DIR. All or nothing. Uploaded pictures are not included: copy DATA_DIR/files or the bucket.`

async function firstLine(file: string): Promise<string> {
  for await (const line of exportLines(file)) return line
  throw new Error(`${file} 是空的`)
}

async function run(file: string): Promise<void> {
  const { databaseUrl, dataDir } = readConfig({ ...process.env, DEMO: '0' })
  const migrations = migrationsOf(await firstLine(file))
  const database = await openDatabase({ databaseUrl, dataDir, migrations })
  try {
    const counts = await importFromFile(database.db, file)
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    await markCopy(database.db, '由 import 导入', new Date())
    console.log(
      `已导入 ${Object.keys(counts).length} 张表、${total} 行。同步、收款、退款、推送和清理先暂停：确认原来的那一份不再使用后，运行 npm run operate -- confirm-copy`,
    )
  } finally {
    await database.close()
  }
}

await runCommand(async ([file]) => {
  if (!file) throw new UsageError(usage)
  await run(file)
})
