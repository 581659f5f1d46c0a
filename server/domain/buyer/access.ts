/** Who may do what on the buyer's page: links by their token, designs by their secret. */
import { timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { CustomizationTiming } from '../../../contract/constants'
import { beginRefusal, type LinkDates } from '../../../contract/rules/link-dates'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { Failure, LimitReached, notFound } from '../../kernel/failure'
import { countUses } from '../../kernel/shared-limit'
import type { Database } from '../../kernel/tables'
import { openLinkDraft } from '../shops/link-drafts'
import { readDates } from '../shops/links'
import { readSetting, type SettingFields } from '../shops/setting-data'
import { tokenHash } from '../users/tokens'

export interface Link extends SettingFields {
  readonly id: number
  readonly shopId: number
  readonly shopName: string
  readonly customizationTiming: CustomizationTiming
  readonly dates: LinkDates
}

export type DesignRow = Selectable<Database['buyer_design']>

/**
 * Returns a context that acts for the account behind a link. It holds every permission, so callers must have checked what the
 * buyer may do.
 */
export const actFor = (ctx: Omit<PublicCtx, 'address' | 'bearer'>, accountId: number): Ctx => ({
  ...ctx,
  actor: { accountId, userId: 0, username: '买家', permissions: [] },
})

interface OpenedLink {
  readonly link: Link
  readonly ctx: Ctx
}

/** Rejects with 'not-found' for links that are unknown, switched off or replaced, and with 'conflict' for those that are not saved yet. */
export async function openLink(ctx: PublicCtx, token: string): Promise<OpenedLink> {
  const found = await findLink(ctx, token)
  if (found) return found
  if (await openLinkDraft(ctx, token)) throw new Failure('conflict', '这里只是预览，保存链接后才能开始设计')
  throw goneLink()
}

const goneLink = (): Failure => new Failure('not-found', '这个定制链接已经失效，请联系卖家获取新的链接')

/** Returns a link, or what its seller has filled in and not saved, to be shown and nothing else. Rejects with 'not-found' for no such link. */
export async function openShownLink(ctx: PublicCtx, token: string): Promise<OpenedLink> {
  const found = await findLink(ctx, token)
  if (found) return found
  const draft = await openLinkDraft(ctx, token)
  if (!draft) throw goneLink()
  const { accountId, setting, ...shown } = draft
  return { link: { id: 0, ...shown, ...setting, dates: { startsAt: null, endsAt: null } }, ctx: actFor(ctx, accountId) }
}

async function findLink(ctx: PublicCtx, token: string): Promise<OpenedLink | null> {
  const row = await linkRows(ctx.db).where('setting.token', '=', token).executeTakeFirst()
  return row ? { link: toLink(row), ctx: actFor(ctx, row.account_id) } : null
}

/** Selects the links that are switched on. */
export const linkRows = (db: Ctx['db']) =>
  db
    .selectFrom('shop_customization_setting as setting')
    .innerJoin('shop', 'shop.id', 'setting.shop_id')
    .select(['setting.id', 'setting.account_id', 'setting.shop_id', 'setting.data', 'setting.customization_timing', 'shop.name'])
    .select(['setting.starts_at', 'setting.ends_at'])
    .where('setting.enabled', '=', true)

type LinkRow = NonNullable<Awaited<ReturnType<ReturnType<typeof linkRows>['executeTakeFirst']>>>

export const toLink = (row: LinkRow): Link => ({
  id: row.id,
  shopId: row.shop_id,
  shopName: row.name,
  customizationTiming: row.customization_timing,
  dates: readDates(row),
  ...readSetting(row.data),
})

/** Rejects with 'conflict' before and after the dates between which designs can be begun. */
export function requireOpen({ clock }: Pick<PublicCtx, 'clock'>, { dates }: Link): void {
  const refusal = beginRefusal(dates, clock.now().getTime())
  if (refusal !== null) throw new Failure('conflict', refusal)
}

/** Calls about one design in a minute: an editor saves every few seconds. */
const maxCallsPerMinute = 240

/**
 * Returns the design whose secret the caller sent. Unknown designs and wrong secrets cannot be told apart, also not by the time
 * that the answer takes.
 */
export const openDesign = (ctx: PublicCtx, id: number): Promise<OpenedDesign> => openBy('secret_hash', ctx, id)

/** The same for somebody who has the token of a design that is shared. */
export const openSharedDesign = (ctx: PublicCtx, id: number): Promise<OpenedDesign> => openBy('share_hash', ctx, id)

interface OpenedDesign {
  readonly row: DesignRow
  readonly ctx: Ctx
}

async function openBy(column: 'secret_hash' | 'share_hash', ctx: PublicCtx, id: number): Promise<OpenedDesign> {
  const row = await ctx.db.selectFrom('buyer_design').selectAll().where('id', '=', id).executeTakeFirst()
  const hash = tokenHash(ctx.bearer ?? '')
  const isFirst = timingSafeEqual(Buffer.from(hash), Buffer.from(row?.[column] ?? tokenHash('unknown')))
  // Asked for unknown designs, too, so that the answer takes as long.
  const isRight = isFirst || (column === 'secret_hash' && (await hasKey(ctx, id, hash)))
  if (!row || !isRight) {
    await limit(ctx, `buyer:guess:${ctx.address}`, 60, hour)
    throw notFound('这个设计')
  }
  await limit(ctx, `buyer:${column === 'share_hash' ? 'shared' : 'design'}:${id}`, maxCallsPerMinute, hour / 60)
  return { row, ctx: actFor(ctx, row.account_id) }
}

/** Whether this is the secret of another phone of the buyer (returns.ts). */
async function hasKey({ db }: Pick<PublicCtx, 'db'>, designId: number, hash: string): Promise<boolean> {
  const key = await db
    .selectFrom('buyer_design_key')
    .select('id')
    .where('design_id', '=', designId)
    .where('secret_hash', '=', hash)
    .executeTakeFirst()
  return key !== undefined
}

const hour = 60 * 60 * 1000

/** Counts one use. Rejects with 'too-many-requests' beyond `most` uses in the window. */
export async function limit({ db }: Pick<PublicCtx, 'db'>, key: string, most: number, windowMs: number): Promise<void> {
  const { used, endsInMs } = await countUses(db, key, 1, windowMs)
  if (used > most) throw new LimitReached(Math.max(1, Math.ceil(endsInMs / 1000)))
}
