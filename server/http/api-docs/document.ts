/**
 * Describes the whole contract as OpenAPI 3.1, for authors of programs: every call with its parameters, bodies, answers and failures, how
 * it is signed in to, and what webhooks send. It is written from the contract and contract/key-calls.ts alone.
 */
import type { CallRule } from '../../../contract/call-rules'
import { type Access, type Contract, type Endpoint, neededFor, type Schema } from '../../../contract/core'
import { callRule } from '../../../contract/key-calls'
import { areaNames, moneyNames } from '../../../contract/rules/key-texts'
import { type ListedEndpoint, listEndpoints, type RouteTable } from '../mount'
import { codesOf, errorResponses, errorSchema } from './errors'
import { type Json, openSchemaBook, type SchemaBook } from './schemas'

/** An example of a call, recorded from a server. */
interface CallExample {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
  readonly body?: unknown
  readonly reply: unknown
}

interface DocumentParts<C extends Contract> {
  readonly contract: C
  readonly routes: RouteTable<C>
  /** The bodies of the events of webhooks, by name. */
  readonly events?: Readonly<Record<string, Schema>>
  /** Examples by the names of calls. */
  readonly examples?: Readonly<Record<string, CallExample>>
  readonly version: string
}

/** Parameters in paths and queries are text: a coerced one is described by the type that it becomes. */
function parameters(book: SchemaBook, schema: Schema | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return []
  const resolved = (io: 'input' | 'output'): Json => {
    const own = book.read(schema, io)
    const name = typeof own.$ref === 'string' ? own.$ref.replace('#/components/schemas/', '') : undefined
    return name === undefined ? own : (book.components[name] ?? own)
  }
  const [input, output] = [resolved('input'), resolved('output')]
  const inputProperties = (input.properties ?? {}) as Record<string, Json>
  const outputProperties = (output.properties ?? {}) as Record<string, Json>
  const required = new Set((input.required ?? []) as string[])
  return Object.keys(outputProperties).map((name) => {
    const isTyped = Object.keys(inputProperties[name] ?? {}).some((key) => key !== 'default' && key !== 'description')
    const { description, ...own } = (isTyped ? inputProperties[name] : outputProperties[name]) ?? {}
    return {
      name,
      in: location,
      required: location === 'path' || required.has(name),
      ...(description !== undefined && { description }),
      schema: own,
    }
  })
}

const content = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

/** A single permission is given by name, several as a list of alternatives; omitted where every signed-in user may call. */
function permissionOf(access: Exclude<Access, 'public'>): Json {
  const needed = neededFor(access)
  return needed === null ? {} : { 'x-permission': needed.length === 1 ? needed[0] : needed }
}

/** The right that a key needs for the call, in words; null where keys are not accepted. */
export function rightText(rule: CallRule): string | null {
  if ('closed' in rule) return null
  const areas = rule.areas.map((area) => areaNames[area]).join(' 或 ')
  const money = rule.money === undefined ? '' : `，并勾选「${moneyNames[rule.money]}」`
  return `密钥需要：${areas}（${rule.right === 'write' ? '查看和修改' : '查看'}）${money}`
}

function securityOf({ access }: Endpoint, rule: CallRule): Json {
  if (access === 'public') return { security: [] }
  const keyed = 'closed' in rule ? [] : [{ apiKey: [] }]
  const right =
    'closed' in rule ? {} : { 'x-key-right': { areas: rule.areas, right: rule.right, ...(rule.money && { money: rule.money }) } }
  return { security: [...keyed, { session: [] }], ...permissionOf(access), ...right }
}

const idempotencyHeader = (isRequired: boolean): Json => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: isRequired,
  description: '同一个键的重复请求得到第一次的回答，48 小时内有效',
  schema: { type: 'string', minLength: 8, maxLength: 200 },
})

function operationOf(book: SchemaBook, { name, method, endpoint }: ListedEndpoint, example: CallExample | undefined): Json {
  const rule = callRule(name)
  return {
    operationId: name,
    summary: rule.title,
    description: rightText(rule) ?? ('closed' in rule ? `不对密钥开放：${rule.closed}` : ''),
    tags: [name.split('.')[0]],
    parameters: [
      ...parameters(book, endpoint.params, 'path'),
      ...parameters(book, endpoint.query, 'query'),
      ...(endpoint.idempotent ? [idempotencyHeader(endpoint.idempotent === true)] : []),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: content(book.read(endpoint.body, 'input'), example?.body) } }),
    ...securityOf(endpoint, rule),
    responses: {
      200: {
        description: '成功',
        headers: Object.fromEntries(limitHeaders.map((header) => [header, { $ref: `#/components/headers/${header}` }])),
        content: content(book.read(endpoint.res, 'output'), example?.reply),
      },
      ...errorResponses(codesOf(method, endpoint, rule)),
    },
  }
}

const limitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const
const wholeNumber = { type: 'integer', minimum: 0 }
const headers: Json = {
  'RateLimit-Limit': { description: '密钥每分钟可以调用的次数', schema: wholeNumber },
  'RateLimit-Remaining': { description: '这一分钟还剩的次数', schema: wholeNumber },
  'RateLimit-Reset': { description: '多少秒后重新计数', schema: wholeNumber },
  'Retry-After': { description: '多少秒后重试', schema: wholeNumber },
}

const intro = `时间都是毫秒时间戳。列表用 pageNo 和 pageSize 翻页，totalItems 是总数。字段只会增加；程序应忽略不认识的字段。
失败的回答都有 code、message 和 traceId。写操作可以带 Idempotency-Key 的，重复请求得到第一次的回答；推送和导入按平台编号识别，重复不会做两次。`

export function openApiDocument<C extends Contract>({
  contract,
  routes,
  events = {},
  examples = {},
  version,
}: DocumentParts<C>): Json {
  const book = openSchemaBook()
  const paths: Record<string, Json> = {}
  for (const listed of listEndpoints(contract, routes)) {
    const operation = operationOf(book, listed, examples[listed.name])
    paths[listed.path] = { ...paths[listed.path], [listed.method.toLowerCase()]: operation }
  }
  const webhooks = Object.fromEntries(
    Object.entries(events).map(([name, schema]) => [
      name,
      {
        post: {
          operationId: `event.${name}`,
          requestBody: { required: true, content: content(book.read(schema, 'output')) },
          responses: { '2XX': { description: '收到；其他回答会稍后重发' } },
        },
      },
    ]),
  )
  return {
    openapi: '3.1.0',
    info: { title: '壳匠开放接口', version, description: intro },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'kj_…', description: '主账号在 账号 › 接口密钥 里新建的密钥' },
        session: { type: 'http', scheme: 'bearer', description: '登录得到的凭证，给插件使用' },
      },
      headers,
      schemas: { ...book.components, Error: errorSchema },
    },
  }
}
