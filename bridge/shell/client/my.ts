/** What the shell uses of the client's own object `my`, and how: every call a promise that ends. */
import { BridgeError } from '../../core/errors'
import type { Env } from '../../core/types'
import type { WebViewContext } from '../../host/channels'

type Method = (options: Readonly<Record<string, unknown>>) => unknown

/** Writes files of the shell's own folder. Not documented for the desktop client: everything here may be absent. */
export interface FileSystem {
  readonly writeFile?: Method
  readonly appendFile?: Method
  readonly unlink?: Method
}

/** Which of its many functions exist depends on the client's version: see `hasApi`. */
export interface My {
  readonly canIUse?: (name: string) => boolean
  readonly createWebViewContext?: (id: string) => WebViewContext
  readonly getFileSystemManager?: () => FileSystem
  readonly getSystemInfoSync?: () => unknown
  readonly env?: { readonly USER_DATA_PATH?: string }
  readonly qn?: unknown
  readonly sendMtop?: Method
}

type Loose = Readonly<Record<string, unknown>>
const loose = (value: unknown): value is Loose => typeof value === 'object' && value !== null

/** The function behind a name such as `downloadFile` or `qn.openChat`, bound to its owner. */
function methodOf(my: My, name: string): Method | undefined {
  const path = name.split('.')
  let owner: unknown = my
  for (const part of path.slice(0, -1)) owner = loose(owner) ? owner[part] : undefined
  const method = loose(owner) ? owner[path[path.length - 1] as string] : undefined
  return typeof method === 'function' ? (options) => method.call(owner, options) : undefined
}

/** Whether this client has a function: it is there, and `canIUse` does not say otherwise. */
export function hasApi(my: My, name: string): boolean {
  if (!methodOf(my, name)) return false
  try {
    return my.canIUse?.(name) !== false
  } catch {
    return true // A client whose canIUse itself fails has told us nothing.
  }
}

export interface MyCall {
  readonly env: Env
  /** How long to wait, ms; absent while a person may sit in front of a dialog. */
  readonly limitMs?: number
  /** Given what the function returned at once, such as an upload's task. */
  readonly started?: (returned: unknown) => void
}

/** Ends a promise that the client may have forgotten. */
export function within<T>(env: Env, limitMs: number | undefined, what: string, promise: Promise<T>): Promise<T> {
  if (limitMs === undefined) return promise
  return new Promise((resolve, reject) => {
    const timer = env.set(
      () => reject(new BridgeError('TIMEOUT', { stage: 'client', message: `${what}: no answer in ${limitMs} ms` })),
      limitMs,
    )
    const end = (settle: () => void) => {
      env.clear(timer)
      settle()
    }
    promise.then(
      (value) => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error)),
    )
  })
}

/**
 * Calls a function of the client. Rejects with what it told `fail`, with TIMEOUT, or with UNSUPPORTED where it is not there.
 * `{ success: false }` told to `success` counts as a failure.
 */
export function callMy(my: My, name: string, options: Loose, { env, limitMs, started }: MyCall): Promise<unknown> {
  const method = methodOf(my, name)
  if (!method)
    return Promise.reject(new BridgeError('UNSUPPORTED', { stage: 'client', message: `this client has no my.${name}` }))
  const told = new Promise<unknown>((resolve, reject) => {
    const success = (reply: unknown) => {
      if (loose(reply) && reply.success === false) reject(reply)
      else resolve(reply)
    }
    const returned = method({ ...options, success, fail: reject })
    started?.(returned)
  })
  return within(env, limitMs, `my.${name}`, told)
}
