/**
 * The readable page of the API's description: one file without scripts and without anything from elsewhere. It shows the calls that keys
 * may use, by the areas of their rights; the whole of it, for tools, is the OpenAPI document beside it.
 */
import { createHash } from 'node:crypto'
import type { KeyCall } from '../../../contract/call-rules'
import type { Contract } from '../../../contract/core'
import { errorStatus } from '../../../contract/errors'
import { callRule } from '../../../contract/key-calls'
import { keyAreas } from '../../../contract/rules/key-rights'
import { areaNames } from '../../../contract/rules/key-texts'
import { escapeHtml } from '../../kernel/html'
import { type ListedEndpoint, listEndpoints, type RouteTable } from '../mount'
import { rightText } from './document'
import { errorTexts } from './errors'
import type { Json } from './schemas'

const style = `
body{font:14px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;margin:0 auto;max-width:1000px;padding:24px;color:#1d2129}
h1{font-size:24px}h2{font-size:18px;margin:32px 0 8px;border-bottom:1px solid #e5e6eb}h3{font-size:14px;margin:12px 0 4px}
nav a{margin-right:16px}a{color:#165dff}code,pre{font:12px/1.6 ui-monospace,Consolas,monospace;background:#f2f3f5;border-radius:4px}
code{padding:1px 4px}pre{padding:12px;overflow-x:auto}details{border:1px solid #e5e6eb;border-radius:6px;margin:8px 0}
summary{padding:8px 12px;cursor:pointer}details>div{padding:0 16px 12px}.method{display:inline-block;width:56px;font-weight:600}
.title{margin-left:12px;color:#4e5969}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #e5e6eb;vertical-align:top}th{font-weight:600;white-space:nowrap}
:focus-visible{outline:2px solid #165dff;outline-offset:2px}`

/** For the page's content security policy, which allows this style alone. */
export const docsStyleHash = createHash('sha256').update(style).digest('base64')

const text = (value: unknown): string => escapeHtml(String(value))
const json = (value: unknown): string => `<pre>${text(JSON.stringify(value, null, 2))}</pre>`

/** Deepest fields of a body that the table lists. */
const maxDepth = 4

interface Field {
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  readonly note: string
}

/** Reads the schemas of one document. */
function reader(schemas: Readonly<Record<string, Json>>) {
  const resolve = (schema: Json): Json =>
    typeof schema.$ref === 'string' ? (schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {}) : schema
  const branches = (schema: Json): Json[] => (schema.anyOf ?? schema.oneOf ?? []) as Json[]

  function typeText(given: Json): string {
    const schema = resolve(given)
    const options = branches(schema)
    if (options.length > 0) return [...new Set(options.map(typeText))].join(' 或 ')
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    if (schema.type === 'array') return `${typeText((schema.items ?? {}) as Json)} 的列表`
    const names: Readonly<Record<string, string>> = {
      string: '文字',
      integer: '整数',
      number: '数',
      boolean: '是否',
      object: '对象',
      null: 'null',
    }
    return names[String(schema.type)] ?? '任意'
  }

  function limitsText({ minimum, maximum, minLength, maxLength, minItems, maxItems, default: fallback, pattern }: Json): string {
    const range = (name: string, from: unknown, to: unknown): string =>
      from === undefined && to === undefined
        ? ''
        : `${name} ${from ?? ''}–${Math.abs(Number(to)) >= Number.MAX_SAFE_INTEGER ? '' : (to ?? '')}`
    const parts = [range('', minimum, maximum), range('字符', minLength, maxLength), range('个数', minItems, maxItems)]
    return [
      ...parts,
      pattern === undefined ? '' : `格式 ${pattern}`,
      fallback === undefined ? '' : `默认 ${JSON.stringify(fallback)}`,
    ]
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('，')
  }

  function fields(given: Json, path = '', depth = 0): Field[] {
    if (depth > maxDepth) return []
    const schema = resolve(given)
    const options = branches(schema)
    if (options.length > 0) return unique(options.flatMap((option) => fields(option, path, depth)))
    if (schema.type === 'array') return fields((schema.items ?? {}) as Json, `${path}[]`, depth)
    const required = new Set((schema.required ?? []) as string[])
    return Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, inner]) => {
      const own = path === '' ? name : `${path}.${name}`
      const resolved = { ...resolve(inner), ...inner }
      const note = [inner.description, limitsText(resolved)].filter(Boolean).join('；')
      return [{ path: own, type: typeText(inner), isRequired: required.has(name), note }, ...fields(inner, own, depth + 1)]
    })
  }

  const unique = (all: readonly Field[]): Field[] => [...new Map(all.map((field) => [field.path, field])).values()]
  return { fields, typeText, limitsText }
}

type Reader = ReturnType<typeof reader>

const fieldTable = (rows: readonly Field[]): string =>
  rows.length === 0
    ? ''
    : `<table><tr><th scope="col">字段</th><th scope="col">类型</th><th scope="col">必填</th><th scope="col">说明</th></tr>${rows
        .map(
          ({ path, type, isRequired, note }) =>
            `<tr><td><code>${text(path)}</code></td><td>${text(type)}</td><td>${isRequired ? '是' : ''}</td><td>${text(note)}</td></tr>`,
        )
        .join('')}</table>`

interface Media {
  readonly schema: Json
  readonly example?: unknown
}
const mediaOf = (part: unknown): Media | undefined =>
  (part as { content?: Record<string, Media> } | undefined)?.content?.['application/json']

function callHtml({ name, method, path }: ListedEndpoint, operation: Json, read: Reader): string {
  const parameters = operation.parameters as { name: string; in: string; required: boolean; description?: string; schema: Json }[]
  const rows = parameters.map(({ name: own, in: where, required, description, schema }) => ({
    path: own,
    type: `${read.typeText(schema)}（${{ path: '地址', query: '查询', header: '请求头' }[where]}）`,
    isRequired: required,
    note: [description, read.limitsText(schema)].filter(Boolean).join('；'),
  }))
  const body = mediaOf(operation.requestBody)
  const responses = operation.responses as Record<string, unknown>
  const reply = mediaOf(responses[200])
  const codes = Object.entries(responses).flatMap(([status, response]) => {
    const [, own] = (mediaOf(response)?.schema.allOf ?? []) as { properties?: { code?: { enum?: string[] } } }[]
    return own?.properties?.code?.enum?.map((code) => `<code>${status} ${text(code)}</code>`) ?? []
  })
  return `<details id="${text(name)}"><summary><span class="method">${method}</span><code>${text(path)}</code><span class="title">${text(operation.summary)}</span></summary><div>
<p>${text(rightText(callRule(name)) ?? '')}</p>
${rows.length > 0 ? `<h3>参数</h3>${fieldTable(rows)}` : ''}
${body ? `<h3>请求内容</h3>${fieldTable(read.fields(body.schema))}${body.example === undefined ? '' : json(body.example)}` : ''}
<h3>回答</h3>${reply ? `${fieldTable(read.fields(reply.schema))}${reply.example === undefined ? '' : json(reply.example)}` : ''}
<h3>可能的错误</h3><p>${codes.join(' ')}</p></div></details>`
}

const usage = (origin: string): string => `
<p>密钥由主账号在 <b>账号 › 接口密钥</b> 里新建，只显示一次，放在请求头里，不能放在地址里：</p>
<pre>curl -H 'Authorization: Bearer kj_…' '${text(origin)}/api/orders?pageSize=50'</pre>
<ul><li>时间都是毫秒时间戳；列表用 <code>pageNo</code>、<code>pageSize</code> 翻页，<code>totalItems</code> 是总数。</li>
<li>每个密钥有每分钟的调用次数，见 <code>RateLimit-Limit</code>、<code>RateLimit-Remaining</code>、<code>RateLimit-Reset</code>；超过时回答 429，<code>Retry-After</code> 是要等的秒数。</li>
<li>可以带 <code>Idempotency-Key</code> 的接口，同一个键的重复请求得到第一次的回答。推送、导入订单按编号识别，重复不会做两次。</li>
<li>失败的回答是 <code>{ "code", "message", "traceId", "issues" }</code>；程序按 <code>code</code> 判断，它不会改变。</li>
<li>以后的版本只增加字段，程序应忽略不认识的字段。</li></ul>
<p>工具可以读取 <a href="openapi.json">OpenAPI 3.1 文档</a>（含不对密钥开放的接口）。</p>`

const errorTable = (): string =>
  `<table><tr><th scope="col">状态</th><th scope="col">code</th><th scope="col">含义</th></tr>${Object.entries(errorStatus)
    .map(
      ([code, status]) =>
        `<tr><td>${status}</td><td><code>${code}</code></td><td>${text(errorTexts[code as keyof typeof errorTexts])}</td></tr>`,
    )
    .join('')}</table>`

/** Writes the page of a document. */
export function docsPage<C extends Contract>(document: Json, contract: C, routes: RouteTable<C>, origin: string): string {
  const { schemas } = document.components as { schemas: Record<string, Json> }
  const read = reader(schemas)
  const paths = document.paths as Record<string, Record<string, Json>>
  const listed = listEndpoints(contract, routes)
  const sections = keyAreas.map((area) => {
    const own = listed.filter(({ name }) => (callRule(name) as Partial<KeyCall>).areas?.[0] === area)
    const calls = own.map((each) => callHtml(each, paths[each.path]?.[each.method.toLowerCase()] ?? {}, read))
    return { id: area, title: areaNames[area], html: calls.join('') }
  })
  const events = Object.entries((document.webhooks ?? {}) as Record<string, { post: Json }>).map(([name, { post }]) => {
    const schema = mediaOf(post.requestBody)?.schema ?? {}
    return `<details id="event-${text(name)}"><summary><code>${text(name)}</code></summary><div>${fieldTable(read.fields(schema))}</div></details>`
  })
  const parts = [
    { id: 'usage', title: '怎么调用', html: usage(origin) },
    { id: 'errors', title: '错误', html: errorTable() },
    ...sections,
    ...(events.length > 0 ? [{ id: 'events', title: '事件推送', html: events.join('') }] : []),
  ]
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>壳匠开放接口</title><style>${style}</style></head><body>
<h1>壳匠开放接口</h1><nav aria-label="目录">${parts.map(({ id, title }) => `<a href="#${id}">${text(title)}</a>`).join('')}</nav>
${parts.map(({ id, title, html }) => `<section><h2 id="${id}">${text(title)}</h2>${html}</section>`).join('')}</body></html>`
}
