/** What every part of the HTTP layer shares: the typed app, its settings and the facts of one request. */
import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Deps } from '../kernel/context'

export interface AppEnv {
  readonly Bindings: Partial<HttpBindings>
  /** `route` and `accountId` once they are known: a route of the contract, as it is written there, and who calls. */
  readonly Variables: { traceId: string; route?: string; accountId?: number }
}
export type App = Hono<AppEnv>
export type AppContext = Context<AppEnv>
/** Adds routes to the app. */
export type Mount = (app: App) => void

export interface HttpSettings {
  readonly corsOrigins: readonly string[]
  /** Value of the CSP directive `frame-ancestors`. */
  readonly frameAncestors: string
  /** Origins, besides local ones, whose pages may embed the two pages made for it. */
  readonly embedOrigins?: readonly string[] | undefined
  readonly isTrustedProxy: (address: string) => boolean
  /** Hosts whose pictures the plugin page may show, themselves and below. */
  readonly pictureHosts: readonly string[]
  /** Origin of the storage when browsers post to it directly. */
  readonly uploadOrigin: string | undefined
  /** Origin of the server that cuts out when it is another one. */
  readonly cutoutOrigin?: string | undefined
  /** Sources the form that pays is sent to, when it is not this server's own. */
  readonly paymentPages?: readonly string[] | undefined
  /** Parse every answer by its schema and fail loudly on a difference; on in tests. */
  readonly validateReplies: boolean
  readonly log: Log
  /** Strangers can reach the client simulator. */
  readonly openSimulator?: boolean | undefined
  /** Takes a line for each call; absent: none is written. */
  readonly requestLog?: ((line: string) => void) | undefined
  /** Throws a Failure 'storage-full' when the disk has no room for rows; absent where they are kept elsewhere. */
  readonly assertWritable?: (() => void) | undefined
}

/** Where failures go that no caller is told about. */
export interface Log {
  error(message: string, error: unknown): void
}

export type HttpDeps = Deps & { readonly settings: HttpSettings }

export const newTraceId = (): string => randomBytes(8).toString('hex')
