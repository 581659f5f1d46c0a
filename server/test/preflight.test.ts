/** The preflight before a download and the charge after it, over HTTP, including changes between the two. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import type { ChargeReply, Order, PreflightRow } from '../../contract/types'
import { buyCredits, contentOf } from './order-shop'
import { paint } from './push-shop'
import { startTestServer, type TestServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function openSeller() {
  const { token, accountId, userId } = await server.newAccount()
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'idempotency-key': randomUUID() }
    const reply = await server.call(method, path, { token, body, headers })
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
  const { id: shopId } = await call('POST', '/api/shops', { type: 'DOUDIAN', name: '抖店一号' })
  const upload = async (content: 'drawn' | 'uniform') =>
    (await server.upload(token, fileKind.order, `${content}.png`, await paint(content))).url
  const item = (originalId: string, urls: readonly (string | null)[], change: object = {}) => {
    const infos = urls.map((customizedImageUrl, at) => ({
      id: `${originalId}-${at}`,
      phoneBrandName: '苹果',
      phoneModelName: 'iPhone 15',
      phoneCaseMaterialName: '硅胶',
      phoneCaseMaterialColorName: '黑',
      customizedImageUrl,
    }))
    const customizationInfo = { content: contentOf(...infos) }
    return { originalId, propertiesName: '型号:iPhone 15', quantity: 1, customizationInfo, ...change }
  }
  const take = (originalId: string, orderItems: readonly object[]) =>
    call('POST', '/api/orders/import', { shopId, orders: [{ originalId, createdAt: 1_767_225_600_000, orderItems }] })
  const designs = async (): Promise<number[]> => {
    const { items } = await call('GET', '/api/orders?pageNo=1&pageSize=50')
    return items.flatMap((order: Order) => order.orderItems.flatMap(({ customizations }) => customizations.map(({ id }) => id)))
  }
  const preflight = (customizationIds: readonly number[]): Promise<PreflightRow[]> =>
    call('POST', '/api/orders/preflight', { customizationIds })
  const charge = (customizationIds: readonly number[], confirmed?: readonly number[]): Promise<ChargeReply> =>
    call('POST', '/api/credit_usage_records', { customizationIds, confirmed })
  const actor = { accountId, userId, username: 'shop', permissions: [] }
  const buy = () => buyCredits({ ...server.deps, traceId: 'test', actor }, 1000)
  return { token, upload, item, take, designs, preflight, charge, buy }
}

const codes = (rows: readonly PreflightRow[]) => rows.map(({ findings }) => findings.map(({ code }) => code))

test('the preflight reports all findings in the requested order, and nothing of another account', async () => {
  const seller = await openSeller()
  const drawn = await seller.upload('drawn')
  await seller.take('A1', [
    seller.item('well', [drawn]),
    seller.item('held', [drawn], { hold: '买家申请了退款' }),
    seller.item('none', [drawn], { quantity: 0 }),
    seller.item('open', [drawn, drawn], { quantity: 5 }),
    seller.item('unfinished', [null]),
    seller.item('gone', ['/files/ab/nothing.png']),
    seller.item('blank', [await seller.upload('uniform')]),
    seller.item('other', [drawn], { propertiesName: '型号:华为 Mate 60' }),
  ])
  const ids = await seller.designs()
  const rows = await seller.preflight(ids)
  expect(rows.map(({ customizationId }) => customizationId)).toEqual(ids)
  // These cases have no size, so the resolution of their pictures cannot be judged.
  expect(codes(rows)).toEqual([
    ['noSize'],
    ['held', 'noSize'],
    ['noPieces', 'noSize'],
    ['undecidedPieces', 'noSize'],
    ['undecidedPieces', 'noSize'],
    ['unfinished'],
    ['missing'],
    ['blank'],
    ['otherPhone', 'noSize'],
  ])
  expect(rows.at(-1)?.findings[0]?.text).toBe('的型号与买家买的「华为 Mate 60」不符，打印前请和买家确认')
  const stranger = await openSeller()
  expect(await stranger.preflight(ids)).toEqual([])
})

test('an order item put on hold after the preflight is not charged, unless the seller confirms it', async () => {
  const seller = await openSeller()
  await seller.buy()
  const drawn = await seller.upload('drawn')
  await seller.take('B1', [seller.item('one', [drawn]), seller.item('two', [drawn])])
  const ids = await seller.designs()
  const [one = 0, two = 0] = ids
  expect(codes(await seller.preflight(ids)).flat()).not.toContain('held')
  await seller.take('B1', [seller.item('one', [drawn], { hold: '交易已关闭' }), seller.item('two', [drawn])])
  const first = await seller.charge(ids)
  expect(first).toMatchObject({ charged: [two], credits: 940 })
  expect(first.refused).toEqual([{ customizationId: one, findings: [{ code: 'held', text: '：交易已关闭' }] }])
  expect(first.images.map(({ customizationId }) => customizationId)).toEqual([two])
  expect(await seller.charge([one], [one])).toMatchObject({ charged: [one], refused: [], credits: 880 })
})
