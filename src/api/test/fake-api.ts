/**
 * The admin API for component tests, made from the contract: the client is the real one, and a test gives the answers by the names of
 * the calls. What is sent and what is answered are checked by the contract's schemas, and a call that a test does not answer fails it
 * with the call's name.
 */
import { onTestFinished } from 'vitest'
import type { HttpReply, HttpRequest } from '../../../adapters/platform'
import { type AppContract, contract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import { type ErrorCode, errorStatus, type Issue } from '../../../contract/errors'
import { routes } from '../../../contract/routes'
import { type ClientPolicy, createApi } from '../client'
import type { Api } from '../services'

/** Makes a call fail as the server refuses it. */
export class Refusal {
  constructor(
    readonly code: ErrorCode,
    readonly message: string,
    readonly issues?: readonly Issue[],
  ) {}
}
/** 500, as for any mistake of the server. */
export const brokenServer = new Refusal('internal', '服务器出错')
/** The request gets no answer. */
export const offline = Symbol('offline')
/** An answer that the contract does not know, such as a proxy's page: it is sent as it is. */
export class RawReply {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {}
}
export type Failure = Refusal | RawReply | typeof offline

type Given<E> = E extends { readonly res: { readonly _zod: { readonly input: infer I } } } ? I : never
type Settled<E> = Given<E> | Failure
/** Headers of a call that answers may depend on. */
export interface Sent {
  readonly idempotencyKey: string | undefined
  /** Absent: nobody is signed in. */
  readonly token: string | undefined
}
type Answer<E> = Given<E> | Failure | ((input: Parsed<E>, sent: Sent) => Settled<E> | Promise<Settled<E>>)

/** Answers by resource and name of the call: `{ shops: { list: [] } }`. */
export type Answers = {
  readonly [R in keyof AppContract]?: { readonly [K in keyof AppContract[R]]?: Answer<AppContract[R][K]> }
}

export type CallName = { [R in keyof AppContract]: `${R}.${keyof AppContract[R] & string}` }[keyof AppContract]

export interface FakeCall {
  readonly name: CallName
  /** Its parsed parameters, query and body. */
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  /** Its method, path and body as they were sent. */
  readonly request: string
}

export interface FakeApi {
  readonly api: Api
  /** Every call in order. */
  readonly calls: readonly FakeCall[]
  /** The requests that write, in order: `PATCH /api/shops/1 {"name":"x"}`. */
  writes(): readonly string[]
  /** Calls that fail, whatever their answers are; a test adds and removes them. */
  readonly failing: Map<CallName, Failure>
  /** Failures that the app shows in a dialog. */
  readonly dialogs: readonly string[]
  /** Sends a request as a platform's own network would. */
  transport(request: HttpRequest): Promise<HttpReply>
}

interface Route {
  readonly name: CallName
  readonly method: string
  readonly pattern: RegExp
  readonly endpoint: Readonly<Record<'params' | 'query' | 'body' | 'res', ZodLike | undefined>>
}
/** The part of a zod schema that is used here. */
interface ZodLike {
  safeParseAsync(value: unknown): Promise<{ success: true; data: unknown } | { success: false; error: { message: string } }>
}

const table: readonly Route[] = Object.entries(routes)
  .flatMap(([resource, calls]) =>
    Object.entries(calls).map(([call, route]) => {
      const [method = '', path = ''] = route.split(' ')
      const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
      const endpoint = (contract as unknown as Record<string, Record<string, Route['endpoint']>>)[resource]?.[call]
      if (!endpoint) throw new Error(`the contract has no ${resource}.${call}`)
      return { name: `${resource}.${call}` as CallName, method, pattern, endpoint }
    }),
  )
  // A fixed path goes before one with parameters that it would match too.
  .sort((one, other) => one.pattern.source.split('(').length - other.pattern.source.split('(').length)

/** Returns the parsed value; rejects with what is wrong of it. */
async function checked(schema: ZodLike | undefined, value: unknown, what: string): Promise<unknown> {
  if (schema === undefined) return undefined
  const result = await schema.safeParseAsync(value)
  if (!result.success) throw new Error(`${what} does not match the contract: ${result.error.message}`)
  return result.data
}

interface FakeApiOptions extends Partial<ClientPolicy> {
  readonly failing?: Partial<Record<CallName, Failure>>
}

/** @param answers may be changed by the test: they are read at each call. */
export function fakeApi(answers: Answers, { failing = {}, ...policy }: FakeApiOptions = {}): FakeApi {
  const calls: FakeCall[] = []
  const dialogs: string[] = []
  const mistakes: string[] = []
  const failures = new Map(Object.entries(failing)) as FakeApi['failing']
  onTestFinished(() => {
    if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  })

  const answerTo = async ({ method, path, headers, body }: HttpRequest): Promise<unknown> => {
    const url = new URL(path, 'http://fake')
    const route = table.find((one) => one.method === method && one.pattern.test(url.pathname))
    if (route === undefined) throw new Error(`the contract has no ${method} ${url.pathname}`)
    const { name, pattern, endpoint } = route
    // Listed before its schemas are asked, which takes some calls longer than others.
    const call: FakeCall = { name, request: `${method} ${path}${body === undefined ? '' : ` ${body}`}` }
    calls.push(call)
    const input = {
      params: await checked(endpoint.params, pattern.exec(url.pathname)?.groups, `the path of ${name}`),
      query: await checked(endpoint.query, Object.fromEntries(url.searchParams), `the query of ${name}`),
      body: await checked(endpoint.body, body === undefined ? undefined : JSON.parse(body), `the body of ${name}`),
    }
    const { 'idempotency-key': idempotencyKey, authorization } = headers
    const token = authorization?.replace('Bearer ', '')
    Object.assign(
      call,
      Object.fromEntries(Object.entries({ ...input, idempotencyKey }).filter(([, value]) => value !== undefined)),
    )
    const failure = failures.get(name)
    if (failure !== undefined) return failure
    const [resource, called] = name.split('.') as [string, string]
    const answer = (answers as Record<string, Record<string, unknown> | undefined>)[resource]?.[called]
    if (answer === undefined) throw new Error(`this test does not answer ${name} (${method} ${path})`)
    const reply = typeof answer === 'function' ? await answer(input, { idempotencyKey, token }) : answer
    const isFailure = reply instanceof Refusal || reply instanceof RawReply || reply === offline
    return isFailure ? reply : checked(endpoint.res, reply, `the answer to ${name}`)
  }
  const transport = async (request: HttpRequest): Promise<HttpReply> => {
    const reply = await answerTo(request).catch((error: Error) => {
      mistakes.push(error.message)
      throw error
    })
    if (reply === offline) throw new TypeError('Failed to fetch')
    if (reply instanceof RawReply) return { status: reply.status, headers: {}, body: reply.body }
    const { status, body } =
      reply instanceof Refusal
        ? {
            status: errorStatus[reply.code],
            body: { traceId: 'tr-9', code: reply.code, message: reply.message, issues: reply.issues },
          }
        : { status: 200, body: reply }
    return { status, headers: {}, body: JSON.stringify(body) }
  }
  return {
    api: createApi(transport, {
      token: () => 't',
      onSessionEnded: () => undefined,
      onFailure: (error) => dialogs.push(error.message),
      ...policy,
    }),
    calls,
    writes: () => calls.map(({ request }) => request).filter((request) => !request.startsWith('GET ')),
    failing: failures,
    dialogs,
    transport,
  }
}
