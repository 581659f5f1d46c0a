/** A rule is made, tried out and armed on its screen; then an order that comes in stands at the factory without a click. */

import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { accessibilityFindings } from './support/axe'
import { openBrowser, openProfile } from './support/browser'
import { factoryName, openFactory, ordersAtFactory } from './support/factory'
import { type Case, makeCase } from './support/orders'
import { pngPicture } from './support/pictures'
import { type Caller, caller, enterWith, type Made, tokenOfMerchant, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
const merchant = '规则店'
const good = '2712345678901299561'
const refunded = '2712345678901299562'

let browser: Browser
let page: Page
let call: Caller
let on: Case
let take: (originalId: string, state?: string) => Promise<unknown>

beforeAll(async () => {
  browser = await openBrowser()
  const token = await tokenOfMerchant(baseUrl, merchant)
  call = caller(baseUrl, token)
  on = await makeCase(call, baseUrl, await pngPicture('壳.png', 300, 640), { widthMm: 71.5, heightMm: 152.8 })
  const { id: shopId } = await call<Made>('POST', '/api/shops', { type: 'DOUDIAN', name: '海边小店' })
  const pixels = { width: 846, height: 1806 }
  const { buffer } = await pngPicture('花.png', pixels.width, pixels.height)
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: await sharp(buffer).png().toBuffer(), ...pixels }
  const { url } = await uploadPicture(call, baseUrl, fileKind.order, picture)
  const names = {
    phoneBrandName: '小米',
    phoneModelName: '小米 14',
    phoneCaseMaterialName: '硅胶',
    phoneCaseMaterialColorName: '黑',
  }
  take = (originalId, state = 'toMake') => {
    const design = { ...on, ...names, id: originalId, customizedImageUrl: url, previewImageUrl: null }
    const item = {
      originalId: `${originalId}-1`,
      title: '定制手机壳',
      propertiesName: '适用手机型号:小米 14;颜色分类:黑',
      quantity: 1,
      state,
      customizationInfo: { content: JSON.stringify({ v: 1, phoneCaseCustomizationInfos: [design] }) },
    }
    const times = { createdAt: Date.now() - 3_600_000, paidAt: Date.now() - 1_800_000 }
    return call('POST', '/api/orders/import', { shopId, orders: [{ originalId, ...times, orderItems: [item] }] })
  }
  const profile = await openProfile(browser, baseUrl)
  ;({ page } = await profile.open())
  await enterWith(page, baseUrl, token, '/app/automation')
})
afterAll(() => browser?.close())

const atFactory = async () =>
  (await ordersAtFactory(call))
    .map(({ orderOriginalId }) => orderOriginalId)
    .filter((number) => [good, refunded].includes(number))

/** Chooses an option of an open Arco select. */
const choose = async (select: string, option: string): Promise<void> => {
  await page.getByRole('dialog').getByLabel(select, { exact: true }).last().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an order that comes in after a rule was armed stands at the factory once, and a refunded one does not', async () => {
  await openFactory(call, on)
  await page.reload()
  await page.getByRole('button', { name: '新增规则' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('规则名称').fill('推到东莞')
  await choose('加条件', '没有留言和备注')
  await choose('加条件', '定制图够清晰')
  await choose('加动作', '推送到工厂')
  await choose('工厂', factoryName)
  await dialog.getByText(`当没有留言和备注，并且定制图够清晰，就推送到工厂「${factoryName}」。`).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByRole('switch', { name: '启用「推到东莞」' }).click()
  await page.getByText('最近 30 天的 0 单里').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '启用', exact: true }).click()
  await page.getByText('每天最多 5 单 5 件').waitFor()
  await take(good)
  await take(refunded, 'refunded')
  await expect.poll(atFactory).toEqual([good])
  const { items } = await call<{ items: { id: number; originalId: string }[] }>('GET', '/api/orders?pageSize=50')
  const order = items.find(({ originalId }) => originalId === refunded)
  await page.goto(`${baseUrl}/app/order_management?order=${order?.id}`)
  await page.getByRole('button', { name: '为什么没有自动推送' }).click()
  await page.getByText('✗ 「定制手机壳」已退款：已退款，请不要生产').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
})
