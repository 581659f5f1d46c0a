import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '../../../contract/constants'
import type { Ctx } from '../../kernel/context'
import { type Domain, openDomain } from '../../test/domain'
import { listNotifications, markRead, notificationLifeMs, notify, resolve, sweepNotifications } from './notifications'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const ended = { kind: 'authorization-ended', subject: 'shop:1', words: '授权已失效', target: 'shops' } as const
const failed = { kind: 'order-sync-failed', subject: 'shop:1', words: '同步失败', target: 'orders' } as const
const list = (ctx: Ctx) => listNotifications(ctx, { pageNo: 1, pageSize: 50 })
const at = (ctx: Ctx, ms: number): Ctx => ({ ...ctx, clock: { now: () => new Date(ctx.clock.now().getTime() + ms) } })
const subUser = (ctx: Ctx, ...permissions: Permission[]): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, username: 'seller:li', mainUsername: 'seller', permissions },
})

test('a second notification of what goes on replaces the words of the first, which stays read', async () => {
  const ctx = await domain.seller()
  await notify(ctx, ended)
  const [first] = (await list(ctx)).items
  await markRead(ctx, [first?.id ?? 0])
  await notify(at(ctx, 60_000), { ...ended, words: '授权已失效，请重新授权', params: { dialog: 'edit', id: '1' } })
  expect(await list(ctx)).toEqual({
    items: [{ ...first, words: '授权已失效，请重新授权', params: { dialog: 'edit', id: '1' }, isRead: true, resolvedAt: null }],
    totalItems: 1,
    unread: 0,
  })
})

test('a notification that is over counts as nothing new, and the same thing makes another one later', async () => {
  const ctx = await domain.seller()
  await notify(ctx, ended)
  await notify(ctx, { ...ended, subject: 'shop:2' })
  await resolve(at(ctx, 1000), ['authorization-ending', 'authorization-ended'], 'shop:1')
  expect((await list(ctx)).unread).toBe(1)
  await notify(at(ctx, 2000), ended)
  const { items, unread } = await list(ctx)
  expect(unread).toBe(2)
  const start = ctx.clock.now().getTime()
  expect(items.map((item) => [item.at, item.resolvedAt])).toEqual([[start + 2000, null], [start, null], [start, start + 1000]]) // biome-ignore format: a table
})

test('a user sees the kinds of which he has the permission, and marks only those as read', async () => {
  const ctx = await domain.seller()
  await notify(ctx, ended)
  await notify(ctx, failed)
  const wordsFor = async (...permissions: Permission[]) =>
    (await list(subUser(ctx, ...permissions))).items.map(({ words }) => words).sort()
  expect(await wordsFor('shops')).toEqual(['授权已失效'])
  expect(await wordsFor('orders')).toEqual(['同步失败'])
  expect(await wordsFor('view')).toEqual(['同步失败', '授权已失效'].sort())
  expect(await wordsFor('fonts')).toEqual([])
  const ids = (await list(ctx)).items.map(({ id }) => id)
  await markRead(subUser(ctx, 'orders'), ids)
  expect((await list(ctx)).items.filter(({ isRead }) => isRead).map(({ words }) => words)).toEqual(['同步失败'])
})

test('another account neither sees, marks nor ends them, and gets its own of the same kind and subject', async () => {
  const [ctx, stranger] = [await domain.seller(), await domain.seller()]
  await notify(ctx, ended)
  await markRead(
    stranger,
    (await list(ctx)).items.map(({ id }) => id),
  )
  await resolve(stranger, 'authorization-ended', 'shop:1')
  expect(await list(ctx)).toMatchObject({ totalItems: 1, unread: 1, items: [{ resolvedAt: null }] })
  expect((await list(stranger)).items).toEqual([])
  await notify(stranger, ended)
  expect((await list(stranger)).unread).toBe(1)
})

test('notifications are kept for 90 days', async () => {
  const ctx = await domain.seller()
  await notify(ctx, ended)
  await sweepNotifications(at(ctx, notificationLifeMs))
  expect((await list(ctx)).totalItems).toBe(1)
  await sweepNotifications(at(ctx, notificationLifeMs + 1))
  expect((await list(ctx)).totalItems).toBe(0)
})
