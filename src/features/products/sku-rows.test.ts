import { expect, test } from 'vitest'
import { openSetting } from '../../../contract/open-setting'
import { productRow } from '../../../contract/test/shops'
import type { CustomizationSetting, Product } from '../../../contract/types'
import { planOf } from './copy/copy-plan'
import { rowName, rowsOf, type SkuRow, shortRowName, withSettings } from './sku-rows'

const product = (id: number, skus: readonly number[]): Product =>
  productRow({
    id,
    originalId: `p${id}`,
    title: `定制手机壳第 ${id} 款`,
    skus: skus.map((sku) => ({ id: sku, originalId: `s${sku}`, propertiesName: `颜色:${sku}` })),
  })
const setting = (productOriginalId: string, skuOriginalId: string | null, textEnabled = true): CustomizationSetting => ({
  id: 1,
  shopId: 1,
  productOriginalId,
  skuOriginalId,
  ...openSetting,
  textEnabled,
})

test('a product without SKUs is a row of its own, and its id never equals a SKU’s', () => {
  const rows = rowsOf([product(5, [7, 8]), product(7, [])], new Map())
  expect(rows.map(({ id }) => id)).toEqual([7, 8, -7])
  expect(rows.map(rowName)).toEqual(['定制手机壳第 5 款 · 颜色:7', '定制手机壳第 5 款 · 颜色:8', '定制手机壳第 7 款'])
})

test('a configuration that was not read is unknown, one that was read and is missing is null', () => {
  const first = withSettings(new Map(), ['p5'], [setting('p5', 's8')])
  const states = (known: typeof first) => rowsOf([product(5, [7, 8]), product(6, [])], known).map((row) => row.setting)
  expect(states(first)).toEqual([null, setting('p5', 's8'), undefined])
  // Another page adds to what is known; a newer response replaces what was known of its products.
  expect(states(withSettings(first, ['p6'], [setting('p6', null)]))).toEqual([null, setting('p5', 's8'), setting('p6', null)])
  expect(states(withSettings(first, ['p5'], []))).toEqual([null, null, undefined])
})

test('SKUs of two products with the same platform id are told apart', () => {
  const known = withSettings(new Map(), ['p1', 'p2'], [setting('p1', 's7')])
  expect(rowsOf([product(1, [7]), product(2, [7])], known).map((row) => row.setting === null)).toEqual([false, true])
})

test('a long product title is shortened in sentences, the SKU’s name is not', () => {
  const [row] = rowsOf([{ ...product(1, [7]), title: '📱'.repeat(30) }], new Map())
  expect(row && shortRowName(row)).toBe(`${'📱'.repeat(16)}… · 颜色:7`)
})

test('a copy plan leaves out equal configurations and separates added from overwritten ones', () => {
  const rows = rowsOf([product(1, [1, 2, 3, 4])], new Map())
  const [source, ...others] = rows as [SkuRow, ...SkuRow[]]
  const settings = [setting('p1', 's1', false), setting('p1', 's2', false), setting('p1', 's3')]
  const plan = planOf(source, [source, ...others], settings)
  const ids = (some: readonly SkuRow[]) => some.map(({ id }) => id)
  expect([plan.unchanged, plan.overwritten, plan.added, plan.changed].map(ids)).toEqual([[1, 2], [3], [4], [4, 3]])
  expect(planOf(source, others, []).setting).toBeNull()
})
