/**
 * Imports orders: idempotent by shop and platform order number, all of a call or nothing. All sources use it: the API, the
 * marketplace's sync, the demo shop.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { orderTextNames, textColumns } from '../../../contract/rules/order-texts'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { bindByOrders } from '../buyer/named-designs'
import { lockLedger } from '../credits/ledger'
import { hasAttached, keepAttached } from './attach-design'
import { readContent } from './content'
import { type ItemWrite, writeItems } from './items'
import { namedCodes } from './named-codes'
import { refreshAfterImport } from './push-status'
import { setParents } from './relations'
import { searchText } from './search-text'
import {
  type CompleteOrder,
  changedFacts,
  completeOrders,
  type OrderFields,
  type OrderSource,
  readItemWrites,
  readKnownOrders,
  type SourceRule,
  type StoredOrder,
  sourceRules,
} from './stored-facts'

export interface OrderWrite extends OrderFields {
  /** All orders that it was merged from or split into. */
  readonly childOrders: readonly OrderFields[]
}

export interface ImportResult {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** The orders of the call, without their children. */
  readonly orders: { id: number; originalId: string }[]
}

export interface ImportOptions {
  readonly source: OrderSource
  /**
   * When the source saw the orders, ms since 1970: a known order that was seen later stays as it is. Absent: now, which nothing
   * that is stored is newer than.
   */
  readonly observedAt?: number | undefined
}

interface GivenEntry {
  /** The order as it came: its items' texts are not kept beside the designs that they hold. */
  readonly given: OrderFields
  /** Number of its parent order. */
  readonly parent: string | null
}
interface OrderEntry extends GivenEntry {
  readonly order: CompleteOrder
  readonly sha256: string
}

interface ChangedOrder extends OrderEntry {
  /** Words in the texts with which it came that may be codes of designs. */
  readonly codes: readonly string[]
}

/** The orders of an import, compared with those that are stored, before anything is written. */
interface Decided {
  readonly known: ReadonlyMap<string, StoredOrder>
  /** Orders that are stored as given. */
  readonly entries: readonly OrderEntry[]
  /** Those of them that are new, or that are not stored like this. */
  readonly changed: readonly OrderEntry[]
}

async function decide(
  ctx: Ctx,
  shopId: number,
  given: readonly GivenEntry[],
  { source, observedAt }: ImportOptions,
): Promise<Decided> {
  const known = await readKnownOrders(
    ctx,
    shopId,
    given.map(({ given: { originalId } }) => originalId),
  )
  const isOlder = (originalId: string) => observedAt !== undefined && observedAt < (known.get(originalId)?.observedAt ?? 0)
  const current = given.filter((entry) => !isOlder(entry.given.originalId))
  const orders = await completeOrders(
    ctx,
    known,
    current.map((entry) => entry.given),
    source,
  )
  const completed = current.map((entry, at): OrderEntry => {
    const order = orders[at] as CompleteOrder
    return { ...entry, order, sha256: hashOf(order) }
  })
  const entries = await keepStoredDesigns(ctx, known, completed, sourceRules[source])
  return { known, entries, changed: entries.filter(({ order, sha256 }) => known.get(order.originalId)?.sha256 !== sha256) }
}

/**
 * Imports orders; children count like any other order. Rejects with 'not-found' (shop) or 'invalid' (a duplicate number in a
 * call).
 */
export async function importOrders(
  ctx: Ctx,
  shopId: number,
  orders: readonly OrderWrite[],
  options: ImportOptions,
): Promise<ImportResult> {
  const given = flatten(orders)
  return transact(ctx, async (inner) => {
    // Imports of one shop are serialized: two of them would both find an order missing.
    await requireOwned(inner, 'shop', shopId, '店铺', { lock: 'no key update' })
    const decided = await decide(inner, shopId, given, options)
    const { known, entries } = decided
    const changed = decided.changed.map((entry) => ({ ...entry, codes: namedCodes(entry.given).map(({ code }) => code) }))
    // The ledger is locked before the rows, in the order that a charge uses, so that the two cannot deadlock.
    if (changed.some(({ order }) => known.has(order.originalId))) await lockLedger(inner, inner.actor.accountId)
    const ids = new Map([...known].map(([originalId, { id }]) => [originalId, id]))
    for (const [originalId, id] of await writeOrders(inner, shopId, changed, options)) ids.set(originalId, id)
    const idOf = (originalId: string): number => {
      const id = ids.get(originalId)
      if (id === undefined) throw new Error(`order ${originalId} was not written`)
      return id
    }
    await markObserved(
      inner,
      entries.map(({ order }) => idOf(order.originalId)),
      options,
    )
    await writeItems(
      inner,
      shopId,
      changed.map(({ order }) => ({ orderId: idOf(order.originalId), items: order.orderItems })),
    )
    const changedNumbers = new Set(changed.map(({ order }) => order.originalId))
    if (sourceRules[options.source].relations) {
      const parents = new Set(entries.map(({ parent }) => parent))
      const orderRelations = entries.map(({ order, parent }) => ({
        id: idOf(order.originalId),
        parent: parent === null ? null : idOf(parent),
        status: order.mergeSplitStatus,
        hasChildren: parents.has(order.originalId),
      }))
      const changedIds = new Set(await setParents(inner, shopId, orderRelations))
      for (const { order } of entries) if (changedIds.has(idOf(order.originalId))) changedNumbers.add(order.originalId)
    }
    await bindByOrders(
      inner,
      shopId,
      changed.map(({ order, codes }) => ({ ...order, codes, id: idOf(order.originalId) })),
    )
    if (changedNumbers.size > 0) {
      const scope = { ...inner, accountId: inner.actor.accountId }
      await refreshAfterImport(
        scope,
        entries.map(({ order }) => idOf(order.originalId)),
      )
    }
    const created = entries.filter(({ order }) => !known.has(order.originalId)).length
    return {
      created,
      updated: changedNumbers.size - created,
      unchanged: given.length - changedNumbers.size,
      orders: orders.map(({ originalId }) => ({ id: idOf(originalId), originalId })),
    }
  })
}

/** Returns those of a shop's numbers whose orders are stored: a plan need not read the facts of the others. Rejects with 'not-found' (shop). */
export async function findKnownOrders(ctx: Ctx, shopId: number, numbers: readonly string[]): Promise<{ originalIds: string[] }> {
  await requireOwned(ctx, 'shop', shopId, '店铺')
  const rows = await ctx.db
    .selectFrom('shop_order')
    .select('original_id')
    .where('account_id', '=', ctx.actor.accountId)
    .where('shop_id', '=', shopId)
    .where(sql<boolean>`original_id = any(${[...numbers]}::text[])`)
    .execute()
  return { originalIds: rows.map(({ original_id }) => original_id) }
}

/** The outcome that an import of an order would have; `changes` names the facts that would change, for sellers. */
export interface PlannedOrder {
  readonly originalId: string
  readonly outcome: 'new' | 'changed' | 'same' | 'older'
  readonly changes: string[]
}

/** Returns what `importOrders` would do with these orders, one entry each without their children, and writes nothing. */
export async function planImport(
  ctx: Ctx,
  shopId: number,
  orders: readonly OrderWrite[],
  options: ImportOptions,
): Promise<PlannedOrder[]> {
  await requireOwned(ctx, 'shop', shopId, '店铺')
  const { known, entries } = await decide(ctx, shopId, flatten(orders), options)
  const stored = await readItemWrites(
    ctx,
    [...known.values()].map(({ id }) => id),
  )
  const entryOf = new Map(entries.map((entry) => [entry.order.originalId, entry]))
  return orders.map(({ originalId }): PlannedOrder => {
    const [before, entry] = [known.get(originalId), entryOf.get(originalId)]
    if (before === undefined) return { originalId, outcome: 'new', changes: [] }
    if (entry === undefined) return { originalId, outcome: 'older', changes: [] }
    const items = itemsHash(entry.order.orderItems) === itemsHash(stored.get(before.id) ?? []) ? [] : ['商品']
    const changes = [...changedFacts(before.facts, entry.order), ...items]
    return { originalId, outcome: changes.length === 0 ? 'same' : 'changed', changes }
  })
}

/** Notes when known orders were seen, so that an older observation does not overwrite them. */
async function markObserved({ db, actor, clock }: Ctx, ids: readonly number[], { observedAt }: ImportOptions): Promise<void> {
  if (ids.length === 0) return
  const seen = new Date(observedAt ?? clock.now().getTime())
  await sql`
    update shop_order set observed_at = ${seen}::timestamptz
    where account_id = ${actor.accountId} and id = any(${[...ids]}::bigint[])
      and (observed_at is null or observed_at < ${seen}::timestamptz)`.execute(db)
}

/** Returns parents and children in one list. */
function flatten(orders: readonly OrderWrite[]): GivenEntry[] {
  const entries: GivenEntry[] = []
  const seenIds = new Set<string>()
  const add = (order: OrderFields, parent: string | null, path: string): void => {
    if (seenIds.has(order.originalId)) {
      throw invalid(`${path}.originalId`, `订单 ${order.originalId} 在一次导入中出现了多次，请合并后重试`)
    }
    seenIds.add(order.originalId)
    entries.push({ given: order, parent })
  }
  orders.forEach((order, orderIndex) => {
    add(order, null, `orders.${orderIndex}`)
    order.childOrders.forEach((child, index) => {
      add(child, order.originalId, `orders.${orderIndex}.childOrders.${index}`)
    })
  })
  return entries
}

const sha256Of = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The written fields of items, for a hash. */
const itemFields = (items: readonly ItemWrite[]) =>
  items.map((item) => [
    item.originalId,
    item.productOriginalId,
    item.skuOriginalId,
    item.title,
    item.imageUrl,
    item.propertiesName,
    item.quantity,
    item.content,
    item.state,
    item.hold,
    item.merchantSku ?? null,
    ...(item.platformState == null ? [] : [{ platformState: item.platformState }]),
  ])
const itemsHash = (items: readonly ItemWrite[]): string => sha256Of(itemFields(items))

/** Hash of the written fields of an order; its relations are compared separately. Times and flags count where there is one. */
function hashOf({ createdAt, isPlatformOrder, orderItems, paidAt, shipUntil, flag, flagText, ...order }: CompleteOrder): string {
  const texts = orderTextNames.map((name) => order[name])
  const times = paidAt === null && shipUntil === null ? [] : [paidAt, shipUntil]
  const flags = flag === null && flagText === null ? [] : [{ flag, flagText }]
  return sha256Of([createdAt, isPlatformOrder, ...texts, itemFields(orderItems), ...times, ...flags])
}

/**
 * Returns the orders with the stored designs that their source knows nothing of: those that were attached here and, for items
 * without a readable design, those that came another way, unless the orders are `complete`. The picture of a source that only shows
 * designs is for items that have none: its address may differ each time.
 */
async function keepStoredDesigns(
  { db }: Ctx,
  known: ReadonlyMap<string, StoredOrder>,
  given: readonly OrderEntry[],
  { relations: complete, showsDesigns }: SourceRule,
): Promise<readonly OrderEntry[]> {
  const hasNoDesign = ({ content, originalId }: ItemWrite): boolean => readContent(content, originalId).length === 0
  const ids = given.flatMap(({ order }) =>
    complete || showsDesigns || order.orderItems.some(hasNoDesign) ? (known.get(order.originalId)?.id ?? []) : [],
  )
  if (ids.length === 0) return given
  const rows = await db
    .selectFrom('order_item')
    .select(['order_id', 'original_id', 'content'])
    .where('order_id', 'in', ids)
    .where('content', 'is not', null)
    .$if(complete, (query) => query.where(hasAttached))
    .execute()
  if (rows.length === 0) return given
  const designs = new Map(
    rows
      .filter((row) => readContent(row.content, row.original_id).length > 0)
      .map((row) => [`${row.order_id}/${row.original_id}`, row.content]),
  )
  return given.map((entry) => {
    const id = known.get(entry.order.originalId)?.id
    const withStoredDesign = (item: ItemWrite): ItemWrite => {
      const stored = designs.get(`${id}/${item.originalId}`)
      if (!stored) return item
      const keeps = !complete && (showsDesigns || hasNoDesign(item))
      return { ...item, content: keeps ? stored : keepAttached(item, stored) }
    }
    const order = { ...entry.order, orderItems: entry.order.orderItems.map(withStoredDesign) }
    return { ...entry, order, sha256: hashOf(order) }
  })
}

/** Columns of an order that an import writes, with their types. */
const importedTypes = {
  original_id: 'text',
  merge_split_status: 'text',
  is_platform_order: 'boolean',
  created_at: 'timestamptz',
  source: 'text',
  paid_at: 'timestamptz',
  ship_until: 'timestamptz',
  flag: 'text',
  flag_text: 'text',
  sha256: 'text',
  search: 'text',
  design_codes: 'text[]',
  ...textColumns(() => 'text'),
} as const
type ImportedColumn = keyof typeof importedTypes

/** Columns that stay as they are where the order is known: its number, its first source, and its relation, which `setParents` writes. */
const keptColumns: ReadonlySet<string> = new Set<ImportedColumn>(['original_id', 'source', 'merge_split_status'])

const importedColumns = Object.keys(importedTypes) as ImportedColumn[]
const columnNames = sql.join(importedColumns.map((column) => sql.ref(column)))
const typedColumns = sql.join(importedColumns.map((column) => sql`${sql.ref(column)} ${sql.raw(importedTypes[column])}`))
const changes = sql.join(
  importedColumns
    .filter((column) => !keptColumns.has(column))
    .map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
)

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

async function writeOrders(
  { db, actor, clock }: Ctx,
  shopId: number,
  entries: readonly ChangedOrder[],
  { source }: ImportOptions,
): Promise<readonly (readonly [string, number])[]> {
  if (entries.length === 0) return []
  const rows = entries.map(
    ({ order, codes, sha256 }): Record<ImportedColumn, unknown> => ({
      original_id: order.originalId,
      merge_split_status: order.mergeSplitStatus,
      is_platform_order: order.isPlatformOrder,
      created_at: new Date(order.createdAt).toISOString(),
      source,
      paid_at: isoOf(order.paidAt),
      ship_until: isoOf(order.shipUntil),
      flag: order.flag,
      flag_text: order.flagText,
      sha256,
      search: searchText(order),
      design_codes: codes,
      ...textColumns((name) => order[name]),
    }),
  )
  const { rows: written } = await sql<{ id: number; original_id: string }>`
    insert into shop_order (account_id, shop_id, imported_at, ${columnNames})
    select ${actor.accountId}::bigint, ${shopId}::bigint, ${clock.now()}::timestamptz, ${columnNames}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (${typedColumns})
    on conflict (shop_id, original_id) do update set ${changes}
    returning id, original_id`.execute(db)
  return written.map(({ id, original_id }) => [original_id, id] as const)
}
