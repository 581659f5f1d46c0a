/** Tests the products of WeChat shops against the double: pages, SKUs, what is missing, and what is refused. */
import { describe, expect, test } from 'vitest'
import { openWechatStoreDouble } from '../../../embedded/marketplaces/wechat-store/double'
import { createWechatStore } from './wechat-store'

const start = Date.parse('2026-03-01T08:00:00Z')

async function open(count = 0) {
  const double = openWechatStoreDouble({ now: () => new Date(start) })
  const marketplace = createWechatStore(double.gateway, { clock: { now: () => new Date(start) }, wait: async () => undefined })
  for (let n = 0; n < count; n += 1) double.products.set(`100000${n}`, { title: `壳 ${n}`, status: 5 })
  const { session } = (await marketplace.keys?.open(double.keys)) ?? { session: '' }
  const page = (key: string | null = null, keyword = '') => marketplace.listOnSale?.(session, { page: key, keyword })
  const products = (ids: readonly string[]) => marketplace.products?.(session, ids)
  return { double, page, products }
}

describe('products of a WeChat shop', () => {
  test('all pages are read once each, in the order of the list, and only what is on sale', async () => {
    const { double, page } = await open(45)
    double.products.set('9', { title: '下架的', status: 11 })
    const ids: string[] = []
    let pages = 0
    for (let key: string | null = null; ; pages += 1) {
      const read: Awaited<ReturnType<typeof page>> = await page(key)
      expect(read).toMatchObject({ total: 45, isSearched: true })
      ids.push(...(read?.items.map(({ originalId }) => originalId) ?? []))
      key = read?.next ?? null
      if (key === null) break
    }
    expect(pages).toBe(2)
    expect(ids).toEqual(Array.from({ length: 45 }, (_, n) => `100000${n}`))
  })

  test('a last page that is full ends with an empty one, and a shop without products has none', async () => {
    const { page } = await open(20)
    const first = await page()
    expect(first?.next).not.toBeNull()
    expect(await page(first?.next ?? null)).toMatchObject({ items: [], next: null })
    expect(await (await open()).page()).toMatchObject({ items: [], next: null, total: 0 })
  })

  test('the marketplace does not search, and says so', async () => {
    const { page } = await open(2)
    expect(await page(null, '壳')).toMatchObject({ isSearched: false })
  })

  test.each([false, true])(
    'a product has its picture and its SKUs with the names of their choices (ids as numbers: %s)',
    async (numericIds) => {
      const { double, products } = await open()
      double.numericIds = numericIds
      double.products.set('10000316699884123456', {
        title: '来图定制手机壳',
        status: 5,
        head_imgs: ['http://mmecimage.cn/p/a', 'https://mmecimage.cn/p/b'],
        skus: [
          {
            sku_id: '20001',
            sku_attrs: [
              { attr_key: '适用机型', attr_value: 'iPhone 15 Pro' },
              { attr_key: '颜色', attr_value: '磨砂;黑' },
            ],
          },
          { sku_id: '20002', sku_code: 'KJ-2' },
          { sku_id: '20003' },
        ],
      })
      expect(await products(['10000316699884123456', '404'])).toEqual([
        {
          originalId: '10000316699884123456',
          title: '来图定制手机壳',
          imageUrl: 'https://mmecimage.cn/p/a',
          skus: [
            { originalId: '20001', propertiesName: '适用机型:iPhone 15 Pro;颜色:磨砂；黑' },
            { originalId: '20002', propertiesName: 'KJ-2' },
            { originalId: '20003', propertiesName: '规格 20003' },
          ],
        },
      ])
    },
  )

  test('without the right to read products, the words are about products', async () => {
    const { double, page, products } = await open(1)
    double.faults.withoutRight = true
    await expect(page()).rejects.toMatchObject({ message: expect.stringContaining('读取商品的权限') })
    await expect(products(['1000000'])).rejects.toMatchObject({ code: 'subuser.has-no-permission' })
  })

  test('a busy marketplace is asked again', async () => {
    const { double, page } = await open(1)
    double.faults.busy = 1
    expect((await page())?.items).toHaveLength(1)
  })
})
