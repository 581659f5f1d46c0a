/**
 * Four servers keep together every promise that one keeps: sellers call all of them at the same time, through one proxy, on one database behind a
 * pooler and one storage. Skipped where PostgreSQL or PgBouncer is not installed.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditsPerImage, type FileKind, fileKind, taskStatus } from '../../../contract/constants'
import type { ChargeReply, PushReply } from '../../../contract/types'
import { createBrand } from '../../domain/catalogue/brands'
import { createModel } from '../../domain/catalogue/models'
import { storeExamined } from '../../domain/files/service'
import { createAccount } from '../../domain/users/accounts'
import { maxFailuresPerNameAndAddress } from '../../domain/users/login-limit'
import { findModels } from '../../infra/cutout/models'
import type { Ctx } from '../../kernel/context'
import { audit } from '../credits'
import { moveConcurrently, sorted } from '../expected-order'
import { buyCredits } from '../order-shop'
import { openPushShop, type PushShop, paint } from '../push-shop'
import { type Cluster, canCluster, demoPassword, openCluster, type Reply } from './cluster'

describe.skipIf(!canCluster)('four servers', () => {
  let cluster: Cluster
  let shop: PushShop
  let token = ''

  beforeAll(async () => {
    cluster = await openCluster(4)
    shop = await openPushShop(cluster.domain)
    token = await cluster.session(shop.ctx)
  })
  afterAll(() => cluster.close())

  const call = (method: string, path: string, body?: unknown, key?: string): Promise<Reply> =>
    cluster.call(method, path, { token, body, ...(key === undefined ? {} : { key }) })
  const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)))
  const statuses = (replies: readonly Reply[]): number[] =>
    [...new Set(replies.map(({ status }) => status))].sort((a, b) => a - b)

  test('four servers charge each design once, whoever asks and however often', async () => {
    for (let n = 0; n < 12; n += 1) await shop.order(`C${n}`)
    await buyCredits(shop.ctx, 1000)
    const { rows } = await sql<{ id: number }>`
      select id from customization where account_id = ${shop.ctx.actor.accountId} order by id`.execute(shop.ctx.db)
    const ids = rows.map(({ id }) => id)
    // Each of eight windows wants six designs, which overlap; every second one repeats its click under the same key.
    const replies = await times(8, async (n) => {
      const body = { customizationIds: Array.from({ length: 6 }, (_, at) => ids[(n * 2 + at) % ids.length]), creditsPerImage }
      const key = randomUUID()
      const clicks = await times(n % 2 === 0 ? 3 : 1, () => call('POST', '/api/credit_usage_records', body, key))
      // A repeated click gets the answer of the first one, or is told that the first one is not answered yet.
      const answers = clicks.filter(({ status }) => status === 200).map((reply): ChargeReply => reply.body)
      for (const answer of answers) expect(answer).toEqual(answers[0])
      return answers.slice(0, 1)
    })
    const charged = replies.flat().flatMap((reply) => reply.charged)
    expect(sorted(charged)).toEqual(ids)
    expect(await audit(shop.ctx)).toBe(1000 - ids.length * creditsPerImage)
  })

  test('four servers answer a repeated call of all of them with one result', async () => {
    const { url } = await picture(shop.ctx)
    const file = await shop.ctx.db
      .selectFrom('file')
      .select('id')
      .where('storage_key', '=', url.slice('/files/'.length))
      .executeTakeFirstOrThrow()
    const body = { width: 60, height: 120, foregroundImageFileId: file.id }
    const before = await count('wireframe')
    const key = randomUUID()
    const create = () => call('POST', '/api/phone_case_wireframes', body, key)
    const replies = await times(12, create)
    // While one server answers, the others say that the call is not answered yet.
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const ids = [...replies, await create()].filter(({ status }) => status === 200).map((reply) => reply.body.id)
    expect(new Set(ids).size).toBe(1)
    expect((await count('wireframe')) - before).toBe(1)
  })

  test('four servers make a case once although twelve windows push it', async () => {
    await shop.order('P1')
    const bodies = await cluster.pushBodies(token, shop.factories.dongguan)
    const body = bodies.find(({ orderOriginalId }) => orderOriginalId === 'P1')
    const replies = await times(12, () => call('POST', '/api/erp/push_order', body))
    expect(statuses(replies).every((status) => status === 200 || status === 409)).toBe(true)
    expect(replies.some((reply) => (reply.body as PushReply).status === 'pushed')).toBe(true)
    const line = await shop.ctx.db.selectFrom('push_line').select(['status', 'outside_id']).executeTakeFirstOrThrow()
    expect(line.status).toBe('pushed')
    const made = await cluster.domain.factory.orders()
    expect(made.filter(({ params }) => params.third_id === line.outside_id)).toHaveLength(1)
  })

  test('four servers keep a list whole while eight windows sort it', async () => {
    const brand = await createBrand(shop.ctx, { name: '小米' })
    const models: number[] = []
    for (let n = 0; n < 12; n += 1) models.push((await createModel(shop.ctx, brand.id, { name: `型号 ${n}` })).id)
    const path = `/api/phone_brands/${brand.id}/phone_models`
    const seen = new Set<number>()
    await moveConcurrently(models, async (id, next) => {
      seen.add((await call('PATCH', `${path}/${id}/ordering`, { next })).status)
    })
    expect([...seen]).toEqual([200])
    const [first, ...others] = await times(4, () => call('GET', path))
    expect(sorted(first?.body.map(({ id }: { id: number }) => id))).toEqual(sorted(models))
    for (const other of others) expect(other.body).toEqual(first?.body)
  })

  test('four servers synchronize the orders of a shop without storing one twice', async () => {
    const signedIn = await cluster.call('POST', '/api/users/login', { body: { username: 'demo', password: demoPassword } })
    const demo = (method: string, path: string, body?: unknown) =>
      cluster.call(method, path, { token: signedIn.body.token, body })
    const { body: shops } = await demo('GET', '/api/shops')
    const shopId = shops.find(({ type }: { type: string }) => type === 'TAOBAO').id
    const begun = await times(12, () => demo('POST', '/api/orders/sync', { shopId }))
    const ids = new Set(begun.map(({ body }) => body.id))
    await expect
      .poll(async () => {
        const tasks = await Promise.all([...ids].map((id) => demo('GET', `/api/orders/sync/${id}`)))
        return tasks.map(({ body }) => body.status)
      })
      .toEqual([...ids].map(() => taskStatus.done))
    const { rows } = await sql<{ twice: number }>`
      select count(*)::int as twice from (
        select from shop_order where shop_id = ${shopId} group by original_id, parent_id having count(*) > 1) as doubled`.execute(
      shop.ctx.db,
    )
    expect(rows[0]?.twice).toBe(0)
  })

  test('four servers guess a password together no more often than one of them', async () => {
    await createAccount(cluster.domain.deps, { name: 'guessed', password: '一个足够长的密码' })
    const replies = await times(40, (n) =>
      cluster.call('POST', '/api/users/login', { body: { username: 'guessed', password: `wrong-${n}` } }),
    )
    const looked = replies.filter(({ status }) => status === 422)
    expect(statuses(replies)).toEqual([422, 429])
    expect(looked.length).toBeLessThanOrEqual(maxFailuresPerNameAndAddress)
  })

  test.skipIf(findModels() === null)('four servers cut a picture out once for each ticket', async () => {
    const { url, size } = await picture(shop.ctx, fileKind.templateLayer)
    const request = {
      imageUrl: url,
      type: 'common',
      fileName: 'a.png',
      fileSize: size,
      width: 60,
      height: 120,
      outputImageFormat: 'png',
    }
    const { body: ticket } = await call('POST', '/api/image_cutout_task/token', request)
    const begun = await times(8, () => call('POST', '/api/image_cutout_tasks', { ...request, token: ticket.token }))
    const ids = new Set(begun.map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    const [id] = ids
    await expect.poll(async () => (await call('GET', `/api/image_cutout_tasks/${id}`)).body.status).not.toBe('RUNNING')
    expect((await call('GET', `/api/image_cutout_tasks/${id}`)).body).toMatchObject({ status: 'SUCCESS' })
    expect(await count('cutout_task')).toBe(1)
  })

  async function picture(ctx: Ctx, kind: FileKind = fileKind.wireframe): Promise<{ url: string; size: number }> {
    const source = await paint('drawn', { width: 60, height: 120 })
    const kept = await storeExamined(ctx, { owner: ctx.actor.accountId, kind, source })
    const row = { account_id: ctx.actor.accountId, kind, name: 'a.png', status: 'ready' as const, ...kept }
    await ctx.db.insertInto('file').values(row).execute()
    return { url: `/files/${kept.storage_key}`, size: source.length }
  }

  async function count(table: 'wireframe' | 'cutout_task'): Promise<number> {
    const { rows } = await sql<{ rows: number }>`
      select count(*)::int as rows from ${sql.table(table)} where account_id = ${shop.ctx.actor.accountId}`.execute(shop.ctx.db)
    return rows[0]?.rows ?? 0
  }
})
