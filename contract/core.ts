/**
 * The types that tie the route table to its schemas. Matching zod structurally (`_zod`) instead of by `z.ZodType`
 * keeps the whole contract at tens of thousands of type instantiations rather than hundreds of thousands.
 */
import type { Permission } from './constants'

/** Anything shaped like a zod schema. */
export interface Schema {
  readonly _zod: { readonly input: unknown; readonly output: unknown }
}

/** Every signed-in user may call, and why no permission is needed. */
export interface EveryUser {
  readonly everyUser: string
}

/** Who may call: anybody, every signed-in user, or a user that holds the permission or one of them. */
export type Access = 'public' | EveryUser | Permission | readonly Permission[]

/** The permissions of which a caller needs one; null: every signed-in user may call. */
export const neededFor = (access: Exclude<Access, 'public'>): readonly Permission[] | null =>
  typeof access === 'string' ? [access] : 'everyUser' in access ? null : access

/** One call of the admin API: what goes in, what comes out, who may. */
export interface Endpoint {
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly res: Schema
  readonly access: Access
  /**
   * An Idempotency-Key header makes a repeated call answer what the first one answered. `true`: the call moves money or
   * creates an outside order, so the header is required. 'optional': a caller that may lose the answer can send one.
   */
  readonly idempotent?: true | 'optional'
}

export type Contract = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

type In<T> = T extends Schema ? T['_zod']['input'] : never
type Out<T> = T extends Schema ? T['_zod']['output'] : never

/** What a caller hands in: path parameters, query and body, as the schemas accept them. */
export type Input<E> = (E extends { params: infer P } ? { params: In<P> } : unknown) &
  (E extends { query: infer Q } ? (Record<never, never> extends In<Q> ? { query?: In<Q> } : { query: In<Q> }) : unknown) &
  (E extends { body: infer B } ? { body: In<B> } : unknown)

/** What a handler receives after validation. */
export type Parsed<E> = (E extends { params: infer P } ? { params: Out<P> } : unknown) &
  (E extends { query: infer Q } ? { query: Out<Q> } : unknown) &
  (E extends { body: infer B } ? { body: Out<B> } : unknown)

/** What a call answers. */
export type Reply<E> = E extends { res: infer R } ? Out<R> : never

/** Per-call settings of the client. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Do not open the 网络请求错误 modal when this call fails: the caller shows the failure itself. */
  readonly quiet?: boolean
  readonly idempotencyKey?: string
  readonly timeoutMs?: number
  /** `null` is an answer of this call; of any other it is not what was promised. */
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

/** The handlers a server must give, one per endpoint; `Ctx` is the server's request context. */
export type Handlers<C, Ctx> = {
  readonly [R in keyof C]: {
    readonly [K in keyof C[R]]: C[R][K] extends { res: infer Z } ? (input: Parsed<C[R][K]>, ctx: Ctx) => Promise<In<Z>> : never
  }
}
