/** Push and download states in the database follow from the same rules as in the plugin, for the same cases. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PushLineState, pushStatusOf } from '../../../contract/rules/order-state'
import { downloadCases, pushCases } from '../../../contract/rules/test/order-state-cases'
import { type Domain, openDomain } from '../../test/domain'
import { buyCredits, contentOf, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
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

test('the filters of downloaded orders find each case of the rule that belongs to them', async () => {
  await buyCredits(shop.ctx, 10_000)
  await shop.take(
    ...downloadCases.map(([images], at) => {
      const infos = images.map(({ customizedImageUrl }, index) => shop.infoOf(`download-${at}-${index}`, customizedImageUrl))
      return orderOf(`download-${at}`, [itemOf(`download-item-${at}`, contentOf(...infos))])
    }),
  )
  const ours = (found: Awaited<ReturnType<typeof shop.list>>) =>
    found.filter(({ originalId }) => originalId.startsWith('download-'))
  const listed = ours(await shop.list())
  const paid = downloadCases.flatMap(([images], at) => {
    const order = listed.find(({ originalId }) => originalId === `download-${at}`)
    const customizations = order?.orderItems.flatMap(({ customizations }) => customizations) ?? []
    expect(customizations).toHaveLength(images.length)
    return customizations.filter((_, index) => images[index]?.creditDeducted).map(({ id }) => id)
  })
  await charge(shop.ctx, paid)
  const namesWhere = async (downloaded: boolean) => ours(await shop.list({ downloaded })).map(({ originalId }) => originalId)
  const wanted = (state: boolean) =>
    downloadCases.flatMap(([, , downloaded], at) => (downloaded === state ? [`download-${at}`] : []))
  for (const state of [true, false]) expect((await namesWhere(state)).sort()).toEqual(wanted(state))
})
