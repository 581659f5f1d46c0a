import { expect, test } from 'vitest'
import { shopRow } from '../../../contract/test/shops'
import type { Shop, ShopCustomizationSetting } from '../../../contract/types'
import { closedName, datesText, linkRows } from './link-rows'

const shop = (id: number): Shop => shopRow({ id, name: `店铺 ${id}` })
const none = { opened: 0, begun: 0, submitted: 0, ordered: 0 }
const link = (url: string, id: number, isDefault: boolean) => ({
  url,
  previewUrl: null,
  counts: { total: none, last30Days: none },
  shopCustomizationSetting: { id, isDefault } as ShopCustomizationSetting,
})

test('shops keep their order, each with its default link first, and shops without links have no row', () => {
  const rows = linkRows([
    {
      shop: shop(2),
      customizationUrls: [link('https://b/?s=7', 7, false), link('https://b/', 9, true)],
    },
    { shop: shop(3), customizationUrls: [] },
    { shop: shop(1), customizationUrls: [link('https://a/', 4, true)] },
  ])
  expect(rows.map(({ id, shop: { name }, url }) => [id, name, url])).toEqual([
    [9, '店铺 2', 'https://b/'],
    [7, '店铺 2', 'https://b/?s=7'],
    [4, '店铺 1', 'https://a/'],
  ])
})

test('the dates of a link are days in Beijing, and it is closed before and after them', () => {
  const startsAt = Date.UTC(2026, 10, 30, 16)
  const endsAt = Date.UTC(2026, 11, 31, 15, 59, 59, 999)
  expect(datesText({ startsAt: null, endsAt: null })).toBeNull()
  expect(datesText({ startsAt, endsAt })).toBe('2026-12-01 至 2026-12-31')
  expect(datesText({ startsAt: null, endsAt })).toBe('至 2026-12-31')
  expect(datesText({ startsAt, endsAt: null })).toBe('2026-12-01 至 长期')
  expect([startsAt - 1, endsAt, endsAt + 1].map((now) => closedName({ startsAt, endsAt }, now))).toEqual([
    '未开始',
    null,
    '已结束',
  ])
})
