/** Starts the built product once for all browser tests: a fresh data folder, a free port, the demo shop, some merchants. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createAccount } from '../../server/domain/users/accounts'
import { openDatabase } from '../../server/infra/db/open'
import { merchantPassword, merchants } from '../browser/support/merchants'
import { freePort, waitUntilReady } from '../browser/support/server'

declare module 'vitest' {
  export interface ProvidedContext {
    baseUrl: string
  }
}

let child: ChildProcess | undefined
let folder: string | undefined

export async function setup(project: TestProject): Promise<void> {
  const main = join(import.meta.dirname, '../../dist/server/main.mjs')
  if (!existsSync(main)) throw new Error('dist/ is missing: run npm run build before the browser tests')
  folder = mkdtempSync(join(tmpdir(), 'kejiang-product-'))
  await addMerchants(folder)
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await waitUntilReady(child, baseUrl)
  project.provide('baseUrl', baseUrl)
}

/** Before the server has the database: only one process may. */
async function addMerchants(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  try {
    const deps = { db: database.db, clock: { now: () => new Date() } }
    for (const name of merchants) await createAccount(deps, { name, password: merchantPassword })
  } finally {
    await database.close()
  }
}

export async function teardown(): Promise<void> {
  if (child && child.exitCode === null) {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  if (folder) rmSync(folder, { recursive: true, force: true })
}
