/** One AI cut-out from the ticket to the address of the result. Knows no DOM; time comes in as `wait`. */
import { ApiError } from '../../base/errors'
import type { CutoutCalls, CutoutRequest, CutoutTask, CutoutTicket } from './calls'
import { CutoutFailure, cutoutFailureText } from './failure'

/** From one look at the task to the next, ms. */
export const pollInterval = 1_500
/** Looks that may fail one after another before the host counts as gone: a train in a tunnel, a restarting server. */
export const patience = 8
/** Looks at a task that goes on running; 10 minutes of them. */
export const mostLooks = 400
/** One call takes no longer, ms. */
export const callTimeout = 30_000

export interface RunPorts {
  readonly calls: CutoutCalls
  /** Resolves after so many ms; rejects when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export interface CutoutResult {
  /** Address of the picture that was cut out, as the host gives it: whole, or a path of the host's. */
  readonly url: string
  /** Base address of the host; null for the admin API. */
  readonly host: string | null
}

/** Rejects with the sentence for the seller, or with the abort. */
export async function runCutout(request: CutoutRequest, { calls, wait }: RunPorts, signal: AbortSignal): Promise<CutoutResult> {
  const timed = <T>(call: (signal: AbortSignal) => Promise<T>) => withTimeout(call, wait, signal)
  let ticket: CutoutTicket
  let task: CutoutTask
  try {
    ticket = await timed((inner) => calls.ticket(request, inner))
    task = await timed((inner) => calls.create(request, ticket, inner))
  } catch (error) {
    throw told(error, signal)
  }
  let missed = 0
  for (let looks = 0; looks < mostLooks; looks++) {
    const url = resultOf(task)
    if (url !== null) return { url, host: ticket.host }
    await wait(pollInterval, signal)
    try {
      task = await timed((inner) => calls.read(task.id, ticket, inner))
      missed = 0
    } catch (error) {
      if (signal.aborted || !passing(error) || ++missed >= patience) throw told(error, signal)
    }
  }
  throw new CutoutFailure(cutoutFailureText.tooLong)
}

/** Null while the task is running. */
function resultOf({ status, errorMessage, resultImageUrls }: CutoutTask): string | null {
  if (status === 'RUNNING') return null
  if (status === 'FAILED') throw new CutoutFailure(errorMessage ?? cutoutFailureText.failed)
  if (status !== 'SUCCESS') throw new CutoutFailure(cutoutFailureText.unknown)
  const [url] = resultImageUrls
  if (url === undefined) throw new CutoutFailure(cutoutFailureText.empty)
  return url
}

/** Whether the next look may go better: no answer, or a server that is not itself for a moment. */
function passing(error: unknown): boolean {
  if (error instanceof CutoutFailure) return false
  if (!(error instanceof ApiError)) return true
  const { status } = error
  return status === undefined || status >= 500 || status === 408 || status === 425 || status === 429
}

function told(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof CutoutFailure || error instanceof ApiError) return error
  return new CutoutFailure(cutoutFailureText.unreachable, { cause: error })
}

/** A call that is given up after `callTimeout`, or with `signal`. */
async function withTimeout<T>(
  call: (signal: AbortSignal) => Promise<T>,
  wait: RunPorts['wait'],
  signal: AbortSignal,
): Promise<T> {
  const inner = new AbortController()
  const clock = new AbortController()
  const abort = () => inner.abort()
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  // Only the one of the two that ends first counts; the other's rejection says nothing more.
  wait(callTimeout, clock.signal).then(abort, () => undefined)
  try {
    return await call(inner.signal)
  } finally {
    clock.abort()
    signal.removeEventListener('abort', abort)
  }
}
