/** Events of webhooks: recorded with the fact by every source, sent signed until they arrive, and told to nobody else. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../../contract/constants'
import { eventBodies } from '../../contract/schemas/webhook-events'
import { listNotifications, notify } from '../domain/notifications/notifications'
import {
  getDelivery,
  listDeliveries,
  replayDelivery,
  replayFailed,
  sweepEvents,
  testWebhook,
} from '../domain/webhooks/deliveries'
import { beginDue, sendDue } from '../domain/webhooks/due'
import { noteOperatorWebhook } from '../domain/webhooks/operator'
import { retryWaits, stopAfterMs } from '../domain/webhooks/retries'
import { createWebhook, removeWebhook, rotateSecret, updateWebhook } from '../domain/webhooks/webhooks'
import type { Ctx } from '../kernel/context'
import { sealedValues } from '../providers/sealed-values'
import { type Domain, expectFailure, openDomain } from './domain'
import { openReceiver, type Receiver } from './event-receiver'
import { insertShop } from './rows'

let domain: Domain
let receiver: Receiver
beforeAll(async () => {
  domain = await openDomain()
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await domain.close()
})

let ctx: Ctx
let time = 0
beforeEach(async () => {
  const seller = await domain.seller()
  time = seller.clock.now().getTime()
  ctx = { ...seller, clock: { now: () => new Date(time) }, eventSender: receiver.sender }
  receiver.behaviour = 200
  receiver.received.length = 0
  for (const path of Object.keys(receiver.byPath)) delete receiver.byPath[path]
})

const never = new AbortController().signal
const page = { pageNo: 1, pageSize: 50 }
const make = async (change: { url?: string; events?: WebhookEvent[]; shopIds?: number[] | null } = {}) => {
  const { webhook, secret } = await createWebhook(ctx, { name: '程序', url: receiver.url, events: ['notification'], shopIds: null, ...change }) // biome-ignore format: a table
  return { id: webhook.id, secret }
}
let told = 0
const tell = (of: Ctx = ctx) =>
  notify(of, { kind: 'order-sync-failed', subject: `shop:${++told}`, words: `第 ${told} 条`, target: 'orders' })
const deliveries = async (id: number) => (await listDeliveries(ctx, { webhookId: id, ...page })).items
const sendAll = (id: number) => sendDue(ctx, id, never)
const webhookRow = (id: number) => ctx.db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('an event that is sent', () => {
  test('an event is signed over its time and its body, and its id is the same in header, body and list', async () => {
    const { id, secret } = await make()
    await tell()
    await sendAll(id)
    const [got] = receiver.received
    const [row] = await deliveries(id)
    const body = JSON.parse(got?.body ?? '')
    expect(eventBodies.notification.parse(body)).toEqual(body)
    expect(body).toMatchObject({ id: row?.eventId, event: 'notification', version: 1, data: { words: `第 ${told} 条` } })
    const stamp = String(Math.floor(time / 1000))
    const signature = createHmac('sha256', secret).update(`${stamp}.${got?.body}`).digest('hex')
    expect(got?.headers).toMatchObject({
      'kejiang-event': 'notification',
      'kejiang-event-id': row?.eventId,
      'kejiang-timestamp': stamp,
      'kejiang-signature': `v1=${signature}`,
      'content-type': 'application/json; charset=utf-8',
    })
    expect(row).toMatchObject({ status: 'done', tries: 1, last: { status: 200, answer: 'ok', problem: null } })
  })

  test('after a rotation an event is signed with both secrets for a day, and with the new one alone from then on', async () => {
    const { id, secret } = await make()
    const { secret: next, webhook } = await rotateSecret(ctx, id)
    expect(webhook.oldSecretUntil).toBe(time + 24 * 3_600_000)
    await tell()
    await sendAll(id)
    time += 24 * 3_600_000
    await tell()
    await sendAll(id)
    const signedBy = receiver.received.map(({ headers, body }) =>
      [next, secret].map((key) =>
        headers['kejiang-signature']?.includes(
          createHmac('sha256', key).update(`${headers['kejiang-timestamp']}.${body}`).digest('hex'),
        ),
      ),
    )
    expect(signedBy).toEqual([[true, true], [true, false]]) // biome-ignore format: a table
  })

  test('no secret is in the lists, the stored rows or the deliveries, and the operator’s keys reseal them', async () => {
    const { id, secret } = await make()
    await tell()
    await sendAll(id)
    const [row] = await deliveries(id)
    const shown = JSON.stringify([await webhookRow(id), row, await getDelivery(ctx, row?.id ?? 0)])
    expect(shown).not.toContain(secret)
    const opened: (string | null)[] = []
    for await (const { value, owner } of sealedValues(ctx.db)) opened.push(ctx.sealer.open(value, owner))
    expect(opened).toContain(secret)
  })
})

describe('an event that does not arrive', () => {
  test('a failed event is sent again with growing waits for more than a day, always the same body, and has failed then', async () => {
    const { id } = await make()
    receiver.behaviour = 500
    await tell()
    const began = time
    const waits: number[] = []
    for (;;) {
      await ctx.db.updateTable('webhook').set({ rest_until: null }).where('id', '=', id).execute()
      await sendAll(id)
      const [row] = await deliveries(id)
      if (row?.status === 'failed') break
      waits.push((row?.nextAt ?? 0) - time)
      time = row?.nextAt ?? 0
    }
    expect(time - began).toBeGreaterThan(24 * 3_600_000)
    expect(waits).toHaveLength(retryWaits.length)
    waits.forEach((wait, at) => {
      expect(wait).toBeGreaterThanOrEqual(retryWaits[at] ?? 0)
      expect(wait).toBeLessThanOrEqual((retryWaits[at] ?? 0) * 1.1)
    })
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    const [row] = await deliveries(id)
    expect(row).toMatchObject({ tries: retryWaits.length + 1, last: { status: 500, problem: '对方返回 500', answer: 'no' } })
  })

  test('a receiver that asks to be left alone is', async () => {
    const { id } = await make()
    receiver.behaviour = 'asksToWait'
    await tell()
    await sendAll(id)
    expect((await deliveries(id))[0]?.nextAt).toBeGreaterThanOrEqual(time + 600_000)
    await tell()
    await sendAll(id)
    expect(receiver.received).toHaveLength(1)
  })

  test('a webhook that took nothing for three days is switched off, the account gets one notification, and switching it on ends that', async () => {
    const { id } = await make()
    receiver.behaviour = 'redirect'
    await tell()
    await sendAll(id)
    time += stopAfterMs
    await tell()
    await sendAll(id)
    await sendAll(id)
    expect(await webhookRow(id)).toMatchObject({ is_on: false, stopped_why: '连续 3 天都没有发送成功' })
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['failed', 'failed'])
    const stopped = (await listNotifications(ctx, page)).items.filter(({ target }) => target === 'webhooks')
    expect(stopped).toMatchObject([{ resolvedAt: null, words: expect.stringContaining('已停用') }])
    await updateWebhook(ctx, id, { enabled: true })
    expect(await webhookRow(id)).toMatchObject({ is_on: true, stopped_why: null, failing_since: null, failures: 0 })
    expect((await listNotifications(ctx, page)).items.find(({ target }) => target === 'webhooks')?.resolvedAt).not.toBeNull()
  })

  test('a receiver that is gone (410) is switched off at once', async () => {
    const { id } = await make()
    receiver.behaviour = 410
    await tell()
    await sendAll(id)
    expect(await webhookRow(id)).toMatchObject({ is_on: false, stopped_why: '对方说不再接收（410）' })
  })

  test('failed deliveries are sent again, one or all since a time, and a stopped process loses none', async () => {
    const { id } = await make()
    receiver.behaviour = 410
    await tell()
    await tell()
    await sendAll(id)
    await expectFailure(replayFailed(ctx, id, 0), 'conflict')
    await updateWebhook(ctx, id, { enabled: true })
    receiver.behaviour = 200
    receiver.received.length = 0
    const [newest, oldest] = await deliveries(id)
    await replayDelivery(ctx, oldest?.id ?? 0)
    const stopping = AbortSignal.abort()
    await sendDue(ctx, id, stopping)
    expect(receiver.received).toHaveLength(0)
    await sendAll(id)
    expect(receiver.received.map(({ headers }) => headers['kejiang-event-id'])).toEqual([oldest?.eventId])
    expect(await replayFailed(ctx, id, time + 1)).toBe(0)
    expect(await replayFailed(ctx, id, time - 1)).toBe(1)
    await sendAll(id)
    expect(receiver.received.map(({ headers }) => headers['kejiang-event-id'])).toEqual([oldest?.eventId, newest?.eventId])
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['done', 'done'])
  })
})

test('a receiver that never answers delays no other: it waits in a queue of its own from its second event on', async () => {
  const slow = await openReceiver({ timeoutMs: 50 })
  slow.behaviour = 'silent'
  const stuck = await make({ url: slow.url })
  const quick = await make()
  const sending = { ...ctx, eventSender: slow.sender }
  await tell()
  await sendDue(sending, stuck.id, never)
  time += 60_000
  await tell()
  const sent: (readonly [string, unknown])[] = []
  const jobs = { send: async (_: unknown, job: { queue: string; data: { webhookId?: unknown } }) => void sent.push([job.queue, job.data.webhookId]), wake: () => undefined } // biome-ignore format: a double
  await beginDue({ ...ctx, jobs })
  await beginDue({ ...ctx, jobs })
  const ours = sent.filter(([, id]) => id === stuck.id || id === quick.id)
  const expected = [['webhooks', quick.id], ['webhooks-slow', stuck.id]] // biome-ignore format: a table
  expect(ours.sort(), 'one job for each webhook, however often a process looks').toEqual(expected)
  await slow.close()
})

test('a test is sent at once and only once, also to a webhook that is off, and says what came of it', async () => {
  const { id } = await make()
  await updateWebhook(ctx, id, { enabled: false })
  receiver.behaviour = 500
  expect(await testWebhook(ctx, id)).toMatchObject({ event: 'test', status: 'failed', last: { status: 500 } })
  receiver.behaviour = 200
  expect(await testWebhook(ctx, id)).toMatchObject({ event: 'test', status: 'done', last: { status: 200 } })
  expect(receiver.received).toHaveLength(2)
  expect(eventBodies.test.parse(JSON.parse(receiver.received[1]?.body ?? ''))).toBeTruthy()
})

test('a webhook that is off, or that another account has, records nothing; a deleted one is gone with what waits', async () => {
  const { id } = await make()
  const stranger = await domain.seller()
  await tell(stranger)
  await updateWebhook(ctx, id, { enabled: false })
  await tell()
  expect(await deliveries(id)).toEqual([])
  await updateWebhook(ctx, id, { enabled: true })
  await tell()
  await removeWebhook(ctx, id)
  await sendAll(id)
  expect(receiver.received).toEqual([])
})

test('events are kept for 30 days', async () => {
  const { id } = await make()
  await tell()
  const age = 30 * 24 * 3_600_000
  time += age
  await sweepEvents(ctx)
  expect(await deliveries(id)).toHaveLength(1)
  time += 1
  await sweepEvents(ctx)
  expect(await deliveries(id)).toEqual([])
})

test('the operator’s webhook gets notifications of every account, signed with the configured secret, and is nobody else’s', async () => {
  const own = await openReceiver({ isPlain: true })
  const operatorWebhook = { url: `http://127.0.0.1:${new URL(own.url).port}/in`, secret: 'operator secret of 32 characters' }
  await noteOperatorWebhook(ctx, operatorWebhook)
  await noteOperatorWebhook(ctx, operatorWebhook)
  const stranger = await domain.seller()
  await tell()
  await tell({ ...ctx, actor: stranger.actor })
  const rows = await ctx.db.selectFrom('webhook').selectAll().where('account_id', 'is', null).execute()
  expect(rows).toHaveLength(1)
  const id = rows[0]?.id ?? 0
  await sendDue({ ...ctx, operatorWebhook }, id, never)
  await own.close()
  expect(new Set(own.received.map(({ body }) => JSON.parse(body).accountId))).toEqual(
    new Set([String(ctx.actor.accountId), String(stranger.actor.accountId)]),
  )
  await expectFailure(listDeliveries(ctx, { webhookId: id, ...page }), 'not-found')
  const { id: delivery } = await ctx.db.selectFrom('webhook_delivery').select('id').where('webhook_id', '=', id).where('account_id', '=', ctx.actor.accountId).executeTakeFirstOrThrow() // biome-ignore format: one row
  await expectFailure(getDelivery(ctx, delivery), 'not-found')
  await noteOperatorWebhook(ctx, undefined)
  expect(await ctx.db.selectFrom('webhook').select('id').where('account_id', 'is', null).execute()).toEqual([])
})

test('an address that may not be used, shops of others, notifications of single shops, and a 21st webhook are refused', async () => {
  const shop = await insertShop(ctx.db, (await domain.seller()).actor.accountId, { name: '别人的店' })
  const own = await insertShop(ctx.db, ctx.actor.accountId, { name: '自己的店' })
  await expectFailure(make({ url: 'https://user:pass@hooks.example.com/' }), 'invalid', 'url')
  await expectFailure(make({ events: ['order.created'], shopIds: [shop] }), 'invalid', 'shopIds')
  await expectFailure(make({ shopIds: [own] }), 'invalid', 'events')
  await expectFailure(createWebhook({ ...ctx, actor: { ...ctx.actor, mainUsername: 'a', permissions: ['users'] } }, { name: '程序', url: receiver.url, events: ['push.done'], shopIds: null }), 'subuser.has-no-permission') // biome-ignore format: one call
  for (let count = 0; count < 20; count += 1) await make()
  await expectFailure(make(), 'conflict')
})
