/**
 * Starts the built product once for all browser tests, with a fresh data folder, a free port, the demo shop and the merchants of
 * support/merchants.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../server/infra/db/open'
import { addAccounts } from '../browser/support/accounts'
import { grants, merchantPassword, merchants } from '../browser/support/merchants'
import { freePort, waitUntilReady } from '../browser/support/server'

declare module 'vitest' {
  export interface ProvidedContext {
    baseUrl: string
    /** A data folder with an empty, migrated database that no server has open. */
    createdFolder: string
  }
}

let child: ChildProcess | undefined
let folder: string | undefined
let created: string | undefined

export async function setup(project: TestProject): Promise<void> {
  const main = join(import.meta.dirname, '../../dist/server/main.mjs')
  if (!existsSync(main)) throw new Error('dist/ is missing: run npm run build before the browser tests')
  folder = mkdtempSync(join(tmpdir(), 'kejiang-product-'))
  created = mkdtempSync(join(tmpdir(), 'kejiang-created-'))
  await (await openDatabase({ dataDir: created })).close()
  project.provide('createdFolder', created)
  cpSync(created, folder, { recursive: true })
  await addAccounts(folder, Object.fromEntries(merchants.map((name) => [name, merchantPassword])), grants)
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: '',
      STORAGE_URL: '',
      DEMO_FAULTS: '1',
      // Journeys say themselves when orders are synced.
      ORDER_SYNC_MINUTES: '0',
      MODERATION: 'demo',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await waitUntilReady(child, baseUrl)
  project.provide('baseUrl', baseUrl)
}

export async function teardown(): Promise<void> {
  if (child && child.exitCode === null) {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  for (const path of [folder, created]) if (path) rmSync(path, { recursive: true, force: true })
}
