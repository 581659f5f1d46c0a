import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { taobaoSession } from '../../test/marketplace'
import { startTestServer, type TestServer } from '../../test/server'
import { authorizeShop } from './sessions'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function seller() {
  const { token, accountId } = await server.newAccount()
  const call = (method: string, path: string, body?: unknown) => server.call(method, `/api/${path}`, { token, body })
  const shopId: number = (await call('POST', 'shops', { type: 'DOUDIAN', name: '抖店' })).body.id
  const { shopId: taobao } = await authorizeShop(server.deps, accountId, taobaoSession)
  const list = async (query: string) => (await call('GET', `products?${query}`)).body
  return { accountId, call, list, shopId, taobao }
}

const sku = (n: number) => ({ originalId: `sku-${n}`, propertiesName: `型号:iPhone ${n}` })
const product = (n: number, skus = [sku(1), sku(2)]) => ({ originalId: `item-${n}`, title: `定制手机壳 ${n} 号`, skus })

describe('a product added by hand', () => {
  test('a product added by hand is trimmed and listed with its SKUs in order', async () => {
    const { call, list, shopId } = await seller()
    const given = {
      shopId,
      originalId: ' 7001 ',
      title: ' 定制壳 ',
      imageUrl: ' https://example.com/a.png ',
      skus: [{ originalId: ' s2 ', propertiesName: ' 型号:二 ' }, sku(1)],
    }
    const made = await call('POST', 'products', given)
    expect(made.body).toMatchObject({
      shopId,
      originalId: '7001',
      title: '定制壳',
      imageUrl: 'https://example.com/a.png',
      skus: [{ originalId: 's2', propertiesName: '型号:二' }, sku(1)],
    })
    expect(await list(`shopId=${shopId}`)).toEqual({ items: [made.body], totalItems: 1 })
  })

  test.each([
    [{ originalId: ' ' }, 'body.originalId', '必须填写商品的平台ID'],
    [{ originalId: undefined }, 'body.originalId', '必须填写商品的平台ID'],
    [{ title: '' }, 'body.title', '必须填写商品的标题'],
    [{ imageUrl: 'ftp://a/b.png' }, 'body.imageUrl', '必须以http://或者https://开头'],
    [{ imageUrl: 'javascript:alert(1)' }, 'body.imageUrl', '必须以http://或者https://开头'],
    [{ skus: [] }, 'body.skus', '请新增至少一个商品规格'],
    [{ skus: [{ propertiesName: '红' }] }, 'body.skus.0.originalId', '必须填写商品规格的平台ID'],
    [{ skus: [sku(1), { originalId: 'x', propertiesName: ' ' }] }, 'body.skus.1.propertiesName', '必须填写商品规格的属性名称'],
    [{ skus: [sku(1), sku(2), sku(1)] }, 'body.skus.2.originalId', '商品规格的平台ID“sku-1”重复'],
  ])('a product with %j is refused', async (change, path, message) => {
    const { call, shopId } = await seller()
    const reply = await call('POST', 'products', { shopId, ...product(1), ...change })
    expect([reply.status, reply.body.issues[0]]).toEqual([422, expect.objectContaining({ path, message })])
  })

  test('a product may have no picture, however that is written', async () => {
    const { call, shopId } = await seller()
    for (const [n, imageUrl] of ['', null, undefined].entries()) {
      expect((await call('POST', 'products', { shopId, ...product(n), imageUrl })).body.imageUrl).toBeNull()
    }
  })

  test('a product is not overwritten by another of its id in the shop, and another shop may have the same', async () => {
    const { call, list, shopId } = await seller()
    const add = (shop: number) => call('POST', 'products', { shopId: shop, ...product(1) })
    const replies = await Promise.all([add(shopId), add(shopId), add(shopId)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    const refused = replies.find(({ status }) => status === 422)
    expect(refused?.body.issues[0]).toMatchObject({ path: 'body.originalId', code: 'duplicate' })
    expect((await list(`shopId=${shopId}`)).totalItems).toBe(1)
    const other = (await call('POST', 'shops', { type: 'JD', name: '京东' })).body.id
    expect((await add(other)).status).toBe(200)
  })

  test('a product cannot be added by hand to a shop connected to its marketplace', async () => {
    const { call, taobao } = await seller()
    const reply = await call('POST', 'products', { shopId: taobao, ...product(1) })
    expect(reply.body.issues[0]).toMatchObject({ path: 'body.shopId', message: '该店铺的商品请用“同步商品”添加' })
  })

  test('a product is deleted once', async () => {
    const { call, list, shopId } = await seller()
    const { id } = (await call('POST', 'products', { shopId, ...product(1) })).body
    expect((await call('DELETE', `products/${id}`)).body).toEqual({ ok: true })
    expect((await call('DELETE', `products/${id}`)).status).toBe(404)
    expect(await list(`shopId=${shopId}`)).toEqual({ items: [], totalItems: 0 })
  })
})

describe('the list', () => {
  test('products are listed in pages, newest first, twenty per page by default', async () => {
    const { call, list, shopId } = await seller()
    for (let n = 1; n <= 23; n += 1) await call('POST', 'products', { shopId, ...product(n) })
    const first = await list(`shopId=${shopId}`)
    const second = await list(`shopId=${shopId}&pageNo=2`)
    expect([first.items.length, second.items.length, first.totalItems, second.totalItems]).toEqual([20, 3, 23, 23])
    expect(first.items[0].originalId).toBe('item-23')
    expect(second.items[2].originalId).toBe('item-1')
    expect((await list(`shopId=${shopId}&pageNo=3&pageSize=10`)).items).toHaveLength(3)
    expect((await call('GET', `products?shopId=${shopId}&pageSize=101`)).status).toBe(422)
  })

  test('products are searched by a part of the title, and by the whole id of a product or SKU', async () => {
    const { call, list, shopId } = await seller()
    await call('POST', 'products', { shopId, ...product(1, [sku(11)]), title: 'iPhone 100% 原创_壳' })
    await call('POST', 'products', { shopId, ...product(12, [sku(12)]) })
    const found = async (keyword: string) =>
      (await list(`shopId=${shopId}&keyword=${encodeURIComponent(keyword)}`)).items.map(
        ({ originalId }: { originalId: string }) => originalId,
      )
    expect(await found('IPHONE')).toEqual(['item-1'])
    expect(await found('%')).toEqual(['item-1'])
    expect(await found('_')).toEqual(['item-1'])
    expect(await found('item-1')).toEqual(['item-1'])
    expect(await found('item')).toEqual([])
    expect(await found('sku-12')).toEqual(['item-12'])
    expect(await found('  ')).toHaveLength(2)
  })
})

describe('a sync', () => {
  const skuIds = (found: { skus: { originalId: string }[] }) => found.skus.map(({ originalId }) => originalId)

  test('a product sync stores the seller’s products, and lists those that were not returned', async () => {
    const { call, list, taobao } = await seller()
    const ids = '700000000003，700000000099\n700000000005 42,700000000003'
    const { status, body } = await call('POST', 'products/sync', { shopId: taobao, productOriginalId: ids })
    expect([status, body.missing]).toEqual([200, ['700000000099', '42']])
    expect(body.products.map(({ originalId }: { originalId: string }) => originalId)).toEqual(['700000000003', '700000000005'])
    expect(skuIds(body.products[0])).toEqual(['5311032513942101325', '5311032513942101326'])
    expect((await list(`shopId=${taobao}`)).totalItems).toBe(2)
    const wrong = await call('POST', 'products/sync', { shopId: taobao, productOriginalId: '700000000003 12a' })
    expect(wrong.body.issues[0]).toMatchObject({ path: 'body.productOriginalId', message: '商品ID只能是数字，这些不是：12a' })
    // Nothing is written of another seller's products, and a repetition changes nothing.
    const again = await call('POST', 'products/sync', { shopId: taobao, productOriginalId: ids })
    expect(again.body).toEqual(body)
  })

  test('a product sync waits for the marketplace’s rate limit instead of failing', async () => {
    const { call, taobao } = await seller()
    server.gateway.limitRate(2, 1)
    const { body } = await call('POST', 'products/sync', { shopId: taobao, productOriginalId: '700000000001' })
    expect(body.products).toHaveLength(1)
  })

  test('a product sync of an unauthorized shop is refused, and of another account’s shop is not found', async () => {
    const { call, shopId } = await seller()
    const own = await call('POST', 'products/sync', { shopId, productOriginalId: '1' })
    expect(own.body.issues[0].message).toBe('只有已授权或已连接的淘宝、微信小店店铺可以同步')
    const stranger = await seller()
    expect((await stranger.call('POST', 'products/sync', { shopId, productOriginalId: '1' })).status).toBe(404)
  })

  test('a product sync from several windows at once leaves each product once, complete', async () => {
    const { call, list, taobao } = await seller()
    const orders = ['1,2,3,4,6', '6,4,3,2,1', '3,1,6,2,4', '4,6,1,3,2'].map((text) =>
      text.replace(/\d/g, (n) => `70000000000${n}`),
    )
    const replies = await Promise.all(
      [...orders, ...orders].map((productOriginalId) => call('POST', 'products/sync', { shopId: taobao, productOriginalId })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const { items, totalItems } = await list(`shopId=${taobao}`)
    expect(totalItems).toBe(5)
    expect(items.find(({ originalId }: { originalId: string }) => originalId === '700000000004').skus).toHaveLength(7)
  })
})

describe('the list of what is on sale', () => {
  test('products on sale are listed and searched, each with whether it is stored here', async () => {
    const { call, taobao } = await seller()
    await call('POST', 'products/sync', { shopId: taobao, productOriginalId: '700000000003' })
    const { status, body } = await call('GET', `products/on_sale?shopId=${taobao}`)
    expect([status, body.next, body.isSearched]).toEqual([200, null, true])
    const byId = new Map(body.items.map((item: { originalId: string }) => [item.originalId, item]))
    expect(byId.get('700000000003')).toMatchObject({ title: '姓名定制手机壳 刻字磨砂软壳 小米 14 红米 K70', isSynced: true })
    expect(byId.get('700000000002')).toMatchObject({ isSynced: false })
    expect(byId.has('700000000099')).toBe(false)
    const found = await call('GET', `products/on_sale?shopId=${taobao}&keyword=${encodeURIComponent(' 宠物 ')}`)
    expect(found.body.items).toHaveLength(1)
  })

  test('the list of a shop that is not connected, of another account or of a page that was never named is refused', async () => {
    const { call, shopId, taobao } = await seller()
    expect((await call('GET', `products/on_sale?shopId=${shopId}`)).body.message).toBe(
      '只有已授权或已连接的淘宝、微信小店店铺可以同步',
    )
    expect((await call('GET', `products/on_sale?shopId=${taobao}&page=x`)).status).toBe(422)
    const stranger = await seller()
    expect((await stranger.call('GET', `products/on_sale?shopId=${taobao}`)).status).toBe(404)
  })
})

describe('what the plugin fetched inside the client', () => {
  test('products fetched by the plugin replace title and SKUs in order, and keep SKU ids and an omitted picture', async () => {
    const { call, taobao } = await seller()
    const take = (change: object) => call('POST', 'products/import', { shopId: taobao, products: [{ ...product(1), ...change }] })
    const before = (await take({ imageUrl: 'http://img.example.com/a.jpg' })).body.products[0]
    const after = (await take({ title: '新标题', skus: [sku(3), sku(2)] })).body.products[0]
    expect(after).toMatchObject({ id: before.id, title: '新标题', imageUrl: 'http://img.example.com/a.jpg' })
    expect(after.skus.map(({ originalId }: { originalId: string }) => originalId)).toEqual(['sku-3', 'sku-2'])
    expect(after.skus[1].id).toBe(before.skus[1].id)
    expect((await take({ skus: [] })).body.products[0].skus).toEqual([])
  })

  test('products fetched by the plugin are accepted twenty at a time, for authorized shops', async () => {
    const { call, shopId, taobao } = await seller()
    const products = Array.from({ length: 20 }, (_, n) => product(n))
    const { body } = await call('POST', 'products/import', { shopId: taobao, products })
    expect(body.products.map(({ originalId }: { originalId: string }) => originalId)).toEqual(
      products.map((one) => one.originalId),
    )
    const more = await call('POST', 'products/import', { shopId: taobao, products: [...products, product(20)] })
    expect(more.status).toBe(422)
    expect((await call('POST', 'products/import', { shopId, products })).body.issues[0].path).toBe('body.shopId')
  })

  test('a product may have thousands of SKUs', async () => {
    const { call, taobao } = await seller()
    const many = Array.from({ length: 2000 }, (_, n) => sku(n))
    const { body } = await call('POST', 'products/import', { shopId: taobao, products: [product(1, many)] })
    expect(body.products[0].skus.map(({ originalId }: { originalId: string }) => originalId)).toEqual(
      many.map((one) => one.originalId),
    )
  })
})
