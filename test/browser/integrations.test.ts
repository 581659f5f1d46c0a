/**
 * A shop's first factory on a real server: the key, the factory's products, and their bindings to models, materials and colours.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ColorBinding, Factory, MaterialBinding, ModelBinding } from '../../contract/types'
import { SellingPage } from './pages/selling-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser, openProfile } from './support/browser'
import { type Caller, caller, enterWith, type Made, tokenOfMerchant } from './support/shop'

const baseUrl = inject('baseUrl')

let browser: Browser
let token: string
let call: Caller
let page: Page
let complaints: string[]
let erp: SellingPage

beforeAll(async () => {
  browser = await openBrowser()
  token = await tokenOfMerchant(baseUrl, '工厂店')
  call = caller(baseUrl, token)
  ;({ page, complaints } = await (await openProfile(browser, baseUrl)).open())
  erp = new SellingPage(page)
})
afterAll(() => browser?.close())

const named = async (path: string, ...names: readonly string[]) => {
  const made: Made[] = []
  for (const name of names) made.push(await call<Made>('POST', path, { name }))
  return made
}
const factoryId = async () => (await call<Factory[]>('GET', '/api/erp/factories'))[0]?.id ?? 0
const list = async <T>(resource: string) => call<T[]>('GET', `/api/erp/${resource}?factoryId=${await factoryId()}`)

test('a shop connects a factory by its key, binds models and materials, and a second matching changes nothing', async () => {
  const [apple, huawei] = await named('/api/phone_brands', '苹果', '华为')
  const models = [
    ...(await named(`/api/phone_brands/${apple?.id}/phone_models`, 'iPhone 15', 'iPhone 15 Pro', 'iPhone 3GS')),
    ...(await named(`/api/phone_brands/${huawei?.id}/phone_models`, 'Mate 60 Pro')),
  ]
  const [material] = await named('/api/phone_case_materials', '磨砂硬壳')
  const [white] = await named(`/api/phone_case_materials/${material?.id}/colors`, '白色')
  const idOf = (name: string) => models.find((model) => model.name === name)?.id

  await enterWith(page, baseUrl, token, '/app/integrations')
  await page.getByText('把订单直接推送给工厂').waitFor()
  await erp.button('授权 key').click()
  const key = erp.dialog.getByRole('textbox', { name: 'key' })
  await erp.button('授权', erp.dialog).click()
  await erp.dialog.getByText('请输入key', { exact: true }).waitFor()
  await key.fill('wrong-key-1')
  await key.press('Enter')
  await erp.dialog.getByText(/工厂不认可这个 key/).waitFor()
  expect(await key.inputValue()).toBe('wrong-key-1')
  await erp.button('填入演示 key').click()
  await erp.button('授权', erp.dialog).click()
  await erp.message('授权成功').waitFor()

  await page
    .getByRole('link', { name: /^绑定机型「/ })
    .first()
    .click()
  await erp.message('同步成功').waitFor()
  await erp.button('自动匹配').click()
  await erp.message('请至少选择一个机型').waitFor()
  await page.locator('thead .select-box .arco-checkbox').click()
  await erp.button('自动匹配').first().click()
  await erp.dialog.getByRole('tab', { name: '可以绑定 (3)' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await erp.button('绑定 3 个机型').click()
  await erp.message('绑定成功').waitFor()
  await erp.button('关闭', erp.dialog).click()
  await erp.row('iPhone 15 Pro').getByText('自动').waitFor()

  // One binding is corrected by hand with a search, an arrow key and Enter.
  await erp.button('更换「苹果 iPhone 15」').click()
  const search = erp.dialog.getByRole('combobox', { name: '搜索工厂型号' })
  await search.fill('ip15plus')
  await search.press('ArrowDown')
  expect(await accessibilityFindings(page)).toEqual([])
  await search.press('Enter')
  await erp.message('更改成功').waitFor()
  await erp.row('IP15PLUS').getByText('手动').waitFor()

  await page.locator('thead .select-box .arco-checkbox').click()
  await erp.button('自动匹配').first().click()
  await erp.dialog.getByRole('tab', { name: '已绑定，不改动 (3)' }).click()
  await erp.dialog.getByText('IP15PLUS').waitFor()
  expect(await erp.dialog.getByRole('button', { name: /^绑定 \d+ 个机型/ }).count()).toBe(0)
  await erp.button('关闭', erp.dialog).click()
  const bound = await list<ModelBinding>('factory_phone_model_bindings')
  const codes = new Map(bound.map((one) => [one.phoneModelId, `${one.erpPhoneModelCode} ${one.automatic}`]))
  expect(codes.get(idOf('iPhone 15') ?? 0)).toBe('IP15PLUS false')
  expect(codes.get(idOf('iPhone 15 Pro') ?? 0)).toBe('IP15P true')
  expect(codes.get(idOf('Mate 60 Pro') ?? 0)).toBe('HW-M60P true')
  expect(bound).toHaveLength(3)

  await page.getByRole('tab', { name: '材质绑定' }).click()
  await erp.button('采用「磨砂PC硬壳」绑定「磨砂硬壳」').click()
  await erp.message('绑定成功').first().waitFor()
  await erp.button('绑定「磨砂硬壳 · 白色」').click()
  await erp.dialog.getByRole('option').filter({ hasText: '白色' }).last().click()
  await erp.button('绑定', erp.dialog).click()
  await page.getByText('材质和颜色都已绑定').waitFor()
  await page.getByRole('navigation', { name: '对接步骤' }).getByRole('link', { name: '绑定材质' }).waitFor({ state: 'detached' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('body[arco-theme=dark]').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  expect(await list<MaterialBinding>('phone_case_material_bindings')).toMatchObject([{ materialId: material?.id }])
  expect(await list<ColorBinding>('phone_case_material_color_bindings')).toMatchObject([{ materialColorId: white?.id }])
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
})
