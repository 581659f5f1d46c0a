/** Runs work once per idempotency key, however many callers wait for it. Adapters use it for uploads. */
import { EventEmitter } from 'eventemitter3'
import { cancelled } from './error-text'
import { PlatformError, type Progress } from './platform'

interface Shared<T> {
  readonly fingerprint: string
  readonly result: Promise<T>
  readonly events: EventEmitter<{ progress: [Progress] }>
  readonly controller: AbortController
  readonly startedAt: number
  waiting: number
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

function begin<T>(fingerprint: string, work: Work<T>, startedAt: number, failed: () => void): Shared<T> {
  const controller = new AbortController()
  const events: Shared<T>['events'] = new EventEmitter()
  const tell = (progress: Progress) => void events.emit('progress', progress)
  const entry: Shared<T> = {
    fingerprint,
    events,
    controller,
    startedAt,
    waiting: 0,
    settled: false,
    // The work starts in a microtask, so that the first caller is listening before the first progress.
    result: Promise.resolve()
      .then(() => (controller.signal.aborted ? Promise.reject(cancelled()) : work(controller.signal, tell)))
      .then(
        (value) => {
          entry.settled = true
          return value
        },
        (error) => {
          entry.settled = true
          failed()
          throw error
        },
      ),
  }
  return entry
}

/** Returns the result for one caller. When the last caller aborts, the work is aborted. */
function wait<T>(entry: Shared<T>, { signal, onProgress }: Caller, abandoned: () => void): Promise<T> {
  if (onProgress) entry.events.on('progress', onProgress)
  entry.waiting += 1
  return new Promise<T>((resolve, reject) => {
    const leave = () => {
      entry.waiting -= 1
      if (onProgress) entry.events.off('progress', onProgress)
      signal?.removeEventListener('abort', giveUp)
    }
    const giveUp = () => {
      leave()
      if (entry.waiting === 0 && !entry.settled) {
        abandoned()
        entry.controller.abort()
      }
      reject(cancelled())
    }
    signal?.addEventListener('abort', giveUp)
    entry.result.then(resolve, reject).finally(leave)
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
  const byKey = new Map<string, Shared<T>>()
  const live = new Set<Shared<T>>()

  const forget = () => {
    const oldest = now() - keepMs
    for (const [key, entry] of byKey) {
      if (entry.settled && (entry.startedAt < oldest || byKey.size > keepCount)) byKey.delete(key)
    }
  }

  const join = (entry: Shared<T>, caller: Caller, free: () => void) => {
    live.add(entry)
    const drop = () => live.delete(entry)
    entry.result.then(drop, drop)
    return wait(entry, caller, free)
  }

  return {
    run(key, fingerprint, caller, work) {
      if (caller.signal?.aborted) return Promise.reject(cancelled())
      const free = () => {
        if (key !== undefined && byKey.get(key) === entry) byKey.delete(key)
      }
      forget()
      const known = key === undefined ? undefined : byKey.get(key)
      if (known && known.fingerprint !== fingerprint) {
        const detail = { key, first: known.fingerprint, second: fingerprint }
        return Promise.reject(
          new PlatformError('PROTOCOL', '同一次上传的编号用在了两个不同的文件上，请重新选择文件再上传', { detail }),
        )
      }
      const entry: Shared<T> = known ?? begin(fingerprint, work, now(), free)
      if (key !== undefined && !known) byKey.set(key, entry)
      return join(entry, caller, free)
    },
    running: () => live.size,
    dispose: () => {
      for (const entry of live) entry.controller.abort()
      byKey.clear()
    },
  }
}
