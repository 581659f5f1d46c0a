/** Lets one process at a time write into the target of backups. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Storage } from '../../ports/storage'
import { BackupError, readText, runningKey } from './format'

/** Interval at which the holder shows that it is alive, and the age at which it counts as dead, ms. */
const renewMs = 60_000
const deadAfterMs = 10 * renewMs

export interface Hold {
  /** Throws when the mark of another process replaced this one's, or could not be renewed. */
  assertHeld(): void
  release(): Promise<void>
}

/** A process that writes a backup: its machine, its number there, and a value that a later process of this number does not have. */
interface Holder {
  readonly host: string
  readonly pid: number
  readonly life: string
}

interface Mark {
  readonly id: string
  readonly at: string
  readonly holder?: Holder
}

const self: Holder = { host: hostname(), pid: process.pid, life: randomUUID() }

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the holder is known to be dead; on another machine only the age of its mark says so. */
const isDead = (holder: Holder | undefined): boolean =>
  holder?.host === self.host && holder.life !== self.life && (holder.pid === self.pid || !isProcessAlive(holder.pid))

async function readMark(target: Storage): Promise<Mark | null> {
  const text = await readText(target, runningKey)
  if (text === null) return null
  try {
    return JSON.parse(text) as Mark
  } catch {
    // Nobody writes half a mark; whoever wrote this is not a backup.
    return null
  }
}

/** Marks the target as in use; rejects with a BackupError when a living process uses it. */
export async function holdTarget(target: Storage, id: string, now: () => Date): Promise<Hold> {
  const mark = await readMark(target)
  if (mark && !isDead(mark.holder) && now().getTime() - Date.parse(mark.at) < deadAfterMs) {
    const message = `这里正在进行另一个备份 ${mark.id}，请等它完成；如果它已经中断，请在十分钟后重试`
    throw new BackupError(`${message} (another backup is running here)`)
  }
  const write = (): Promise<void> =>
    target.put(
      runningKey,
      Buffer.from(JSON.stringify({ id, at: now().toISOString(), holder: self } satisfies Mark)),
      'application/json',
    )
  await write()
  const written = await readMark(target)
  if (written?.id !== id) throw new BackupError('这里刚开始了另一个备份 (another backup has just begun here)')
  let lost: unknown = null
  const timer = setInterval(() => {
    write().catch((error: unknown) => {
      lost = error
    })
  }, renewMs)
  timer.unref()
  return {
    assertHeld() {
      if (lost) throw lost
    },
    async release() {
      clearInterval(timer)
      await target.remove(runningKey)
    },
  }
}
