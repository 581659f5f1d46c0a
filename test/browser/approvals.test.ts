/**
 * Orders that a rule lets wait are looked at and decided by keys, with real pictures. `APPROVALS=200` decides so many and prints the time
 * that a decision takes.
 */
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { accessibilityFindings } from './support/axe'
import { openBrowser, openProfile } from './support/browser'
import { type Case, makeCase } from './support/orders'
import { pngPicture } from './support/pictures'
import { type Caller, caller, enterWith, type Made, tokenOfMerchant, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
const merchant = '审批店'
const count = Number(process.env.APPROVALS ?? 8)
/** Pictures differ, so that none comes from a cache that real orders would not have. */
const pixels = { width: 846, height: 1806 }

let browser: Browser
let page: Page
let call: Caller
let shopId: number

const orderNumber = (at: number) => `27123456789013${String(at).padStart(5, '0')}`

async function orderOf(on: Case, at: number) {
  const shade = { create: { ...pixels, channels: 3 as const, background: { r: (at * 37) % 256, g: (at * 91) % 256, b: 120 } } }
  const flower = await pngPicture('花.png', 846, 846)
  const buffer = await sharp(shade)
    .composite([{ input: flower.buffer, top: 200 + (at % 50) * 10, left: 0 }])
    .png()
    .toBuffer()
  const picture = { name: `${at}.png`, mimeType: 'image/png', buffer, ...pixels }
  const { url } = await uploadPicture(call, baseUrl, fileKind.order, picture)
  const names = {
    phoneBrandName: '小米',
    phoneModelName: '小米 14',
    phoneCaseMaterialName: '硅胶',
    phoneCaseMaterialColorName: '黑',
  }
  const design = { ...on, ...names, id: `${at}`, customizedImageUrl: url, previewImageUrl: null }
  const item = {
    originalId: `${orderNumber(at)}-1`,
    title: '定制手机壳',
    propertiesName: '适用手机型号:小米 14;颜色分类:黑',
    quantity: 1,
    state: 'toMake',
    customizationInfo: { content: JSON.stringify({ v: 1, phoneCaseCustomizationInfos: [design] }) },
  }
  const times = { createdAt: Date.now() - 3_600_000, paidAt: Date.now() - 1_800_000 }
  return { originalId: orderNumber(at), ...times, buyerMessage: `请印名字 ${at}`, orderItems: [item] }
}

const waiting = async () => (await call<{ totalItems: number }>('GET', '/api/approvals?pageNo=1&pageSize=1')).totalItems
const withApproval = async (approval: string) =>
  (await call<{ totalItems: number }>('GET', `/api/orders?pageSize=1&approval=${approval}`)).totalItems

beforeAll(async () => {
  browser = await openBrowser()
  const token = await tokenOfMerchant(baseUrl, merchant)
  call = caller(baseUrl, token)
  const on = await makeCase(call, baseUrl, await pngPicture('壳.png', 300, 640), { widthMm: 71.5, heightMm: 152.8 })
  shopId = (await call<Made>('POST', '/api/shops', { type: 'DOUDIAN', name: '海边小店' })).id
  const rule = { name: '看图', conditions: [{ kind: 'shop', shopIds: [shopId] }], actions: [{ kind: 'askApproval' }] }
  const { id } = await call<Made>('POST', '/api/automation/rules', rule)
  await call('PATCH', `/api/automation/rules/${id}`, { isOn: true })
  const orders = []
  for (let at = 0; at < count; at++) orders.push(await orderOf(on, at))
  for (let at = 0; at < count; at += 20) await call('POST', '/api/orders/import', { shopId, orders: orders.slice(at, at + 20) })
  const profile = await openProfile(browser, baseUrl)
  ;({ page } = await profile.open())
  await enterWith(page, baseUrl, token, '/app/order_management')
})
afterAll(() => browser?.close())

const shown = (number: string) => page.getByRole('article', { name: `订单 ${number}` })
const approveButton = () => page.getByRole('button', { name: /^通过/ })

test('orders that wait are approved and sent back by keys, an answer is taken back, and who answered is shown', async () => {
  await expect.poll(waiting).toBe(count)
  await page.reload()
  await page.getByRole('link', { name: `去审批（${count}）` }).click()
  await shown(orderNumber(0)).waitFor()
  await approveButton().and(page.locator(':enabled')).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/approvals.png` })
  await page.keyboard.press('r')
  await page.getByRole('group', { name: '退回的原因' }).waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/approvals-reject.png` })
  await page.keyboard.press('1')
  await page.getByText(`退回了 ${orderNumber(0)}`).waitFor()
  await page.keyboard.press('z')
  await shown(orderNumber(0)).waitFor()
  const began = performance.now()
  for (let left = count; left > 0; left--) {
    await page.getByRole('heading', { name: `待审批（${left}）` }).waitFor()
    // A key that comes too soon after an order came up does nothing, so it is pressed until the order is gone.
    await expect.poll(() => pressEnter(left)).toBe(true)
  }
  await page.getByText('没有要审批的订单').waitFor()
  const each = (performance.now() - began) / count
  if (count >= 100) console.log(`${count} orders decided in ${Math.round((each * count) / 1000)} s, ${Math.round(each)} ms each`)
  expect(await withApproval('approved')).toBe(count)
  await page.goto(`${baseUrl}/app/order_management?mark=approved`)
  await page.getByText('审批通过', { exact: true }).first().waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/marks.png` })
  await page.getByRole('button', { name: `订单 ${orderNumber(1)} 的详情` }).click()
  await page.getByText(/审批店 审批通过/).waitFor()
})

async function pressEnter(left: number): Promise<boolean> {
  if (
    left > 1
      ? await page.getByRole('heading', { name: `待审批（${left - 1}）` }).isVisible()
      : await page.getByText('没有要审批的订单').isVisible()
  )
    return true
  if (
    await approveButton()
      .isEnabled()
      .catch(() => false)
  )
    await page.keyboard.press('Enter')
  return false
}
