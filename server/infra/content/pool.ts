/** Shares the picture processes fairly among accounts: no account occupies all of them, and accounts take turns. */
import { availableParallelism } from 'node:os'
import { clamp } from '../../../contract/ground/number'
import { Failure } from '../../kernel/failure'
import type { Owner } from '../../ports/examiner'
import type { PartReport } from '../parts'
import { type PictureProcess, startPictureProcess } from './child-process'
import type { Run, Work, WorkResult } from './work'

/** Limit of waiting pictures per account; a list of thumbnails requests a few dozen at once. */
export const maxWaiting = 300
/** Default number of processes of a pool. */
export const defaultPoolSize = clamp(availableParallelism(), 2, 4)

export interface PoolOptions {
  /** Number of processes; each works on one picture at a time. */
  readonly size?: number
  /** Processes that one account may occupy; by default one stays available to the others. */
  readonly perOwner?: number
  readonly start?: (report: (error: Error) => void) => PictureProcess
  readonly report: (error: Error) => void
}

export interface Pool {
  readonly run: Run
  /** Starts the processes before they are needed. */
  startAll(): void
  close(): void
  /** Whether pictures can be worked on: without a process that starts, no upload is possible. */
  report(): PartReport
}

/** A picture that waits for a process. */
interface Queued {
  readonly load: () => Promise<Work>
  readonly signal: AbortSignal | undefined
  /** Stops waiting for the signal. */
  forget?: () => void
  resolve(done: WorkResult): void
  reject(error: unknown): void
}

export function createPool({
  size = defaultPoolSize,
  perOwner = Math.max(1, size - 1),
  start = (report) => startPictureProcess(report),
  report,
}: PoolOptions): Pool {
  /** Accounts with waiting pictures, in the order in which they are served. */
  const queues = new Map<Owner, Queued[]>()
  const runningPerOwner = new Map<Owner, number>()
  const idle: PictureProcess[] = []
  const workers = new Set<PictureProcess>()
  let runningCount = 0
  let closed = false
  /** Why the last process that could not start did not. */
  let problem: string | null = null

  function startWorker(): PictureProcess {
    const worker = start((error) => {
      problem = error.message
      report(error)
    })
    workers.add(worker)
    return worker
  }

  function takeWorker(): PictureProcess {
    for (let worker = idle.pop(); worker; worker = idle.pop()) {
      if (worker.alive()) return worker
      workers.delete(worker)
    }
    return startWorker()
  }

  /** Replaces an ended process at once, so that the next picture does not wait for a start. */
  function releaseWorker(worker: PictureProcess): void {
    if (!worker.alive()) workers.delete(worker)
    if (!closed) idle.push(worker.alive() ? worker : startWorker())
  }

  /** Removes work that still waits. */
  function giveUp(owner: Owner, queued: Queued): void {
    const waiting = queues.get(owner)
    const at = waiting?.indexOf(queued) ?? -1
    if (at < 0) return
    waiting?.splice(at, 1)
    if (waiting?.length === 0) queues.delete(owner)
    queued.reject(queued.signal?.reason)
  }

  function nextQueued(): { owner: Owner; queued: Queued } | null {
    for (const [owner, waiting] of queues) {
      if ((runningPerOwner.get(owner) ?? 0) >= perOwner) continue
      const queued = waiting.shift()
      // The account moves to the end of the queue, or leaves it when it has no waiting pictures.
      queues.delete(owner)
      if (waiting.length > 0) queues.set(owner, waiting)
      if (queued) return { owner, queued }
    }
    return null
  }

  async function runQueued(owner: Owner, { load, signal, forget, resolve, reject }: Queued): Promise<void> {
    forget?.()
    runningPerOwner.set(owner, (runningPerOwner.get(owner) ?? 0) + 1)
    runningCount += 1
    let worker: PictureProcess | null = null
    try {
      const work = await load()
      signal?.throwIfAborted()
      worker = takeWorker()
      // The libraries cannot be interrupted, so the process ends.
      signal?.addEventListener('abort', worker.end)
      resolve(await worker.run(work))
    } catch (error) {
      reject(signal?.aborted ? signal.reason : error)
    } finally {
      if (worker) signal?.removeEventListener('abort', worker.end)
      const remaining = (runningPerOwner.get(owner) ?? 1) - 1
      if (remaining === 0) runningPerOwner.delete(owner)
      else runningPerOwner.set(owner, remaining)
      runningCount -= 1
      if (worker) releaseWorker(worker)
      startNext()
    }
  }

  function startNext(): void {
    while (runningCount < size && !closed) {
      const next = nextQueued()
      if (!next) return
      void runQueued(next.owner, next.queued)
    }
  }

  return {
    run(owner, load, signal) {
      const waiting = queues.get(owner) ?? []
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (closed || waiting.length >= maxWaiting) return Promise.reject(new Failure('unavailable', '图片处理繁忙，请稍后重试'))
      return new Promise<WorkResult>((resolve, reject) => {
        const queued: Queued = { load, signal, resolve, reject }
        waiting.push(queued)
        queues.set(owner, waiting)
        const whenAborted = () => giveUp(owner, queued)
        signal?.addEventListener('abort', whenAborted)
        queued.forget = () => signal?.removeEventListener('abort', whenAborted)
        startNext()
      })
    },
    report() {
      if ([...workers].some((worker) => worker.alive() && worker.ready())) return { state: 'ok', problem: null }
      return { state: problem === null ? 'unknown' : 'failed', problem }
    },
    startAll() {
      while (idle.length + runningCount < size) idle.push(startWorker())
    },
    close() {
      closed = true
      for (const worker of workers) worker.end()
      for (const waiting of queues.values())
        for (const { reject } of waiting) reject(new Failure('unavailable', '服务正在停止，请稍后重试'))
      queues.clear()
    },
  }
}
