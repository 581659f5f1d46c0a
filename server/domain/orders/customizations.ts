/**
 * Writes the rows of customizations. A row that was paid for, or that a factory has or may have, does not change: a later picture
 * by the buyer under the same id becomes another customization. Any other row follows its order.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { assignedFrom, columnList, rowsAs } from '../../kernel/columns'
import type { Ctx } from '../../kernel/context'
import { lockLedger } from '../credits/ledger'
import type { ParsedCustomization } from './content'
import { findVersioned, keepVersions } from './design/versions'
import { readReferencedRows } from './referenced-rows'
import { caseColumns, designColumns, type FrozenCustomization, freeze, frozenColumns } from './snapshot'

/** SQL condition on rows of `customization`: the present design is a seller's, made from the order's. */
const isSellersVersion = sql`exists (select from customization_version own where own.customization_id = customization.id
  and own.version = customization.version and own.origin <> 'order')`

/** SQL condition of an update by an order: the order still brings the picture that a seller's version was made from. */
const staysSellersVersion = sql`(${isSellersVersion}
  and customization.order_image_url is not distinct from excluded.customized_image_url)`

const designColumnUpdates = sql.join(
  designColumns.map((name) => {
    const column = sql.id(name)
    return sql`${column} = case when ${staysSellersVersion} then customization.${column} else excluded.${column} end`
  }),
)

/** Returns the row id of a parsed customization. */
export type RowIdOf = (customization: ParsedCustomization) => number

interface Slot {
  readonly key: string
  /** The id is null until the row is written. */
  id: number | null
  sha256: string
  imageUrl: string | null
  /** True when it was paid for, or is on its way to a factory. */
  readonly fixed: boolean
  /** Id of the row with the first picture if this is a new later picture; null otherwise. */
  readonly laterPictureOf: number | null
  /** Values to write; null when the row stays unchanged. */
  frozen: FrozenCustomization | null
}

/** Key of a later picture of a customization whose first picture is fixed. */
const laterKey = (key: string, imageUrl: string): string =>
  `${key}@${createHash('sha256').update(imageUrl).digest('hex').slice(0, 32)}`

async function readSlots(ctx: Ctx, shopId: number, keys: readonly string[]): Promise<Map<string, Slot>> {
  const { db, actor } = ctx
  const { rows } = await sql<{ id: number; key: string; sha256: string; url: string | null }>`
    select id, key, sha256, case when ${isSellersVersion} then order_image_url else customized_image_url end as url
    from customization where account_id = ${actor.accountId} and shop_id = ${shopId} and key = any(${keys}::text[])`.execute(db)
  // Writing a new picture and paying for the old one are serialized: the second one sees what the first one did.
  if (rows.length > 0) await lockLedger(ctx, actor.accountId)
  const fixed = await findFixed(
    db,
    actor.accountId,
    rows.map((row) => row.id),
  )
  return new Map(
    rows.map(({ id, key, sha256, url }) => [
      key,
      { key, id, sha256, imageUrl: url, fixed: fixed.has(id), laterPictureOf: null, frozen: null },
    ]),
  )
}

/** Returns which rows are fixed. Lines are claimed under a lock on the shop, which writers of its customizations hold. */
async function findFixed(db: Ctx['db'], accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select customization_id as id from usage_line
    where account_id = ${accountId} and customization_id = any(${ids}::bigint[])
    union
    select customization_id from push_line
    where account_id = ${accountId} and customization_id = any(${ids}::bigint[]) and status <> 'failed'`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the slot of a parsed customization, and marks it for writing if it has changed. */
function chooseSlot(slots: Map<string, Slot>, { key, sha256 }: ParsedCustomization, frozen: FrozenCustomization): Slot {
  const imageUrl = frozen.customized_image_url
  const first = slots.get(key)
  if (first && (first.sha256 === sha256 || (first.fixed && (imageUrl === null || first.imageUrl === imageUrl)))) return first
  const slotKey = first?.fixed && imageUrl !== null ? laterKey(key, imageUrl) : key
  const laterPictureOf = slotKey === key ? null : (first?.id ?? null)
  const slot = slots.get(slotKey) ?? {
    key: slotKey,
    id: null,
    sha256: '',
    imageUrl: null,
    fixed: false,
    laterPictureOf,
    frozen: null,
  }
  slots.set(slotKey, slot)
  if (!slot.fixed && slot.sha256 !== sha256) Object.assign(slot, { sha256, imageUrl, frozen })
  return slot
}

/** Writes the parsed customizations in their order; the shop must be locked. */
export async function writeCustomizations(
  ctx: Ctx,
  shopId: number,
  customizations: readonly ParsedCustomization[],
): Promise<RowIdOf> {
  if (customizations.length === 0) return () => throwUnwritten()
  const referenced = await readReferencedRows(ctx, customizations)
  const frozenCustomizations = customizations.map((customization) => ({
    customization,
    frozen: freeze(customization, referenced, ctx),
  }))
  const keys = frozenCustomizations.flatMap(({ customization: { key }, frozen: { customized_image_url: url } }) => [
    key,
    ...(url === null ? [] : [laterKey(key, url)]),
  ])
  const slots = await readSlots(ctx, shopId, [...new Set(keys)])
  const chosen = new Map<ParsedCustomization, Slot>()
  for (const { customization, frozen } of frozenCustomizations)
    chosen.set(customization, chooseSlot(slots, customization, frozen))
  const changed = [...slots.values()].flatMap((slot) => (slot.frozen === null ? [] : { slot, frozen: slot.frozen }))
  await writeSlots(ctx, shopId, changed)
  return (customization) => chosen.get(customization)?.id ?? throwUnwritten()
}

function throwUnwritten(): never {
  throw new Error('a customization was not written before it was linked')
}

type ChangedSlots = readonly { readonly slot: Slot; readonly frozen: FrozenCustomization }[]

/** These columns follow the order until a seller sets them by hand. */
const caseColumnUpdates = sql.join(
  caseColumns.map((name) => {
    const column = sql.id(name)
    return sql`${column} = case when customization.case_by_hand then customization.${column} else excluded.${column} end`
  }),
)

/** Copies the case that a seller gave the first picture of a design to its later pictures. */
async function inheritCases(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  pairs: readonly { readonly id: number; readonly first: number }[],
): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    update customization later set ${assignedFrom('first', caseColumns)}, case_by_hand = true,
      snapshot = jsonb_set(later.snapshot, '{wireframe}', first.snapshot -> 'wireframe')
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (id bigint, first bigint)
      join customization first on first.id = pair.first and first.case_by_hand
    where later.id = pair.id and later.account_id = ${actor.accountId}`.execute(db)
}

async function writeSlots(ctx: Ctx, shopId: number, changed: ChangedSlots): Promise<void> {
  const { db, actor, clock } = ctx
  if (changed.length === 0) return
  const written = ['key', ...frozenColumns]
  const rows = changed.map(({ slot, frozen: { fileIds, ...frozen } }) => ({ ...frozen, key: slot.key }))
  const { rows: stored } = await sql<{ id: number; key: string }>`
    insert into customization (account_id, shop_id, taken_at, ${columnList(written)})
    select ${actor.accountId}::bigint, ${shopId}::bigint, ${clock.now()}::timestamptz, ${columnList(written)}
    from ${rowsAs('customization', rows)} as row
    on conflict (shop_id, key) do update set taken_at = excluded.taken_at, ${caseColumnUpdates}, ${designColumnUpdates},
      order_image_url = case when ${staysSellersVersion} then customization.order_image_url end,
      version = customization.version + case when ${staysSellersVersion} then 0 else 1 end,
      snapshot = case when ${staysSellersVersion} then customization.snapshot when customization.case_by_hand
        then jsonb_set(excluded.snapshot, '{wireframe}', customization.snapshot -> 'wireframe') else excluded.snapshot end,
      sha256 = excluded.sha256
    returning id, key`.execute(db)
  const idByKey = new Map(stored.map(({ id, key }) => [key, id]))
  for (const { slot } of changed) slot.id = idByKey.get(slot.key) ?? throwUnwritten()
  await inheritCases(
    { db, actor },
    changed.flatMap(({ slot }) =>
      slot.laterPictureOf === null || slot.id === null ? [] : { id: slot.id, first: slot.laterPictureOf },
    ),
  )
  const ids = stored.map(({ id }) => id)
  const versioned = await findVersioned(ctx, ids)
  await keepVersions(ctx, versioned, { origin: 'order', username: null })
  // Earlier versions still need their pictures.
  await db
    .deleteFrom('customization_file')
    .where('customization_id', 'in', ids)
    .where(sql<boolean>`customization_id <> all(${versioned}::bigint[])`)
    .execute()
  const links = changed.flatMap(({ slot, frozen }) => frozen.fileIds.map((file_id) => ({ customization_id: slot.id, file_id })))
  if (links.length === 0) return
  await sql`
    insert into customization_file (account_id, customization_id, file_id)
    select ${actor.accountId}::bigint, link.customization_id, link.file_id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (customization_id bigint, file_id bigint)
    on conflict do nothing`.execute(db)
}

/**
 * Deletes those of `ids` that no item shows any more, except those that were paid for or that a factory may have, so that nothing
 * is produced twice.
 */
export async function deleteUnlinked({ db, actor }: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from customization where customization.account_id = ${actor.accountId} and customization.id = any(${ids}::bigint[])
      and not exists (select from order_item_customization link where link.customization_id = customization.id)
      and not exists (select from usage_line line where line.account_id = customization.account_id
        and line.customization_id = customization.id)
      and not exists (select from push_line line where line.account_id = customization.account_id
        and line.customization_id = customization.id
        and line.status <> 'failed')`.execute(db)
}
