/** The folder in which sheets lie while they are made. Each process has its own, so that one that starts can remove what others left. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../kernel/failure'

/** Returns the words for a disk without space; null for other errors. */
export const fullDisk = (error: unknown): Failure | null =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    ? new Failure('unavailable', '服务器的磁盘空间不够写下这一版，请联系管理员清理后重试')
    : null

/** Letters of a machine's name that may stand in a folder's name. */
const machine = hostname().replace(/[^A-Za-z0-9-]/g, '_')
const ownName = `${machine}.${process.pid}`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether a folder belongs to a process of this machine that has ended. One with this process's own number is older than it. */
function isLeft(name: string): boolean {
  const dot = name.lastIndexOf('.')
  const pid = Number(name.slice(dot + 1))
  return name.slice(0, dot) === machine && Number.isInteger(pid) && pid > 0 && (pid === process.pid || !isAlive(pid))
}

/** Removes what ended processes of this machine left. Other machines may use the same folder. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  await Promise.all(names.filter(isLeft).map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

export interface SheetFolders {
  /** Makes a new folder. */
  open(): Promise<string>
}

/** Sweeps the folder at once. @param report receives why it could not be swept. */
export function sheetFolders(folder: string, report: (error: unknown) => void): SheetFolders {
  const swept = sweep(folder).catch(report)
  return {
    async open() {
      await swept
      const own = join(folder, ownName)
      await mkdir(own, { recursive: true })
      return mkdtemp(join(own, 'sheet-'))
    },
  }
}
