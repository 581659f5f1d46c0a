/** Runs work once per idempotency key, however many callers wait for it. Adapters use it for uploads. */
import { EventEmitter } from 'eventemitter3'
import { cancelled } from './error-text'
import { PlatformError, type Progress } from './platform'

interface SharedRun<T> {
  readonly fingerprint: string
  readonly result: Promise<T>
  readonly events: EventEmitter<{ progress: [Progress] }>
  readonly controller: AbortController
  readonly startedAt: number
  waiterCount: number
  settled: boolean
}

interface Caller {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

/** The work to run once. It must stop when the signal aborts. */
export type Work<T> = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<T>

const keepMs = 600_000
const keepCount = 200

function startRun<T>(fingerprint: string, work: Work<T>, startedAt: number, onFailed: () => void): SharedRun<T> {
  const controller = new AbortController()
  const events: SharedRun<T>['events'] = new EventEmitter()
  const report = (progress: Progress) => void events.emit('progress', progress)
  const entry: SharedRun<T> = {
    fingerprint,
    events,
    controller,
    startedAt,
    waiterCount: 0,
    settled: false,
    // The work starts in a microtask, so that the first caller is listening before the first progress.
    result: Promise.resolve()
      .then(() => (controller.signal.aborted ? Promise.reject(cancelled()) : work(controller.signal, report)))
      .then(
        (value) => {
          entry.settled = true
          return value
        },
        (error) => {
          entry.settled = true
          onFailed()
          throw error
        },
      ),
  }
  return entry
}

/** Returns the result for one caller. When the last caller aborts, the work is aborted. */
function waitFor<T>(entry: SharedRun<T>, { signal, onProgress }: Caller, onAbandoned: () => void): Promise<T> {
  if (onProgress) entry.events.on('progress', onProgress)
  entry.waiterCount += 1
  return new Promise<T>((resolve, reject) => {
    const unsubscribe = () => {
      entry.waiterCount -= 1
      if (onProgress) entry.events.off('progress', onProgress)
      signal?.removeEventListener('abort', cancelWait)
    }
    const cancelWait = () => {
      unsubscribe()
      if (entry.waiterCount === 0 && !entry.settled) {
        onAbandoned()
        entry.controller.abort()
      }
      reject(cancelled())
    }
    signal?.addEventListener('abort', cancelWait)
    entry.result.then(resolve, reject).finally(unsubscribe)
  })
}

export interface Once<T> {
  /**
   * Runs the work once per key: a second call with the same key gets the same result, running or done, until ten minutes after
   * the start. A failed or abandoned run frees its key, so that a retry runs again. The same key with another fingerprint
   * (another file) is a mistake of the caller and rejects with PROTOCOL. Without a key the work always runs.
   */
  run(key: string | undefined, fingerprint: string, caller: Caller, work: Work<T>): Promise<T>
  /** Returns the number of running works. */
  running(): number
  /** Aborts all running works and forgets all keys. */
  dispose(): void
}

/** `now` returns the time in ms; any clock will do. */
export function onceByKey<T>(now: () => number): Once<T> {
  const byKey = new Map<string, SharedRun<T>>()
  const runningEntries = new Set<SharedRun<T>>()

  const dropOldKeys = () => {
    const oldest = now() - keepMs
    for (const [key, entry] of byKey) {
      if (entry.settled && (entry.startedAt < oldest || byKey.size > keepCount)) byKey.delete(key)
    }
  }

  const join = (entry: SharedRun<T>, caller: Caller, freeKey: () => void) => {
    runningEntries.add(entry)
    const drop = () => runningEntries.delete(entry)
    entry.result.then(drop, drop)
    return waitFor(entry, caller, freeKey)
  }

  return {
    run(key, fingerprint, caller, work) {
      if (caller.signal?.aborted) return Promise.reject(cancelled())
      const freeKey = () => {
        if (key !== undefined && byKey.get(key) === entry) byKey.delete(key)
      }
      dropOldKeys()
      const known = key === undefined ? undefined : byKey.get(key)
      if (known && known.fingerprint !== fingerprint) {
        const detail = { key, first: known.fingerprint, second: fingerprint }
        return Promise.reject(
          new PlatformError('PROTOCOL', '同一次上传的编号用在了两个不同的文件上，请重新选择文件再上传', { detail }),
        )
      }
      const entry: SharedRun<T> = known ?? startRun(fingerprint, work, now(), freeKey)
      if (key !== undefined && !known) byKey.set(key, entry)
      return join(entry, caller, freeKey)
    },
    running: () => runningEntries.size,
    dispose: () => {
      for (const entry of runningEntries) entry.controller.abort()
      byKey.clear()
    },
  }
}
