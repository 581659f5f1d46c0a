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

const closeServer = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

/** Asks the holder for its identity; `unknown` when it does not reply (it may be suspended); null when nobody listens. */
function identifyHolder(address: string): Promise<Identity | 'unknown' | null> {
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
  const holderText = holder === 'unknown' ? '' : `（进程 ${holder.pid}）`
  return new LockedError(
    `数据目录 ${dataDir} 正被另一个服务使用${holderText}，请先停止它，或换一个 DATA_DIR ` +
      `(the data directory is in use by another server${holder === 'unknown' ? '' : `, pid ${holder.pid}`}; stop it or use another DATA_DIR)`,
  )
}

async function lockPipe(dataDir: string, identity: Identity): Promise<Lock> {
  const key = createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 32)
  const address = `\\\\.\\pipe\\kejiang-${key}`
  try {
    const server = await listen(address, identity)
    return { release: () => closeServer(server) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw lockedError(dataDir, (await identifyHolder(address)) ?? 'unknown')
  }
}

const holderNumbers = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => b - a)

/** Removes the links of earlier holders, oldest first; the current link stays until a higher one exists. */
function removeLowerLinks(folder: string, ownNumber: number): void {
  for (const number of holderNumbers(folder)
    .filter((n) => n < ownNumber)
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
export function shortName(folder: string): { path: string; remove(): void } {
  if (Buffer.byteLength(folder) < 70) return { path: folder, remove: () => {} }
  const home = mkdtempSync(join(tmpdir().length < 60 ? tmpdir() : '/tmp', 'kj-'))
  const path = join(home, 'l')
  symlinkSync(folder, path)
  return { path, remove: () => rmSync(home, { recursive: true, force: true }) }
}

async function lockSocket(folder: string, identity: Identity): Promise<Lock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const shortFolder = shortName(folder)
  const name = `${randomBytes(8).toString('hex')}.sock`
  let server: Server | null = null
  const releaseLock = async () => {
    if (server) await closeServer(server)
    rmSync(join(folder, name), { force: true })
  }
  try {
    for (;;) {
      const [highest = 0] = holderNumbers(folder)
      const holder = highest === 0 ? null : await identifyHolder(join(shortFolder.path, String(highest)))
      if (holder) throw lockedError(identity.dataDir, holder)
      server ??= await listen(join(shortFolder.path, name), identity)
      const ownNumber = highest + 1
      try {
        symlinkSync(name, join(folder, String(ownNumber)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
        throw error
      }
      // Others were faster by more than one number: this number was taken, used and removed in the meantime.
      if (holderNumbers(folder)[0] !== ownNumber) {
        rmSync(join(folder, String(ownNumber)), { force: true })
        continue
      }
      removeLowerLinks(folder, ownNumber)
      return { release: releaseLock }
    }
  } catch (error) {
    await releaseLock()
    throw error
  } finally {
    shortFolder.remove()
  }
}

/**
 * Error codes of file systems without sockets or symbolic links: FAT, and folders that some desktop containers share with their
 * host.
 */
const noSocketCodes = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'ENOSYS'])

/**
 * Takes the lock of an existing directory or rejects with a LockedError that names the holder. The socket is in the directory, so
 * that containers sharing it see one another; where that is impossible, in this machine's temporary folder.
 */
export async function lockDirectory(dataDir: string): Promise<Lock> {
  const realDir = realpathSync(dataDir)
  const identity: Identity = { dataDir: realDir, pid: process.pid }
  if (process.platform === 'win32') return lockPipe(realDir, identity)
  try {
    return await lockSocket(join(realDir, 'lock'), identity)
  } catch (error) {
    if (!noSocketCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    const key = createHash('sha256').update(realDir).digest('hex').slice(0, 32)
    return lockSocket(join(tmpdir(), `kejiang-lock-${key}`), identity)
  }
}
