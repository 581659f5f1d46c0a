/**
 * The types that connect the route table with its schemas. They match zod structurally (`_zod`) instead of by `z.ZodType`, which
 * keeps the whole contract at tens of thousands of type instantiations instead of hundreds of thousands.
 */
import type { Permission } from './constants'

/** The structure of a zod schema. */
export interface Schema {
  readonly _zod: { readonly input: unknown; readonly output: unknown }
}

/** Access for every signed-in user; the text says why no permission is needed. */
export interface EveryUser {
  readonly everyUser: string
}

/** Who may call: anybody, every signed-in user, or a user with the permission or with one of the list. */
export type Access = 'public' | EveryUser | Permission | readonly Permission[]

/** Returns the permissions that allow a call, each on its own; null if every signed-in user may call. */
export const neededFor = (access: Exclude<Access, 'public'>): readonly Permission[] | null =>
  typeof access === 'string' ? [access] : 'everyUser' in access ? null : access

/** One call of the admin API: its input, its response and its access. */
export interface Endpoint {
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly res: Schema
  readonly access: Access
  /**
   * Whether the call supports an Idempotency-Key header, with which a repeated call gets the first one's response. `true`: the
   * header is required, because the call moves money. 'optional': callers that may lose the response can send one.
   */
  readonly idempotent?: true | 'optional'
}

export type Contract = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

type In<T> = T extends Schema ? T['_zod']['input'] : never
type Out<T> = T extends Schema ? T['_zod']['output'] : never

/** A caller's input: path parameters, query and body, as the schemas accept them. */
export type Input<E> = (E extends { params: infer P } ? { params: In<P> } : unknown) &
  (E extends { query: infer Q } ? (Record<never, never> extends In<Q> ? { query?: In<Q> } : { query: In<Q> }) : unknown) &
  (E extends { body: infer B } ? { body: In<B> } : unknown)

/** A handler's input, after validation. */
export type Parsed<E> = (E extends { params: infer P } ? { params: Out<P> } : unknown) &
  (E extends { query: infer Q } ? { query: Out<Q> } : unknown) &
  (E extends { body: infer B } ? { body: Out<B> } : unknown)

/** The response body of a call. */
export type Reply<E> = E extends { res: infer R } ? Out<R> : never

/** Per-call settings of the client. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Do not open the 网络请求错误 dialog if this call fails, because the caller shows the failure itself. */
  readonly quiet?: boolean
  readonly idempotencyKey?: string
  /**
   * Send it a second time after 0.5 s when the network failed or the server is restarting. For reads, and for writes with a key, that
   * nothing else repeats: not in a query, a poll, a task or an upload.
   */
  readonly again?: boolean
  readonly timeoutMs?: number
  /** Accept `null` as the response; for other calls it is an error. */
  readonly mayBeNull?: boolean
}

/** The typed client of a contract: `client.phoneBrands.list()`. */
export type Client<C> = {
  readonly [R in keyof C]: {
    readonly [K in keyof C[R]]: Record<never, never> extends Input<C[R][K]>
      ? (input?: Input<C[R][K]>, options?: CallOptions) => Promise<Reply<C[R][K]>>
      : (input: Input<C[R][K]>, options?: CallOptions) => Promise<Reply<C[R][K]>>
  }
}

/** The handlers that a server must provide, one per endpoint; `Ctx` is the server's request context. */
export type Handlers<C, Ctx> = {
  readonly [R in keyof C]: {
    readonly [K in keyof C[R]]: C[R][K] extends { res: infer Z } ? (input: Parsed<C[R][K]>, ctx: Ctx) => Promise<In<Z>> : never
  }
}
