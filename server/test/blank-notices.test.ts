/** Blanks that run low: the seller is told of each case once, and again only after there were enough in between. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelLines } from '../domain/erp/push/cancel'
import { listNotifications } from '../domain/notifications/notifications'
import { tellAllLowBlanks } from '../domain/print-floor/blank-notices'
import { type Domain, openDomain } from './domain'
import { type FloorShop, openFloorShop } from './floor-shop'
import { buyCredits } from './order-shop'

let domain: Domain
let shop: FloorShop
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())
beforeEach(async () => {
  shop = await openFloorShop(domain)
  await buyCredits(shop.ctx, 1000)
  await change({ kind: 'set', quantity: 10 })
  await change({ kind: 'warn', below: 8 })
})

const change = (what: object, color = shop.color) =>
  shop.floor.blanks.change({ body: { phoneModelId: shop.model.id, materialColorId: color.id, change: what as never } }, shop.ctx)
/** The newest first: whether each is open, and where it leads. */
const told = async () => {
  const { items } = await listNotifications(shop.ctx, { pageNo: 1, pageSize: 50 })
  return items.filter(({ target }) => target === 'blanks').map(({ resolvedAt }) => (resolvedAt === null ? 'open' : 'over'))
}
const pushed = async (number: string, quantity: number) => {
  await shop.ordered(number, quantity)
  await shop.pushOwn(number)
}

test('a push that takes blanks below the warning tells it once, however many pushes follow', async () => {
  await pushed('N1', 2)
  expect(await told()).toEqual([])
  await pushed('N2', 1)
  expect(await told()).toEqual(['open'])
  const { items } = await listNotifications(shop.ctx, { pageNo: 1, pageSize: 50 })
  expect(items.find(({ target }) => target === 'blanks')?.words).toBe(
    '空壳快用完了：苹果 iPhone 15 · 硅胶 · 黑，排队的打完后剩不到 8 个。请补货，到货后在空壳库存里入库。',
  )
  await pushed('N3', 1)
  expect(await told()).toEqual(['open'])
})

test('blanks that came in end it, and the next fall tells it again', async () => {
  await pushed('N1', 3)
  await change({ kind: 'add', quantity: 1 })
  expect(await told()).toEqual(['over'])
  await pushed('N2', 1)
  expect(await told()).toEqual(['open', 'over'])
})

test('pieces that are laid, printed or spoilt change nothing but what they use up, and a spoilt one costs another blank', async () => {
  await change({ kind: 'warn', below: 7 })
  await pushed('N1', 3)
  const { batch } = await shop.plan()
  const made = await shop.make({ id: batch?.id ?? 0 })
  expect(await told()).toEqual([])
  const [first, second] = made.pieces
  await shop.floor.printBatches.finish(
    { params: { id: made.id }, body: { failed: [{ pieceId: first?.id ?? 0, reason: '' }] } },
    shop.ctx,
  )
  expect(await told()).toEqual(['open'])
  await change({ kind: 'add', quantity: 1 })
  expect(await told()).toEqual(['over'])
  await shop.floor.printPieces.step({ body: { code: second?.code ?? '', step: 'failed' } }, shop.ctx)
  expect(await told()).toEqual(['open', 'over'])
})

test('a cancelled push, a lower warning and a case that is counted no longer end it', async () => {
  await pushed('N1', 3)
  const [piece] = await shop.waiting()
  await cancelLines(shop.ctx, [piece?.customizationId ?? 0])
  expect(await told()).toEqual(['over'])
  await change({ kind: 'set', quantity: 5 })
  expect(await told()).toEqual(['open', 'over'])
  await change({ kind: 'warn', below: 5 })
  expect(await told()).toEqual(['over', 'over'])
  await change({ kind: 'warn', below: 9 })
  await change({ kind: 'forget' })
  expect(await told()).toEqual(['over', 'over', 'over'])
})

test('changes at the same time tell it once, and so do two rounds of the server', async () => {
  await Promise.all(['N1', 'N2', 'N3', 'N4'].map((number) => shop.ordered(number)))
  await Promise.all([...['N1', 'N2', 'N3', 'N4'].map((number) => shop.pushOwn(number)), change({ kind: 'set', quantity: 9 })])
  expect(await told()).toEqual(['open'])
  await Promise.all([tellAllLowBlanks(shop.ctx), tellAllLowBlanks(shop.ctx)])
  expect(await told()).toEqual(['open'])
})

test('without a warning the seller is told that there are fewer blanks than pieces', async () => {
  await change({ kind: 'warn', below: 0 })
  await pushed('N1', 10)
  expect(await told()).toEqual([])
  await pushed('N2', 1)
  expect(await told()).toEqual(['open'])
  const { items } = await listNotifications(shop.ctx, { pageNo: 1, pageSize: 50 })
  expect(items[0]?.words).toContain('排队的比现有的多')
})

test('a round of the server tells what a deleted order or a deleted case changed', async () => {
  await pushed('N1', 3)
  expect(await told()).toEqual(['open'])
  await shop.ctx.db.deleteFrom('shop_order').where('account_id', '=', shop.ctx.actor.accountId).execute()
  await tellAllLowBlanks(shop.ctx)
  expect(await told()).toEqual(['over'])
})
