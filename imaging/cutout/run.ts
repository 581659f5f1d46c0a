/** Runs one AI cutout from the ticket to the address of the result. Independent of the DOM; `wait` is injected. */
import { ApiError } from '../../contract/call-errors'
import { within } from '../../contract/ground/within'
import { CutoutFailure, cutoutFailureText } from './failure'
import type { CutoutCalls, CutoutRequest, CutoutTask, CutoutTicket } from './task'

/** Polling interval, ms. */
const pollInterval = 1_500
/** Number of consecutive failed polls after which the host counts as unreachable: enough for a tunnel or a restarting server. */
export const maxFailedPolls = 8
/** Maximum number of polls of a running task whose place in the queue stays the same: 10 minutes. */
export const maxPolls = 400
/** Timeout of one call, ms. */
const callTimeout = 30_000

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

/** A task that a host works on, as it can be stored and followed later from another page. */
export interface BegunCutout {
  readonly taskId: string
  /** Base address of the host; null for the admin API. */
  readonly host: string | null
}

/** Listeners of a running cutout. */
export interface CutoutProgress {
  /** Called once the host has the task. */
  begun?(task: BegunCutout): void
  /** Called with each answer of the host. */
  told?(task: CutoutTask): void
}

/** Begins a cutout and follows it to its result. Rejects with a message for the seller, or with the abort reason. */
export async function runCutout(
  request: CutoutRequest,
  ports: RunPorts,
  signal: AbortSignal,
  progress: CutoutProgress = {},
): Promise<CutoutResult> {
  let ticket: CutoutTicket
  let task: CutoutTask
  try {
    ticket = await within(callTimeout, (inner) => ports.calls.ticket(request, inner), signal)
    task = await within(callTimeout, (inner) => ports.calls.create(request, ticket, inner), signal)
  } catch (error) {
    throw sellerError(error, signal)
  }
  progress.begun?.({ taskId: task.id, host: ticket.host })
  return follow(task, ticket.host, ports, signal, progress)
}

/** Follows a cutout that was begun before, as `runCutout` does. */
export async function resumeCutout(
  { taskId, host }: BegunCutout,
  ports: RunPorts,
  signal: AbortSignal,
  progress: CutoutProgress = {},
): Promise<CutoutResult> {
  const task = { id: taskId, status: 'RUNNING', errorMessage: null, resultImageUrls: [], ahead: null, seconds: null }
  return follow(task, host, ports, signal, progress)
}

async function follow(
  first: CutoutTask,
  host: string | null,
  { calls, wait }: RunPorts,
  signal: AbortSignal,
  { told }: CutoutProgress,
): Promise<CutoutResult> {
  let task = first
  let failedPolls = 0
  for (let stillPolls = 0; stillPolls < maxPolls; stillPolls++) {
    const url = resultOf(task)
    if (url !== null) return { url, host }
    told?.(task)
    await wait(pollInterval, signal)
    try {
      const before = task.ahead
      task = await within(callTimeout, (inner) => calls.read(first.id, { host }, inner), signal)
      failedPolls = 0
      // A long queue that moves is no reason to give up.
      if (task.ahead !== before) stillPolls = 0
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
