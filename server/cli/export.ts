/** `node dist/server/export.mjs FILE`: exports the whole database to one file (compressed when its name ends with .gz). */
import { existsSync } from 'node:fs'
import { readConfig } from '../config'
import { exportToFile } from '../infra/db/dump-file'
import { openDatabase } from '../infra/db/open'
import { runCommand, UsageError } from './command'

const usage = `用法：export FILE
  把数据库（DATABASE_URL 指定的 PostgreSQL，或 DATA_DIR 里的内嵌数据库）导出到 FILE，例如 shop.jsonl.gz。
  内嵌数据库请先停止服务。上传的图片不在其中：请另外复制 DATA_DIR/files 或存储桶。`

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
