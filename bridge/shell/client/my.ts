/** The part of the client's `my` object that the shell uses, and `callMy`, which turns its calls into promises with a limit. */

import { type Fields, isFields } from '../../../contract/ground/fields'
import { BridgeError } from '../../core/errors'
import type { Env } from '../../core/types'
import type { WebViewContext } from '../../host/channels'

type Method = (options: Readonly<Record<string, unknown>>) => unknown

/** Writes files in the shell's own folder. It is not documented for the desktop client, so any function may be missing. */
export interface FileSystem {
  readonly writeFile?: Method
  readonly appendFile?: Method
  readonly unlink?: Method
}

/** The client's functions. Which of them exist depends on the client's version: see `hasApi`. */
export interface My {
  readonly canIUse?: (name: string) => boolean
  readonly createWebViewContext?: (id: string) => WebViewContext
  readonly getFileSystemManager?: () => FileSystem
  readonly getSystemInfoSync?: () => unknown
  readonly env?: { readonly USER_DATA_PATH?: string }
  readonly qn?: unknown
  readonly sendMtop?: Method
}

/** Returns the function of a name such as `downloadFile` or `qn.openChat`, bound to its owner; undefined if it is missing. */
function methodOf(my: My, name: string): Method | undefined {
  const path = name.split('.')
  let owner: unknown = my
  for (const part of path.slice(0, -1)) owner = isFields(owner) ? owner[part] : undefined
  const method = isFields(owner) ? owner[path[path.length - 1] as string] : undefined
  return typeof method === 'function' ? (options) => method.call(owner, options) : undefined
}

/** Whether this client has a function: it exists and `canIUse` does not deny it. */
export function hasApi(my: My, name: string): boolean {
  if (!methodOf(my, name)) return false
  try {
    return my.canIUse?.(name) !== false
  } catch {
    return true // A `canIUse` that throws says nothing about the function.
  }
}

export interface MyCall {
  readonly env: Env
  /** How long to wait, ms; absent where a person may be choosing in a dialog. */
  readonly limitMs?: number
  /** Called with the function's return value, such as an upload's task. */
  readonly onStarted?: (returned: unknown) => void
}

/** Rejects with TIMEOUT if `promise` does not settle within `limitMs`, because a client may never call back. */
export function withTimeLimit<T>(env: Env, limitMs: number | undefined, what: string, promise: Promise<T>): Promise<T> {
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
 * Calls a function of the client. Rejects with the value passed to `fail`, with TIMEOUT, or with UNSUPPORTED if it is missing.
 * `{ success: false }` passed to `success` counts as a failure.
 */
export function callMy(my: My, name: string, options: Fields, { env, limitMs, onStarted }: MyCall): Promise<unknown> {
  const method = methodOf(my, name)
  if (!method)
    return Promise.reject(new BridgeError('UNSUPPORTED', { stage: 'client', message: `this client has no my.${name}` }))
  const reply = new Promise<unknown>((resolve, reject) => {
    const success = (reply: unknown) => {
      if (isFields(reply) && reply.success === false) reject(reply)
      else resolve(reply)
    }
    const returned = method({ ...options, success, fail: reject })
    onStarted?.(returned)
  })
  return withTimeLimit(env, limitMs, `my.${name}`, reply)
}
