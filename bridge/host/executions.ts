import { fromClient } from '../core/client-errors'
import type { Deadline, Deadlines } from '../core/deadlines'
import { BridgeError, toWire } from '../core/errors'
import { wireSize } from '../core/frame-size'
import { createMemory, createRecent } from '../core/memory'
import { cancelMs, lazyAckMs } from '../core/timing'
import type { Env, FrameBody, FrameOf, Log } from '../core/types'
import type { Effect, Ledger } from './ledger'
import { type Canceller, createCanceller } from './signal'
import type { CallContext, HeldBlob } from './types'

type Outcome =
  | { readonly kind: string; readonly value: unknown; readonly size: number }
  | { readonly error: BridgeError; readonly size: number }

/** Its ids are the calls that wait for this one effect: the first, and repeats of its idempotency key. */
interface Execution extends Effect {
  readonly key: string | undefined
  readonly canceller: Canceller
  deadline: Deadline | undefined
  ack: Deadline | undefined
  progress: number
  outcome: Outcome | undefined
  /** Nobody waited for it any more at some moment before its end. */
  abandoned: boolean
}

export interface ExecutionsPort {
  readonly env: Env
  readonly deadlines: Deadlines
  readonly log: Log
  readonly ledger: Ledger
  /** Most bytes of an answer, now. */
  frameLimit(): number
  post(body: FrameBody): void
  blob(handle: unknown): HeldBlob
  /** Runs the method's handler, or throws UNKNOWN_METHOD or UNSUPPORTED. */
  run(method: string, params: unknown, context: CallContext): unknown
  kindOf(method: string): string
}

export interface Executions {
  request(frame: FrameOf<'req'>): void
  cancel(id: string): void
  /** Answers again what was answered already. */
  replay(ids: readonly string[]): void
  /** The page is gone: nobody waits for anything. */
  abandonAll(): void
  readonly running: number
}

/**
 * Runs handlers: an id once, an idempotency key once, and takes effects back that reach nobody. Results by id are kept for a
 * page that sends a frame twice, results by key for ten minutes for a seller who tries again.
 */
export function createExecutions(port: ExecutionsPort): Executions {
  const { env, deadlines, log } = port
  const running = new Set<Execution>()
  const byId = createMemory<Execution>(env.now, { keepMs: 120_000, max: 500, maxWeight: 16 * 1024 * 1024 })
  const live = new Map<string, Execution>()
  const byKey = createMemory<Execution>(env.now, { keepMs: 600_000, max: 200, maxWeight: 16 * 1024 * 1024 })
  // Results are forgotten, that something ran is not: after a night's sleep a page asks again for what it saw no answer to.
  const started = createRecent(10_000)
  // A cancel may overtake its request, by hours where the machine slept: the request must then not start at all.
  const cancelled = createRecent(2000)
  /** Repeats of a key whose first try is being given up; they start or are answered once that is over. */
  const waiting = new Map<string, { readonly frame: FrameOf<'req'>; readonly behind: Execution }>()

  const refuse = (id: string, error: BridgeError) => port.post({ k: 'err', id, e: toWire(error) })
  const confirmCancel = (id: string) => refuse(id, new BridgeError('CANCELLED', { stage: 'host' }))
  const answer = (id: string, outcome: Outcome) => {
    if ('error' in outcome) refuse(id, outcome.error)
    else port.post({ k: 'res', id, kind: outcome.kind, v: outcome.value })
  }
  const takeBack = async ({ method, undo }: Effect) => {
    for (let step = undo.pop(); step; step = undo.pop()) {
      try {
        await step.step()
        log('undone', { method, what: step.what })
      } catch (error) {
        // Cannot be taken back (a seller's own picture space refuses deletes): said once, never tried blindly again.
        log('orphan', { method, what: step.what, error: String(error) })
      }
    }
  }
  const forgetKey = (execution: Execution) => {
    if (execution.key !== undefined && byKey.get(execution.key) === execution) byKey.delete(execution.key)
  }
  const outcomeOf = (method: string, value: unknown): Outcome => {
    const kind = port.kindOf(method)
    const limit = port.frameLimit()
    const size = wireSize(JSON.stringify({ kind, v: value }), limit)
    // A probe is as large as it was asked to be: whether it arrives is the question.
    if (size <= limit || method === 'diagnose.echo') return { kind, value, size }
    const facts = {
      stage: 'host',
      userMessage: '千牛返回的数据太大，请缩小查询范围后再试',
      detail: { size, limit },
    }
    return { error: new BridgeError('TOO_LARGE', facts), size: 0 }
  }
  const answered = (id: string, execution: Execution, outcome: Outcome) => {
    byId.set(id, execution, outcome.size)
    if (!('error' in outcome) && execution.undo.length > 0) port.ledger.put(id, execution)
    answer(id, outcome)
  }
  const finish = (execution: Execution, outcome: Outcome) => {
    running.delete(execution)
    execution.deadline?.clear()
    execution.ack?.clear()
    execution.outcome = outcome
    const failed = 'error' in outcome
    for (const id of execution.ids) {
      live.delete(id)
      answered(id, execution, outcome)
    }
    const keep = !failed && !(execution.abandoned && execution.undo.length > 0)
    if (failed || execution.abandoned) void takeBack(execution)
    if (!keep) forgetKey(execution)
    else if (execution.key !== undefined) byKey.set(execution.key, execution, outcome.size)
    for (const [id, { frame, behind }] of [...waiting]) {
      if (behind !== execution) continue
      waiting.delete(id)
      request(frame)
    }
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
    undo(what, step) {
      execution.undo.push({ what, step })
    },
  })
  const start = (frame: FrameOf<'req'>) => {
    const execution: Execution = {
      method: frame.m,
      key: frame.ik,
      ids: new Set([frame.id]),
      canceller: createCanceller(),
      undo: [],
      deadline: undefined,
      ack: undefined,
      progress: 0,
      outcome: undefined,
      abandoned: false,
    }
    running.add(execution)
    live.set(frame.id, execution)
    started.add(frame.id)
    // Pieces of a file wait for their ack; for anything else progress or a quick answer will do.
    const ack = () => port.post({ k: 'ack', id: frame.id })
    if (frame.m === 'blob.write') ack()
    else execution.ack = deadlines.start(lazyAckMs, ack)
    if (frame.ik !== undefined) byKey.set(frame.ik, execution)
    // The page gives up at `dl` and says so; if its word is lost, we notice by ourselves a little later.
    if (frame.dl !== undefined) execution.deadline = deadlines.start(frame.dl + cancelMs, () => overdue(execution), true)
    const task = async () => outcomeOf(frame.m, await port.run(frame.m, frame.p, contextOf(execution, frame.id)))
    task().then(
      (outcome) => finish(execution, outcome),
      (thrown: unknown) => finish(execution, { error: fromClient(thrown, frame.m), size: 0 }),
    )
  }
  const abandon = (execution: Execution) => {
    execution.abandoned = true
    execution.deadline?.clear()
    execution.ack?.clear()
    execution.canceller.abort()
  }
  const overdue = (execution: Execution) => {
    for (const id of execution.ids) {
      refuse(id, new BridgeError('TIMEOUT', { stage: 'host', message: `${execution.method}: over its time limit` }))
      live.delete(id)
      cancelled.add(id)
    }
    execution.ids.clear()
    abandon(execution)
  }
  const request = (frame: FrameOf<'req'>) => {
    const { id, ik } = frame
    if (cancelled.has(id)) return confirmCancel(id)
    const ack = () => port.post({ k: 'ack', id })
    if (live.has(id) || waiting.has(id)) return ack()
    const done = byId.get(id)?.outcome
    if (done) {
      // Asked twice means that the first answer was lost or slow; two messages are less easily lost than one.
      ack()
      return answer(id, done)
    }
    // It ran, and what came of it is not kept any more. No word of it: the page may have had its answer long ago, and where it
    // still waits its own limit ends the call and has the effect taken back.
    if (started.has(id)) return log('ran-before', { id, method: frame.m })
    const known = ik === undefined ? undefined : byKey.get(ik)
    if (!known) return start(frame)
    if (known.method !== frame.m) {
      return refuse(
        id,
        new BridgeError('PROTOCOL', { stage: 'host', message: `one idempotency key for ${known.method} and ${frame.m}` }),
      )
    }
    if (known.outcome) {
      known.ids.add(id)
      started.add(id)
      return answered(id, known, known.outcome)
    }
    ack()
    if (known.abandoned) {
      waiting.set(id, { frame, behind: known })
      return
    }
    known.ids.add(id)
    live.set(id, known)
    started.add(id)
  }
  return {
    request,
    cancel(id) {
      confirmCancel(id)
      if (cancelled.has(id)) return
      cancelled.add(id)
      waiting.delete(id)
      const execution = live.get(id)
      if (execution) {
        live.delete(id)
        execution.ids.delete(id)
        if (execution.ids.size === 0) abandon(execution)
        return
      }
      // Done, but its answer was lost or came too late: whoever asked believes that nothing happened.
      const done = byId.get(id)
      byId.delete(id)
      const effect = port.ledger.take(id)
      if (!effect) return
      if (done) forgetKey(done)
      void takeBack(effect)
    },
    replay(ids) {
      for (const id of ids) {
        const outcome = byId.get(id)?.outcome
        if (outcome) answer(id, outcome)
      }
    },
    abandonAll() {
      for (const execution of running) {
        for (const id of execution.ids) cancelled.add(id)
        execution.ids.clear()
        abandon(execution)
      }
      live.clear()
      waiting.clear()
      byId.clear()
      started.clear()
    },
    get running() {
      return running.size
    },
  }
}
