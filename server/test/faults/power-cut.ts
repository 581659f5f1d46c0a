/**
 * Replaces the file system calls of this thread by a disk that loses power or fails. Data between a write and the fsync of its
 * file is only in memory: at the cut each 512-byte sector of every such write is lost or kept at random, and files may shrink to
 * their size at the last fsync. File names survive, as on every file system that persists the name with the file's fsync.
 *
 * CUT_AFTER=n   the power fails at the n-th write or fsync of this thread, before it is carried out CUT_FROM=open count from the
 * first request instead of from the start: recovery alone syncs a thousand files CUT_LOSS=p    probability of each unsynced
 * sector to be lost FSYNC_FAILS_AFTER=n   instead, every fsync after the n-th fails with EIO WRITES_FAIL_AFTER=n   instead, every
 * write after the n-th fails with ENOSPC, as on a full disk
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { parentPort } from 'node:worker_threads'

interface Write {
  readonly position: number
  readonly before: Buffer
}
interface PendingFile {
  readonly handle: number
  readonly syncedSize: number
  readonly writes: Write[]
}

const SECTOR = 512
const cutAfter = Number(process.env.CUT_AFTER ?? Number.POSITIVE_INFINITY)
const loss = Number(process.env.CUT_LOSS ?? 0.5)
const failAfter = Number(process.env.FSYNC_FAILS_AFTER ?? Number.POSITIVE_INFINITY)
const fullAfter = Number(process.env.WRITES_FAIL_AFTER ?? Number.POSITIVE_INFINITY)
const real = { writeSync: fs.writeSync, fsyncSync: fs.fsyncSync }
const pending = new Map<number, PendingFile>()
let operations = 0
let syncs = 0
let writes = 0
let counting = process.env.CUT_FROM !== 'open'
parentPort?.once('message', () => {
  counting = true
})

function cut(): never {
  let lost = 0
  for (const { handle, syncedSize, writes: unsynced } of pending.values()) {
    for (const { position, before } of unsynced.reverse()) {
      for (let offset = 0; offset < before.length; offset += SECTOR) {
        if (Math.random() >= loss) continue
        const sector = before.subarray(offset, offset + SECTOR)
        real.writeSync(handle, sector, 0, sector.length, position + offset)
        lost += 1
      }
    }
    if (Math.random() < loss / 2 && fs.fstatSync(handle).size > syncedSize) fs.ftruncateSync(handle, syncedSize)
  }
  real.writeSync(1, `cut ${lost}\n`)
  process.kill(process.pid, 'SIGKILL')
  // The signal ends this thread too; no code may run until it does.
  for (;;);
}

function step(): void {
  if (counting) operations += 1
  if (operations >= cutAfter) cut()
}

function remember(handle: number, length: number, position: number): void {
  const { ino, size } = fs.fstatSync(handle)
  let file = pending.get(ino)
  if (!file) {
    // This is a second handle, because the writer may close its own long before the cut.
    file = { handle: fs.openSync(`/proc/self/fd/${handle}`, 'r+'), syncedSize: size, writes: [] }
    pending.set(ino, file)
  }
  const before = Buffer.alloc(length)
  fs.readSync(file.handle, before, 0, length, position)
  file.writes.push({ position, before })
}

function forget(handle: number): void {
  const { ino } = fs.fstatSync(handle)
  const file = pending.get(ino)
  if (!file) return
  fs.closeSync(file.handle)
  pending.delete(ino)
}

const writeSync = (
  handle: number,
  buffer: NodeJS.ArrayBufferView,
  offset: number,
  length: number,
  position: number | null,
): number => {
  if (handle > 2 && typeof position === 'number') {
    step()
    if (counting) writes += 1
    if (writes > fullAfter)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' })
    remember(handle, length, position)
  }
  return real.writeSync(handle, buffer, offset, length, position)
}

const fsyncSync = (handle: number): void => {
  step()
  if (counting) syncs += 1
  if (syncs > failAfter) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', errno: -5, syscall: 'fsync' })
  real.fsyncSync(handle)
  forget(handle)
}

Object.assign(fs, { writeSync, fsyncSync })
syncBuiltinESMExports()
