/** 按规格文字配置: what the SKUs of ticked goods say becomes models, materials, colours and settings in one step, and is undone. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { CustomizationSetting, PhoneBrand, PhoneCaseMaterial, Product, Shop } from '../../contract/types'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'

let page: Page
let complaints: string[]
const { call, visit } = journey('规格文字店', (opened) => {
  ;({ page, complaints } = opened)
})

const shoot = async (name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}
const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name, exact: true })

test('ticked goods are set up from the words of their SKUs in one step, and undone from the toast', async () => {
  const [shop] = await call<Shop[]>('GET', '/api/shops')
  const settings = async () => {
    const { items } = await call<{ items: Product[] }>('GET', `/api/products?shopId=${shop?.id}`)
    const ids = items.map(({ originalId }) => originalId).join(',')
    return call<CustomizationSetting[]>(
      'GET',
      `/api/phone_case_customization_settings?shopId=${shop?.id}&productOriginalIds=${ids}`,
    )
  }
  const brands = async () => (await call<PhoneBrand[]>('GET', '/api/phone_brands')).map(({ name }) => name)

  await visit(`/app/sku_customization_setting?shopId=${shop?.id}&dialog=sync`)
  const goods = page.getByRole('dialog', { name: '同步商品' })
  await goods.getByText('700000000002').click()
  await goods.getByText('700000000003').click()
  await button('同步 2 个商品', goods).click()

  // The dialog opens by itself as soon as the goods are there.
  const dialog = page.getByRole('dialog', { name: '按规格文字配置' })
  await dialog.getByRole('region', { name: '型号' }).getByText('华为 Mate 60 Pro', { exact: true }).first().waitFor()
  await shoot('offered')
  await dialog.getByRole('region', { name: '型号' }).getByText('红米 Redmi K70 Pro', { exact: true }).click()
  await dialog.getByText('型号没有勾选').waitFor()
  await dialog.getByRole('combobox', { name: '没有写材质的都用' }).click()
  await page.getByRole('option', { name: '黑边磨砂壳（新建）' }).click()
  await dialog.getByText('会新建 3 个型号、1 种材质、3 种颜色').waitFor()
  await shoot('chosen')
  expect(await accessibilityFindings(page)).toEqual([])
  await button('配置 4 个规格', dialog).click()
  const toast = page.getByText('已配置 4 个规格，新建了 3 个型号、1 种材质、3 种颜色、4 张标准线框')
  await toast.waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await shoot('applied')

  const stored = await settings()
  const [material] = await call<PhoneCaseMaterial[]>('GET', '/api/phone_case_materials')
  expect(stored).toHaveLength(4)
  expect(stored.every(({ bindingMaterialIds }) => bindingMaterialIds[0] === material?.id)).toBe(true)
  expect(stored.every(({ bindingPhoneBrands }) => bindingPhoneBrands[0]?.modelIds.length === 1)).toBe(true)
  expect(await brands()).toEqual(['小米', '华为'])

  await button('撤销').click()
  await page.getByText('已撤销，新建的都删除了').waitFor()
  expect(await settings()).toEqual([])
  expect(await brands()).toEqual([])
  expect(complaints).toEqual([])
})
