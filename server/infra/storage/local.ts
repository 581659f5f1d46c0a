/**
 * Stores objects as files of one directory. A write is visible completely or not at all, and survives a power cut once it has
 * resolved.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, open, opendir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../../ports/storage'
import { observedStorage } from './observed'
import type { OwnTickets } from './own-tickets'

const keyShape = /^[a-z0-9]+(?:[./-][a-z0-9]+)*$/

/** Throws for keys that this server did not make; an accepted key cannot leave the directory. */
export function assertKey(key: string): string {
  if (key.length > 200 || !keyShape.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}

/** Interval, in bytes, at which a stream checks the free space while it is written. */
const checkRoomEveryBytes = 1024 * 1024

/** `assertRoom` throws when this many more bytes would leave the disk too little free space. */
export async function createLocalStorage(
  directory: string,
  tickets: OwnTickets,
  assertRoom: (bytes: number) => void = () => undefined,
): Promise<Storage> {
  const root = resolve(directory)
  const scratch = join(root, '.writing')
  await mkdir(scratch, { recursive: true })
  const pathOf = (key: string): string => join(root, assertKey(key))

  /**
   * Moves a file to its destination. Retries, because removing a directory's last file removes the directory, possibly just
   * before the move.
   */
  async function moveIntoPlace(from: string, to: string, tries = 20): Promise<void> {
    try {
      await mkdir(dirname(to), { recursive: true })
      await rename(from, to)
    } catch (error) {
      if (tries === 0 || !isMissing(error)) throw error
      return moveIntoPlace(from, to, tries - 1)
    }
    await syncDirectory(dirname(to))
    await syncDirectory(dirname(dirname(to)))
  }

  const storage: Storage = {
    ticket: async (request) => tickets.issue(request),
    async put(key, body) {
      const target = pathOf(key)
      const temporary = join(scratch, randomBytes(12).toString('hex'))
      try {
        const source = body instanceof Readable ? body : Readable.from([body])
        assertRoom(body instanceof Readable ? checkRoomEveryBytes : body.length)
        await pipeline(source, limitedByRoom(assertRoom), createWriteStream(temporary, { flags: 'wx', flush: true }))
        await moveIntoPlace(temporary, target)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async get(key, range) {
      const path = pathOf(key)
      const info = await stat(path).catch(nullIfMissing)
      if (!info?.isFile()) return null
      const stream = createReadStream(path, range ? { start: range.start, end: range.end } : {})
      return { stream, size: info.size }
    },
    async size(key) {
      const info = await stat(pathOf(key)).catch(nullIfMissing)
      return info?.isFile() ? info.size : null
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      // Also removes the file's own directory if it is empty now.
      if (dirname(path) !== root) await rmdir(dirname(path)).catch(() => undefined)
    },
    async *list(folder) {
      for await (const path of filesBelow(join(root, assertKey(folder.replace(/\/$/, ''))))) {
        yield relative(root, path).replaceAll('\\', '/')
      }
    },
    async check() {
      const probe = join(scratch, `probe-${randomBytes(6).toString('hex')}`)
      await writeFile(probe, 'ok')
      const read = await readFile(probe, 'utf8')
      await rm(probe, { force: true })
      if (read !== 'ok') throw new Error(`${root} does not give back what was written`)
    },
  }
  return observedStorage(storage)
}

/**
 * Gives an object of one directory a second name in another one, without copying it. False where the disk cannot do that, as
 * between two disks. Objects never change, so the names never disagree.
 */
export async function linkObject(from: string, to: string): Promise<boolean> {
  try {
    await mkdir(dirname(to), { recursive: true })
    await rm(to, { force: true })
    await link(from, to)
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (noLinkCodes.has(code)) return false
    // Another file with the same content was linked there at the same time.
    if (code !== 'EEXIST') throw error
  }
  await syncDirectory(dirname(to))
  await syncDirectory(dirname(dirname(to)))
  return true
}

/** Yields the paths of all files below a folder, and nothing when there is no such folder. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(nullIfMissing)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/** Passes bytes through as long as there is free space for them. */
function limitedByRoom(assertRoom: (bytes: number) => void): Transform {
  let sinceCheck = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sinceCheck += chunk.length
      try {
        if (sinceCheck >= checkRoomEveryBytes) {
          assertRoom(sinceCheck)
          sinceCheck = 0
        }
        done(null, chunk)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory; there a rename is durable together with the file itself.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Codes of disks without hard links, or that allow no more of them. */
const noLinkCodes = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

function isMissing(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
