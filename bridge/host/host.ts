/** The host half of the bridge. The shell, the simulator and the legacy channel use it; bridge/README.md is the protocol. */
import { createDeadlines } from '../core/deadlines'
import { BridgeError } from '../core/errors'
import { hasField } from '../core/fields'
import { createMemory } from '../core/memory'
import { observedChannel } from '../core/shape'
import {
  type Channel,
  defaultLimits,
  type Frame,
  type FrameBody,
  type FrameOf,
  type Limits,
  methodKinds,
  protocolRange,
} from '../core/types'
import { commonVersion, createWire } from '../core/wire'
import { createBlobs } from './blobs'
import { echo } from './echo'
import { createExecutions } from './executions'
import { createLedger } from './ledger'
import type { Handler, Host, HostOptions } from './types'

interface Session {
  readonly sid: string
  readonly hid: string
  readonly n: string
  /** Whether both sides know version 2. */
  readonly short: boolean
  /** The largest reply, in bytes, that is known to reach its page. */
  frame: number
}

/** The smallest reply limit that a page may set, bytes: below it, not even errors would fit. */
const minFrameBytes = 4096

/**
 * Creates a host. It serves one page at a time: the last that sent a hello. A page can call only the methods of `handlers` and
 * the built-in ones, and only with the nonce of its own welcome.
 */
export function createHost(channel: Channel, options: HostOptions): Host {
  const { env, handlers } = options
  const log = options.log ?? (() => {})
  const hid = env.newId()
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const unsupported = new Set(options.unsupported)
  const kinds: Readonly<Record<string, string>> = { ...methodKinds, ...options.kinds }
  /** The message being processed, as the client delivered it; `diagnose.echo` reports its shape. */
  let rawMessage: unknown
  const observe = (raw: unknown) => {
    rawMessage = raw
  }
  // Former pages: a late or repeated hello of one of them must not displace the present page.
  const formerPages = createMemory<true>(env.now, { keepMs: 600_000, max: 500 })
  const formerNonces = createMemory<true>(env.now, { keepMs: 600_000, max: 500 })
  let session: Session | undefined
  let disposed = false

  // After a sleep the page is pinged: its answer gives the running calls back the time that the sleep took from them.
  const deadlines = createDeadlines(env, () => post({ k: 'ping' }))
  const wire = createWire({
    channel: observedChannel(channel, observe),
    env,
    log,
    onFrame: (frame) => receive(frame),
    session: () => session,
    onForeign: (n) => onForeignFrame(n),
    frameLimit: () => frameLimit(),
  })
  const blobs = createBlobs(env, limits)
  const frameLimit = () => Math.min(limits.frame, session?.frame ?? limits.frame)
  const post = (body: FrameBody) => {
    if (session) wire.send(body, session)
  }
  const builtIn: Readonly<Record<string, Handler>> = {
    'blob.write': (params, { callId, signal }) => blobs.write(callId, params, signal),
    'blob.free': (params) => blobs.free(params),
    'diagnose.echo': (params) => echo(params, rawMessage),
  }
  const handlerOf = (method: string): Handler | undefined => {
    const from = hasField(handlers, method) ? handlers : builtIn
    return hasField(from, method) ? from[method] : undefined
  }
  const methods = [...new Set([...Object.keys(handlers), ...Object.keys(builtIn)])].filter((method) => !unsupported.has(method))
  const executions = createExecutions({
    env,
    deadlines,
    log,
    ledger: options.ledger ?? createLedger(env.now),
    frameLimit,
    post,
    blob: blobs.get,
    kindOf: (method) => (hasField(kinds, method) ? (kinds[method] as string) : method),
    run(method, params, context) {
      if (unsupported.has(method))
        throw new BridgeError('UNSUPPORTED', {
          stage: 'host',
          message: `this client cannot ${method}`,
          userMessage: options.unsupportedTexts?.[method],
        })
      const handler = handlerOf(method)
      if (!handler) throw new BridgeError('UNKNOWN_METHOD', { stage: 'host', message: `${method} is not on the allow-list` })
      return handler(params, context)
    },
  })

  const closeSession = (why: string) => {
    if (!session) return
    log('page-left', { sid: session.sid, why })
    formerPages.set(session.sid, true)
    formerNonces.set(session.n, true)
    session = undefined
    executions.abandonAll()
    blobs.clear()
  }
  const proto = options.proto ?? protocolRange
  const welcomePage = (frame: FrameOf<'hello'>) => {
    if (formerPages.get(frame.sid)) return wire.ignore('sid')
    if (session?.sid !== frame.sid) {
      closeSession('another page said hello')
      const short = (commonVersion(frame.proto, proto) ?? 1) >= 2
      session = { sid: frame.sid, hid, n: env.newId(), short, frame: limits.frame }
      log('page-came', { sid: frame.sid, page: frame.page })
    }
    session.frame = frame.frame === undefined ? limits.frame : Math.max(minFrameBytes, frame.frame)
    // Every hello of a page gets the same nonce and the first one's version, so that the frames that it has sent in the meantime stay valid.
    const { shell, client, user } = options
    post({ k: 'welcome', hid, n: session.n, proto, shell, client, caps: methods, limits, user, h: frame.h })
  }
  /** The page still addresses the host before this one. The bye makes it reconnect now, not at its time limits. */
  const onForeignFrame = (n: string) => {
    if (!disposed && !formerNonces.get(n)) wire.send({ k: 'bye', why: 'unknown session' }, { sid: '*', hid, n })
  }
  const receive = (frame: Frame) => {
    if (disposed) return
    if (frame.k === 'hello') return welcomePage(frame)
    if (frame.hid !== hid) {
      wire.ignore('hid')
      // As in `onForeignFrame`; a frame in the long form names its page.
      if (frame.hid && frame.k !== 'bye' && !formerPages.get(frame.sid))
        wire.send({ k: 'bye', why: 'unknown session' }, { sid: frame.sid, hid })
      return
    }
    if (!session || frame.sid !== session.sid) return wire.ignore('sid')
    if (frame.n !== session.n) return wire.ignore('nonce')
    deadlines.frameReceived()
    switch (frame.k) {
      case 'req':
        return executions.request(frame)
      case 'cancel':
        return executions.cancel(frame.id)
      case 'chunk':
        if (!blobs.piece(frame, post)) wire.ignore('chunk')
        return
      case 'ping':
        post({ k: 'pong' })
        return executions.replay(frame.ids ?? [])
      case 'bye':
        return closeSession(frame.why)
      case 'pong':
        return
      default:
        wire.ignore('direction')
    }
  }

  // A page may have loaded before this host did and be waiting for it.
  wire.send({ k: 'bye', why: 'host started' }, { sid: '*', hid })
  return {
    id: hid,
    stats: () => ({
      running: executions.running,
      timers: deadlines.size,
      listeners: disposed ? 0 : 1,
      blobs: blobs.size,
      ignored: wire.ignored(),
    }),
    dispose() {
      if (disposed) return
      post({ k: 'bye', why: 'host disposed' })
      closeSession('host disposed')
      disposed = true
      wire.close()
      deadlines.dispose()
    },
  }
}
