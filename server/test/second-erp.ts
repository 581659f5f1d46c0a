/**
 * A second factories' program, of another kind than the first and as strict as real ones are: a key of two fields, lists by a cursor
 * whose pages overlap, ids that are numbers of 19 digits, bodies in GBK, names with control characters or without any, and answers that
 * are lost. It stands for an entry in the record of programs, client and gateway in one.
 */
import { type Fields, fieldsOf } from '../../contract/ground/fields'
import { encodeGbk } from '../embedded/gbk'
import { bodyText } from '../infra/net/body-text'
import { parseJson, writeJson } from '../infra/net/foreign-json'
import { type Erp, ErpFailure, type ErpKey, type ErpLine, type ErpReceipt } from '../ports/erp'

export const secondKind = 2
export const secondKey = { appKey: '880123', appSecret: 'secret-of-the-second-program' }
export const secondFactory = '6900000000000000017'
export const secondModel = '6912345678901234567'
export const secondMaterial = '6912345678901239999'
const rowsPerPage = 2

const models: readonly Fields[] = [
  { id: BigInt(secondModel), name: '苹果 15\u0000', w: '71.5', h: 146, stock: 99_999_999_999_999 },
  { id: 6_912_345_678_901_234_568n, name: `小米\u0007 14${'\ud83d'}`, stock: null },
  { id: 6_912_345_678_901_234_569n, name: null, stock: 12.5 },
  { id: 'LONG', name: `${'壳'.repeat(199)}📱`, stock: -1 },
  { id: `C\u0000-1`, name: '不能保存的编号' },
  { id: '', name: '没有编号' },
]
const materials: readonly Fields[] = [
  { id: BigInt(secondMaterial), name: '磨砂\u0000硬壳', colors: null },
  {
    id: 6_912_345_678_901_240_000n,
    name: '透明',
    colors: [
      { id: 1, name: `黑${'\ud83d'}` },
      { id: 1, name: '又一个黑' },
    ],
  },
]

export interface SecondErp {
  readonly erp: Erp
  /** Lines that the factory took, by our outside id. */
  readonly lines: ReadonlyMap<string, { readonly number: string; readonly line: ErpLine }>
  /** Number of calls by their path. */
  readonly calls: ReadonlyMap<string, number>
  /** The names of the factories that the key opens. */
  readonly factories: Map<string, string>
  /** The next answers are lost, after what was asked for was done. */
  loseAnswers: number
  /** The program does not answer at all. */
  isAway: boolean
  /** The states of lines, by our outside id: 印刷中 can no longer be cancelled, 取消申请中 is decided later. Absent: 排产中. */
  readonly states: Map<string, '排产中' | '印刷中' | '取消申请中' | '已取消' | '缺货'>
  /** A cancellation waits for a person there, instead of being done at once. */
  decidesLater: boolean
}

export function openSecondErp(): SecondErp {
  const lines = new Map<string, { readonly number: string; readonly line: ErpLine }>()
  const calls = new Map<string, number>()
  const factories = new Map([[secondFactory, '合印云一厂']])
  const page = (rows: readonly Fields[], cursor: unknown): Fields => {
    const at = Number(cursor ?? 0)
    // The last row of a page stands on the next one again.
    const shown = rows.slice(Math.max(0, at - 1), at + rowsPerPage)
    return { ok: 1, rows: shown, next: at + rowsPerPage < rows.length ? at + rowsPerPage : '' }
  }
  const answer = (path: string, { appKey, appSecret }: ErpKey, params: Fields): Fields => {
    if (appKey !== secondKey.appKey || appSecret !== secondKey.appSecret) return { ok: 0, why: 'key', msg: '应用密钥不正确' }
    if (path === 'factories')
      return page(
        [...factories].map(([id, name]) => ({ id: BigInt(id), name })),
        params.cursor,
      )
    if (path === 'models') return page(models, params.cursor)
    if (path === 'materials') return page(materials, params.cursor)
    const outsideId = String(params.outsideId)
    const found = lines.get(outsideId)
    const state = states.get(outsideId) ?? '排产中'
    if (path === 'cancel' && found) {
      if (state === '印刷中') return { ok: 0, why: 'refused', msg: '已开始印刷，不能取消' }
      if (state !== '缺货') states.set(outsideId, second.decidesLater ? '取消申请中' : '已取消')
    }
    if (path === 'find' || path === 'cancel')
      return { ok: 1, order: found ? { number: BigInt(found.number), state: states.get(outsideId) ?? '排产中' } : null }
    if (found) return { ok: 0, why: 'refused', msg: `订单已存在：${found.number}` }
    const number = `69000000000000009${String(lines.size + 10)}`
    lines.set(String(params.outsideId), { number, line: params as unknown as ErpLine })
    return { ok: 1, order: { number: BigInt(number), state: '排产中' } }
  }
  const states: SecondErp['states'] = new Map()
  const second: SecondErp = {
    erp: {} as Erp,
    lines,
    calls,
    factories,
    states,
    loseAnswers: 0,
    isAway: false,
    decidesLater: false,
  }
  const call = (path: string, key: ErpKey, params: Fields = {}): Fields => {
    calls.set(path, (calls.get(path) ?? 0) + 1)
    if (second.isAway) throw new ErpFailure('lost', '工厂没有回应，请稍后再试')
    const reply = fieldsOf(parseJson(bodyText(encodeGbk(writeJson(answer(path, key, params))), null)))
    if (second.loseAnswers > 0) {
      second.loseAnswers -= 1
      throw new ErpFailure('lost', '工厂没有回应，请稍后再试')
    }
    if (reply.ok !== 1) throw new ErpFailure(reply.why === 'key' ? 'key' : 'refused', String(reply.msg))
    return reply
  }
  const listed = (path: string, key: ErpKey): Fields[] => {
    const rows: Fields[] = []
    for (let cursor: unknown = 0; cursor !== ''; ) {
      const reply = call(path, key, { cursor })
      rows.push(...(Array.isArray(reply.rows) ? reply.rows.map(fieldsOf) : []))
      cursor = reply.next
    }
    return rows
  }
  const nameOf = ({ id, name }: Fields): string => String(name ?? id)
  const receiptOf = (order: unknown): ErpReceipt => {
    const { number, state } = fieldsOf(order)
    return { factoryOrderId: String(number), state: String(state), ended: state === '已取消' || state === '缺货' }
  }
  const erp: Erp = {
    program: {
      name: '合印云',
      keyFields: [
        {
          name: 'appKey',
          label: '应用编号',
          hint: '应用编号',
          shape: { pattern: /^\d{4,10}$/, problem: '应用编号是 4 到 10 位数字' },
        },
        { name: 'appSecret', label: '应用密钥', hint: '应用密钥' },
      ],
      demoKey: null,
    },
    factories: async (key) => listed('factories', key).map((row) => ({ originalId: String(row.id), name: nameOf(row) })),
    phoneModels: async (key) =>
      listed('models', key).map((row) => ({
        code: String(row.id),
        name: nameOf(row),
        widthMm: row.w === undefined ? null : Number(row.w),
        heightMm: row.h === undefined ? null : Number(row.h),
        stock: row.stock === undefined || row.stock === null ? null : Number(row.stock),
      })),
    materials: async (key) =>
      listed('materials', key).map((row) => ({
        originalId: String(row.id),
        code: String(row.id),
        name: nameOf(row),
        colors: (Array.isArray(row.colors) ? row.colors : []).map(fieldsOf).map((color) => ({
          originalId: String(color.id),
          code: String(color.id),
          name: nameOf(color),
        })),
      })),
    async findLine(key, _factoryId, outsideId) {
      const { order } = call('find', key, { outsideId })
      return order === null ? null : receiptOf(order)
    },
    async cancelLine(key, _factoryId, outsideId) {
      const { order } = call('cancel', key, { outsideId })
      return order === null ? null : receiptOf(order)
    },
    createLine: async (key, _factoryId, line) => receiptOf(call('create', key, { ...line }).order),
  }
  return Object.assign(second, { erp })
}
