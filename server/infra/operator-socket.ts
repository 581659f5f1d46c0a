/**
 * Lets a command ask the running server that holds an embedded database: a socket in the data directory, which only the server's
 * own user may enter. A request is one line of JSON, and the response is lines of JSON, the last of them `done` or `failed`.
 */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { messageOf } from '../../contract/ground/thrown'
import { shortName } from './db/pglite/lock'

type Line = { readonly say: string } | { readonly done: unknown } | { readonly failed: string }

export type OperatorHandler = (request: unknown, say: (line: string) => void, signal: AbortSignal) => Promise<unknown>

interface Address {
  readonly path: string
  remove(): void
}

function addressOf(dataDir: string): Address {
  const realDir = realpathSync(dataDir)
  if (process.platform === 'win32') {
    const key = createHash('sha256').update(realDir.toLowerCase()).digest('hex').slice(0, 32)
    return { path: `\\\\.\\pipe\\kejiang-operator-${key}`, remove: () => {} }
  }
  const folder = join(realDir, 'lock')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const short = shortName(folder)
  return { path: join(short.path, 'operator.sock'), remove: short.remove }
}

/** Listens for requests. The caller must hold the lock of the data directory. */
export async function serveOperator(dataDir: string, handle: OperatorHandler): Promise<{ close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const gone = new AbortController()
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      gone.abort()
    })
    const send = (line: Line): void => void socket.write(`${JSON.stringify(line)}\n`)
    createInterface({ input: socket }).once('line', (text) => {
      const answer = async (): Promise<Line> => ({
        done: await handle(JSON.parse(text), (line) => send({ say: line }), gone.signal),
      })
      answer()
        .catch((error: unknown): Line => ({ failed: messageOf(error) }))
        .then((line) => socket.end(`${JSON.stringify(line)}\n`))
    })
  })
  const address = addressOf(dataDir)
  try {
    // A killed server leaves its socket behind.
    if (process.platform !== 'win32') rmSync(address.path, { force: true })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(address.path, resolve)
    })
    if (process.platform !== 'win32') chmodSync(address.path, 0o600)
  } finally {
    address.remove()
  }
  server.unref()
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Codes of a socket that is not there, or that nobody listens to. */
const nobodyCodes = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'])

/**
 * Sends a request to the server of a data directory. Resolves with its result, null when no server runs there; rejects with the
 * server's failure.
 */
export async function askOperator(
  dataDir: string,
  request: unknown,
  say: (line: string) => void,
): Promise<{ done: unknown } | null> {
  const address = addressOf(dataDir)
  try {
    const socket = connect(address.path)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    socket.write(`${JSON.stringify(request)}\n`)
    for await (const text of createInterface({ input: socket })) {
      const line = JSON.parse(text) as Line
      if ('say' in line) say(line.say)
      else if ('done' in line) return line
      else throw new Error(line.failed)
    }
    throw new Error('服务在完成之前停止了 (the server stopped before it was done)')
  } catch (error) {
    if (nobodyCodes.has((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  } finally {
    address.remove()
  }
}
