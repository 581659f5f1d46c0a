/** Sellers' webhooks: which address is told which events of which shops, and the secret that signs them. */
import { maxWebhooks, type WebhookEvent } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { readers } from '../../../contract/permissions'
import { type Ctx, requireAny } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { writeAuditEntry } from '../audit/audit'
import { resolve } from '../notifications/notifications'
import { readWebhook, viewWebhook, type WebhookRow, webhookSealOwner } from './rows'
import { newSecret, secretOverlapMs } from './signature'

type Calls = AppContract['webhooks']
type Change = Parsed<Calls['update']>['body']

/** Events say what users of orders read; who manages webhooks reads no more by them than on the screens. */
export const requireReader = (ctx: Ctx): void => requireAny(ctx, readers.orders)

export async function listWebhooks({ db, actor, clock }: Ctx): Promise<Reply<Calls['list']>> {
  const rows = await db.selectFrom('webhook').selectAll().where('account_id', '=', actor.accountId).orderBy('id').execute()
  return rows.map((row) => viewWebhook(row, clock.now()))
}

/** Creates a webhook, which is on. Its secret is in this answer and in no other. */
export async function createWebhook(ctx: Ctx, body: Parsed<Calls['create']>['body']): Promise<Reply<Calls['create']>> {
  requireReader(ctx)
  const { actor, clock, sealer } = ctx
  const values = await checked(ctx, body)
  const secret = newSecret()
  const row = await transact(ctx, async (inner) => {
    // Two calls at the same time count one after the other.
    await inner.db.selectFrom('account').select('id').where('id', '=', actor.accountId).forUpdate().execute()
    const { count } = await inner.db
      .selectFrom('webhook')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', actor.accountId)
      .executeTakeFirstOrThrow()
    if (count >= maxWebhooks) throw new Failure('conflict', `最多设置 ${maxWebhooks} 个事件通知，请删除不用的`)
    return inner.db
      .insertInto('webhook')
      .values({
        ...{ account_id: actor.accountId, ...values },
        secret_sealed: sealer.seal(secret, webhookSealOwner(actor.accountId)),
        ...{ created_by: actor.username, created_at: clock.now() },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { webhook: viewWebhook(row, clock.now()), secret }
}

/** Changes a webhook. Switched on, or given another address, it begins without its failures. */
export async function updateWebhook(ctx: Ctx, id: number, change: Change): Promise<Reply<Calls['update']>> {
  const row = await readWebhook(ctx, id)
  requireReader(ctx)
  const { enabled, ...rest } = change
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Omit<Change, 'enabled'>
  const values = await checked(ctx, { name: row.name, url: row.url, events: row.events, shopIds: row.shop_ids, ...given })
  const isAnother = change.url !== undefined && change.url !== row.url
  const begins = isAnother || enabled === true
  await transact(ctx, async (inner) => {
    await inner.db
      .updateTable('webhook')
      .set({
        ...values,
        ...(enabled !== undefined && { is_on: enabled }),
        ...(begins && { failures: 0, failing_since: null, stopped_why: null, rest_until: null, is_slow: false }),
      })
      .where('id', '=', row.id)
      .where('account_id', '=', inner.actor.accountId)
      .execute()
    if (begins) await resolve(inner, 'webhook-stopped', `webhook:${id}`)
  })
  return viewWebhook(await readWebhook(ctx, id), ctx.clock.now())
}

interface Setting {
  readonly name: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly shopIds: readonly number[] | null
}

/** Returns the columns of a setting. Refuses an address that may not be used, shops of others, and a choice that tells nothing. */
async function checked(
  { db, actor, eventSender }: Ctx,
  { name, url, events, shopIds }: Setting,
): Promise<Pick<WebhookRow, 'name' | 'url' | 'events'> & { readonly shop_ids: string | null }> {
  const refusal = eventSender.refusalOf(url)
  if (refusal !== null) throw invalid('url', refusal)
  if (shopIds !== null && events.includes('notification'))
    throw invalid('events', '“消息”不分店铺：请选择全部店铺，或不选“消息”（可以另设一个只收消息的通知）')
  const wanted = [...new Set(shopIds ?? [])]
  const known = await db
    .selectFrom('shop')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('id', 'in', [0, ...wanted])
    .execute()
  if (known.length !== wanted.length) throw invalid('shopIds', '选择的店铺不存在或已删除，请刷新后重新选择')
  return { name, url, events: [...new Set(events)], shop_ids: shopIds === null ? null : JSON.stringify(wanted) }
}

/** Deletes a webhook with its deliveries; what waits is not sent any more. */
export async function removeWebhook(ctx: Ctx, id: number): Promise<void> {
  const row = await readWebhook(ctx, id)
  await transact(ctx, async (inner) => {
    await inner.db.deleteFrom('webhook').where('id', '=', row.id).where('account_id', '=', inner.actor.accountId).execute()
    await resolve(inner, 'webhook-stopped', `webhook:${id}`)
    await writeAuditEntry(inner, { action: 'deleted', subject: 'webhooks', details: { id, name: row.name } })
  })
}

/** Makes a new secret. The one before signs as well for a day, so that the receiver can be changed without losing an event. */
export async function rotateSecret(ctx: Ctx, id: number): Promise<Reply<Calls['rotate']>> {
  const { actor, clock, sealer } = ctx
  await readWebhook(ctx, id)
  requireReader(ctx)
  const secret = newSecret()
  const now = clock.now()
  await ctx.db
    .updateTable('webhook')
    .set(({ ref }) => ({
      old_secret_sealed: ref('secret_sealed'),
      old_secret_until: new Date(now.getTime() + secretOverlapMs),
      secret_sealed: sealer.seal(secret, webhookSealOwner(actor.accountId)),
    }))
    .where('id', '=', id)
    .where('account_id', '=', actor.accountId)
    .execute()
  return { webhook: viewWebhook(await readWebhook(ctx, id), now), secret }
}
