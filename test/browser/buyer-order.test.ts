/** Buyers of a link for customizing after ordering: the order's number, and the proof of work of a crowded network. */
import { createHash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { isProof, proofParts, proofText, seedLength } from '../../contract/rules/proof-of-work'
import type { BuyerChallenge } from '../../contract/types'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
import { buyerPhonesOf } from './support/buyer-phones'
import { enterWith } from './support/shop'

const baseUrl = inject('baseUrl')
const phones = buyerPhonesOf('先拍店', (shop) =>
  shop.call('PATCH', `/api/shop_customization_settings/${shop.link.id}`, { ...shop.setting, customizationTiming: 2 }),
)

const number = '2612345678909000088'

test('a submitted design is put into the order of the number that the buyer types, after a wrong one is explained', async () => {
  const orderItems = [{ originalId: `${number}-1`, title: '来图定制壳', quantity: 1 }]
  const order = { originalId: number, createdAt: Date.UTC(2026, 2, 3), orderItems }
  await phones.shop.call('POST', '/api/orders/import', { shopId: phones.shop.shopId, orders: [order] })
  const phone = await phones.openPhone()
  const { page, complaints } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  await phone.submit()

  const field = page.getByLabel('填写订单号，把设计放进您的订单')
  expect(await accessibilityFindings(page)).toEqual([])
  await field.fill('2612345678909000099')
  await page.getByRole('button', { name: '放进这个订单' }).tap()
  await page
    .getByRole('alert')
    .getByText(/没有找到这个订单/)
    .waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  // Chromium itself reports the refused call.
  expect(complaints.splice(0).filter((text) => !text.includes('422'))).toEqual([])
  await field.fill(` ${number.slice(0, 10)} ${number.slice(10)} `)
  await page.getByRole('button', { name: '放进这个订单' }).tap()
  await page
    .getByRole('status')
    .getByText(/设计已放进订单/)
    .waitFor()
  await page.reload()
  await page.getByText('设计已经用于您的订单').waitFor()
  expect(await field.count()).toBe(0)
  expect(complaints).toEqual([])

  const seller = await phones.openContext({ viewport: { width: 1180, height: 760 } })
  const desk = await seller.newPage()
  await enterWith(desk, baseUrl, phones.shop.token, '/app/order_management?days=2026-03-01_2026-03-05')
  await new OrdersPage(desk).order(number).waitFor()
  await desk.getByText('小米 14').first().waitFor()
})

test('a phone of a crowded network proves that it is no robot, and its buyer sees why it takes a moment', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  const sent: { proof?: { challenge: string; answers: number[] } }[] = []
  await page.route('**/api/buyer/links/*/designs', async (route) => {
    sent.push(route.request().postDataJSON())
    const refusal = { traceId: 't', code: 'proof-required', message: '现在从这个网络开始设计的人太多，请稍后再试' }
    return sent.length === 1 ? route.fulfill({ status: 429, json: refusal }) : route.continue()
  })
  let bits = 0
  await page.route('**/api/buyer/links/*/challenges', async (route) => {
    const real = await route.fetch()
    const challenge = (await real.json()) as BuyerChallenge
    // Harder than the server asks for, so that the notice is seen.
    bits = challenge.bits + 2
    return route.fulfill({ json: { ...challenge, bits } })
  })
  await page.goto(phones.shop.link.url)
  await page.getByRole('button', { name: /小米 14.*是这一款/ }).tap()
  await page.getByRole('button', { name: '合影壳' }).tap()
  await page.getByRole('status').getByText('正在确认您不是机器人，需要几秒…').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.locator('.stage canvas').waitFor()
  expect(sent.map(({ proof }) => proof?.answers.length)).toEqual([undefined, proofParts])
  const { challenge = '', answers = [] } = sent[1]?.proof ?? {}
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const seed = hash(challenge).toString('hex').slice(0, seedLength)
  for (const [part, answer] of answers.entries())
    expect(isProof(hash(proofText(seed, part, answer)).readUInt32BE(), bits)).toBe(true)
})

test('a link that a platform opens for an order puts the design there when the order arrives, and opens it again', async () => {
  const orderId = '6912345678909000077'
  const link = `${phones.shop.link.url}?order_id=${orderId}&openid=o-1`
  const phone = await phones.openPhone()
  const { page, complaints } = phone
  await phone.begin(link)
  await phone.choosePhoto()
  await phone.saved()
  const code = await phone.submit()
  await page.getByText(`您的订单 ${orderId} 到达卖家后，设计会自动放进去，不用再填写；放不进去的，卖家会看到并处理。`).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  const orderItems = [{ originalId: `${orderId}-1`, title: '来图定制壳', quantity: 1 }]
  const order = { originalId: orderId, createdAt: Date.UTC(2026, 2, 3), orderItems }
  await phones.shop.call('POST', '/api/orders/import', { shopId: phones.shop.shopId, orders: [order] })
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('设计已经用于您的订单').waitFor()
  expect((await page.locator('.code').textContent()) ?? '').toBe(code)
  expect(complaints).toEqual([])

  // Douyin's double has it, and the seller reads so.
  const kept = async (): Promise<{ orderOriginalId: string; userId: string }[]> =>
    (await fetch(`${baseUrl}/simulator/platforms/designs`)).json()
  const received = async () => (await kept()).find(({ orderOriginalId }) => orderOriginalId === orderId)?.userId
  await expect.poll(received).toBe('o-1')
  const seller = await phones.openContext({ viewport: { width: 1180, height: 760 } })
  const desk = await seller.newPage()
  await enterWith(desk, baseUrl, phones.shop.token, '/app/order_management?days=2026-03-01_2026-03-05')
  const orders = new OrdersPage(desk)
  await orders.open(orderId)
  await desk.getByRole('button', { name: '定制编号' }).click()
  await desk
    .getByRole('dialog')
    .getByText(/已发送给平台|平台已收到/)
    .waitFor()
  expect(await accessibilityFindings(desk)).toEqual([])
})
