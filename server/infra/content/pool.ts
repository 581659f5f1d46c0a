/** Shares the picture processes fairly among accounts: no account occupies all of them, and accounts take turns. */
import { availableParallelism } from 'node:os'
import { Failure } from '../../kernel/failure'
import type { Owner } from '../../ports/examiner'
import { type PictureProcess, startPictureProcess } from './child-process'
import type { Done, Run, Work } from './work'

/** Limit of waiting pictures per account; a list of thumbnails requests a few dozen at once. */
export const maxWaiting = 300

export interface PoolOptions {
  /** Number of processes; each works on one picture at a time. */
  readonly size?: number
  readonly start?: (report: (error: Error) => void) => PictureProcess
  readonly report: (error: Error) => void
}

export interface Pool {
  readonly run: Run
  /** Starts the processes before they are needed. */
  warm(): void
  close(): void
}

/** A picture that waits for a process. */
interface Queued {
  readonly load: () => Promise<Work>
  resolve(done: Done): void
  reject(error: unknown): void
}

export function createPool({
  size = Math.max(2, Math.min(4, availableParallelism())),
  start = startPictureProcess,
  report,
}: PoolOptions): Pool {
  /** Accounts with waiting pictures, in the order in which they are served. */
  const queues = new Map<Owner, Queued[]>()
  const working = new Map<Owner, number>()
  const idle: PictureProcess[] = []
  const started = new Set<PictureProcess>()
  let busy = 0
  let closed = false
  // One process stays available to the other accounts.
  const perOwner = Math.max(1, size - 1)

  function startOne(): PictureProcess {
    const worker = start(report)
    started.add(worker)
    return worker
  }

  function take(): PictureProcess {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      if (kept.alive()) return kept
      started.delete(kept)
    }
    return startOne()
  }

  /** Replaces an ended process at once, so that the next picture does not wait for a start. */
  function release(worker: PictureProcess): void {
    if (!worker.alive()) started.delete(worker)
    if (!closed) idle.push(worker.alive() ? worker : startOne())
  }

  function next(): { owner: Owner; queued: Queued } | null {
    for (const [owner, waiting] of queues) {
      if ((working.get(owner) ?? 0) >= perOwner) continue
      const queued = waiting.shift()
      // The account moves to the end of the queue, or leaves it when it has no waiting pictures.
      queues.delete(owner)
      if (waiting.length > 0) queues.set(owner, waiting)
      if (queued) return { owner, queued }
    }
    return null
  }

  async function work(owner: Owner, { load, resolve, reject }: Queued): Promise<void> {
    working.set(owner, (working.get(owner) ?? 0) + 1)
    busy += 1
    let worker: PictureProcess | null = null
    try {
      const loaded = await load()
      worker = take()
      resolve(await worker.run(loaded))
    } catch (error) {
      reject(error)
    } finally {
      const left = (working.get(owner) ?? 1) - 1
      if (left === 0) working.delete(owner)
      else working.set(owner, left)
      busy -= 1
      if (worker) release(worker)
      advance()
    }
  }

  function advance(): void {
    while (busy < size && !closed) {
      const turn = next()
      if (!turn) return
      void work(turn.owner, turn.queued)
    }
  }

  return {
    run(owner, load) {
      const waiting = queues.get(owner) ?? []
      if (closed || waiting.length >= maxWaiting) return Promise.reject(new Failure('unavailable', '图片处理繁忙，请稍后重试'))
      return new Promise<Done>((resolve, reject) => {
        waiting.push({ load, resolve, reject })
        queues.set(owner, waiting)
        advance()
      })
    },
    warm() {
      while (idle.length + busy < size) idle.push(startOne())
    },
    close() {
      closed = true
      for (const worker of started) worker.end()
      for (const waiting of queues.values())
        for (const { reject } of waiting) reject(new Failure('unavailable', '服务正在停止，请稍后重试'))
      queues.clear()
    },
  }
}
