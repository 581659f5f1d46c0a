/**
 * Connects the page to an older shell (see core/legacy.ts). If the page's first two hellos get no welcome, a request in the older
 * form is sent with each further hello. If a shell replies to it, a host half opens inside the page and translates calls: time
 * limits, cancel, checked replies and idempotency work as usual. Methods that the shell lacks fail with a text for the seller.
 */
import { unwrap } from '../core/envelope'
import { decodeLegacy, type LegacyReply, type LegacyRequest, legacyMy, legacyToken } from '../core/legacy'
import type { Channel, Env, Log } from '../core/types'
import { createHost } from '../host/host'
import type { Host } from '../host/types'
import { legacyHandlers, legacyNeeds, legacyUnsupported, type SendRequest } from './handlers'

export interface LegacyChannelOptions {
  readonly env: Env
  readonly log?: Log
  /** See `LegacyOptions`. */
  readonly cloudAppPath: string | undefined
}

/** The older form is tried from this hello on; those before it give our own shell time to answer. */
const probeFromHello = 3
/** How long a `canIUse` request may take, ms. */
const canIUseMs = 2000

const kindOf = (frame: unknown): unknown => (typeof frame === 'object' && frame !== null && 'k' in frame ? frame.k : undefined)

export interface LegacyChannel extends Channel {
  /** Number of unanswered requests to the older shell, and whether the host inside the page is open; for tests. */
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

  const sendRequest: SendRequest = (request: LegacyRequest, signal) =>
    new Promise((resolve, reject) => {
      const token = legacyToken(env.newId())
      const removeListener = signal.onAbort(() => {
        waiting.delete(token)
        reject({ code: 'CANCELLED', message: 'given up; an older shell does it all the same' })
      })
      waiting.set(token, (reply) => {
        removeListener()
        if (reply?.ok) resolve(reply.value)
        else reject(reply?.error)
      })
      inner.send({ ...request, token })
    })
  /** Resolves with whether the client has a function; false if the shell does not reply. */
  const clientHas = (name: string): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (answer: unknown) => {
        env.clear(timer)
        resolve(answer === true)
      }
      const abort: (() => void)[] = []
      const timer = env.set(() => {
        for (const stop of abort) stop()
        resolve(false)
      }, canIUseMs)
      const signal = {
        aborted: false,
        onAbort: (stop: () => void) => {
          abort.push(stop)
          return () => {}
        },
      }
      sendRequest(legacyMy('canIUse', name), signal).then(end, () => end(false))
    })

  const open = async () => {
    const names = [...new Set(Object.values(legacyNeeds).flat())]
    const has = new Map(await Promise.all(names.map(async (name) => [name, await clientHas(name)] as const)))
    if (disposed) return
    const missingMethods = Object.entries(legacyNeeds).filter(([, needs]) => !needs.every((name) => has.get(name) === true))
    log('older-shell', { lacking: missingMethods.map(([method]) => method) })
    const memory: Channel = {
      // A real message arrives later and as a copy, so this one does too.
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
      handlers: legacyHandlers({ sendRequest, cloudAppPath }),
      env,
      shell: 'tb-app',
      client: '',
      unsupported: [...Object.keys(legacyUnsupported), ...missingMethods.map(([method]) => method)],
      unsupportedTexts: legacyUnsupported,
      log,
    })
  }
  /** Every probe has the same token, so that only one entry waits: a reply may never come. */
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
      if (hellos >= probeFromHello) inner.send(probe)
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
        // A late welcome of our own shell wins as long as no older shell has replied.
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
