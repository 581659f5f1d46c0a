/** Orders that the seller writes by hand, for shops without a marketplace and for what was agreed outside of one. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { beijingIso } from '../../../contract/rules/beijing-time'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, refusedAt } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { bindDesign } from '../buyer/binding'
import { lockLedger } from '../credits/ledger'
import { lockShop } from '../shops/shops'
import { storableTexts } from './content'
import { deleteUnlinked } from './customizations'
import { importOrders, type OrderWrite } from './import'
import { readStoredItems } from './made-as'
import { type LineWrite, writtenLine } from './manual-lines'
import { type GivenItem, readItemWrites } from './stored-facts'

type Calls = AppContract['manualOrders']
type Create = Parsed<Calls['create']>['body']
type Update = Parsed<Calls['update']>['body']

/** The own series: no marketplace's numbers begin with a letter X and a day. */
const seriesOf = ({ clock }: Ctx): string => `X${beijingIso(clock.now().getTime()).slice(0, 10).replaceAll('-', '')}`

async function nextNumber(ctx: Ctx): Promise<string> {
  const series = seriesOf(ctx)
  const { rows } = await sql<{ last: number | null }>`
    select max(substring(original_id from ${series.length + 1}::integer)::integer) as last from shop_order
    where account_id = ${ctx.actor.accountId} and original_id like ${`${series}%`}
      and original_id ~ ${`^${series}[0-9]{4,8}$`}`.execute(ctx.db)
  return `${series}${String((rows[0]?.last ?? 0) + 1).padStart(4, '0')}`
}

export const proposeNumber = async (ctx: Ctx): Promise<Reply<Calls['number']>> => ({ originalId: await nextNumber(ctx) })

/** Orders by hand of one account are numbered one after another. */
const lockSeries = ({ db, actor }: Ctx) =>
  db.selectFrom('account').select('id').where('id', '=', actor.accountId).forNoKeyUpdate().execute()

/** Imports the order and puts the designs into it that its lines name by their codes. */
async function write(
  ctx: Ctx,
  shopId: number,
  order: Omit<OrderWrite, 'childOrders' | 'mergeSplitStatus' | 'isPlatformOrder'>,
  codes: ReadonlyMap<string, string>,
) {
  const whole: OrderWrite = { ...order, isPlatformOrder: false, mergeSplitStatus: 'INDEPENDENT', childOrders: [] }
  const { orders } = await importOrders(ctx, shopId, [whole], { source: 'manual' })
  const orderId = orders[0]?.id ?? 0
  const items = await readStoredItems(ctx, [orderId])
  for (const [at, { originalId }] of order.orderItems.entries()) {
    const code = codes.get(originalId)
    const item = items.find((one) => one.original_id === originalId)
    if (code !== undefined && item)
      await refusedAt(`lines.${at}.design`, () => bindDesign(ctx, { code, orderId, orderItemId: item.id }))
  }
  return orderId
}

/** Returns the lines with numbers of their own, and the codes of designs by those numbers. */
async function linesOf(ctx: Ctx, orderNumber: string, lines: readonly LineWrite[], taken: readonly string[]) {
  const used = new Set(taken)
  const codes = new Map<string, string>()
  const items: GivenItem[] = []
  let next = 0
  const unused = (): string => {
    do next++
    while (used.has(`${orderNumber}-${next}`))
    return `${orderNumber}-${next}`
  }
  for (const [at, line] of lines.entries()) {
    const originalId = line.stored?.originalId ?? unused()
    items.push(await refusedAt(`lines.${at}`, () => writtenLine(ctx, originalId, line)))
    if (line.design.kind === 'code') codes.set(originalId, line.design.code)
  }
  return { items, codes }
}

/**
 * Creates an order; its number, if none is given, is the next of the series. Where the shop has an order of the given number, that one
 * is returned, and nothing is changed. Rejects with 'not-found' (shop, model, colour, file) or 'invalid' (a code, a file).
 */
export function createManualOrder(ctx: Ctx, { shopId, originalId, lines, ...texts }: Create): Promise<Reply<Calls['create']>> {
  return transact(ctx, async (inner) => {
    await lockSeries(inner)
    await lockShop(inner, shopId)
    if (originalId !== null) {
      const known = await inner.db
        .selectFrom('shop_order')
        .select('id')
        .where('account_id', '=', inner.actor.accountId)
        .where('shop_id', '=', shopId)
        .where('original_id', '=', originalId)
        .executeTakeFirst()
      if (known) return { orderId: known.id, originalId, isKnown: true }
    }
    await lockLedger(inner, inner.actor.accountId)
    const number = originalId ?? (await nextNumber(inner))
    const { items, codes } = await linesOf(
      inner,
      number,
      lines.map((line) => ({ ...line, stored: null })),
      [],
    )
    const createdAt = inner.clock.now().getTime()
    const orderId = await write(
      inner,
      shopId,
      { originalId: number, createdAt, ...storableTexts(texts), orderItems: items },
      codes,
    )
    return { orderId, originalId: number, isKnown: false }
  })
}

/** Locks an order by hand with its shop. Rejects with 'not-found', or 'conflict' for an order that came another way. */
export async function lockManualOrder(ctx: Ctx, id: number) {
  const { shop_id: shopId } = await requireOwned(ctx, 'shop_order', id, '订单')
  await lockShop(ctx, shopId)
  await lockLedger(ctx, ctx.actor.accountId)
  const order = await requireOwned(ctx, 'shop_order', id, '订单', { lock: 'update' })
  if (order.source !== 'manual')
    throw new Failure('conflict', '这个订单来自平台、接口或表格，不能在这里修改或删除，请在来源处修改后再同步或导入')
  return order
}

export const stageWords = { paid: '已经扣点', pushed: '已经推送' } as const
const nameOf = ({ title, propertiesName }: Pick<GivenItem, 'title' | 'propertiesName'>): string =>
  title || propertiesName || '这一件'

/** Changes an order by hand. Rejects with 'conflict' where a line that is paid for or pushed would change. */
export function updateManualOrder(ctx: Ctx, id: number, { lines, ...texts }: Update): Promise<void> {
  return transact(ctx, async (inner) => {
    const order = await lockManualOrder(inner, id)
    const stored = (await readItemWrites(inner, [id])).get(id) ?? []
    const staged = await readStoredItems(inner, [id])
    const itemOf = (itemId: number) => {
      const originalId = staged.find((item) => item.id === itemId)?.original_id
      const item = stored.find((one) => one.originalId === originalId)
      if (!item) throw new Failure('conflict', '订单里没有这个商品了，请刷新订单')
      return item
    }
    const requireFree = (itemId: number, what: string) => {
      const stage = staged.find((item) => item.id === itemId)?.stage ?? null
      if (stage !== null) throw new Failure('conflict', `「${nameOf(itemOf(itemId))}」${stageWords[stage]}，不能${what}`)
    }
    const named = new Set(lines.flatMap(({ itemId }) => itemId ?? []))
    if (lines.filter(({ itemId }) => itemId !== null).length > named.size)
      throw invalid('lines', '同一个商品写了两次，请刷新订单')
    const removed = staged.filter((item) => !named.has(item.id))
    for (const item of removed) requireFree(item.id, '删除')
    await requireUnbound(
      inner,
      order,
      removed.map(({ original_id }) => original_id),
    )
    const writes = lines.map((line): LineWrite | { readonly kept: GivenItem } => {
      if ('keep' in line) return { kept: itemOf(line.itemId) }
      if (line.itemId === null) return { ...line, stored: null }
      requireFree(line.itemId, '修改')
      return { ...line, stored: itemOf(line.itemId) }
    })
    const changed = writes.filter((one): one is LineWrite => !('kept' in one))
    const { items, codes } = await linesOf(
      inner,
      order.original_id,
      changed,
      stored.map(({ originalId }) => originalId),
    )
    const orderItems = writes.map((one) => ('kept' in one ? one.kept : (items[changed.indexOf(one)] as GivenItem)))
    await write(
      inner,
      order.shop_id,
      { originalId: order.original_id, createdAt: order.created_at.getTime(), ...storableTexts(texts), orderItems },
      codes,
    )
  })
}

/** Rejects with 'conflict' where a buyer's design is bound to one of these lines: it would be lost from sight. */
async function requireUnbound(
  ctx: Ctx,
  order: { readonly shop_id: number; readonly original_id: string },
  lines: readonly string[] | null,
) {
  if (lines?.length === 0) return
  const bound = await ctx.db
    .selectFrom('buyer_design')
    .select('code')
    .where('account_id', '=', ctx.actor.accountId)
    .where('shop_id', '=', order.shop_id)
    .where('order_original_id', '=', order.original_id)
    .$if(lines !== null, (query) => query.where('item_original_id', 'in', lines ?? []))
    .executeTakeFirst()
  if (bound)
    throw new Failure('conflict', `定制编号 ${bound.code} 的设计绑定在这里，请先在订单详情的“定制编号”里解除绑定，再删除`)
}

/** Deletes an order by hand of which nothing is paid for or pushed. */
export function removeManualOrder(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const order = await lockManualOrder(inner, id)
    const made = (await readStoredItems(inner, [id])).find(({ stage }) => stage !== null)
    if (made?.stage) throw new Failure('conflict', `这个订单里有${stageWords[made.stage]}的定制，不能删除`)
    await requireUnbound(inner, order, null)
    const links = await inner.db
      .selectFrom('order_item_customization as link')
      .innerJoin('order_item as item', 'item.id', 'link.order_item_id')
      .select('link.customization_id')
      .where('item.order_id', '=', id)
      .where('item.account_id', '=', inner.actor.accountId)
      .execute()
    await inner.db.deleteFrom('shop_order').where('account_id', '=', inner.actor.accountId).where('id', '=', id).execute()
    await deleteUnlinked(
      inner,
      links.map(({ customization_id }) => customization_id),
    )
  })
}
