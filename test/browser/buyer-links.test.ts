/** A seller's links: named and dated, counted, and given another address, as seller and buyers see it. */
import { type Browser, type BrowserContext, devices, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { productMode } from '../../contract/constants'
import type { ShopCustomizationUrls } from '../../contract/types'
import { SellingPage } from './pages/selling-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser } from './support/browser'
import { makeCase } from './support/orders'
import { pngPicture } from './support/pictures'
import { type Caller, caller, enterWith, type Made, tokenOfMerchant } from './support/shop'

const baseUrl = inject('baseUrl')
let browser: Browser
let call: Caller
let selling: SellingPage
let desk: Page
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await openBrowser()
  const token = await tokenOfMerchant(baseUrl, '链接店')
  call = caller(baseUrl, token)
  const { id: shopId } = await call<Made>('POST', '/api/shops', { type: 'DOUDIAN', name: '海边小店' })
  await makeCase(call, baseUrl, await pngPicture('壳.png', 200, 400), { widthMm: 50.8, heightMm: 101.6 })
  const link = { shopId, isDefault: true, customizationTiming: 1, mode: productMode.diy }
  await call('POST', '/api/shop_customization_settings', link)
  const seller = await browser.newContext({ viewport: { width: 1180, height: 760 }, locale: 'zh-CN' })
  contexts.push(seller)
  desk = await seller.newPage()
  await enterWith(desk, baseUrl, token, '/app/sku_customization_urls_setting')
  selling = new SellingPage(desk)
})
afterAll(async () => {
  for (const context of contexts) await context.close()
  await browser?.close()
})

async function openPhone(): Promise<Page> {
  const context = await browser.newContext({ ...devices['Pixel 5'], locale: 'zh-CN', reducedMotion: 'reduce' })
  contexts.push(context)
  return context.newPage()
}

const firstLink = async () => {
  const [url] = (await call<ShopCustomizationUrls[]>('GET', '/api/shop_customization_urls'))[0]?.customizationUrls ?? []
  if (!url) throw new Error('the shop has no link')
  return url
}

async function beginDesign(page: Page): Promise<void> {
  await page.getByRole('button', { name: '小米 14' }).first().tap()
  await page.locator('.stage canvas').waitFor()
}

const row = () => selling.row('海边小店')

async function setDate(name: string, day: string): Promise<void> {
  const field = selling.dialog.getByLabel(name)
  await field.fill(day)
  await field.press('Enter')
}

test('a link that begins tomorrow says so to the buyer, and is open when its dates are taken away', async () => {
  await row().getByRole('button', { name: /^修改/ }).click()
  await selling.dialog.getByLabel('链接名称').fill('包裹卡')
  await setDate('有效期从', '2099-12-01')
  await setDate('有效期到', '2099-12-31')
  expect(await accessibilityFindings(desk)).toEqual([])
  await selling.button('保存修改').click()
  await row().getByText('包裹卡').waitFor()
  await row().getByText('2099-12-01 至 2099-12-31').waitFor()
  await row().getByText('未开始').waitFor()
  expect(await accessibilityFindings(desk)).toEqual([])
  const page = await openPhone()
  await page.goto((await firstLink()).url)
  await page.getByText('定制还没有开始，2099-12-01 00:00 起可以定制').waitFor()
  const { id, shopId: _, ...content } = (await firstLink()).shopCustomizationSetting
  await call('PATCH', `/api/shop_customization_settings/${id}`, { ...content, startsAt: null, endsAt: null })
  await page.reload()
  await page.getByText('您的手机是哪一款？').waitFor()
})

test('openings and designs are counted, a preview is not, and designs stay after a change of the address', async () => {
  const before = (await firstLink()).counts.total
  const old = await firstLink()
  const page = await openPhone()
  await page.goto(old.url)
  await beginDesign(page)
  const preview = await openPhone()
  await preview.goto(old.previewUrl ?? '')
  await preview.getByText('这里开始的设计不计入统计', { exact: false }).waitFor()
  await beginDesign(preview)
  const counted = async () => (await firstLink()).counts.total
  await expect.poll(counted).toMatchObject({ opened: before.opened + 1, begun: before.begun + 1 })

  await desk.reload()
  await row()
    .getByText(String(before.opened + 1), { exact: true })
    .first()
    .waitFor()
  await row()
    .getByRole('button', { name: /的更多操作$/ })
    .click()
  await desk.getByRole('menuitem', { name: '更换地址' }).click()
  await selling.dialog.getByRole('button', { name: '更换', exact: true }).click()
  await selling.message('已更换链接地址').waitFor()
  const stranger = await openPhone()
  await stranger.goto(old.url)
  await stranger.getByText('这个定制链接已经失效，请联系卖家获取新的链接').waitFor()
  await stranger.goto((await firstLink()).url)
  await stranger.getByText('您的手机是哪一款？').waitFor()
  // Who had begun finds the design where it was.
  await page.reload()
  await page.locator('.stage canvas').waitFor()
})

test('after a link ended, what was begun is finished for a week, and then only looked at', async () => {
  const { id, shopId: _, ...content } = (await firstLink()).shopCustomizationSetting
  const endDaysAgo = (days: number) =>
    call('PATCH', `/api/shop_customization_settings/${id}`, {
      ...content,
      startsAt: null,
      endsAt: Date.now() - days * 86_400_000,
    })
  const page = await openPhone()
  const { url } = await firstLink()
  await page.goto(url)
  await beginDesign(page)

  await endDaysAgo(1)
  const late = await openPhone()
  await late.goto(url)
  await late.getByText(/^定制已于 .* 结束/).waitFor()
  await page.reload()
  await page.getByRole('button', { name: '完成' }).tap()
  await page.getByRole('heading', { name: '提交设计' }).waitFor()
  await page.getByRole('button', { name: '继续修改' }).tap()

  await endDaysAgo(8)
  await page.reload()
  await page.locator('.stage canvas').waitFor()
  await page.getByText(/^定制已于 .* 结束/).waitFor()
  expect(await page.getByRole('button', { name: '添加照片' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: '查看' }).isDisabled()).toBe(true)
  await call('PATCH', `/api/shop_customization_settings/${id}`, { ...content, startsAt: null, endsAt: null })
})
