/** Error texts for input that the contract does not accept: every field of every route has one, in the words of the screens. */
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '../../contract/contract'
import { routes } from '../../contract/routes'
import { Failure } from '../kernel/failure'
import { fieldNames } from './field-names'
import { listEndpoints } from './mount'
import { parseInput } from './validation'

interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly valueType?: z.ZodType
}
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def

/** Values of the schema's structure whose leaves are all `leaf`: one for each way through its unions. */
function withLeaf(schema: z.ZodType, leaf: unknown): unknown[] {
  const def = defOf(schema)
  const inner =
    def.innerType ?? (def.type === 'pipe' ? (defOf(def.in as z.ZodType).type === 'transform' ? def.out : def.in) : undefined)
  if (inner) return withLeaf(inner, leaf)
  if (def.options) return def.options.flatMap((one) => withLeaf(one, leaf))
  if (def.shape) {
    const fields = Object.entries(def.shape).map(([key, one]) => [key, withLeaf(one, leaf)] as const)
    const most = Math.max(1, ...fields.map(([, values]) => values.length))
    return Array.from({ length: most }, (_, at) =>
      Object.fromEntries(fields.map(([key, values]) => [key, values[Math.min(at, values.length - 1)]])),
    )
  }
  if (def.element) return withLeaf(def.element, leaf).map((one) => [one])
  if (def.items) return [def.items.map((one) => withLeaf(one, leaf)[0])]
  return [leaf]
}

const leaves = [
  undefined,
  null,
  true,
  'x',
  '',
  'x'.repeat(3_000),
  '\u202e',
  1.5,
  -1,
  0,
  7e8,
  1e300,
  Number.NaN,
  [],
  {},
  [[]],
  { x: 1 },
]
/** Latin words that sentences for people may hold: names of formats and units. */
const known =
  /ID|key|png|SHA-256|sha256|https?|GB18030|ISO|PNG|JPG|JPEG|WebP|GIF|BMP|SVG|TTF|OTF|SKU|URL|API|mm|px|Base64|base64/g

function issuesOf(name: string, part: 'params' | 'query' | 'body', value: unknown): readonly { path: string; message: string }[] {
  const { endpoint } = endpoints.find((one) => one.name === name) as (typeof endpoints)[number]
  try {
    parseInput({ ...endpoint, params: undefined, query: undefined, body: undefined, [part]: endpoint[part] } as never, {
      params: {},
      query: {},
      body: {},
      [part]: value,
    })
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    expect(error.issues).not.toEqual([])
    return error.issues ?? []
  }
}

const endpoints = listEndpoints(contract, routes)
const parts = endpoints.flatMap(({ name, endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part] as z.ZodType | undefined
    return schema === undefined ? [] : [{ name, part, schema }]
  }),
)

describe('what is said of wrong input', () => {
  test.each(parts)('$name, $part: every sentence is Chinese and without a word for programmers', ({ name, part, schema }) => {
    const values = [undefined, null, 'x', [], {}, ...leaves.flatMap((leaf) => withLeaf(schema, leaf))]
    for (const value of values) {
      for (const { path, message } of issuesOf(name, part, value)) {
        expect(message, `${path} of ${JSON.stringify(value)?.slice(0, 200)}`).toMatch(/\p{Script=Han}/u)
        expect(message.replace(known, ''), path).not.toMatch(/[A-Za-z_]{2,}|无效输入|期望|NaN/)
      }
    }
  })

  test('every field of a request has a name, or stands in one that has', () => {
    const unnamed = parts.flatMap(({ name, part, schema }) =>
      withLeaf(schema, Symbol.iterator)
        .flatMap((value) => issuesOf(name, part, value))
        .map(({ path }) => path)
        .filter((path) => path.includes('.') && !path.split('.').some((key) => Object.hasOwn(fieldNames, key))),
    )
    expect(unnamed).toEqual([])
  })

  test.each([
    ['products.sync', 'body', {}, '必须选择店铺'],
    ['pushes.push', 'body', {}, '必须选择工厂'],
    ['phoneBrands.order', 'body', {}, '缺少移动到的位置'],
    ['files.uploadForm', 'body', { fileName: 'a.png', type: 9 }, '类型不在可选的范围里'],
    ['orders.list', 'query', { pageNo: '一' }, '页码应该是数字'],
    ['orders.list', 'query', { pageSize: '100000' }, '每页条数不能大于 500'],
  ] as const)('%s, %s %j: %s', (name, part, value, sentence) => {
    expect(issuesOf(name, part, value).map(({ message }) => message)).toContain(sentence)
  })
})
