/**
 * Simulates the older shell (core/legacy.ts) after its published source: it runs any function of the client or the cloud SDK that
 * a request names, copies errors field by field, and never replies to a request of an unknown type.
 */
import { type Fields, fieldsOf } from '../../contract/ground/fields'
import type { Channel } from '../core/types'
import type { CallContext, Handler, Host } from '../host/types'

export interface OldShellWorld {
  /** The client's functions by name, such as `qn.openChat`. */
  readonly my: Readonly<Record<string, (options: Fields) => unknown>>
  /** The cloud SDK's functions by name, such as `topApi.invoke`. */
  readonly cloud: Readonly<Record<string, (options: Fields) => unknown>>
  readonly http: (options: Fields) => unknown
  post(message: unknown): void
}

const copyOfError = (error: unknown): unknown => {
  if (typeof error !== 'object') return { message: error }
  const fieldsOfError = Object.getOwnPropertyNames(error ?? {})
  return Object.fromEntries(fieldsOfError.map((name) => [name, fieldsOf(error)[name]]))
}

/** Returns the shell's `onMessage` handler; it takes the value of the event. */
export function oldShell({ my, cloud, http, post }: OldShellWorld): (value: unknown) => void {
  const run = (type: unknown, data: Fields): unknown => {
    const { api, options } = data
    if (type === 'registry-trigger-httpRequest') return http(data)
    const name = String(api)
    if (type === 'registry-trigger-cloud') {
      const method = cloud[name]
      if (!method) throw new Error(`api:'${name}'不存在`)
      return method(fieldsOf(options))
    }
    if (name === 'canIUse') return String(options) in my
    const method = my[name]
    if (!method) throw new Error(`当前千牛版本过低，不支持my.${name}，请立即升级千牛到最新版本`)
    return method(fieldsOf(options))
  }
  const known = new Set(['registry-trigger-my', 'registry-trigger-cloud', 'registry-trigger-httpRequest'])
  return (value) => {
    const { type, data, token } = fieldsOf(value)
    if (!known.has(String(type))) return
    Promise.resolve()
      .then(() => run(type, fieldsOf(data)))
      .then((answer) => post({ data: answer, success: true, token, type }))
      .catch((error: unknown) => post({ error: copyOfError(error), success: false, token, type }))
  }
}

/** Opens an older shell over the simulated client's handlers. */
export function openOldShell(
  channel: Channel,
  handlers: Readonly<Record<string, Handler>>,
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Pick<Host, 'stats' | 'dispose'> {
  const context: CallContext = {
    callId: '',
    signal: { aborted: false, onAbort: () => () => {} },
    idempotencyKey: undefined,
    progress: () => {},
    blob: () => {
      throw new Error('an older shell holds no files')
    },
    undo: () => {},
  }
  const call = (method: string, params: Fields) => handlers[method]?.(params, context)
  const storageKey = (options: Fields) => `tb-app.${String(options.key)}`
  const receive = oldShell({
    my: {
      getStorage: (options) => ({ data: store.getItem(storageKey(options)) }),
      setStorage: (options) => store.setItem(storageKey(options), String(options.data)),
      removeStorage: (options) => store.removeItem(storageKey(options)),
      'qn.openChat': (options) => call('chat.open', options),
      'qn.navigateToWebPage': (options) => call('link.open', options),
    },
    cloud: {
      'file.deleteFile': ({ fileId }) => call('cloud.delete', { fileIds: fileId }),
      'topApi.invoke': (options) => call('top.invoke', options),
    },
    http: async ({ body }) => ({ success: true, data: await call('http', fieldsOf(body)) }),
    post: (message) => channel.send(message),
  })
  const unlisten = channel.listen(receive)
  return {
    stats: () => ({ running: 0, timers: 0, listeners: 1, blobs: 0, ignored: {} }),
    dispose: unlisten,
  }
}
