/** `node dist/server/export.mjs FILE`: exports the whole database to one file (compressed when its name ends with .gz). */
import { existsSync } from 'node:fs'
import { readConfig } from '../config'
import { exportToFile } from '../infra/db/dump-file'
import { openDatabase } from '../infra/db/open'
import { runCommand, UsageError } from './command'

const usage = `Usage: export FILE
  Exports the database (the PostgreSQL of DATABASE_URL, or the embedded one in DATA_DIR) to FILE, such as shop.jsonl.gz.
  Stop the server first if the database is embedded. Uploaded pictures are not included: copy DATA_DIR/files or the bucket.`

async function run(file: string): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} 已存在，请换一个文件名`)
  const { databaseUrl, dataDir } = readConfig({ ...process.env, DEMO: '0' })
  const database = await openDatabase({ databaseUrl, dataDir })
  try {
    const counts = await exportToFile(database.db, file)
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    console.log(`已导出 ${Object.keys(counts).length} 张表、${total} 行到 ${file}`)
  } finally {
    await database.close()
  }
}

await runCommand(async ([file]) => {
  if (!file) throw new UsageError(usage)
  await run(file)
})
