/** `npm run doctor`: says what is wrong with an installation, and what to do. */
import { existsSync } from 'node:fs'
import { readConfig } from '../config'
import { openDatabase } from '../infra/db/open'
import { LockedError } from '../infra/db/pglite/lock'
import { checkup } from '../providers/checkup'
import { openStorage } from '../providers/storage'
import { runCommand, UsageError } from './command'

const usage = `Usage: npm run doctor
  Looks at settings, database, key, backups, storage, disk and addresses, without a secret in its output, and ends with 1 when something
  failed. It migrates nothing. While a server holds the embedded database, that part is left out.`

const marks = { ok: '✓', warning: '!', failed: '✗' } as const

await runCommand(async (args) => {
  if (args.length > 0) throw new UsageError(usage)
  const config = readConfig({ ...process.env, HOST: undefined })
  const { databaseUrl, dataDir } = config
  const open = async () => {
    if (databaseUrl === undefined && !existsSync(dataDir)) return `${dataDir} 里还没有数据`
    return openDatabase({ databaseUrl, dataDir, migrationWaitMs: null }).catch((error: unknown) => {
      if (error instanceof LockedError) return '正由运行中的服务使用，没有查看；服务停止后可以再运行一次'
      throw error
    })
  }
  let failures = 0
  for await (const { about, state, detail } of checkup({ config, openDatabase: open, openStorage: () => openStorage(config) })) {
    console.log(`${marks[state]} ${about}：${detail}`)
    if (state === 'failed') failures += 1
  }
  if (failures > 0) throw new Error(`${failures} 项有问题`)
})
