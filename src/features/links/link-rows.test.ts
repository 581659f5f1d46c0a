import { expect, test } from 'vitest'
import type { Shop, ShopCustomizationSetting } from '../../../contract/types'
import { linkRows } from './link-rows'

const shop = (id: number): Shop => ({ id, name: `店铺 ${id}`, type: 'DOUDIAN', boundAt: 0, authorization: null })
const setting = (id: number, isDefault: boolean) => ({ id, isDefault }) as ShopCustomizationSetting

test('shops keep their order, each with its default link first, and shops without links have no row', () => {
  const rows = linkRows([
    {
      shop: shop(2),

      customizationUrls: [
        { url: 'https://b/?s=7', shopCustomizationSetting: setting(7, false) },
        { url: 'https://b/', shopCustomizationSetting: setting(9, true) },
      ],
    },
    { shop: shop(3), customizationUrls: [] },
    { shop: shop(1), customizationUrls: [{ url: 'https://a/', shopCustomizationSetting: setting(4, true) }] },
  ])
  expect(rows.map(({ id, shop: { name }, url }) => [id, name, url])).toEqual([
    [9, '店铺 2', 'https://b/'],
    [7, '店铺 2', 'https://b/?s=7'],
    [4, '店铺 1', 'https://a/'],
  ])
})
