/** The page's pending calls: sends their requests, matches replies to them and ends each exactly once. `connect.ts` uses it. */
import type { Deadline, Deadlines } from '../core/deadlines'
import { BridgeError, fromWire } from '../core/errors'
import { fitsKind } from '../core/kinds'
import { createRecent } from '../core/memory'
import { ackMs, replyPollMs, resendMs, type TimeLimit } from '../core/timing'
import type { Env, FrameBody, FrameOf, Log, Progress } from '../core/types'
import { createCancels } from './cancels'

export interface CallSpec {
  readonly method: string
  /** Called each time the request leaves, because some parameters depend on the host's limits. May throw a BridgeError. */
  readonly params: () => unknown
  readonly kind: string
  readonly write: boolean
  readonly limit: TimeLimit
  /** Returns the request's bytes on the wire, or any upper bound that does not exceed `limit`. */
  readonly size: (limit: number) => number
  readonly idempotencyKey?: string
  readonly guard?: (value: unknown) => boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Called with each ack: a repeated request or another host may acknowledge again. */
  readonly onAck?: (id: string) => void
  readonly onChunkAck?: (index: number, bad: boolean) => void
  /** Called when the call ends or goes to another host; work that accompanies it, such as sending pieces, must stop. */
  readonly onReset?: () => void
}

interface Call {
  readonly id: string
  readonly spec: CallSpec
  /** Time on `env.now()` at which the hard limit ends; undefined without one. */
  readonly endsAt: number | undefined
  readonly settle: (outcome: { readonly value: unknown } | { readonly error: BridgeError }) => void
  readonly deadlines: Record<'hard' | 'idle' | 'ack' | 'resend', Deadline | undefined>
  readonly unlisten: () => void
  stage: 'queued' | 'sent' | 'acked'
  progress: number
  wasRequeued: boolean
}

export interface CallsPort {
  readonly sid: string
  readonly env: Env
  readonly deadlines: Deadlines
  readonly log: Log
  /** Whether a host is connected. */
  ready(): boolean
  /** Sends to the connected host; returns false if there is none. */
  post(body: FrameBody): boolean
  /** Returns the current limit of a frame, bytes. */
  frameLimit(): number
  /** Pings the host, with the ids of the calls whose replies it should repeat. */
  ping(): void
  /** A request was not acknowledged in time: it is sent again, by another way if the channel has one. */
  doubt(): void
  ignore(reason: string): void
}

export interface Calls {
  open(spec: CallSpec): Promise<unknown>
  fail(id: string, error: BridgeError): void
  onFrame(frame: FrameOf<'ack' | 'prog' | 'res' | 'err' | 'chunkack'>): void
  /** Sends the calls and cancels that waited for a host. */
  flush(): void
  /** Sends the requests again that the host has not acknowledged, because they may have been lost on a way that is used no more. */
  repeat(): void
  /** Another host has taken over: reads are queued for it once, all other sent calls reject with HOST_GONE. */
  hostChanged(): void
  /** Rejects all calls: those not sent with `queued()`, the others with `sent()`. */
  rejectAll(queued: () => BridgeError, sent: () => BridgeError): void
  waitingIds(): readonly string[]
  readonly pending: number
  readonly listeners: number
  readonly tombstones: number
}

/** Creates the table of pending calls. When a call settles, its deadlines and its abort listener are removed with it. */
export function createCalls(port: CallsPort): Calls {
  const { env, deadlines, log } = port
  const calls = new Map<string, Call>()
  // Ids of settled calls, so that late frames are counted as `late` and not as frames of an unknown call.
  const tombstones = createRecent(250)
  let replyPoll: Deadline | undefined
  const cancels = createCancels(port.post, deadlines, log)
  let count = 0
  let listeners = 0

  const stopReplyPoll = () => {
    replyPoll?.clear()
    replyPoll = undefined
  }
  /** Runs every `replyPollMs` while any call waits for its reply. */
  const pollReplies = () => {
    replyPoll = undefined
    if (waitingIds().length === 0) return
    replyPoll = deadlines.start(replyPollMs, pollReplies)
    port.ping()
  }
  const waitingIds = () => [...calls.values()].filter((call) => call.stage === 'acked').map((call) => call.id)
  const clear = (call: Call, name: keyof Call['deadlines']) => {
    call.deadlines[name]?.clear()
    call.deadlines[name] = undefined
  }
  /** Stops waiting for the ack of a request, which has arrived or will be sent again. */
  const clearSending = (call: Call) => {
    clear(call, 'ack')
    clear(call, 'resend')
  }
  const end = (call: Call, outcome: Parameters<Call['settle']>[0]) => {
    if (!calls.delete(call.id)) return
    tombstones.add(call.id)
    clear(call, 'hard')
    clear(call, 'idle')
    clearSending(call)
    if (calls.size === 0) stopReplyPoll()
    call.unlisten()
    call.spec.onReset?.()
    call.settle(outcome)
  }
  /** Rejects a call and cancels it at the host if it has been sent. */
  const failAndCancel = (call: Call, error: BridgeError) => {
    if (!calls.has(call.id)) return
    end(call, { error })
    if (call.stage !== 'queued') cancels.send(call.id, call.spec.method)
  }
  const failWithTimeout = (call: Call, stage: string) =>
    failAndCancel(call, new BridgeError('TIMEOUT', { stage, message: `${call.spec.method}: no answer (${stage})` }))
  const stageOf = (call: Call) => (call.stage === 'queued' ? 'handshake' : call.stage === 'sent' ? 'ack' : 'reply')

  const request = (call: Call, now = env.now()): boolean => {
    const { id, spec } = call
    const { method: m, kind, idempotencyKey: ik } = spec
    let p: unknown
    try {
      p = spec.params()
    } catch (error) {
      end(call, {
        error: error instanceof BridgeError ? error : new BridgeError('PROTOCOL', { stage: 'call', message: String(error) }),
      })
      return false
    }
    const dl = call.endsAt === undefined ? undefined : Math.max(0, Math.round(call.endsAt - now))
    return port.post({ k: 'req', id, m, p, kind, dl, ik })
  }
  const repeat = (call: Call) => {
    if (request(call)) call.deadlines.resend?.restart(resendMs)
  }
  const startIdle = (call: Call) => {
    const { idle } = call.spec.limit
    if (idle === undefined) return
    if (call.deadlines.idle) call.deadlines.idle.restart(idle)
    else call.deadlines.idle = deadlines.start(idle, () => failWithTimeout(call, 'idle'), true)
  }
  const send = (call: Call, now = env.now()) => {
    const limit = port.frameLimit()
    const size = call.spec.size(limit)
    if (size > limit) {
      return end(call, {
        error: new BridgeError('TOO_LARGE', {
          stage: 'send',
          message: `${call.spec.method}: ${size} bytes`,
          userMessage: '要发送的数据太大，请减少内容后再试',
          detail: { size, limit },
        }),
      })
    }
    if (!port.ready() || !request(call, now)) return
    call.stage = 'sent'
    const repeatLater = () => {
      port.doubt()
      repeat(call)
    }
    call.deadlines.resend = deadlines.start(resendMs, repeatLater, false, now)
    call.deadlines.ack = deadlines.start(
      ackMs,
      () => {
        failWithTimeout(call, 'ack')
        port.ping()
      },
      true,
      now,
    )
  }
  const handleAck = (call: Call) => {
    if (call.stage === 'acked') return
    call.stage = 'acked'
    clearSending(call)
    replyPoll ??= deadlines.start(replyPollMs, pollReplies)
    if (call.spec.limit.idleFromStart) startIdle(call)
  }
  const handleReply = (call: Call, frame: FrameOf<'res'>) => {
    // The host assumes that its reply was accepted: the cancel makes it undo the effect of a reply that cannot be used.
    const reject = (why: string) =>
      failAndCancel(call, new BridgeError('BAD_REPLY', { stage: 'reply', message: `${call.spec.method}: ${why}` }))
    if (frame.kind !== call.spec.kind) return reject(`reply of kind ${String(frame.kind)}, expected ${call.spec.kind}`)
    try {
      if (!fitsKind(call.spec.kind, frame.v) || (call.spec.guard && !call.spec.guard(frame.v)))
        return reject('reply of another shape')
    } catch (error) {
      return reject(`guard failed: ${String(error)}`)
    }
    end(call, { value: frame.v })
  }
  const handleProgress = (call: Call, { i, stage, loaded, total }: FrameOf<'prog'>) => {
    if (i <= call.progress) return port.ignore('late-progress')
    call.progress = i
    startIdle(call)
    try {
      call.spec.onProgress?.(total === undefined ? { stage, loaded } : { stage, loaded, total })
    } catch (error) {
      log('progress-listener-failed', { method: call.spec.method, error: String(error) })
    }
  }

  const open = (spec: CallSpec): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { signal, limit } = spec
      if (signal?.aborted) return reject(new BridgeError('CANCELLED', { stage: 'call' }))
      count += 1
      const now = env.now()
      const onAbort = () => failAndCancel(call, new BridgeError('CANCELLED', { stage: stageOf(call) }))
      const call: Call = {
        id: `${port.sid}:${count}`,
        spec,
        endsAt: limit.hard === undefined ? undefined : now + limit.hard,
        settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value)),
        deadlines: { hard: undefined, idle: undefined, ack: undefined, resend: undefined },
        unlisten: () => {
          if (!signal) return
          listeners -= 1
          signal.removeEventListener('abort', onAbort)
        },
        stage: 'queued',
        progress: -1,
        wasRequeued: false,
      }
      if (signal) {
        listeners += 1
        signal.addEventListener('abort', onAbort)
      }
      calls.set(call.id, call)
      if (limit.hard !== undefined)
        call.deadlines.hard = deadlines.start(limit.hard, () => failWithTimeout(call, stageOf(call)), true, now)
      send(call, now)
    })

  return {
    open,
    fail(id, error) {
      const call = calls.get(id)
      if (call) failAndCancel(call, error)
    },
    onFrame(frame) {
      const call = calls.get(frame.id)
      if (!call) {
        if (frame.k === 'err') cancels.handleConfirmation(frame.id)
        if (tombstones.has(frame.id)) log('late-frame', { id: frame.id, k: frame.k })
        return port.ignore(tombstones.has(frame.id) ? 'late' : 'id')
      }
      if (frame.k === 'res') return handleReply(call, frame)
      if (frame.k === 'err') return end(call, { error: fromWire(frame.e) })
      // Any frame of the call proves that the request arrived; the ack itself may be lost or late.
      handleAck(call)
      if (frame.k === 'ack') call.spec.onAck?.(call.id)
      else if (frame.k === 'prog') handleProgress(call, frame)
      else {
        if (call.spec.limit.idleFromStart) startIdle(call)
        call.spec.onChunkAck?.(frame.i, frame.bad === true)
      }
    },
    flush() {
      cancels.flush()
      for (const call of [...calls.values()]) if (call.stage === 'queued') send(call)
    },
    repeat() {
      for (const call of [...calls.values()]) if (call.stage === 'sent') repeat(call)
    },
    hostChanged() {
      cancels.hostChanged()
      for (const call of [...calls.values()]) {
        if (call.stage === 'queued') continue
        if (call.spec.write || call.wasRequeued) {
          // The call may have succeeded with its reply lost: the cancel lets the new host undo its effect.
          failAndCancel(
            call,
            new BridgeError('HOST_GONE', { stage: stageOf(call), message: `${call.spec.method}: the host was reloaded` }),
          )
          continue
        }
        clearSending(call)
        clear(call, 'idle')
        call.spec.onReset?.()
        call.wasRequeued = true
        call.progress = -1
        call.stage = 'queued'
      }
    },
    rejectAll(queued, sent) {
      for (const call of [...calls.values()]) failAndCancel(call, call.stage === 'queued' ? queued() : sent())
    },
    waitingIds,
    get pending() {
      return calls.size
    },
    get listeners() {
      return listeners
    },
    get tombstones() {
      return tombstones.size
    },
  }
}
