/**
 * After any sequence of pushes, cancellations, answers, refunds and changes: a case is never at two factories that may both make it unless
 * the seller said himself that one does not, it is charged once, and the alarms are those that the stored facts say.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ItemState } from '../../contract/rules/item-state'
import { sized } from '../../test/setup/size'
import { charge } from '../domain/credits/charge'
import { cancelLines } from '../domain/erp/push/cancel'
import { leaseMs } from '../domain/erp/push/claims'
import { sweepClaims } from '../domain/erp/push/ended-claims'
import { pushOrder } from '../domain/erp/push/push'
import { settleLine } from '../domain/erp/push/settle'
import { orderPath } from '../embedded/erps/print-factory/simulator'
import { Failure } from '../kernel/failure'
import { type Domain, openDomain } from './domain'
import { buyCredits, contentOf, itemOf, orderOf } from './order-shop'
import { openTwoPrograms, type TwoPrograms } from './two-programs'

let domain: Domain
let shop: TwoPrograms
beforeAll(async () => {
  domain = await openDomain()
  shop = await openTwoPrograms(domain)
  const { yiwu } = shop.factories
  await shop.bindModel(yiwu, shop.model.id, '8f3a0c17')
  await shop.bindMaterial(yiwu, shop.material.id, '7c01', '7c01')
  await shop.bindColor(yiwu, shop.color.id, '7c01-2', '7c01-2')
  await buyCredits(shop.ctx, 300_000)
})
afterAll(() => domain.close())

const states: readonly ItemState[] = [
  'toMake',
  'toMake',
  'refundAsked',
  'refunded',
  'partRefunded',
  'closed',
  'shipped',
  'refundRefused',
]
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('push' as const), at: fc.constantFrom('dongguan', 'yiwu', 'second' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      state: fc.constantFrom(...states),
      pieces: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'cancel' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancelTwice' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'ask' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'say' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'charge' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('factory' as const),
      state: fc.constantFrom('印刷中', '已取消', '缺货', '取消申请中' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lose' as const), what: fc.constantFrom('answer', 'call' as const) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'later' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

let numbers = 0

/** The orders of a case at factories that may make it; a factory that cancelled or has no stock does not. */
async function mayBeMade(number: string): Promise<string[]> {
  const ofFirst = (await domain.factory.orders())
    .filter(({ orderId, params }) => params.third_order_no === number && !notMade.has(orderId))
    .map(({ orderId }) => orderId)
  const ofSecond = [...shop.second.lines]
    .filter(
      ([outsideId, { line }]) =>
        line.orderOriginalId === number && !['已取消', '缺货'].includes(shop.second.states.get(outsideId) ?? ''),
    )
    .map(([outsideId]) => outsideId)
  return [...ofFirst, ...ofSecond]
}
const notMade = new Set<string>()

async function derived(id: number) {
  const { rows } = await sql<{ kinds: string[]; facts: string }>`
    select kinds, facts from alarm_facts(${shop.ctx.actor.accountId}, array[${id}]::bigint[]) where cardinality(kinds) > 0`.execute(
    shop.ctx.db,
  )
  return rows
}
const stored = (id: number) =>
  shop.ctx.db.selectFrom('alarm').select(['kinds', 'facts']).where('customization_id', '=', id).execute()

async function run(steps: readonly Step[]): Promise<void> {
  const number = `P${++numbers}`
  const take = (state: ItemState, quantity: number) =>
    shop.take(orderOf(number, [itemOf(`${number}-0`, contentOf(shop.infoOf(number, shop.picture)), { state, quantity })]))
  await take('toMake', 1)
  const id = (await shop.find(number)).orderItems[0]?.customizations[0]?.id ?? 0
  let confirmations = 0
  /** Refusals in words are what the seller sees; anything else is a fault. */
  const tried = async (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => {
        if (error instanceof Failure) return false
        throw error
      },
    )
  for (const one of steps) {
    if (one.kind === 'push')
      await tried(shop.seen(number, shop.factories[one.at]).then((body) => pushOrder(shop.ctx, { ...body, confirmed: [id] })))
    if (one.kind === 'take') await take(one.state, one.pieces)
    if (one.kind === 'cancel') await cancelLines(shop.ctx, [id])
    if (one.kind === 'cancelTwice') await Promise.all([cancelLines(shop.ctx, [id]), cancelLines(shop.ctx, [id])])
    if (one.kind === 'ask') await tried(settleLine(shop.ctx, { customizationId: id, saidBy: 'factory' }))
    if (one.kind === 'say' && (await tried(settleLine(shop.ctx, { customizationId: id, saidBy: 'seller', reason: 'cancelled' }))))
      confirmations += 1
    if (one.kind === 'charge') await charge(shop.ctx, [id], [id])
    if (one.kind === 'factory') {
      const [made] = await mayBeMade(number)
      if (made?.startsWith('KJ')) shop.second.states.set(made, one.state)
      else if (made) {
        domain.factory.setState(made, one.state)
        if (one.state === '已取消' || one.state === '缺货') notMade.add(made)
      }
    }
    if (one.kind === 'lose' && one.what === 'answer') {
      shop.second.loseAnswers = 2
      domain.factory.loseAnswers(1, orderPath)
    }
    if (one.kind === 'lose') domain.factory.loseCalls(4, '/order/query')
    if (one.kind === 'later') {
      shop.advance(leaseMs + 1)
      await sweepClaims(shop.ctx)
      shop.second.loseAnswers = 0
    }
    expect((await mayBeMade(number)).length, JSON.stringify(one)).toBeLessThanOrEqual(1 + confirmations)
    expect(await stored(id), JSON.stringify(one)).toEqual(await derived(id))
  }
  const charges = await shop.ctx.db.selectFrom('usage_line').selectAll().where('customization_id', '=', id).execute()
  expect(charges.length).toBe(steps.some(({ kind }) => kind === 'charge') ? 1 : charges.length)
  expect(charges.length).toBeLessThanOrEqual(1)
}

test('a case is at one factory at most, is charged once, and its alarms are what its facts say', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), run), { numRuns: sized(30, 400) })
})
