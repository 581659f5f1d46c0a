/** The keys with which a seller connects a shop: checked at the marketplace before they are stored, sealed, and never returned. */
import { type ShopKeyForm, shopKeyForms } from '../../../contract/rules/shop-keys'
import { type ShopType, shopTypeName } from '../../../contract/rules/shop-types'
import type { ShopKeys as ShopKeysReply } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, KeysRefused, OperatorFailure } from '../../kernel/failure'
import { onAllShops } from '../../kernel/shop-scope'
import { transact } from '../../kernel/transact'
import type { KeyApi, Marketplace, MarketplaceSeller, OpenedKeys, ShopKeys } from '../../ports/marketplace'
import { storable } from '../orders/content'
import { tellValid } from './authorization-notices'
import { marketplaceOf } from './marketplaces'
import { keysSealOwner, sealedOf, storedKeys } from './renewal'
import { withSession } from './sessions'
import { lockShop, requireShop } from './shops'

/** Returns the marketplace of a shop with what its keys open; throws 'invalid' where its shops are not connected with keys. */
function keyedMarketplace(ctx: Ctx, type: ShopType): { marketplace: Marketplace; keys: KeyApi; form: ShopKeyForm } {
  const form = shopKeyForms[type]
  if (!form) throw invalid('shopId', `${shopTypeName(type)}店铺不用密钥连接`)
  const marketplace = marketplaceOf(ctx, type)
  if (!marketplace.keys) throw invalid('shopId', `${shopTypeName(type)}店铺不用密钥连接`)
  return { marketplace, keys: marketplace.keys, form }
}

const readApp = ({ db, actor }: Ctx, shopId: number) =>
  db.selectFrom('shop_app').selectAll().where('shop_id', '=', shopId).where('account_id', '=', actor.accountId).executeTakeFirst()

/** Returns what is known of the keys of a shop: which app, and what became of the last check; never a secret. */
export async function readKeys(ctx: Ctx, shopId: number): Promise<ShopKeysReply> {
  const { type } = await requireShop(ctx, shopId)
  const row = await readApp(ctx, shopId)
  return {
    appKey: row?.app_key ?? null,
    hasExtra: (row?.extra_sealed ?? null) !== null,
    checkedAt: row?.checked_at?.getTime() ?? null,
    problem: row?.problem ?? null,
    example: row ? null : (ctx.marketplaces[type]?.keys?.example ?? null),
  }
}

export interface TypedKeys {
  readonly appKey: string
  readonly secret?: string | undefined
  readonly extra?: string | undefined
}

/** Returns the keys that are meant: what is left empty stays as it is stored, as long as it belongs to the same app. */
async function keysTyped(ctx: Ctx, shopId: number, { appKey, secret, extra }: TypedKeys, form: ShopKeyForm): Promise<ShopKeys> {
  const row = await readApp(ctx, shopId)
  const stored = row?.app_key === appKey ? storedKeys(ctx, { accountId: ctx.actor.accountId, shopId }, row) : null
  const keys = { appKey, secret: secret || stored?.secret || '', extra: form.extra ? extra || stored?.extra || null : null }
  if (keys.secret === '') throw invalid('secret', `必须填写 ${form.secret}`)
  if (form.extra && keys.extra === null) throw invalid('extra', `必须填写${form.extra.name}`)
  return keys
}

/** Opens a session and reads the seller and an order with it; nothing of a refusal is stored. */
async function checked(marketplace: Marketplace, api: KeyApi, keys: ShopKeys, now: Date) {
  try {
    const opened = await api.open(keys)
    await marketplace.checkOrders(opened.session, now)
    return { opened, seller: await marketplace.seller(opened.session) }
  } catch (error) {
    if (error instanceof KeysRefused) throw invalid(error.field, error.message)
    if (!(error instanceof Failure) || error instanceof OperatorFailure) throw error
    throw new Failure(error.code, `没有保存：${error.message}`)
  }
}

/** Stores keys that the marketplace accepts, and connects the shop. Rejects on the field that the marketplace refuses. */
export async function putKeys(ctx: Ctx, shopId: number, typed: TypedKeys): Promise<ShopKeysReply> {
  const { type } = await requireShop(ctx, shopId)
  const { marketplace, keys: api, form } = keyedMarketplace(ctx, type)
  const keys = await keysTyped(ctx, shopId, typed, form)
  const { opened, seller } = await checked(marketplace, api, keys, ctx.clock.now())
  await connect(ctx, shopId, { type, keys: form.extra?.once ? { ...keys, extra: null } : keys, opened, seller })
  return readKeys(ctx, shopId)
}

interface Connection {
  readonly type: ShopType
  readonly keys: ShopKeys
  readonly opened: OpenedKeys
  readonly seller: MarketplaceSeller
}

function connect(ctx: Ctx, shopId: number, { type, keys, opened, seller }: Connection): Promise<void> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock, sealer } = inner
    const shop = await lockShop(inner, shopId)
    if (shop.type !== type) throw new Failure('conflict', '店铺的类型刚刚改过，请重新打开')
    const before = await readApp(inner, shopId)
    if (before && before.seller_id !== seller.sellerId) {
      throw invalid('appKey', `这是另一个店铺“${seller.nick}”的密钥：请先断开现在的连接，或为它另外添加一个店铺`)
    }
    const nick = storable(seller.nick)
    const other = await onAllShops(inner, () =>
      db
        .selectFrom('shop')
        .select(['id', 'name'])
        .where('account_id', '=', actor.accountId)
        .where('type', '=', type)
        .where('seller_nick', '=', nick)
        .where('id', '<>', shopId)
        .executeTakeFirst(),
    )
    // A caller with some shops does not learn the name of another one.
    if (other && !(actor.shopIds?.includes(other.id) ?? true)) throw invalid('appKey', '这个店铺已经在本账号连接，不能再连接一次')
    if (other) throw invalid('appKey', `这个店铺已经由“${other.name}”连接，不能再连接一次`)
    const seal = (text: string) => sealer.seal(text, keysSealOwner(actor.accountId))
    const sealed = sealedOf(inner, { accountId: actor.accountId, shopId }, opened)
    const row = {
      account_id: actor.accountId,
      app_key: keys.appKey,
      secret_sealed: seal(keys.secret),
      extra_sealed: keys.extra === null ? null : seal(keys.extra),
      seller_id: storable(seller.sellerId),
      checked_at: clock.now(),
      ...sealed.app,
    }
    await db
      .insertInto('shop_app')
      .values({ shop_id: shopId, ...row })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(row))
      .execute()
    await db
      .updateTable('shop')
      .set({ seller_nick: nick, ...sealed.shop })
      .where('id', '=', shopId)
      .where('account_id', '=', actor.accountId)
      .execute()
    await tellValid(inner, { id: shopId, account_id: actor.accountId })
    // Failures of the last keys do not count against these.
    await db.updateTable('order_sync').set({ failures: 0 }).where('shop_id', '=', shopId).execute()
  })
}

/** Reads an order with the stored keys, and notes in words what the marketplace says of them. */
export async function checkKeys(ctx: Ctx, shopId: number): Promise<ShopKeysReply> {
  const { type } = await requireShop(ctx, shopId)
  keyedMarketplace(ctx, type)
  const problem = await problemOf(() =>
    withSession(ctx, { accountId: ctx.actor.accountId, shopId }, (session, port) => port.checkOrders(session, ctx.clock.now())),
  )
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('shop_app')
    .set({ checked_at: now, problem, failed_at: problem === null ? null : now })
    .where('shop_id', '=', shopId)
    .where('account_id', '=', ctx.actor.accountId)
    .execute()
  return readKeys(ctx, shopId)
}

async function problemOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    const isTold = error instanceof Failure && !(error instanceof OperatorFailure) && error.code !== 'invalid'
    if (!isTold) throw error
    return error.message
  }
}

/** Forgets the keys of a shop and its place in the marketplace's orders; the orders stay. */
export function removeKeys(ctx: Ctx, shopId: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const shop = await lockShop(inner, shopId)
    keyedMarketplace(inner, shop.type)
    await db.deleteFrom('shop_app').where('shop_id', '=', shopId).where('account_id', '=', actor.accountId).execute()
    await db.deleteFrom('order_cursor').where('shop_id', '=', shopId).execute()
    await tellValid(inner, { id: shopId, account_id: actor.accountId })
    await db.deleteFrom('order_sync').where('shop_id', '=', shopId).execute()
    const nothing = { seller_nick: null, session_sealed: null, session_expires_at: null, session_failed_at: null }
    await db
      .updateTable('shop')
      .set({ ...nothing, session_sub_account: null })
      .where('id', '=', shopId)
      .where('account_id', '=', actor.accountId)
      .execute()
  })
}
