/** Runs matching for the page: in a worker, or in short time slices on this thread where no worker can be started. */
import { delay } from '../../../../contract/ground/delay'
import { abortError } from '../../../../contract/ground/thrown'
import { type FactoryIndex, type FactoryModel, matchingSteps, type Proposal, readingSteps } from './match'
import type { MatchReply, MatchRequest } from './messages'

export interface MatchRun {
  readonly signal: AbortSignal
  /** Called from time to time with the number of the sellers' models that are done. */
  readonly onProgress?: (done: number) => void
}

/** ms of one time slice on the main thread; short enough that no frame is missed. */
const sliceMs = 8
/** Up to this many names are matched on this thread, faster than a worker starts. */
const mainThreadLimit = 2000

const startWorker = (): Worker => new Worker(new URL('./matching.worker.ts', import.meta.url), { type: 'module' })

/** Runs steps on this thread a few milliseconds at a time. Rejects with an AbortError when aborted. */
async function inTimeSlices<T>(steps: Generator<number, T, void>, { signal, onProgress }: MatchRun): Promise<T> {
  for (;;) {
    const end = performance.now() + sliceMs
    let done = 0
    do {
      const step = steps.next()
      if (step.done) return step.value
      done = step.value
    } while (performance.now() < end)
    onProgress?.(done)
    await delay(0)
    if (signal.aborted) throw abortError()
  }
}

/** Reads a factory's list on this thread without blocking the page, for looking up single models. */
export const readFactory = (factories: readonly FactoryModel[], signal: AbortSignal): Promise<FactoryIndex> =>
  inTimeSlices(readingSteps(factories), { signal })

/** Resolves to null when the worker cannot be started, or broke without a message. */
function inWorker(
  request: MatchRequest,
  { signal, onProgress }: MatchRun,
  createWorker: () => Worker,
): Promise<readonly Proposal[] | null> {
  let worker: Worker
  try {
    worker = createWorker()
  } catch {
    // Old clients and strict content security policies allow no worker; the caller then matches on this thread.
    return Promise.resolve(null)
  }
  const reply = new Promise<readonly Proposal[] | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(abortError()))
    worker.onerror = () => resolve(null)
    worker.onmessage = ({ data }: MessageEvent<MatchReply>) => {
      if (data.kind === 'progress') onProgress?.(data.done)
      else if (data.kind === 'result') resolve(data.proposals)
      else reject(new Error(data.reason))
    }
    worker.postMessage(request)
  })
  return reply.finally(() => worker.terminate())
}

/**
 * Returns what `matchModels` proposes, without blocking the page. Rejects with an AbortError when aborted.
 *
 * @param createWorker starts the worker; tests pass another one.
 */
export async function runMatching(
  request: MatchRequest,
  run: MatchRun,
  createWorker = startWorker,
): Promise<readonly Proposal[]> {
  if (run.signal.aborted) throw abortError()
  const isSmall = request.sellers.length + request.factories.length < mainThreadLimit
  const proposals = isSmall ? null : await inWorker(request, run, createWorker)
  return proposals ?? inTimeSlices(matchingSteps(request.sellers, request.factories), run)
}
