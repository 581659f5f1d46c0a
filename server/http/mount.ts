/** Turns the contract into routes: access, input and output of each endpoint come from the contract's table. */
import { buyerRevision, buyerRevisionHeader } from '../../contract/buyer-revision'
import type { Contract, Endpoint, Parsed } from '../../contract/core'
import type { Ctx, Deps, PublicCtx } from '../kernel/context'
import { Failure } from '../kernel/failure'
import { scopeToShops } from '../kernel/shop-scope'
import { withAudit } from './audited'
import { authorize, bearerToken } from './auth'
import { type BodyRules, designBody, publicBody, readJson, signedInBody } from './body'
import { callerAddress } from './caller'
import { sendJson } from './compress'
import type { App, AppContext, HttpDeps } from './environment'
import { readKey, requestHash, runOnce } from './idempotency'
import { authorizeKey, isKey } from './key-auth'
import { noteTouch } from './touched'
import { assertReply, parseInput } from './validation'

/** Context of a signed-in call; most handlers need only its `Ctx`. */
export type SignedInCtx = Ctx & { readonly sessionHash: string }

type Handler<E> = E extends { access: infer A; res: { _zod: { input: infer R } } }
  ? (input: Parsed<E>, ctx: A extends 'public' ? PublicCtx : SignedInCtx) => Promise<R>
  : never

/** One handler per endpoint; handlers of public endpoints get no actor. */
export type AppHandlers<C> = { readonly [R in keyof C]: { readonly [K in keyof C[R]]: Handler<C[R][K]> } }

export type RouteTable<C> = { readonly [R in keyof C]: { readonly [K in keyof C[R]]: string } }

type AnyHandler = (input: unknown, ctx: unknown) => Promise<object>

export interface ListedEndpoint {
  /** Such as `phoneBrands.list`. */
  readonly name: string
  readonly method: string
  /** Path of the route, with `{id}` in place of an id. */
  readonly path: string
  readonly endpoint: Endpoint
}

/** Returns every endpoint of a contract with its route, in the table's order. */
export function listEndpoints<C extends Contract>(contract: C, routes: RouteTable<C>): ListedEndpoint[] {
  return Object.entries(contract).flatMap(([resource, calls]) =>
    Object.entries(calls).map(([call, endpoint]) => {
      const route = (routes as Readonly<Record<string, Readonly<Record<string, string>>>>)[resource]?.[call] ?? ''
      const [method = '', path = ''] = route.split(' ')
      return { name: `${resource}.${call}`, method, path, endpoint }
    }),
  )
}

export function mountContract<C extends Contract>(
  app: App,
  deps: HttpDeps,
  { contract, routes, handlers }: { contract: C; routes: RouteTable<C>; handlers: AppHandlers<C> },
): void {
  const table = handlers as unknown as Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>
  const { settings, ...services } = deps
  // Fixed paths are registered first, so that a fixed segment is never taken for the id of another route.
  const listed = listEndpoints(contract, routes).sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  for (const { name, method, path, endpoint } of listed) {
    const [resource = '', call = ''] = name.split('.')
    const handler = table[resource]?.[call]
    if (!handler) throw new Error(`${name} has no handler`)
    // Callers that send a change as PUT mean the same.
    const isAlone = method === 'PATCH' && !listed.some((other) => other.method === 'PUT' && shapeOf(other.path) === shapeOf(path))
    app.on(isAlone ? ['PATCH', 'PUT'] : [method], path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const reply = await handleCall(c, { name, endpoint, handler, services, settings })
      if (settings.validateReplies) assertReply(name, endpoint, reply)
      return sendJson(c, reply)
    })
  }
}

const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}')

/** Rejects a body of a buyers' page that is newer than this process: the next try may reach a process of the page's version. */
function requireKnownRevision(c: AppContext): void {
  if (Number(c.req.header(buyerRevisionHeader)) > buyerRevision)
    throw new Failure('unavailable', '服务正在更新，请稍后再试；已填的内容不会丢失')
}

interface Call {
  readonly name: string
  readonly endpoint: Endpoint
  readonly handler: AnyHandler
  readonly services: Deps
  readonly settings: HttpDeps['settings']
}

async function handleCall(c: AppContext, { name, endpoint, handler, services, settings }: Call): Promise<object> {
  const traceId = c.get('traceId')
  const address = callerAddress(c, settings.isTrustedProxy)
  await settings.callLimits?.countAddress(address)
  const readInput = async (rules: BodyRules): Promise<Record<string, unknown>> =>
    parseInput(endpoint, {
      params: c.req.param(),
      query: c.req.query(),
      body: endpoint.body ? await readJson(c.req.raw, rules) : undefined,
    })
  if (endpoint.access === 'public') {
    if (endpoint.body) requireKnownRevision(c)
    const bearer = bearerToken(c)
    const ctx: PublicCtx = { ...services, traceId, address, bearer }
    return handler(await readInput(bearer === null ? publicBody : designBody), ctx)
  }
  const token = bearerToken(c)
  const { actor, sessionHash } =
    token !== null && isKey(token)
      ? // A call that needs a session, such as signing out, is closed to keys.
        { actor: await authorizeKey(c, token, { deps: services, settings, name }), sessionHash: '' }
      : await authorize(c, services, endpoint.access)
  c.set('accountId', actor.accountId)
  await settings.callLimits?.countAccount(actor.accountId)
  const db = scopeToShops(services.db, actor.shopIds)
  const ctx: SignedInCtx = { ...services, db, traceId, actor, sessionHash, origin: new URL(c.req.url).origin }
  const givenKey = c.req.header('idempotency-key')
  if (!endpoint.idempotent || (endpoint.idempotent === 'optional' && givenKey === undefined)) {
    const input = await readInput(signedInBody)
    await noteTouch(name, ctx, input)
    return withAudit<SignedInCtx>(name, input, (inner) => handler(input, inner))(ctx)
  }
  // A program's keys of calls are its own: it never gets the answer of another one's call.
  const key = actor.key ? `${actor.key.id}:${readKey(givenKey)}` : readKey(givenKey)
  const input = await readInput(signedInBody)
  return runOnce(
    ctx,
    key,
    requestHash(name, input),
    withAudit<SignedInCtx>(name, input, (inner) => handler(input, inner)),
  )
}
