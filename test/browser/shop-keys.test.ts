/** A seller connects shops of other marketplaces with keys, reads their orders and disconnects one, on a real server with its doubles. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { taskStatus } from '../../contract/constants'
import { keyedTypes, shopTypeName } from '../../contract/rules/shop-types'
import type { Shop, SyncTask } from '../../contract/types'
import { SellingPage } from './pages/selling-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser, openProfile } from './support/browser'
import { type Caller, caller, enterWith, tokenOfMerchant } from './support/shop'

const baseUrl = inject('baseUrl')

let browser: Browser
let token: string
let call: Caller
let page: Page
let complaints: string[]
let selling: SellingPage

beforeAll(async () => {
  browser = await openBrowser()
  token = await tokenOfMerchant(baseUrl, '连接店')
  call = caller(baseUrl, token)
  ;({ page, complaints } = await (await openProfile(browser, baseUrl)).open())
  selling = new SellingPage(page)
})
afterAll(() => browser?.close())

test.each(keyedTypes.map((type) => [shopTypeName(type), type] as const))(
  'a shop of %s is connected by keys that are checked, and its orders come',
  async (name, type) => {
    const shop = await call<Shop>('POST', '/api/shops', { type, name: `测试${name}` })
    await enterWith(page, baseUrl, token, '/app/setting')
    const row = page.getByRole('row').filter({ hasText: shop.name })
    await row.getByRole('button', { name: /^未连接，/ }).click()
    const { dialog } = selling
    await dialog.getByText(`连接${name}`).first().waitFor()
    await selling.button('填入演示密钥', dialog).click()
    const secret = dialog.locator('input[type=password]')
    const right = await secret.inputValue()
    await secret.fill('wrong-secret')
    await selling.button('检查并连接', dialog).click()
    await dialog.getByText(/不正确/).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await secret.fill(right)
    await selling.button('检查并连接', dialog).click()
    await selling.message(`${name}接受了密钥，“${shop.name}”已连接，可以同步订单了`).waitFor()
    await row.getByRole('button', { name: /，打开“/ }).click()
    await dialog.getByText(/^已连接“/).waitFor()
    expect(await dialog.locator('input[type=password]').inputValue()).toBe('')
    await selling.button('检查', dialog).click()
    await dialog.getByText(/检查）$/).waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/connect-${type}.png` })
    await page.keyboard.press('Escape')

    const { id } = await call<SyncTask>('POST', '/api/orders/sync', { shopId: shop.id })
    const isDone = async () => (await call<SyncTask>('GET', `/api/orders/sync/${id}`)).status !== taskStatus.running
    await expect.poll(isDone).toBe(true)
    await page.goto(`${baseUrl}/app/order_management?shopId=${shop.id}`)
    await page.getByText('iPhone 15 Pro').first().waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/orders-${type}.png` })
    // The wrong secret was refused.
    expect(complaints.filter((text) => !/422 .*\/keys\)$/.test(text))).toEqual([])
  },
)

test('a shop that is disconnected keeps its orders and is asked for keys again', async () => {
  await page.goto(`${baseUrl}/app/setting`)
  const row = page.getByRole('row').filter({ hasText: `测试${shopTypeName(keyedTypes[0] ?? 'WECHAT_STORE')}` })
  await row.getByRole('button', { name: /，打开“/ }).click()
  await selling.button('断开', selling.dialog).click()
  await page.getByRole('button', { name: '断开', exact: true }).last().click()
  await selling.message('已断开连接').waitFor()
  await row.getByText('未连接').waitFor()
})
