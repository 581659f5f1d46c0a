/** The built product as a server that a test starts itself. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { newFolder, removeFolder } from './folders'
import { freePort, waitUntilReady } from './server'

export interface Product {
  readonly baseUrl: string
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  dispose(): Promise<void>
}

/**
 * Starts a server for a test that restarts or kills it. The port and the data folder stay the same over restarts; `dispose`
 * removes the folder.
 */
export async function startProduct({ folder = newFolder('seeded'), demo = true } = {}): Promise<Product> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  const start = async () => {
    child = spawn(process.execPath, [join(import.meta.dirname, '../../../dist/server/main.mjs')], {
      env: {
        ...process.env,
        ...{ PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '', DEMO: demo ? '1' : '0' },
        // Orders that come in by themselves would come between any two steps of a test.
        ORDER_SYNC_MINUTES: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await waitUntilReady(child, baseUrl)
  }
  await start()
  return {
    baseUrl,
    stop,
    start,
    dispose: async () => {
      await stop()
      removeFolder(folder)
    },
  }
}
