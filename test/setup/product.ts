/** Starts the built product once for all browser tests, on a copy of the prepared data folder and a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort, waitUntilReady } from '../browser/support/server'
import { endServer, type PreparedFolders, preparedFolders, serverProgram } from './prepared'

declare module 'vitest' {
  export interface ProvidedContext {
    baseUrl: string
    prepared: PreparedFolders
  }
}

let child: ChildProcess | undefined
let folder: string | undefined

export async function setup(project: TestProject): Promise<void> {
  if (!existsSync(serverProgram)) throw new Error('dist/ is missing: run npm run build before the browser tests')
  const prepared = await preparedFolders()
  project.provide('prepared', prepared)
  folder = mkdtempSync(join(tmpdir(), 'kejiang-product-'))
  cpSync(prepared.seeded, folder, { recursive: true })
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, [serverProgram], {
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
  if (child) await endServer(child)
  if (folder) rmSync(folder, { recursive: true, force: true })
}
