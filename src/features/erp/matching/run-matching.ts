/** The page's side of matching: in a worker, or in short turns on this thread where no worker can be had. */
import { delay } from '../../../../contract/delay'
import { type FactoryModel, type KnownFactory, matchingSteps, type Proposal, readingSteps } from './match'
import type { MatchReply, MatchRequest } from './messages'

export interface MatchRun {
  readonly signal: AbortSignal
  /** Told now and then how many of the sellers' models are done. */
  readonly onProgress?: (done: number) => void
}

/** ms that a turn on the main thread may take: no frame is missed for it. */
const turnMs = 8
/** So few names are read before a worker has started. */
const quick = 2000

const startWorker = (): Worker => new Worker(new URL('./matching.worker.ts', import.meta.url), { type: 'module' })

const given = () => new DOMException('matching was given up', 'AbortError')

/** Runs steps on this thread a few milliseconds at a time. Rejects with an AbortError once given up. */
async function inTurns<T>(steps: Generator<number, T, void>, { signal, onProgress }: MatchRun): Promise<T> {
  for (;;) {
    const end = performance.now() + turnMs
    let done = 0
    do {
      const step = steps.next()
      if (step.done) return step.value
      done = step.value
    } while (performance.now() < end)
    onProgress?.(done)
    await delay(0)
    if (signal.aborted) throw given()
  }
}

/** Reads a factory's list on this thread without holding the page up, to look up single models in. */
export const readFactory = (factories: readonly FactoryModel[], signal: AbortSignal): Promise<KnownFactory> =>
  inTurns(readingSteps(factories), { signal })

/** Resolves to null when the worker cannot be started here, or broke without a word. */
function inWorker(
  request: MatchRequest,
  { signal, onProgress }: MatchRun,
  start: () => Worker,
): Promise<readonly Proposal[] | null> {
  let worker: Worker
  try {
    worker = start()
  } catch {
    // Old clients and strict content policies have none; the caller does the work itself.
    return Promise.resolve(null)
  }
  const work = new Promise<readonly Proposal[] | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(given()))
    worker.onerror = () => resolve(null)
    worker.onmessage = ({ data }: MessageEvent<MatchReply>) => {
      if (data.kind === 'progress') onProgress?.(data.done)
      else if (data.kind === 'result') resolve(data.proposals)
      else reject(new Error(data.reason))
    }
    worker.postMessage(request)
  })
  return work.finally(() => worker.terminate())
}

/**
 * What `matchModels` proposes, without holding the page up. Rejects with an AbortError once given up.
 *
 * @param start how to start the worker; another one in tests.
 */
export async function runMatching(request: MatchRequest, run: MatchRun, start = startWorker): Promise<readonly Proposal[]> {
  if (run.signal.aborted) throw given()
  const isQuick = request.sellers.length + request.factories.length < quick
  const proposals = isQuick ? null : await inWorker(request, run, start)
  return proposals ?? inTurns(matchingSteps(request.sellers, request.factories), run)
}
