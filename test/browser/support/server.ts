import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A port nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** Resolves when /readyz answers 200; rejects with the server's own output when it ends first or takes over 120 s. */
export async function waitUntilReady(child: ChildProcess, baseUrl: string): Promise<void> {
  let output = ''
  child.stdout?.on('data', (data) => {
    output += data
  })
  child.stderr?.on('data', (data) => {
    output += data
  })
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`)
    const ready = await fetch(`${baseUrl}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the server was not ready within 120 s:\n${output}`)
}

export interface Product {
  readonly baseUrl: string
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  dispose(): Promise<void>
}

/** A server of its own for a test that restarts or kills it; the data folder and the port stay the same. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-own-'))
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
      env: { ...process.env, PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '', ...env },
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
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
