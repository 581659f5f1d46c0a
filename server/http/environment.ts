/** Types that all parts of the HTTP layer share: the typed app, its settings and the variables of a request. */
import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Deps } from '../kernel/context'
import type { Log, LogFields } from '../kernel/log'
import type { CallLimits } from './call-limits'

export interface AppEnv {
  /** `requestId` is set for a request that another one carried. */
  readonly Bindings: Partial<HttpBindings> & { readonly requestId?: string }
  /** `traceId` is the request's id; `accountId` is set once it is known. */
  readonly Variables: { traceId: string; accountId?: number }
}
export type App = Hono<AppEnv>
export type AppContext = Context<AppEnv>
/** Adds routes to the app. */
export type Mount = (app: App) => void

export interface HttpSettings {
  readonly corsOrigins: readonly string[]
  /** Value of the CSP directive `frame-ancestors`. */
  readonly frameAncestors: string
  /** Origins, besides local ones, whose pages may embed the two embedded pages. */
  readonly embedOrigins?: readonly string[] | undefined
  /** Contents, by name, of the files at the root by which other platforms verify the owner of this address. */
  readonly verifyFiles?: ReadonlyMap<string, string> | undefined
  /** Scripts of other clients that the buyers' page may load, as pairs such as `wx=https://…`. */
  readonly webViewSdks?: readonly string[] | undefined
  readonly isTrustedProxy: (address: string) => boolean
  /** Hosts, including their subdomains, whose pictures the plugin page may show. */
  readonly pictureHosts: readonly string[]
  /** Origin of the storage when browsers post to it directly. */
  readonly uploadOrigin: string | undefined
  /** Origin of the CDN that serves stored files. */
  readonly filesOrigin?: string | undefined
  /** Origin of the cutout host when it is another server. */
  readonly cutoutOrigin?: string | undefined
  /** CSP sources that the payment form may be sent to, when they are not this server's own. */
  readonly paymentPages?: readonly string[] | undefined
  /** Validates every response against its schema and throws on a difference; on in tests. */
  readonly validateReplies: boolean
  readonly log: Pick<Log, 'error'>
  /** True when anybody can reach the client simulator. */
  readonly openSimulator?: boolean | undefined
  /** Receives an entry for each call; absent: no log. */
  readonly requestLog?: ((entry: RequestEntry) => void) | undefined
  /** Counts the calls of accounts and addresses; absent: no limits. */
  readonly callLimits?: CallLimits | undefined
  /** Returns what people read instead of an answer to a change while the operator maintains this server; null otherwise. */
  readonly maintenance?: (() => string | null) | undefined
  /** Throws a Failure 'storage-full' when the disk has no space for rows; absent where the rows are stored elsewhere. */
  readonly assertWritable?: (() => void) | undefined
}

export type HttpDeps = Deps & { readonly settings: HttpSettings }

/** The log entry of a call. */
export interface RequestEntry extends LogFields {
  readonly requestId: string
  /** Undefined for calls without a session. */
  readonly account: number | undefined
  readonly method: string
  /** Pattern of the route, without the values in the path. */
  readonly route: string
  readonly status: number
  readonly ms: number
}

export const newTraceId = (): string => randomBytes(8).toString('hex')
