/** Designs of a platform's orders are handed to the platform by a job: again after failures, once for a submission, visibly. */
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { confirmDeliveries } from '../domain/buyer/delivery'
import { directExaminer } from '../infra/content/work'
import type { Engine } from '../infra/jobs/engine'
import { deliveryWork } from '../jobs/deliveries'
import { maxSnapshotBytes } from '../ports/examiner'
import { type BuyerShop, buyer, buyerDesigns, openBuyerShop, submitted } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { endRetryDelays, openTestEngine } from './jobs'
import { itemOf, orderOf } from './order-shop'

let domain: Domain
let engine: Engine
beforeEach(async () => {
  domain = await openDomain()
  engine = await openTestEngine(domain.deps.db, { report: () => undefined })
  for (const queue of deliveryWork(domain.deps, () => undefined)) await engine.work(queue)
})
afterEach(async () => {
  await engine.stop()
  await domain.close()
})

const beginFor = (shop: BuyerShop, orderOriginalId: string, userId: string | null = 'o-1') =>
  buyer.begin(
    {
      params: { token: shop.token },
      body: { ...shop.chosen, templateId: shop.template.id, preview: false, order: { orderOriginalId, userId } },
    },
    shop.visitor(),
  )
const rowOf = async (shop: BuyerShop) => (await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20 } }, shop.ctx)).items[0]
const deliveryOf = async (shop: BuyerShop) => (await rowOf(shop))?.delivery

async function openShop(type: 'DOUDIAN' | 'WECHAT_STORE' | 'JD' = 'DOUDIAN') {
  const shop = await openBuyerShop(domain)
  await shop.ctx.db.updateTable('shop').set({ type }).where('id', '=', shop.shopId).execute()
  await shop.take(orderOf('6900000000001', [itemOf('a', null)]))
  return shop
}

describe('a design of an order of Douyin', () => {
  test('a design of an order of Douyin is handed over with what was chosen, and is confirmed once Douyin has it', async () => {
    const shop = await openShop()
    const { code } = await submitted(shop, await beginFor(shop, '6900000000001'), '#ff0000')
    expect(await deliveryOf(shop)).toEqual({ status: 'waiting', error: null })
    await engine.idle()
    const [kept] = domain.platforms.kept()
    expect(kept).toMatchObject({ platform: 'douyin', orderOriginalId: '6900000000001', userId: 'o-1', name: `${code}.jpg` })
    expect(kept?.texts).toContainEqual({ key: '手机型号', content: 'iPhone 15' })
    expect(kept?.bytes).toBeLessThanOrEqual(maxSnapshotBytes)
    expect(await deliveryOf(shop)).toEqual({ status: 'sent', error: null })
    await confirmDeliveries(domain.deps, (error) => Promise.reject(error))
    expect(await deliveryOf(shop)).toEqual({ status: 'confirmed', error: null })
  })

  test('a design of an order of Douyin is handed over again after a change, and not for a repeated submission or import', async () => {
    const shop = await openShop()
    const begun = await beginFor(shop, '6900000000001')
    let calls = 0
    domain.platforms.intercept = (path, answer) => {
      calls += path === '/designs' ? 1 : 0
      return answer()
    }
    const design = await submitted(shop, begun, '#ff0000')
    const again = { params: { id: design.id }, body: { revision: design.revision, consent: true as const } }
    await buyer.submit(again, shop.visitor(begun.secret))
    await shop.take(orderOf('6900000000001', [itemOf('a', null)], { sellerMemo: '加急' }))
    await engine.idle()
    expect(calls).toBe(1)
    await submitted(shop, { ...begun, design }, '#0000ff')
    await engine.idle()
    expect(calls).toBe(2)
    expect(domain.platforms.kept()).toHaveLength(1)
  })

  test('a design of an order of Douyin is tried again while there is no answer, also when the lost answer was a success', async () => {
    const shop = await openShop()
    let calls = 0
    domain.platforms.intercept = async (_, answer) => {
      calls += 1
      if (calls === 1) return new Response('bad gateway', { status: 502 })
      const reply = await answer()
      if (calls === 2) throw new TypeError('the connection was lost')
      return reply
    }
    await submitted(shop, await beginFor(shop, '6900000000001'), '#ff0000')
    for (let round = 0; round < 3; round++) {
      await engine.idle()
      await endRetryDelays(domain.deps.db)
    }
    await engine.idle()
    expect(calls).toBe(3)
    expect(await deliveryOf(shop)).toEqual({ status: 'sent', error: null })
    expect(domain.platforms.kept()).toHaveLength(1)
  })

  test('a design of an order of Douyin that is refused says why to the seller, who can send it again', async () => {
    const shop = await openShop()
    domain.platforms.intercept = async () => Response.json({ err_no: 7, err_msg: '订单不是定制商品' })
    const { id } = await submitted(shop, await beginFor(shop, '6900000000001'), '#ff0000')
    await engine.idle()
    expect(await deliveryOf(shop)).toEqual({
      status: 'failed',
      error: '抖音小程序拒绝了设计（代码 7）：订单不是定制商品',
    })
    domain.platforms.intercept = null
    await expect(buyerDesigns.deliver({ params: { id } }, await domain.seller())).rejects.toMatchObject({ code: 'not-found' })
    await buyerDesigns.deliver({ params: { id } }, shop.ctx)
    await engine.idle()
    expect(await deliveryOf(shop)).toEqual({ status: 'sent', error: null })
  })

  test('a design of an order of Douyin that was taken out of the order has nothing to be sent, and is sent when it is bound again', async () => {
    const shop = await openShop()
    const { id, code } = await submitted(shop, await beginFor(shop, '6900000000001'), '#ff0000')
    await engine.idle()
    await buyerDesigns.unbind({ params: { id } }, shop.ctx)
    expect(await deliveryOf(shop)).toBeNull()
    const [order] = await shop.list()
    await buyerDesigns.bind({ body: { code, orderId: order?.id ?? 0 } }, shop.ctx)
    await engine.idle()
    expect(await deliveryOf(shop)).toEqual({ status: 'sent', error: null })
  })
})

describe('designs of other orders', () => {
  test('designs of orders of WeChat shops are uploaded for their buyer, and refused without one', async () => {
    const shop = await openShop('WECHAT_STORE')
    await submitted(shop, await beginFor(shop, '6900000000001'), '#ff0000')
    await engine.idle()
    expect(domain.platforms.kept()).toMatchObject([{ platform: 'wechat', orderOriginalId: '6900000000001', userId: 'o-1' }])
    const { receipt } = await shop.ctx.db.selectFrom('platform_delivery').select('receipt').executeTakeFirstOrThrow()
    expect(receipt).toBe('media-6900000000001')
    await shop.take(orderOf('6900000000002', [itemOf('b', null)]))
    await submitted(shop, await beginFor(shop, '6900000000002', null), '#ff0000')
    await engine.idle()
    expect(await deliveryOf(shop)).toMatchObject({ status: 'failed', error: expect.stringContaining('openid') })
  })

  test('designs of platforms without a hook, and designs that no platform opened, go nowhere', async () => {
    const shop = await openShop('JD')
    await submitted(shop, await beginFor(shop, '6900000000001'), '#ff0000')
    expect(await deliveryOf(shop)).toBeNull()
    const other = await openShop()
    const { code } = await submitted(other, await other.begin(), '#ff0000')
    await other.take(orderOf('6900000000003', [itemOf('c', null)], { sellerMemo: code }))
    expect((await rowOf(other))?.orderOriginalId).toBe('6900000000003')
    expect(await deliveryOf(other)).toBeNull()
    await engine.idle()
    expect(domain.platforms.kept()).toEqual([])
  })
})

test('a snapshot is square, on white, and small even for noise', async () => {
  const noise = await sharp({
    create: { width: 1200, height: 2400, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 80 } },
  })
    .png()
    .toBuffer()
  const jpeg = await directExaminer.snapshot(noise, null)
  expect(jpeg.length).toBeLessThanOrEqual(maxSnapshotBytes)
  const { width, height, format } = await sharp(jpeg).metadata()
  expect([format, width === height]).toEqual(['jpeg', true])
  const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)].every((value) => value > 250)).toBe(true)
})
