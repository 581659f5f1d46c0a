import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../../../contract/ground/fields'
import { demoSeller } from '../../../embedded/marketplaces/taobao/double'
import { openFaultyMarketplace } from '../../../embedded/marketplaces/taobao/faults'
import { Failure } from '../../../kernel/failure'
import { parseJson } from '../../net/foreign-json'
import { listOf, textOf } from './json'
import { parseMiniAppTemplate } from './mini-app-address'
import { toProduct } from './products'
import { readTopError, verdictOf } from './top-errors'

const clock = { now: () => new Date('2026-03-01T08:00:00Z') }
const open = () => openFaultyMarketplace({ clock, wait: async () => undefined })
const { session } = demoSeller

describe('products of the seller', () => {
  test('products have their SKUs in order, ids as text and readable names', async () => {
    const { marketplace } = open()
    const [product] = await marketplace.products(session, ['700000000003'])
    expect(product).toEqual({
      originalId: '700000000003',
      title: '姓名定制手机壳 刻字磨砂软壳 小米 14 红米 K70',
      imageUrl: null,
      skus: [
        { originalId: '5311032513942101325', propertiesName: '适用手机型号:小米 14;颜色分类:云雾白' },
        { originalId: '5311032513942101326', propertiesName: '适用手机型号:Redmi K70 Pro;颜色分类:曜石黑' },
      ],
    })
  })

  test('deleted, mistyped and other sellers’ products are not returned', async () => {
    const { marketplace, simulator } = open()
    const found = await marketplace.products(session, ['700000000005', '700000000099', '123'])
    expect(found.map(({ originalId, skus }) => [originalId, skus])).toEqual([['700000000005', []]])
    expect(await marketplace.products(session, ['700000000099'])).toEqual([])
    expect(await marketplace.products(session, [])).toEqual([])
    expect(simulator.count('taobao.items.seller.list.get')).toBe(2)
  })

  test('products are requested twenty at a time, no more', async () => {
    const { marketplace } = open()
    const ids = Array.from({ length: 21 }, (_, n) => String(n + 1))
    await expect(marketplace.products(session, ids)).rejects.toThrow('21 products in one call')
    expect(await marketplace.products(session, ids.slice(0, 20))).toEqual([])
  })

  test('products keep the seller’s own names of values, and names with colons and semicolons', () => {
    const product = toProduct({
      num_iid: 5,
      title: ' 壳 ',
      pic_url: '//img.alicdn.com/a.jpg',
      property_alias: '1627207:3232483:军绿;加厚;1:-2:自定:义',
      skus: { sku: { sku_id: '6', properties_name: '1627207:3232483:颜色分类:军绿色;1:-2:型号:原;名', outer_id: 'X' } },
    })
    expect(product).toEqual({
      originalId: '5',
      title: '壳',
      imageUrl: 'https://img.alicdn.com/a.jpg',
      skus: [{ originalId: '6', propertiesName: '颜色分类:军绿;加厚;型号:自定:义' }],
    })
  })

  test('products without an id or title are left out, and a SKU without a name is named by its code', () => {
    expect(toProduct({ title: '壳' })).toBeNull()
    expect(toProduct({ num_iid: 1 })).toBeNull()
    const skus = { sku: [{ sku_id: 1, outer_id: 'KJ-1' }, { sku_id: 2 }, { price: '1.00' }] }
    expect(toProduct({ num_iid: 1, title: '壳', pic_url: 'javascript:alert(1)', skus })).toMatchObject({
      imageUrl: null,
      skus: [
        { originalId: '1', propertiesName: 'KJ-1' },
        { originalId: '2', propertiesName: '规格 2' },
      ],
    })
  })
})

describe('the list of what is on sale', () => {
  const goods = (n: number, fields: Record<string, unknown> = {}) => ({
    num_iid: `69${String(n).padStart(17, '0')}`,
    title: `定制壳 ${n}`,
    pic_url: `//img.alicdn.com/${n}.jpg`,
    skus: [],
    ...fields,
  })
  const all = { page: null, keyword: '' }

  test('all pages come, with ids of 19 digits, titles without references of HTML and products without a picture', async () => {
    const { marketplace, goods: added } = open()
    const many = Array.from({ length: 90 }, (_, n) => goods(n))
    many[0] = goods(0, { title: '情侣&amp;闺蜜 &quot;定制&quot; &lt;壳&gt;', pic_url: undefined })
    many[1] = goods(1, { approve_status: 'instock' })
    added.items.set('1000001', many)
    const ids: string[] = []
    let page: string | null = null
    do {
      const read = await marketplace.listOnSale(session, { page, keyword: '' })
      if (page === null)
        expect(read.items[0]).toEqual({ originalId: `69${'0'.repeat(17)}`, title: '情侣&闺蜜 "定制" <壳>', imageUrl: null })
      expect(read.total).toBe(97)
      ids.push(...read.items.map(({ originalId }) => originalId))
      page = read.next
    } while (page !== null)
    expect([ids.length, new Set(ids).size, ids.includes(goods(1).num_iid)]).toEqual([97, 97, false])
  })

  test('a product that is put on sale while pages are read moves another to a page where it comes again', async () => {
    const { marketplace, goods: added } = open()
    const items = Array.from({ length: 50 }, (_, n) => goods(n))
    added.items.set('1000001', items)
    added.afterPage = (no) => void (no === 1 && items.unshift(goods(999)))
    const first = await marketplace.listOnSale(session, all)
    const second = await marketplace.listOnSale(session, { page: first.next, keyword: '' })
    expect(second.items[0]?.originalId).toBe(first.items.at(-1)?.originalId)
  })

  test('the marketplace searches titles, and nothing found is an empty list', async () => {
    const { marketplace, simulator } = open()
    const found = await marketplace.listOnSale(session, { page: null, keyword: '宠物' })
    expect(found.items.map(({ originalId }) => originalId)).toEqual(['700000000002'])
    expect(await marketplace.listOnSale(session, { page: null, keyword: '没有的' })).toEqual({
      ...{ items: [], next: null, total: 0, isSearched: true },
    })
    expect(simulator.recent().at(-1)).toMatchObject({ q: '没有的', fields: 'num_iid,title,pic_url' })
  })

  test('a page that was not named, and a sub-account without the right, are refused in words', async () => {
    const { marketplace, simulator } = open()
    for (const page of ['0', 'x', '-1', '501']) {
      await expect(marketplace.listOnSale(session, { page, keyword: '' })).rejects.toMatchObject({ code: 'invalid' })
    }
    simulator.refuseSubAccount(session)
    await expect(marketplace.listOnSale(session, all)).rejects.toMatchObject({ code: 'subuser.has-no-permission' })
  })
})

describe('the mini-app', () => {
  test('a mini-app is updated to another version of its template, and a second time changes nothing', async () => {
    const { miniApps } = open().marketplace
    const app = await miniApps?.find(session)
    if (!miniApps || !app) throw new Error('the demo seller has a mini-app')
    expect(app).toMatchObject({ appId: '3000000098765432', name: '壳匠定制', templateVersion: '1.2.0' })
    const [newest] = await miniApps.templates(session)
    expect(newest).toMatchObject({ templateVersion: '1.3.0', createdAt: new Date('2026-10-20T02:00:00Z') })
    await miniApps.update(session, app, '1.3.0')
    await miniApps.update(session, app, '1.3.0')
    expect((await miniApps.find(session))?.templateVersion).toBe('1.3.0')
    await expect(miniApps.update(session, app, '9.9.9')).rejects.toThrow('淘宝返回错误：模板版本不存在')
  })

  test('our mini-app template is configured in one line', () => {
    expect(parseMiniAppTemplate('300:1.1.0@2026-05-06=素材库; 1.2.0@2026-08-12=竖排')).toEqual({
      templateId: '300',
      versions: [
        { templateVersion: '1.2.0', createdAt: new Date('2026-08-11T16:00:00Z'), note: '竖排' },
        { templateVersion: '1.1.0', createdAt: new Date('2026-05-05T16:00:00Z'), note: '素材库' },
      ],
    })
    for (const wrong of ['', '300', '300:', '300:1.0', 'x:1.0@2026-01-01=a', '300:1.0@2026-13-40=a']) {
      expect(() => parseMiniAppTemplate(wrong)).toThrow('须写成')
    }
  })
})

/** Recorded replies, stored beside the repository. */
const recorded = join(import.meta.dirname, '../../../../../shared/data/marketplace')
const authored = join(import.meta.dirname, '../../../../fixtures/marketplace')

function repliesIn(folder: string): { name: string; text: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

/** Returns the numbers in a response that are not exact. */
function inexactNumbers(value: unknown): number[] {
  if (typeof value === 'number') return Number.isSafeInteger(value) || !Number.isInteger(value) ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(inexactNumbers) : []
}

/** Reads a reply like the product does; returns how many objects it found. */
function readReply(body: unknown): number {
  expect(inexactNumbers(body)).toEqual([])
  const [content] = Object.entries(fieldsOf(body)).flatMap(([name, inner]) =>
    name.endsWith('_response') ? [fieldsOf(inner)] : [],
  )
  if (!content) throw new Error('no wrapper')
  const items = [...listOf(content, 'items', 'item'), ...listOf(content, 'item')]
  for (const item of items) {
    const product = toProduct({ title: '无标题', ...item })
    expect(product?.originalId).toMatch(/^\d+$/)
    for (const sku of product?.skus ?? []) {
      expect(sku.originalId).toMatch(/^\d+$/)
      expect(sku.propertiesName).not.toMatch(/^\d+:|;\d+:|undefined/)
    }
  }
  const trades = [...listOf(content, 'trades', 'trade'), ...listOf(content, 'trade')]
  for (const trade of trades) {
    expect(textOf(trade.tid)).toMatch(/^\d+$/)
    for (const order of listOf(trade, 'orders', 'order')) expect(textOf(order.oid)).toMatch(/^\d+$/)
  }
  const users = listOf(content, 'user')
  for (const user of users) expect(textOf(user.user_id)).toMatch(/^\d+$/)
  return items.length + trades.length + users.length
}

describe.skipIf(!existsSync(recorded))('the recorded replies (skipped without ../shared/data/marketplace)', () => {
  const files = existsSync(recorded) ? repliesIn(recorded) : []
  const isErrors = (name: string) => name.startsWith('errors')

  test.each(files.filter(({ name }) => !isErrors(name)).map((file) => [file.name, file.text]))(
    'the recorded reply %s is read',
    (_name, text) => {
      expect(readReply(parseJson(text))).toBeGreaterThan(0)
    },
  )

  test('every recorded error gets a verdict', () => {
    const errors = files.filter(({ name }) => isErrors(name)).flatMap(({ text }) => parseJson(text) as { body: unknown }[])
    const verdicts = errors.map(({ body }) => {
      const error = readTopError(body)
      if (!error) throw new Error('no error_response')
      const verdict = verdictOf(error)
      return verdict.kind === 'refused' ? [error.code, verdict.failure.code] : [error.code, verdict.kind]
    })
    expect(verdicts).toEqual([
      [12, 'subuser.has-no-permission'],
      [27, 'upstream-failed'],
      [7, 'wait'],
      [11, 'operator-needed'],
      [50, 'upstream-failed'],
      [15, 'retry'],
    ])
  })
})

test('the repository’s own replies are read', () => {
  const replies = repliesIn(authored).flatMap(({ text }) => fieldsOf(parseJson(text)).reply ?? [])
  expect(replies.length).toBeGreaterThan(2)
  for (const reply of replies) expect(readReply(reply)).toBeGreaterThan(0)
})

test('the seller of a session is found, and an expired session is refused', async () => {
  const { marketplace, simulator } = open()
  expect(await marketplace.seller(session)).toEqual({ nick: '壳匠演示店', sellerId: '1000001' })
  simulator.endSession(session)
  await expect(marketplace.seller(session)).rejects.toThrow(Failure)
  simulator.renewSession(session)
  expect((await marketplace.seller(session)).nick).toBe('壳匠演示店')
})
