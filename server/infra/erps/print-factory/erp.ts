/** Implements the factory port (ports/erp) over signed calls of the factory's program. */

import type { ErpKind } from '../../../../contract/constants'
import type { Fields } from '../../../../contract/ground/fields'
import { phoneName } from '../../../../contract/rules/case-names'
import { isBrandName, readName } from '../../../../contract/rules/phone-names'
import { type Erp, ErpFailure, type ErpKey, type ErpKeyField, type ErpProgram, type ErpReceipt } from '../../../ports/erp'
import type { ErpClient } from './erp-client'
import { countOf, field, firstText, isRounded, millimetresOf } from './field-names'
import { listingOf } from './listing'
import { readAllPages } from './pages'
import { findReceipt, isEmpty, type SentLine } from './receipt'
import type { Reply } from './reply'
import { listVerdictOf, verdictOf } from './verdict'
import { isRefusal, saysNoOrder, saysNoRows } from './words'

/** Removes duplicate codes; the first row of a code stays. */
function uniqueByCode<T>(rows: readonly T[], codeOf: (row: T) => string): T[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const code = codeOf(row)
    if (code === '' || seen.has(code)) return false
    seen.add(code)
    return true
  })
}

const nameOf = (row: Fields, code: string): string =>
  firstText(
    row,
    'namecn',
    'name',
    'mobilemodelname',
    'modelname',
    'productname',
    'goodsname',
    'factoryname',
    'nameen',
    'ename',
    'title',
  ) || code // prettier-ignore

/** Names of the groups in which programs list models: by brand. */
const groupNames = ['modellist', 'models', 'children', 'list', 'items', 'products', 'skus', 'phones'] as const
/** The field under which `withBrand` keeps the brand of a row's group. */
const ofBrand = 'kejiangbrand'

/** Returns the brand whose models a group lists; '' for a group of another kind, such as 热销机型. */
function brandOf(group: Fields): string {
  const named = firstText(group, 'brandname', 'brandcn', 'brand', 'mobilebrandname')
  const name = named || nameOf(group, '')
  return named !== '' || isBrandName(name) ? name : ''
}
const withBrand = (row: Fields, group: Fields): Fields => ({ ...row, [ofBrand]: brandOf(group) })

/**
 * Returns the name of a model with the brand of its group in front, unless the name says itself whose phone it is: 15 and Pro are
 * models of several makers.
 */
function modelNameOf(row: Fields, code: string): string {
  const name = nameOf(row, '')
  if (name === '') return code
  const brand = firstText(row, ofBrand) || firstText(row, 'brandname', 'brandcn', 'brand', 'mobilebrandname')
  return readName(name).some((phone) => phone.brand !== null) ? name : phoneName(brand, name)
}

/** Names of codes, first those that bindings were made with. */
const codeNames = {
  factories: ['id', 'deviceid', 'factoryid', 'factorycode', 'code'],
  models: ['productid', 'mobilemodelid', 'code', 'id', 'modelid', 'modelcode', 'productcode', 'skuid'],
  materials: ['code', 'mobileshellid', 'id', 'shellid', 'materialcode', 'materialid', 'goodsid', 'goodscode'],
} as const

interface ListCall {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** Name of the listed things for the seller. */
  readonly subject: string
  readonly codeNames: readonly string[]
  readonly groupNames: readonly string[]
}

/** The program's number in the record of programs. */
export const printFactoryKind: ErpKind = 1
const keyField: ErpKeyField = { name: 'apiAccessToken', label: 'key', hint: '接口 key（也叫 API key、访问令牌）' }
const tokenOf = (key: ErpKey): string => key[keyField.name] ?? ''
/** Returns a key of the program. */
export const printFactoryKey = (token: string): ErpKey => ({ [keyField.name]: token })

export function createErp(
  client: ErpClient,
  { name, demoToken }: { readonly name: string; readonly demoToken: string | null },
): Erp {
  const program: ErpProgram = { name, keyFields: [keyField], demoKey: demoToken === null ? null : printFactoryKey(demoToken) }
  /** Reads all rows of a list. A row without a usable code is an error where it would make a code of ours disappear. */
  async function readList(key: ErpKey, { path, params, subject, codeNames: names, groupNames: groups }: ListCall) {
    const readPage = (page: Readonly<Record<string, string>>) =>
      client.read({ path, params: { ...params, ...page }, key: tokenOf(key) }, (reply, failures) => {
        const listing = listingOf(reply.body, groups, withBrand)
        const rows = listing?.rows ?? []
        const verdict = listVerdictOf(reply, rows.length > 0)
        if (rows.length > 0 && verdict === 'yes') return listing
        const isFurther = Object.keys(page).length > 0
        if (isFurther && saysNoRows(reply.message)) return emptyListing
        if (verdict === 'no') {
          const refusal = failures.refusal()
          if (isFurther && refusal.kind === 'refused') return null
          throw refusal
        }
        if (isEmptyList(reply, listing !== null)) return emptyListing
        throw failures.doubt(`工厂的回应里没有能识别的${subject}列表，原有的保持不变`)
      })
    const codeOf = (row: Fields): string => firstText(row, ...names)
    const rows = await readAllPages(readPage, (row) => codeOf(row) || JSON.stringify(row), subject)
    if (rows.some((row) => isRounded(field(row, ...names)))) {
      throw new ErpFailure(
        'lost',
        `工厂给出的${subject}编号太长，末尾几位已丢失，不能使用，请联系工厂程序的服务商；原有的保持不变`,
      )
    }
    const coded = rows.filter((row) => codeOf(row) !== '')
    if (rows.length > 0 && coded.length === 0) {
      throw new ErpFailure('lost', `工厂列出的 ${rows.length} 个${subject}都没有编号，不能使用；原有的保持不变`)
    }
    return coded
  }

  return {
    program,
    async factories(key) {
      const { factories: names } = codeNames
      const rows = await readList(key, { path: '/factory/list', params: {}, subject: '工厂', codeNames: names, groupNames: [] })
      const factories = rows.map((row) => {
        const originalId = firstText(row, ...names)
        return { originalId, name: nameOf(row, originalId) }
      })
      return uniqueByCode(factories, ({ originalId }) => originalId)
    },
    async phoneModels(key, factoryId) {
      const { models: names } = codeNames
      const params = { factory_id: factoryId }
      const rows = await readList(key, { path: '/stock/list', params, subject: '机型', codeNames: names, groupNames })
      const models = rows.map((row) => {
        const code = firstText(row, ...names)
        return {
          code,
          name: modelNameOf(row, code),
          widthMm: millimetresOf(field(row, 'width')),
          heightMm: millimetresOf(field(row, 'height')),
          stock: countOf(field(row, 'stock')),
        }
      })
      return uniqueByCode(models, ({ code }) => code)
    },
    async materials(key, factoryId) {
      const { materials: names } = codeNames
      const params = { factory_id: factoryId }
      const rows = await readList(key, { path: '/goods/list', params, subject: '材质', codeNames: names, groupNames: [] })
      const materials = rows.map((row) => {
        const code = firstText(row, ...names)
        const colorRows = listingOf(field(row, 'colors', 'colorlist', 'colours') ?? [], [])?.rows ?? []
        const colors = colorRows.map((color) => {
          const colorCode = firstText(color, 'code', 'colorcode', 'colorid', 'id')
          return { originalId: firstText(color, 'id') || colorCode, code: colorCode, name: nameOf(color, colorCode) }
        })
        return {
          originalId: firstText(row, 'id') || code,
          code,
          name: nameOf(row, code),
          colors: uniqueByCode(colors, (color) => color.code),
        }
      })
      return uniqueByCode(materials, ({ originalId }) => originalId)
    },
    findLine: (key, factoryId, outsideId) =>
      client.read(
        { path: '/order/query', params: { factory_id: factoryId, third_id: outsideId }, key: tokenOf(key) },
        (reply, failures): ErpReceipt | null => {
          const found = receiptIn(reply, { outsideId })
          if (found.receipt && (found.receipt.ended || found.verdict === 'yes')) return found.receipt
          if (found.receipt === null && saysNoOrder(reply.message)) return null
          if (found.verdict === 'no') throw failures.refusal()
          if (found.isEmpty && !isRefusal(reply.message) && reply.signal !== 'code-refused') return null
          throw failures.doubt('工厂没有说清楚有没有这一单')
        },
      ),
    createLine(key, factoryId, line) {
      const params = {
        factory_id: factoryId,
        third_id: line.outsideId,
        third_order_no: line.orderOriginalId,
        product_id: line.modelCode,
        mobile_shell_id: line.materialCode,
        color_id: line.colorCode ?? '',
        quantity: String(line.quantity),
        image_url: line.pictureUrl,
      }
      return client.write({ path: '/order/create', params, key: tokenOf(key) }, (reply, failures) => {
        const { receipt, verdict } = receiptIn(reply, line)
        if (receipt && (receipt.ended || verdict === 'yes')) return receipt
        if (verdict === 'no') throw failures.refusal()
        throw failures.doubt(receipt ? '工厂给出了订单号，又说没有成功' : '工厂没有给出订单号')
      })
    },
  }
}

const emptyListing = {
  rows: [],
  groups: 0,
  hasShortGroup: false,
  paging: { total: null, hasMore: null, pageSize: null, pageName: null, sizeName: null, page: null },
} as const

/** Whether the program answered, and has nothing to list. */
const isEmptyList = ({ signal, message, body }: Reply, hasList: boolean): boolean =>
  (signal === 'accepted' || signal === 'either' || hasList) && !isRefusal(message) && (hasList || isEmpty(body))

function receiptIn(reply: Reply, sent: SentLine) {
  const found = findReceipt(reply.body, sent)
  const receipt = found.kind === 'found' ? found.receipt : null
  return { receipt, verdict: verdictOf(reply, receipt !== null), isEmpty: found.kind === 'empty' }
}
