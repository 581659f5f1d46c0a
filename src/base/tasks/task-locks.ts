/** Locks that let only one window at a time work on a task. */
import { pageLockManager } from '../../../adapters/storage/locks'
import { sessionValues } from '../../../adapters/storage/values'
import { delay } from '../../../contract/ground/delay'
import { randomHex } from '../../../contract/ground/hex'
import type { TaskStorage } from './task-storage'

export interface TaskLocks {
  /**
   * Waits until no other window has the lock, then holds it.
   *
   * @returns a function that releases the lock; null when `signal` was aborted first.
   */
  acquire(name: string, signal: AbortSignal): Promise<(() => void) | null>
}

/** Uses Web Locks, which the browser releases when the window ends, however it ended. */
export function webLocks(manager: LockManager): TaskLocks {
  return {
    acquire: (name, signal) =>
      new Promise((resolve, reject) => {
        manager
          .request(name, { signal }, () => new Promise<void>((release) => resolve(release)))
          .catch((error: unknown) => (signal.aborted ? resolve(null) : reject(error)))
      }),
  }
}

/** Locks within one page, for tests and pages without any storage. */
export function pageLocks(): TaskLocks {
  const tails = new Map<string, Promise<void>>()
  return {
    async acquire(name, signal) {
      const previous = tails.get(name) ?? Promise.resolve()
      let release = () => {}
      const untilReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      tails.set(
        name,
        previous.then(() => untilReleased),
      )
      await previous
      if (!signal.aborted) return release
      release()
      return null
    },
  }
}

interface Lease {
  readonly owner: string
  /** ms since 1970. */
  readonly until: number
}

/** Longer than a minute, because timers of a window in the background may run only once per minute. */
const leaseMs = 150_000
const renewMs = 20_000
const retryMs = 3_000

const isLease = (value: unknown): value is Lease => typeof value === 'object' && value !== null && 'owner' in value

/**
 * Stores leases in the storage, for pages without Web Locks (plain http). A lease of a window that crashed stays until it
 * expires;
 * a reloaded window takes its own lease again at once.
 *
 * @param owner identifies this window, also after a reload. See `windowName`.
 */
export function leaseLocks(storage: TaskStorage, owner: string, now: () => number = Date.now): TaskLocks {
  const tryAcquire = async (name: string): Promise<boolean> => {
    let isMine = false
    await storage.update(`lease/${name}`, (old) => {
      isMine = !isLease(old) || old.owner === owner || old.until < now()
      return isMine ? { owner, until: now() + leaseMs } : old
    })
    return isMine
  }
  return {
    async acquire(name, signal) {
      while (!signal.aborted) {
        if (await tryAcquire(name)) {
          // A failed renewal is retried long before the lease expires.
          const timer = setInterval(() => void tryAcquire(name).catch(() => undefined), renewMs)
          return () => {
            clearInterval(timer)
            // A lease that cannot be removed expires.
            void storage.remove([`lease/${name}`]).catch(() => undefined)
          }
        }
        // The wait was aborted, which ends the loop.
        await delay(retryMs, signal).catch(() => undefined)
      }
      return null
    },
  }
}

const nameKey = 'kejiang.window'

/**
 * Returns a name for this window that survives its reload. It is in the session storage only while the page is closed: a
 * duplicated window copies that storage and must not get the same name.
 */
export function windowName(): string {
  const windowId = sessionValues.getItem(nameKey) ?? randomHex(8)
  sessionValues.removeItem(nameKey)
  addEventListener('pagehide', () => void sessionValues.setItem(nameKey, windowId))
  addEventListener('pageshow', () => sessionValues.removeItem(nameKey))
  return windowId
}

/** Uses Web Locks, or leases where the browser has none or refuses them, as in a frame without storage. */
export function bestLocks(storage: TaskStorage, manager: LockManager | null = pageLockManager()): TaskLocks {
  let locks = manager && webLocks(manager)
  let leases: TaskLocks | null = null
  return {
    async acquire(name, signal) {
      if (locks) {
        try {
          return await locks.acquire(name, signal)
        } catch {
          locks = null
        }
      }
      leases ??= leaseLocks(storage, windowName())
      return leases.acquire(name, signal)
    },
  }
}
