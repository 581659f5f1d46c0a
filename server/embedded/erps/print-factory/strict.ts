/**
 * The embedded factory as hard as real programs: the shapes of the register (fixtures/replies/factory.ts) that a program may send all at
 * once. Ids are numbers of 19 digits, lists come in pages of ten, bodies are GBK that is named or not, PHP prints notices, successes
 * and refusals have unusual forms, and the state of an order is a word that nobody knows.
 */
import { createHash } from 'node:crypto'
import { type Fields, fieldsOf, isFields } from '../../../../contract/ground/fields'
import { writeJson } from '../../../infra/net/foreign-json'
import { encodeGbk } from '../../gbk'
import { callPath, orderPath, type SimulatedFactory } from './simulator'

const pageSize = 10
/** A word of one factory alone, which says nothing about cancellation. */
const unknownState = '转二厂'
const notice = '<br />\n<b>Notice</b>:  Undefined index: [color] in <b>/www/api/order.php</b> on line <b>87</b><br />\n'

/** Returns the number of 19 digits that replaces a code or id; the same for the same code. */
export const strictCode = (code: string): string =>
  `1830551${(BigInt(`0x${createHash('sha256').update(code).digest('hex')}`) % 10n ** 12n).toString().padStart(12, '0')}`

const withStrictCodes = <T extends Fields>(row: T): T => {
  const renamed = (name: string) => (typeof row[name] === 'string' ? { [name]: strictCode(String(row[name])) } : {})
  return { ...row, ...renamed('id'), ...renamed('code') }
}

/** Returns a factory whose codes and ids are numbers of 19 digits. */
export const strictFactory = (factory: SimulatedFactory): SimulatedFactory => ({
  ...withStrictCodes({ ...factory }),
  models: factory.models.map((model) => withStrictCodes({ ...model })),
  materials: factory.materials.map((material) => ({
    ...withStrictCodes({ ...material }),
    colors: material.colors.map(withStrictCodes),
  })),
})

/** Writes ids as numbers: the simulator has them as text of 19 digits, and its own numbers as F00000001. */
function asNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asNumbers)
  if (isFields(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asNumbers(inner)]))
  if (typeof value !== 'string') return value
  if (/^\d{19}$/.test(value)) return BigInt(value)
  return /^F\d{8}$/.test(value) ? BigInt(strictOrderNumber(value)) : value
}

/** Returns the number of 19 digits under which an order of the simulator is known. */
export const strictOrderNumber = (orderId: string): string => `1840000000${orderId.slice(1).padStart(9, '0')}`

interface Page {
  readonly rows: readonly unknown[]
  readonly number: number
  readonly total: number
}

/** Cuts a list to the page that is asked for by this parameter. */
function pageOf(list: readonly unknown[], asked: unknown): Page {
  const number = Number(asked ?? 1)
  return { rows: list.slice((number - 1) * pageSize, number * pageSize), number, total: list.length }
}

function listOf(data: unknown): readonly unknown[] {
  const { list } = fieldsOf(data)
  if (!Array.isArray(list)) return Array.isArray(data) ? data : []
  return list.flatMap((row) => (isFields(row) && Array.isArray(row.modelList) ? row.modelList : [row]))
}

/** The shapes by path, each from the data that the simulator answers with. */
const shapes: Readonly<Record<string, (data: unknown, params: Fields) => Fields>> = {
  '/factory/list': (data) => ({ code: 200, msg: '查询成功', rows: listOf(data), total: String(listOf(data).length) }),
  '/stock/list': (data, { current }) => {
    const { rows, number, total } = pageOf(listOf(data), current)
    return { code: '00000', data: { records: rows, total: String(total), size: pageSize, current: number } }
  },
  // An array with gaps, which PHP writes as an object.
  '/goods/list': (data) => ({ errno: 0, data: { list: Object.fromEntries(listOf(data).map((row, at) => [at * 2, row])) } }),
  '/order/query': (data, { third_id }) => {
    if (!isFields(data)) return { code: 404, msg: '订单不存在' }
    const state = data.state === '待生产' ? unknownState : data.state
    return { code: 20_000, msg: 'ok', data: [{ third_id, o_id: data.order_id, status: 3, status_text: state }] }
  },
  [orderPath]: (data) => ({
    isSuccess: 'true',
    result: { orderInfo: { orderSn: fieldsOf(data).order_id, status_text: unknownState } },
  }),
}

/** Answers as the simulator does, in the hard shapes. A refusal is `code` 1 with the words alone. */
export async function strictAnswer(request: Request, answer: (request: Request) => Promise<Response>): Promise<Response> {
  const path = callPath(request)
  const params = fieldsOf(await request.clone().json())
  const reply = fieldsOf(await (await answer(request)).json())
  const isRefusal = reply.msg !== undefined && reply.msg !== 'ok'
  const key = isRefusal && reply.code === 401
  const shaped = isRefusal ? { code: key ? 401 : 1, msg: [reply.msg] } : (shapes[path]?.(reply.data, params) ?? reply)
  const text = `${path === orderPath ? notice : '\uFEFF'}${writeJson(asNumbers(shaped))}`
  // Some name their encoding and some do not; a byte order mark is one of UTF-8.
  if (path !== orderPath) return new Response(text, { headers: { 'content-type': 'text/html' } })
  return new Response(new Uint8Array(encodeGbk(text)), {
    headers: { 'content-type': isRefusal ? 'application/json' : 'application/json; charset=gb2312' },
  })
}
