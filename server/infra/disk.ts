/**
 * Watches the free space of the data directory's disk. Uploads stop while there is still space for the database, whose log must
 * never meet a full disk. If something else fills the disk, a reserve file is deleted to free space, and only reading is allowed
 * until there is more.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesText, byteUnits } from '../../contract/rules/sizes'
import { Failure } from '../kernel/failure'

/** Bytes that uploads leave free: 512 MB, or a tenth of a small disk. */
const defaultMargin = 512 * byteUnits.MB
const marginShare = 0.1
/** Size of the reserve file: a segment of the database's log and a margin. */
const reserveBytes = 24 * byteUnits.MB
const checkEveryMs = 2000

export interface Space {
  readonly free: number
  readonly total: number
}

export interface Disk {
  /** Throws a Failure 'storage-full' when this many more bytes would leave too little free space. */
  assertRoom(bytes: number): void
  /** Throws a Failure 'storage-full' when not even rows should be written. */
  assertWritable(): void
  stop(): void
}

export interface DiskOptions {
  /** Bytes that uploads leave free; by default 512 MB, or a tenth of a small disk. */
  readonly margin?: number | undefined
  readonly measure?: () => Space
  readonly report: (message: string, error: unknown) => void
}

/** Returns the space of the disk of a folder. */
export const freeSpace = measureFolder

const reserveFile = (dataDir: string): string => join(dataDir, 'kept-free')

export function measureFolder(folder: string): Space {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

export function watchDisk(dataDir: string, { margin, measure = () => measureFolder(dataDir), report }: DiskOptions): Disk {
  const reservePath = reserveFile(dataDir)
  let isLow = false
  let isWritingReserve = false
  let stopped = false

  const marginOf = ({ total }: Space): number => margin ?? Math.min(defaultMargin, total * marginShare)

  async function writeReserve(): Promise<void> {
    if (isWritingReserve || stopped || existsSync(reservePath)) return
    isWritingReserve = true
    const handle = await open(`${reservePath}.new`, 'w')
    try {
      // The zeros are really written, because a sparse file would reserve nothing.
      for (let at = 0; at < reserveBytes; at += byteUnits.MB) await handle.write(Buffer.alloc(byteUnits.MB), 0, byteUnits.MB, at)
      await handle.close()
      await rename(`${reservePath}.new`, reservePath)
    } catch (error) {
      await handle.close().catch(() => undefined)
      // Another process of this folder was faster, and moved the file of both.
      if (existsSync(reservePath)) return
      await rm(`${reservePath}.new`, { force: true })
      throw error
    } finally {
      isWritingReserve = false
    }
  }

  function checkSpace(): Space {
    const space = measure()
    const minFree = marginOf(space) / 4
    if (space.free < minFree) {
      if (!isLow) report(`磁盘空间只剩 ${bytesText(Math.max(0, space.free), 'down')}，在腾出空间之前只能读取`, new Error(dataDir))
      isLow = true
      rmSync(reservePath, { force: true })
    } else if (space.free >= 2 * minFree + (existsSync(reservePath) ? 0 : reserveBytes)) {
      isLow = false
      writeReserve().catch((error: unknown) => report('disk', error))
    }
    return space
  }

  const timer = setInterval(() => {
    try {
      checkSpace()
    } catch (error) {
      report('disk', error)
    }
  }, checkEveryMs)
  timer.unref()
  checkSpace()
  return {
    assertRoom(bytes) {
      const space = checkSpace()
      if (space.free - bytes < marginOf(space)) throw storageFull()
    },
    assertWritable() {
      checkSpace()
      if (isLow) throw new Failure('storage-full', '服务器磁盘空间不足，暂时不能保存，请联系服务商清理磁盘后重试')
    },
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

export const storageFull = (): Failure =>
  new Failure('storage-full', '服务器磁盘空间不足，暂时不能上传，请联系服务商清理磁盘后重试')

/** Error codes of a full disk, including PostgreSQL's. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && fullCodes.has(error.code)

/** The data directory cannot be used; the message says why and what to do. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError'
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: '所在的磁盘已满，请清理磁盘后再启动',
  EDQUOT: '所在的磁盘配额已用完，请清理磁盘后再启动',
  EROFS: '所在的磁盘是只读的，请改用可以写入的磁盘，或重新挂载为可写',
  EACCES: '没有写入权限，请修改目录权限，或用 DATA_DIR 指定其他目录',
  EPERM: '没有写入权限，请修改目录权限，或用 DATA_DIR 指定其他目录',
  ENOTDIR: '不是目录，请用 DATA_DIR 指定其他目录',
  EEXIST: '不是目录，请用 DATA_DIR 指定其他目录',
}

/**
 * Creates the data directory and verifies that it can be written and has space to start. Throws a DataDirError whose message is
 * one sentence.
 */
export function openDataDir(dataDir: string, measure: () => Space = () => measureFolder(dataDir)): void {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    // The reserve file is removed to make room.
    if (measure().free < reserveBytes) rmSync(reserveFile(dataDir), { force: true })
    const handle = openSync(probe, 'w')
    try {
      writeSync(handle, Buffer.alloc(byteUnits.MB))
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new DataDirError(
      `数据目录 ${dataDir} ${reasons[code] ?? `不能使用：${error instanceof Error ? error.message : error}`}`,
    )
  } finally {
    try {
      rmSync(probe, { force: true })
    } catch {
      // On a disk that cannot be written there is no probe file to remove.
    }
  }
  if (measure().free < reserveBytes / 2) {
    throw new DataDirError(
      `数据目录 ${dataDir} 所在的磁盘只剩 ${bytesText(Math.max(0, measure().free), 'down')}，不足以启动，请清理磁盘后再启动`,
    )
  }
}
