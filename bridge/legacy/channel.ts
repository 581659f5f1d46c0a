/**
 * Lets the page speak to a shell of the older dialect without knowing it. The page says its usual hello; where three of them stay
 * unanswered, the older dialect is tried beside them. If a shell answers that, a host half opens inside the page and carries calls
 * over: time limits, cancel, checked replies and idempotency stay what they are, and what the old shell cannot do says so in words.
 */
import { unwrap } from '../core/envelope'
import { decodeLegacy, type LegacyReply, type LegacyRequest, legacyMy, legacyToken } from '../core/legacy'
import type { Channel, Env, Log } from '../core/types'
import { createHost } from '../host/host'
import type { Host } from '../host/types'
import { type Ask, legacyCannot, legacyHandlers, legacyNeeds } from './handlers'

export interface LegacyChannelOptions {
  readonly env: Env
  readonly log?: Log
  /** See `LegacyOptions`. */
  readonly cloudAppPath: string | undefined
}

/** The first hellos are for our own shell alone. */
const patience = 3
/** How long the shell may think about whether the client has a function, ms. */
const canMs = 2000

const kindOf = (frame: unknown): unknown => (typeof frame === 'object' && frame !== null && 'k' in frame ? frame.k : undefined)

export interface LegacyChannel extends Channel {
  /** Requests to an older shell that are not answered, and the host inside the page; for tests and the log. */
  stats(): { readonly waiting: number; readonly opened: boolean }
}

export function legacyChannel(inner: Channel, { env, log = () => {}, cloudAppPath }: LegacyChannelOptions): LegacyChannel {
  const waiting = new Map<string, (reply: LegacyReply | undefined) => void>()
  const toPage = new Set<(raw: unknown) => void>()
  const toHost = new Set<(raw: unknown) => void>()
  let hellos = 0
  let mode: 'open' | 'own' | 'older' = 'open'
  let host: Host | undefined
  let disposed = false

  const ask: Ask = (request: LegacyRequest, signal) =>
    new Promise((resolve, reject) => {
      const token = legacyToken(env.newId())
      const leave = signal.onAbort(() => {
        waiting.delete(token)
        reject({ code: 'CANCELLED', message: 'given up; an older shell does it all the same' })
      })
      waiting.set(token, (reply) => {
        leave()
        if (reply?.ok) resolve(reply.value)
        else reject(reply?.error)
      })
      inner.send({ ...request, token })
    })
  /** False where the shell does not say. */
  const can = (name: string): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (answer: unknown) => {
        env.clear(timer)
        resolve(answer === true)
      }
      const abort: (() => void)[] = []
      const timer = env.set(() => {
        for (const stop of abort) stop()
        resolve(false)
      }, canMs)
      const signal = {
        aborted: false,
        onAbort: (stop: () => void) => {
          abort.push(stop)
          return () => {}
        },
      }
      ask(legacyMy('canIUse', name), signal).then(end, () => end(false))
    })

  const open = async () => {
    const names = [...new Set(Object.values(legacyNeeds).flat())]
    const has = new Map(await Promise.all(names.map(async (name) => [name, await can(name)] as const)))
    if (disposed) return
    const lacking = Object.entries(legacyNeeds).filter(([, needs]) => !needs.every((name) => has.get(name) === true))
    log('older-shell', { lacking: lacking.map(([method]) => method) })
    const memory: Channel = {
      // As a message is: later, and a copy.
      send: (frame) => {
        const text = JSON.stringify(frame)
        void Promise.resolve().then(() => {
          for (const listener of [...toPage]) listener(JSON.parse(text))
        })
      },
      listen(listener) {
        toHost.add(listener)
        return () => toHost.delete(listener)
      },
    }
    host = createHost(memory, {
      handlers: legacyHandlers({ ask, cloudAppPath }),
      env,
      shell: 'tb-app',
      client: '',
      unsupported: [...Object.keys(legacyCannot), ...lacking.map(([method]) => method)],
      unsupportedWords: legacyCannot,
      log,
    })
  }
  /** One question however often it is asked: nobody may ever answer it. */
  const probe = { ...legacyMy('canIUse', 'getStorage'), token: legacyToken(env.newId()) }
  waiting.set(probe.token, () => {
    if (mode !== 'open') return
    mode = 'older'
    void open()
  })
  return {
    send(frame) {
      if (host) {
        const text = JSON.stringify(frame)
        void Promise.resolve().then(() => {
          for (const listener of [...toHost]) listener(JSON.parse(text))
        })
        return
      }
      inner.send(frame)
      if (mode !== 'open' || kindOf(frame) !== 'hello') return
      hellos += 1
      if (hellos >= patience) inner.send(probe)
    },
    listen(listener) {
      toPage.add(listener)
      const unlisten = inner.listen((raw) => {
        if (mode === 'own') return listener(raw)
        const reply = decodeLegacy(raw)
        if (reply) {
          const settle = waiting.get(reply.token)
          waiting.delete(reply.token)
          settle?.(reply)
          return
        }
        // Our own shell, late: it is the better one as long as the other has not been taken.
        if (mode === 'open' && unwrap(raw)?.k === 'welcome') mode = 'own'
        if (mode !== 'older') listener(raw)
      })
      return () => {
        toPage.delete(listener)
        unlisten()
        disposed = true
        waiting.clear()
        host?.dispose()
      }
    },
    rejected: () => inner.rejected?.() ?? 0,
    stats: () => ({ waiting: waiting.size, opened: host !== undefined }),
  }
}
