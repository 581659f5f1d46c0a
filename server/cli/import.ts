/** `node dist/server/import.mjs FILE`: loads an export into an empty database, embedded or PostgreSQL. */
import { readConfig } from '../config'
import { migrationsOf } from '../infra/db/dump'
import { exportLines, importFromFile } from '../infra/db/dump-file'
import { openDatabase } from '../infra/db/open'
import { runCommand, UsageError } from './command'

const usage = `用法：import FILE
  把 export 或每日备份（DATA_DIR/backups）的文件导入一个空的数据库：DATABASE_URL 指定的 PostgreSQL，或新的 DATA_DIR。
  全部成功或全部不变。上传的图片不在其中：请另外复制 DATA_DIR/files 或存储桶。`

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
    console.log(`已导入 ${Object.keys(counts).length} 张表、${total} 行`)
  } finally {
    await database.close()
  }
}

await runCommand(async ([file]) => {
  if (!file) throw new UsageError(usage)
  await run(file)
})
