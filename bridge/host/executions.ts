/** The host's running and finished calls: runs handlers, repeats replies, and undoes effects that no page received. */

import { isFields } from '../../contract/ground/fields'
import { fromClient } from '../core/client-errors'
import type { Deadline, Deadlines } from '../core/deadlines'
import { BridgeError, toWire } from '../core/errors'
import { wireSize } from '../core/frame-size'
import { createMemory, createRecent } from '../core/memory'
import { cancelMs, lazyAckMs } from '../core/timing'
import type { Env, FrameBody, FrameOf, Log } from '../core/types'
import type { Effect, Ledger } from './ledger'
import { type Canceller, createCanceller } from './signal'
import type { CallContext, ReceivedBlob } from './types'

type Outcome =
  | { readonly kind: string; readonly value: unknown; readonly size: number }
  | { readonly error: BridgeError; readonly size: number }

/** One run of a handler. `ids` are the calls that wait for its effect: the first one, and repeats of its idempotency key. */
interface Execution extends Effect {
  /** The parameters of a run with a key, as `parametersText` writes them. */
  readonly parameters: string
  readonly canceller: Canceller
  deadline: Deadline | undefined
  ack: Deadline | undefined
  progress: number
  outcome: Outcome | undefined
  /** Whether at some moment before its end no call waited for it any more. */
  abandoned: boolean
}

/** The record of a call that has ended, kept for a page that sends the call again. */
interface Finished {
  readonly key: string | undefined
  readonly outcome: Outcome
}

/** Longer texts of parameters are kept by their length and both ends. */
const mostParameters = 4096

/**
 * Returns a text that is equal for equal parameters of a repeated key. The handle of a file is left out, because the page sends the
 * same file again under another one.
 */
function parametersText(parameters: unknown): string {
  const text = JSON.stringify(isFields(parameters) ? { ...parameters, file: undefined } : parameters) ?? ''
  if (text.length <= mostParameters) return text
  const half = mostParameters / 2
  return `${text.length} ${text.slice(0, half)}${text.slice(-half)}`
}

export interface ExecutionsPort {
  readonly env: Env
  readonly deadlines: Deadlines
  readonly log: Log
  readonly ledger: Ledger
  /** Returns the current limit of a reply, bytes. */
  frameLimit(): number
  post(body: FrameBody): void
  blob(handle: unknown): ReceivedBlob
  /** Runs the method's handler, or throws UNKNOWN_METHOD or UNSUPPORTED. */
  run(method: string, params: unknown, context: CallContext): unknown
  kindOf(method: string): string
}

export interface Executions {
  request(frame: FrameOf<'req'>): void
  cancel(id: string): void
  /** Sends again the replies of those calls that have one. */
  replay(ids: readonly string[]): void
  /** The page is gone: aborts all runs and forgets its calls. */
  abandonAll(): void
  readonly running: number
}

/**
 * Runs a handler once per call id and once per idempotency key, and undoes effects whose result no page received. Results are
 * stored by id for two minutes, for a page that sends a request twice, and by key for ten, for a seller who tries again.
 */
export function createExecutions(port: ExecutionsPort): Executions {
  const { env, deadlines, log } = port
  let running = 0
  // The execution itself is not kept: each garbage collection would have to move all its objects.
  const byId = createMemory<Finished>(env.now, { keepMs: 120_000, max: 500, maxWeight: 16 * 1024 * 1024 })
  const liveById = new Map<string, Execution>()
  const byKey = createMemory<Execution>(env.now, { keepMs: 600_000, max: 200, maxWeight: 16 * 1024 * 1024 })
  // Ids are remembered longer than results: after a night's sleep a page may repeat a request whose result is forgotten.
  const started = createRecent(10_000)
  // A cancel may arrive before its request, by hours if the machine slept: that request must then not start.
  const cancelled = createRecent(2000)
  /** Repeats of a key whose first run is being abandoned or undone; they start, or get its result, when that has ended. */
  const waiting = new Map<string, { readonly frame: FrameOf<'req'>; readonly blockedBy: Effect }>()
  /** Effects that are being undone, by the key of their run. */
  const undoing = new Map<string, Effect>()

  const sendError = (id: string, error: BridgeError) => port.post({ k: 'err', id, e: toWire(error) })
  const confirmCancel = (id: string) => sendError(id, new BridgeError('CANCELLED', { stage: 'host' }))
  const answer = (id: string, outcome: Outcome) => {
    if ('error' in outcome) sendError(id, outcome.error)
    else port.post({ k: 'res', id, kind: outcome.kind, v: outcome.value })
  }
  const release = (effect: Effect) => {
    for (const [id, { frame, blockedBy }] of [...waiting]) {
      if (blockedBy !== effect) continue
      waiting.delete(id)
      request(frame)
    }
  }
  const undoEffects = async (effect: Effect) => {
    const { method, key, undo } = effect
    if (key !== undefined) undoing.set(key, effect)
    for (let step = undo.pop(); step; step = undo.pop()) {
      try {
        await step.run()
        log('undone', { method, what: step.description })
      } catch (error) {
        // Some effects cannot be undone (a seller's own picture space refuses deletes): log it once and do not try again.
        log('orphan', { method, what: step.description, error: String(error) })
      }
    }
    if (key !== undefined && undoing.get(key) === effect) undoing.delete(key)
    release(effect)
  }
  const forgetKey = ({ key, outcome }: { readonly key: string | undefined; readonly outcome: Outcome | undefined }) => {
    if (key !== undefined && byKey.get(key)?.outcome === outcome) byKey.delete(key)
  }
  const failureOf = (method: string, thrown: unknown): Outcome => ({ error: fromClient(thrown, method), size: 0 })
  const outcomeOf = (method: string, value: unknown): Outcome => {
    const kind = port.kindOf(method)
    const limit = port.frameLimit()
    let size: number
    try {
      size = wireSize(JSON.stringify({ kind, v: value }), limit)
    } catch (notJson) {
      return failureOf(method, notJson)
    }
    // The self-test must send replies above the limit, because it measures whether they arrive.
    if (size <= limit || method === 'diagnose.echo') return { kind, value, size }
    const facts = {
      stage: 'host',
      userMessage: '千牛返回的数据太大，请缩小查询范围后再试',
      detail: { size, limit },
    }
    return { error: new BridgeError('TOO_LARGE', facts), size: 0 }
  }
  const sendOutcome = (id: string, execution: Execution, outcome: Outcome) => {
    byId.set(id, { key: execution.key, outcome }, outcome.size)
    if (!('error' in outcome) && execution.undo.length > 0) port.ledger.put(id, execution)
    answer(id, outcome)
  }
  const finish = (execution: Execution, outcome: Outcome) => {
    running -= 1
    execution.deadline?.clear()
    execution.ack?.clear()
    execution.outcome = outcome
    const failed = 'error' in outcome
    for (const id of execution.ids) {
      liveById.delete(id)
      sendOutcome(id, execution, outcome)
    }
    const isReusable = !failed && !(execution.abandoned && execution.undo.length > 0)
    if (!isReusable) forgetKey(execution)
    else if (execution.key !== undefined) byKey.set(execution.key, execution, outcome.size)
    if ((failed || execution.abandoned) && execution.undo.length > 0) void undoEffects(execution)
    else release(execution)
  }
  const contextOf = (execution: Execution, id: string): CallContext => ({
    callId: id,
    signal: execution.canceller.signal,
    idempotencyKey: execution.key,
    progress(stage, loaded, total) {
      if (execution.outcome) return
      const i = execution.progress
      execution.progress += 1
      for (const one of execution.ids) port.post({ k: 'prog', id: one, i, stage, loaded, total })
    },
    blob: port.blob,
    undo(description, run) {
      execution.undo.push({ description, run })
    },
  })
  const start = (frame: FrameOf<'req'>) => {
    const execution: Execution = {
      method: frame.m,
      key: frame.ik,
      parameters: frame.ik === undefined ? '' : parametersText(frame.p),
      ids: new Set([frame.id]),
      canceller: createCanceller(),
      undo: [],
      deadline: undefined,
      ack: undefined,
      progress: 0,
      outcome: undefined,
      abandoned: false,
    }
    running += 1
    liveById.set(frame.id, execution)
    started.add(frame.id)
    // The page sends the pieces of a file only after the ack. Any other call may be acknowledged by progress or a quick reply.
    const ack = () => port.post({ k: 'ack', id: frame.id })
    const now = env.now()
    if (frame.m === 'blob.write') ack()
    else execution.ack = deadlines.start(lazyAckMs, ack, false, now)
    if (frame.ik !== undefined) byKey.set(frame.ik, execution)
    // The page gives up at `dl` and sends a cancel. If that is lost, this deadline ends the run a little later.
    if (frame.dl !== undefined) execution.deadline = deadlines.start(frame.dl + cancelMs, () => failOverdue(execution), true, now)
    let result: unknown
    try {
      result = port.run(frame.m, frame.p, contextOf(execution, frame.id))
    } catch (thrown) {
      result = Promise.reject(thrown)
    }
    // Without an async function, which takes two more steps for the result of each call.
    Promise.resolve(result).then(
      (value) => finish(execution, outcomeOf(frame.m, value)),
      (thrown: unknown) => finish(execution, failureOf(frame.m, thrown)),
    )
  }
  const abandon = (execution: Execution) => {
    execution.abandoned = true
    execution.deadline?.clear()
    execution.ack?.clear()
    execution.canceller.abort()
  }
  const failOverdue = (execution: Execution) => {
    for (const id of execution.ids) {
      sendError(id, new BridgeError('TIMEOUT', { stage: 'host', message: `${execution.method}: over its time limit` }))
      liveById.delete(id)
      cancelled.add(id)
    }
    execution.ids.clear()
    abandon(execution)
  }
  const request = (frame: FrameOf<'req'>) => {
    const { id, ik } = frame
    if (cancelled.has(id)) return confirmCancel(id)
    const ack = () => port.post({ k: 'ack', id })
    if (liveById.has(id) || waiting.has(id)) return ack()
    const done = byId.get(id)?.outcome
    if (done) {
      // A repeated request means that the first reply was lost or slow. Ack and reply: one of two messages is likelier to arrive.
      ack()
      return answer(id, done)
    }
    // The call ran and its result is forgotten. Send nothing: the page may have received the reply long ago, and if it still
    // waits, its own limit ends the call and its cancel undoes the effect.
    if (started.has(id)) return log('ran-before', { id, method: frame.m })
    const undone = ik === undefined ? undefined : undoing.get(ik)
    if (undone) {
      ack()
      waiting.set(id, { frame, blockedBy: undone })
      return
    }
    const known = ik === undefined ? undefined : byKey.get(ik)
    if (!known) return start(frame)
    if (known.method !== frame.m || known.parameters !== parametersText(frame.p)) {
      const message =
        known.method === frame.m
          ? `one idempotency key for two calls of ${frame.m} with different parameters`
          : `one idempotency key for ${known.method} and ${frame.m}`
      return sendError(id, new BridgeError('PROTOCOL', { stage: 'host', message }))
    }
    if (known.outcome) {
      known.ids.add(id)
      started.add(id)
      return sendOutcome(id, known, known.outcome)
    }
    ack()
    if (known.abandoned) {
      waiting.set(id, { frame, blockedBy: known })
      return
    }
    known.ids.add(id)
    liveById.set(id, known)
    started.add(id)
  }
  return {
    request,
    cancel(id) {
      confirmCancel(id)
      if (cancelled.has(id)) return
      cancelled.add(id)
      waiting.delete(id)
      const execution = liveById.get(id)
      if (execution) {
        liveById.delete(id)
        execution.ids.delete(id)
        if (execution.ids.size === 0) abandon(execution)
        return
      }
      // The call has succeeded, but its reply was lost or late: the page assumes that nothing happened, so undo the effect.
      const done = byId.get(id)
      byId.delete(id)
      const effect = port.ledger.take(id)
      if (!effect) return
      if (done) forgetKey(done)
      void undoEffects(effect)
    },
    replay(ids) {
      for (const id of ids) {
        const outcome = byId.get(id)?.outcome
        if (outcome) answer(id, outcome)
      }
    },
    abandonAll() {
      for (const execution of new Set(liveById.values())) {
        for (const id of execution.ids) cancelled.add(id)
        execution.ids.clear()
        abandon(execution)
      }
      liveById.clear()
      waiting.clear()
      byId.clear()
      started.clear()
    },
    get running() {
      return running
    },
  }
}
