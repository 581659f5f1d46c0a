/** Push, download and hold states in the database follow from the same rules as in the plugin, for the same cases. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ItemState, type OrderState, orderStates } from '../../../contract/rules/item-state'
import { type PushLineState, type PushStatus, pushStatusOf } from '../../../contract/rules/order-state'
import {
  downloadCases,
  heldCases,
  orderStateCases,
  pushCases,
  whollyPushedCases,
} from '../../../contract/rules/test/order-state-cases'
import { type Domain, openDomain } from '../../test/domain'
import { buyCredits, childOf, contentOf, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { charge } from '../credits/charge'
import { refreshPushStatus } from './push-status'

let domain: Domain
let shop: Awaited<ReturnType<typeof openOrderShop>>
let factoryId: number
beforeAll(async () => {
  domain = await openDomain()
  shop = await openOrderShop(domain)
  const { ctx } = shop
  const account_id = ctx.actor.accountId
  const key = { account_id, erp: 1 as const, token_sealed: 'sealed', token_tail: 'tail' }
  const { id: integration_id } = await ctx.db.insertInto('erp_integration').values(key).returning('id').executeTakeFirstOrThrow()
  const factory = { account_id, integration_id, original_id: 'F1', name: '一号工厂' }
  factoryId = (await ctx.db.insertInto('factory').values(factory).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(() => domain.close())

/** Every state that a line can have; null: the design was never sent. */
const lineStates: readonly (PushLineState | null)[] = [
  null,
  { status: 'claimed', isLeased: true },
  { status: 'claimed', isLeased: false },
  { status: 'failed', isLeased: false },
  { status: 'pushed', isLeased: false },
]
const pairs = lineStates.flatMap((first) => lineStates.map((second) => [first, second]))
const orders = [[], ...lineStates.map((only) => [only]), ...pairs, ...pushCases.map(([, lines]) => lines)]

test('an order’s push status follows the rule for every combination of its designs’ states', async () => {
  const { ctx } = shop
  const accountId = ctx.actor.accountId
  await shop.take(
    ...orders.map((lines, at) => {
      const infos = lines.map((_, index) => shop.infoOf(`${at}-${index}`, 'https://a.example/i.png'))
      return orderOf(`state-${String(at).padStart(2, '0')}`, [itemOf(`item-${at}`, contentOf(...infos))])
    }),
  )
  const listed = (await shop.list()).sort((a, b) => a.originalId.localeCompare(b.originalId))
  const now = new Date()
  const sent = listed.flatMap(({ id, orderItems }, at) =>
    orderItems
      .flatMap(({ customizations }) => customizations)
      .flatMap((made, index) => {
        const line = orders[at]?.[index]
        if (!line) return []
        return {
          account_id: accountId,
          customization_id: made.id,
          outside_id: `KJ${at}-${index}`,
          factory_id: factoryId,
          order_id: id,
          quantity: 1,
          status: line.status,
          factory_order_id: line.status === 'pushed' ? '1' : null,
          message: null,
          claimed_at: now,
          ended_at: null,
          claimer: line.isLeased ? 'a' : null,
          lease_until: line.isLeased ? now : null,
        }
      }),
  )
  await ctx.db.insertInto('push_line').values(sent).execute()
  await refreshPushStatus(
    { db: ctx.db, accountId },
    listed.map(({ id }) => id),
  )
  const readBack = (await shop.list()).sort((a, b) => a.originalId.localeCompare(b.originalId))
  expect(readBack.map(({ push }) => push.status)).toEqual(orders.map(pushStatusOf))
  expect(readBack.slice(-pushCases.length).map(({ push }) => push.status)).toEqual(pushCases.map(([status]) => status))
  expect(new Set(readBack.map(({ push }) => push.status)).size).toBe(4)
})

/** Expects both values of a filter to find the orders `<filter>-<index>` for which the rule gives that value. */
async function expectFilterFinds(filter: 'downloaded' | 'pushed' | 'held', values: readonly (boolean | null)[]): Promise<void> {
  for (const value of [true, false]) {
    const found = (await shop.list({ [filter]: value })).map(({ originalId }) => originalId)
    const wanted = values.flatMap((one, index) => (one === value ? [`${filter}-${index}`] : []))
    expect(found.filter((name) => name.startsWith(`${filter}-`)).sort()).toEqual(wanted.sort())
  }
}

test('the filters of downloaded orders find each case of the rule that belongs to them', async () => {
  await buyCredits(shop.ctx, 10_000)
  await shop.take(
    ...downloadCases.map(([state, images], at) => {
      const infos = images.map(({ customizedImageUrl }, index) => shop.infoOf(`downloaded-${at}-${index}`, customizedImageUrl))
      return orderOf(`downloaded-${at}`, [itemOf(`downloaded-item-${at}`, contentOf(...infos), { state })])
    }),
  )
  const listed = await shop.list()
  const paid = downloadCases.flatMap(([, images], at) => {
    const order = listed.find(({ originalId }) => originalId === `downloaded-${at}`)
    const customizations = order?.orderItems.flatMap(({ customizations }) => customizations) ?? []
    expect(customizations).toHaveLength(images.length)
    return customizations.filter((_, index) => images[index]?.creditDeducted).map(({ id }) => id)
  })
  // Items that are over are charged only where the seller ticks them.
  await charge(shop.ctx, paid, paid)
  await expectFilterFinds(
    'downloaded',
    downloadCases.map(([, , , downloaded]) => downloaded),
  )
})

test('the filters of pushed orders find each case of the rule that belongs to them', async () => {
  await shop.take(
    ...whollyPushedCases.map(([, children], at) => {
      const childOrders = children.map((_, index) => childOf(orderOf(`pushed-${at}-${index}`, []), 'SPLIT_CHILD'))
      return orderOf(`pushed-${at}`, [], { mergeSplitStatus: 'SPLIT_PARENT', childOrders })
    }),
  )
  const setStatus = (originalId: string, push_status: PushStatus) =>
    shop.ctx.db.updateTable('shop_order').set({ push_status }).where('original_id', '=', originalId).execute()
  for (const [at, [status, children]] of whollyPushedCases.entries()) {
    await setStatus(`pushed-${at}`, status)
    for (const [index, child] of children.entries()) await setStatus(`pushed-${at}-${index}`, child)
  }
  await expectFilterFinds(
    'pushed',
    whollyPushedCases.map(([, , isWhollyPushed]) => isWhollyPushed),
  )
})

test('the filters of held orders find each case of the rule that belongs to them', async () => {
  const heldItems = (name: string, holds: readonly (string | null)[]) =>
    holds.map((hold, index) => itemOf(`${name}-${index}`, null, { hold }))
  await shop.take(
    ...heldCases.map(([own, children], at) => {
      const childOrders = children.map((holds, index) => {
        const name = `held-${at}-child-${index}`
        return childOf(orderOf(name, heldItems(name, holds)), 'SPLIT_CHILD')
      })
      return orderOf(`held-${at}`, heldItems(`held-${at}`, own), { mergeSplitStatus: 'SPLIT_PARENT', childOrders })
    }),
  )
  await expectFilterFinds(
    'held',
    heldCases.map(([, , isHeld]) => isHeld),
  )
})

test('the filter of the state finds each case of the rule that belongs to it, and no order that is over is left to push', async () => {
  const itemsIn = (name: string, states: readonly ItemState[]) =>
    states.map((state, index) => itemOf(`${name}-${index}`, null, { state }))
  await shop.take(
    ...orderStateCases.map(([own, children], at) => {
      const childOrders = children.map((states, index) => {
        const name = `state-of-${at}-child-${index}`
        return childOf(orderOf(name, itemsIn(name, states)), 'SPLIT_CHILD')
      })
      return orderOf(`state-of-${at}`, itemsIn(`state-of-${at}`, own), { mergeSplitStatus: 'SPLIT_PARENT', childOrders })
    }),
  )
  const found = async (query: object) =>
    (await shop.list(query))
      .map(({ originalId }) => originalId)
      .filter((name) => name.startsWith('state-of-'))
      .sort()
  const namesOf = (states: readonly OrderState[]) =>
    orderStateCases.flatMap(([, , one], at) => (states.includes(one) ? [`state-of-${at}`] : [])).sort()
  for (const state of orderStates) expect([state, await found({ state })]).toEqual([state, namesOf([state])])
  expect(await found({ pushed: false })).toEqual(
    namesOf(orderStates.filter((state) => state !== 'shipped' && state !== 'closed')),
  )
})

test('an order is pushed when its open designs are, whatever shipped or refunded ones were never sent', async () => {
  const { ctx } = shop
  const accountId = ctx.actor.accountId
  const infos = ['open', 'over'].map((name) => contentOf(shop.infoOf(`partly/${name}`, 'https://a.example/i.png')))
  const order = (state: ItemState) =>
    orderOf('partly', [itemOf('partly-1', infos[0] ?? null), itemOf('partly-2', infos[1] ?? null, { state })])
  await shop.take(order('toMake'))
  const read = async () => (await shop.list({ keyword: 'partly' }))[0]
  const [first] = (await read())?.orderItems ?? []
  await ctx.db
    .insertInto('push_line')
    .values({
      account_id: accountId,
      customization_id: first?.customizations[0]?.id ?? 0,
      outside_id: 'KJ-partly',
      factory_id: factoryId,
      order_id: (await read())?.id ?? 0,
      quantity: 1,
      status: 'pushed',
      factory_order_id: '77',
      message: null,
      claimed_at: new Date(),
      ended_at: new Date(),
      claimer: null,
      lease_until: null,
    })
    .execute()
  await refreshPushStatus({ db: ctx.db, accountId }, [(await read())?.id ?? 0])
  expect((await read())?.push.status).toBe('none')
  const statuses: [ItemState, PushStatus | undefined][] = []
  for (const state of ['refunded', 'refundAsked', 'shipped', 'toMake'] as const) {
    await shop.take(order(state))
    statuses.push([state, (await read())?.push.status])
  }
  expect(statuses).toEqual([
    ['refunded', 'pushed'],
    ['refundAsked', 'none'],
    ['shipped', 'pushed'],
    ['toMake', 'none'],
  ])
})
