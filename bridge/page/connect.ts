/** The page half of the bridge. The qianniu adapter uses it; bridge/README.md explains the protocol. */
import { createDeadlines } from '../core/deadlines'
import { BridgeError } from '../core/errors'
import { hasField } from '../core/fields'
import { wireSize } from '../core/frame-size'
import { handshakeMs, timeLimit, writesByDefault } from '../core/timing'
import {
  type Channel,
  defaultLimits,
  type Frame,
  type FrameBody,
  type FrameOf,
  type Limits,
  type Method,
  methodKinds,
  protocolRange,
  type Welcome,
} from '../core/types'
import { commonVersion, createWire } from '../core/wire'
import { createBlobSending } from './blobs'
import { createCalls } from './calls'
import { pageEnv } from './env'
import { createHandshake } from './handshake'
import { createHeartbeat } from './heartbeat'
import type { CallOptions, ConnectOptions, HostConnection, LinkState, OwnLimits } from './types'

interface Session {
  readonly hid: string
  readonly n: string
  readonly sid: string
  /** Whether both sides know version 2. */
  readonly short: boolean
  readonly welcome: Welcome
}
interface Waiter {
  readonly resolve: (welcome: Welcome) => void
  readonly reject: (error: BridgeError) => void
}

/** Upper bound of the bytes that a frame adds to a request's own fields, with room for long ids. */
const envelopeBytes = 1024

/** Stands for the missing channel of a page outside any client. */
const noChannel: Channel = { send: () => {}, listen: () => () => {} }

/**
 * Connects to the host behind a channel and sends calls to it. Pass null for a page outside any client: every call then rejects
 * with NOT_QIANNIU at once.
 */
export function connectHost(channel: Channel | null, options: ConnectOptions): HostConnection {
  const env = options.env ?? pageEnv()
  const log = options.log ?? (() => {})
  const proto = options.proto ?? protocolRange
  const sid = env.newId()
  const knownHosts = new Set<string>()
  const stateListeners = new Set<(state: LinkState) => void>()
  let waiters: Waiter[] = []
  let session: Session | undefined
  let state: LinkState = 'connecting'
  let disposed = false
  let hellos = 0
  const welcomedHosts = new Set<string>()
  /** Number of the first hello since the host was last lost. A known host's welcome to an earlier hello may be out of date. */
  let firstValidHello = 1
  let ownLimits: OwnLimits = {}
  /** Whether a ping has been sent since the last frame of the host. */
  let pingUnanswered = false
  /** Whether a hello has offered another way that the host has not answered yet. */
  let waysChanging = false
  const limits = (): Limits => {
    const { frame, chunk, file } = session?.welcome.limits ?? defaultLimits
    return { frame: Math.min(frame, ownLimits.frame ?? frame), chunk: Math.min(chunk, ownLimits.chunk ?? chunk), file }
  }

  const deadlines = createDeadlines(env, () => ping())
  const wire = createWire({
    channel: channel ?? noChannel,
    env,
    log,
    onFrame: (frame) => receive(frame),
    session: () => session,
    // A late frame of a former session; if our host were gone, it would have answered with a bye or not at all.
    onForeign: () => {},
    frameLimit: () => limits().frame,
  })
  const hello = () => {
    hellos += 1
    wire.send({ k: 'hello', proto, page: options.pageVersion, h: hellos, frame: ownLimits.answer }, { sid })
  }
  /** Returns false if there is no host. A channel that throws counts as sent: the call then ends at the limit for its ack. */
  const post = (body: FrameBody): boolean => {
    if (!session || state !== 'ready') return false
    wire.send(body, session)
    return true
  }
  const calls = createCalls({
    sid,
    env,
    deadlines,
    log,
    ready: () => state === 'ready',
    post,
    frameLimit: () => limits().frame,
    ping: () => ping(),
    doubt: () => doubt(),
    ignore: wire.ignore,
  })
  /** The channel's way to the host is gone or doubted: a hello offers another one. The same page and host keep their session. */
  const changeWay = () => {
    if (state !== 'ready') return
    waysChanging = true
    hello()
  }
  const doubt = () => {
    if (state === 'ready' && channel?.doubt?.()) changeWay()
  }
  const ping = () => {
    if (pingUnanswered) doubt()
    pingUnanswered = true
    const ids = calls.waitingIds().slice(0, 50)
    post(ids.length === 0 ? { k: 'ping' } : { k: 'ping', ids })
  }
  const handshake = createHandshake(deadlines, options.handshakeMs ?? handshakeMs, hello, () =>
    failHandshake(
      new BridgeError(options.foreignUserAgent ? 'NOT_QIANNIU' : 'TIMEOUT', { stage: 'handshake', message: 'no welcome' }),
    ),
  )
  const heartbeat = createHeartbeat(env, deadlines, ping, () => reconnect('no pong'))

  const setState = (next: LinkState) => {
    if (next === state) return
    state = next
    for (const listener of [...stateListeners]) listener(next)
  }
  const settleWaiters = (settle: (waiter: Waiter) => void) => {
    const all = waiters
    waiters = []
    for (const waiter of all) settle(waiter)
  }
  /** Ends the handshake without a host. A later welcome still makes the connection ready. */
  const failHandshake = (error: BridgeError) => {
    log('handshake-failed', { code: error.code, message: error.message })
    handshake.stop()
    heartbeat.stop()
    setState('lost')
    settleWaiters(({ reject }) => reject(error))
    calls.rejectAll(
      () => error,
      () => new BridgeError('HOST_GONE', { stage: 'reply', message: 'the host did not come back' }),
    )
  }
  /** The host may be gone: sends hello again. The welcome decides what becomes of the calls: see `handleWelcome`. */
  const reconnect = (why: string) => {
    if (disposed) return
    log('host-lost', { why })
    heartbeat.stop()
    firstValidHello = hellos + 1
    if (state === 'ready') setState('lost')
    if (handshake.running) handshake.sendHello()
    else handshake.start()
  }
  const handleWelcome = (frame: FrameOf<'welcome'>) => {
    const { hid, n, shell, client, caps, limits, user, h } = frame
    if (h !== undefined && h < firstValidHello && welcomedHosts.has(hid)) return wire.ignore('late-welcome')
    welcomedHosts.add(hid)
    if (session?.hid === hid && session.n === n && state === 'ready') {
      if (!waysChanging) return wire.ignore('welcome-again')
      waysChanging = false
      return calls.repeat()
    }
    const version = commonVersion(proto, frame.proto)
    if (version === undefined) {
      const detail = { page: proto, host: frame.proto }
      return failHandshake(new BridgeError('VERSION', { stage: 'handshake', message: 'protocol versions do not meet', detail }))
    }
    const isNewHost = session !== undefined && session.hid !== hid
    const { frame: frameBytes, chunk, file } = limits
    const welcome: Welcome = { hid, proto: frame.proto, shell, client, caps, limits: { frame: frameBytes, chunk, file }, user }
    knownHosts.add(hid)
    session = { sid, hid, n, short: version >= 2, welcome }
    handshake.stop()
    // Calls sent to the former host must be moved or rejected before anything is sent to this one.
    if (isNewHost) calls.hostChanged()
    setState('ready')
    heartbeat.start()
    settleWaiters(({ resolve }) => resolve(welcome))
    calls.flush()
  }
  const receive = (frame: Frame) => {
    if (disposed) return
    if (frame.k === 'bye' && frame.sid === '*' && frame.hid) {
      // A host that has started, or one that does not know our session and quotes its nonce.
      const quotesUs = session !== undefined && frame.n === session.n && frame.hid !== session.hid
      if (!quotesUs && knownHosts.has(frame.hid)) return wire.ignore('sid')
      knownHosts.add(frame.hid)
      return reconnect(quotesUs ? 'another host answers' : 'a host has started')
    }
    if (frame.sid !== sid) return wire.ignore('sid')
    if (frame.k === 'welcome') {
      pingUnanswered = false
      return handleWelcome(frame)
    }
    if (!session) return wire.ignore('hid')
    if (frame.hid !== session.hid) {
      wire.ignore('hid')
      // A frame of an unknown host means that ours was replaced; late frames of a former host mean nothing. A bye is different:
      // its sender receives our frames, so our host is gone, e.g. when a late welcome made us return to a former host.
      if (frame.hid && (frame.k === 'bye' || !knownHosts.has(frame.hid))) {
        knownHosts.add(frame.hid)
        reconnect('another host answers')
      }
      return
    }
    if (frame.n !== session.n) return wire.ignore('nonce')
    pingUnanswered = false
    heartbeat.frameReceived()
    deadlines.frameReceived()
    switch (frame.k) {
      case 'ack':
      case 'prog':
      case 'res':
      case 'err':
      case 'chunkack':
        return calls.onFrame(frame)
      case 'bye':
        return reconnect(`host said goodbye: ${frame.why}`)
      case 'ping':
        post({ k: 'pong' })
        return
      case 'pong':
        return
      default:
        wire.ignore('direction')
    }
  }
  const unusableError = (): BridgeError | undefined => {
    if (disposed) return new BridgeError('CANCELLED', { stage: 'dispose', message: 'the connection was disposed of' })
    return channel ? undefined : new BridgeError('NOT_QIANNIU', { stage: 'channel', message: 'no channel' })
  }
  /** Starts a handshake if there is no host: each new call of a lost connection looks for one again. */
  const ensureHandshake = () => {
    if (state !== 'ready' && !handshake.running) handshake.start()
  }
  const kindOf = (method: string): string => (hasField(methodKinds, method) ? methodKinds[method as Method] : method)

  /** This is no async function, which would take three more steps for the result of each call. */
  const call = <T>(method: string, params: unknown, callOptions: CallOptions<T> = {}): Promise<T> => {
    const error = unusableError()
    if (error) return Promise.reject(error)
    let json: string
    try {
      json = JSON.stringify([method, params, callOptions.idempotencyKey ?? null])
    } catch (cause) {
      const message = `${method}: parameters are no JSON: ${String(cause)}`
      return Promise.reject(new BridgeError('PROTOCOL', { stage: 'call', message }))
    }
    const write = callOptions.write ?? writesByDefault(method)
    const limit = timeLimit(method, write, callOptions.bytes ?? 0)
    ensureHandshake()
    const value = calls.open({
      method,
      params: () => params,
      kind: callOptions.kind ?? kindOf(method),
      write,
      limit: callOptions.timeoutMs === undefined ? limit : { ...limit, hard: callOptions.timeoutMs },
      size: (maxBytes) => (callOptions.anySize ? 0 : wireSize(json, maxBytes - envelopeBytes) + envelopeBytes),
      idempotencyKey: callOptions.idempotencyKey,
      guard: callOptions.guard,
      signal: callOptions.signal,
      onProgress: callOptions.onProgress,
      onAck: callOptions.onAck,
    })
    return value as Promise<T> // The reply's kind and the caller's guard have been checked.
  }
  const sendBlob = createBlobSending({
    calls,
    deadlines,
    post,
    unusableError,
    ensureHandshake,
    limits: () => (session ? limits() : undefined),
  })

  channel?.onClosed?.(changeWay)
  if (channel) handshake.start()
  else state = 'lost'

  return {
    ready() {
      const error = unusableError()
      if (error) return Promise.reject(error)
      if (session && state === 'ready') return Promise.resolve(session.welcome)
      return new Promise((resolve, reject) => {
        waiters.push({ resolve, reject })
        ensureHandshake()
      })
    },
    call,
    sendBlob,
    state: () => state,
    onState(listener) {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    limits,
    setLimits(next) {
      const changesAnswerLimit = ownLimits.answer !== next.answer
      ownLimits = next
      // A further hello gives the connected host the new limit of replies; if that hello is lost, the old limit stays.
      if (changesAnswerLimit && session && state === 'ready') hello()
    },
    stats: () => ({
      pending: calls.pending + waiters.length,
      listeners: calls.listeners + stateListeners.size + (disposed || !channel ? 0 : 1),
      timers: deadlines.size,
      tombstones: calls.tombstones,
      ignored: wire.ignored(),
    }),
    dispose() {
      if (disposed) return
      const error = new BridgeError('CANCELLED', { stage: 'dispose', message: 'the connection was disposed of' })
      // The cancels must be sent before the bye, which ends the session.
      calls.rejectAll(
        () => error,
        () => error,
      )
      post({ k: 'bye', why: 'page disposed' })
      disposed = true
      setState('lost')
      settleWaiters(({ reject }) => reject(error))
      wire.close()
      deadlines.dispose()
      stateListeners.clear()
    },
  }
}
