/**
 * Locks a data directory for one process. PGlite has no lock of its own: two instances on one directory destroy it without an
 * error.
 *
 * The holder listens on a socket. It is alive if the socket accepts connections, which ends with the process however the process
 * ends. A pid file cannot show that: in a container every server is process 1, and a pid may belong to another process by now.
 *
 *   <dataDir>/lock/<n>            symbolic link to the socket of holder number n; creating it is atomic, so one starter wins
 *   <dataDir>/lock/<random>.sock  the socket itself, already listening before the link exists
 *
 * Only a winner removes links, and only links with lower numbers than its own, so a slow starter never mistakes a new holder for
 * a dead one: it finds number n+1 taken, or a higher number than its own. Windows has exclusive named pipes and needs none of
 * this.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class LockedError extends Error {
  override readonly name = 'LockedError'
}

export interface Lock {
  /** Releases the lock for the next process. */
  release(): Promise<void>
}

interface Identity {
  readonly dataDir: string
  readonly pid: number
}

function listen(address: string, identity: Identity): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(JSON.stringify(identity))
    })
    // The lock alone must not keep the process alive.
    server.unref()
    server.once('error', reject)
    server.listen(address, () => resolve(server))
  })
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

/** Asks the holder for its identity; `unknown` when it does not reply (it may be suspended); null when nobody listens. */
function probe(address: string): Promise<Identity | 'unknown' | null> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(address)
    socket.setEncoding('utf8')
    socket.setTimeout(2000, () => {
      socket.destroy()
      resolve('unknown')
    })
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => {
      try {
        resolve(JSON.parse(text))
      } catch {
        resolve('unknown')
      }
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const nobody = error.code === 'ECONNREFUSED' || error.code === 'ENOENT' || error.code === 'ENOTSOCK'
      resolve(nobody ? null : 'unknown')
    })
  })
}

function lockedError(dataDir: string, holder: Identity | 'unknown'): LockedError {
  const who = holder === 'unknown' ? '' : `（进程 ${holder.pid}）`
  return new LockedError(
    `数据目录 ${dataDir} 正被另一个服务使用${who}，请先停止它，或换一个 DATA_DIR ` +
      `(the data directory is in use by another server${holder === 'unknown' ? '' : `, pid ${holder.pid}`}; stop it or use another DATA_DIR)`,
  )
}

async function lockPipe(dataDir: string, identity: Identity): Promise<Lock> {
  const key = createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 32)
  const address = `\\\\.\\pipe\\kejiang-${key}`
  try {
    const server = await listen(address, identity)
    return { release: () => closed(server) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw lockedError(dataDir, (await probe(address)) ?? 'unknown')
  }
}

const numbers = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => b - a)

/** Removes the links of earlier holders, oldest first; the current link stays until a higher one exists. */
function removeLower(folder: string, own: number): void {
  for (const number of numbers(folder)
    .filter((n) => n < own)
    .reverse()) {
    const link = join(folder, String(number))
    try {
      rmSync(join(folder, readlinkSync(link)), { force: true })
      rmSync(link, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

/**
 * Returns a short path of the folder: socket addresses hold about 100 bytes, so a longer path is reached through a short symbolic
 * link of this process.
 */
function shortName(folder: string): { path: string; remove(): void } {
  if (Buffer.byteLength(folder) < 70) return { path: folder, remove: () => {} }
  const home = mkdtempSync(join(tmpdir().length < 60 ? tmpdir() : '/tmp', 'kj-'))
  const path = join(home, 'l')
  symlinkSync(folder, path)
  return { path, remove: () => rmSync(home, { recursive: true, force: true }) }
}

async function lockSocket(folder: string, identity: Identity): Promise<Lock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const short = shortName(folder)
  const name = `${randomBytes(8).toString('hex')}.sock`
  let server: Server | null = null
  const giveUp = async () => {
    if (server) await closed(server)
    rmSync(join(folder, name), { force: true })
  }
  try {
    for (;;) {
      const [highest = 0] = numbers(folder)
      const holder = highest === 0 ? null : await probe(join(short.path, String(highest)))
      if (holder) throw lockedError(identity.dataDir, holder)
      server ??= await listen(join(short.path, name), identity)
      const own = highest + 1
      try {
        symlinkSync(name, join(folder, String(own)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
        throw error
      }
      // Others were faster by more than one number: this number was taken, used and removed in the meantime.
      if (numbers(folder)[0] !== own) {
        rmSync(join(folder, String(own)), { force: true })
        continue
      }
      removeLower(folder, own)
      return { release: giveUp }
    }
  } catch (error) {
    await giveUp()
    throw error
  } finally {
    short.remove()
  }
}

/**
 * Error codes of file systems without sockets or symbolic links: FAT, and folders that some desktop containers share with their
 * host.
 */
const noSockets = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'ENOSYS'])

/**
 * Takes the lock of an existing directory or rejects with a LockedError that names the holder. The socket is in the directory, so
 * that containers sharing it see one another; where that is impossible, in this machine's temporary folder.
 */
export async function lockDirectory(dataDir: string): Promise<Lock> {
  const real = realpathSync(dataDir)
  const identity: Identity = { dataDir: real, pid: process.pid }
  if (process.platform === 'win32') return lockPipe(real, identity)
  try {
    return await lockSocket(join(real, 'lock'), identity)
  } catch (error) {
    if (!noSockets.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    const key = createHash('sha256').update(real).digest('hex').slice(0, 32)
    return lockSocket(join(tmpdir(), `kejiang-lock-${key}`), identity)
  }
}
