/** Runs one AI cutout from the ticket to the address of the result. Independent of the DOM; `wait` is injected. */
import { ApiError } from '../base/errors'
import { CutoutFailure, cutoutFailureText } from './failure'
import type { CutoutCalls, CutoutRequest, CutoutTask, CutoutTicket } from './task'

/** Polling interval, ms. */
export const pollInterval = 1_500
/** Number of consecutive failed polls after which the host counts as unreachable: enough for a tunnel or a restarting server. */
export const maxFailedPolls = 8
/** Maximum number of polls of a running task: 10 minutes. */
export const maxPolls = 400
/** Timeout of one call, ms. */
export const callTimeout = 30_000

export interface RunPorts {
  readonly calls: CutoutCalls
  /** Resolves after so many ms; rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export interface CutoutResult {
  /** Address of the result picture as the host gives it: absolute, or a path on the host. */
  readonly url: string
  /** Base address of the host; null for the admin API. */
  readonly host: string | null
}

/** Rejects with a message for the seller, or with the abort reason. */
export async function runCutout(request: CutoutRequest, { calls, wait }: RunPorts, signal: AbortSignal): Promise<CutoutResult> {
  const callWithTimeout = <T>(call: (signal: AbortSignal) => Promise<T>) => withTimeout(call, wait, signal)
  let ticket: CutoutTicket
  let task: CutoutTask
  try {
    ticket = await callWithTimeout((inner) => calls.ticket(request, inner))
    task = await callWithTimeout((inner) => calls.create(request, ticket, inner))
  } catch (error) {
    throw sellerError(error, signal)
  }
  let failedPolls = 0
  for (let polls = 0; polls < maxPolls; polls++) {
    const url = resultOf(task)
    if (url !== null) return { url, host: ticket.host }
    await wait(pollInterval, signal)
    try {
      task = await callWithTimeout((inner) => calls.read(task.id, ticket, inner))
      failedPolls = 0
    } catch (error) {
      if (signal.aborted || !isTemporary(error) || ++failedPolls >= maxFailedPolls) throw sellerError(error, signal)
    }
  }
  throw new CutoutFailure(cutoutFailureText.tooLong)
}

/** Returns null while the task is running. */
function resultOf({ status, errorMessage, resultImageUrls }: CutoutTask): string | null {
  if (status === 'RUNNING') return null
  if (status === 'FAILED') throw new CutoutFailure(errorMessage ?? cutoutFailureText.failed)
  if (status !== 'SUCCESS') throw new CutoutFailure(cutoutFailureText.unknown)
  const [url] = resultImageUrls
  if (url === undefined) throw new CutoutFailure(cutoutFailureText.empty)
  return url
}

/** Whether a retry may succeed: there was no answer, or the server is temporarily unavailable. */
function isTemporary(error: unknown): boolean {
  if (error instanceof CutoutFailure) return false
  if (!(error instanceof ApiError)) return true
  const { status } = error
  return status === undefined || status >= 500 || status === 408 || status === 425 || status === 429
}

function sellerError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof CutoutFailure || error instanceof ApiError) return error
  return new CutoutFailure(cutoutFailureText.unreachable, { cause: error })
}

/** Runs a call that is aborted after `callTimeout`, or by `signal`. */
async function withTimeout<T>(
  call: (signal: AbortSignal) => Promise<T>,
  wait: RunPorts['wait'],
  signal: AbortSignal,
): Promise<T> {
  const inner = new AbortController()
  const timer = new AbortController()
  const abort = () => inner.abort()
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  // Only the first of the two to end counts; the other's rejection is ignored.
  wait(callTimeout, timer.signal).then(abort, () => undefined)
  try {
    return await call(inner.signal)
  } finally {
    timer.abort()
    signal.removeEventListener('abort', abort)
  }
}
