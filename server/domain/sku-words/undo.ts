/** Undoes a set-up from SKU words: removes what it created, except what was changed or used since. */
import { type RawBuilder, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { type Ctx, requireAny } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { readCatalogueUse } from '../orders/catalogue-use'
import { lockShop } from '../shops/shops'
import { type MadeRow, type MadeTable, madeTables, rowHash } from './made'
import { findRun, removeRun } from './runs'

type Call = AppContract['skuWords']['undo']

/** Rows that still need a row of a table. The foreign keys of these would delete or change them. */
const users: Readonly<Record<MadeTable, readonly (readonly [table: string, column: string])[]>> = {
  customization_setting: [],
  sku: [],
  wireframe: [['sku', 'wireframe_id']],
  material_color: [
    ['sku', 'material_color_id'],
    ['template', 'preview_material_color_id'],
    ['factory_color_binding', 'material_color_id'],
  ],
  material: [
    ['material_color', 'material_id'],
    ['factory_material_binding', 'material_id'],
  ],
  phone_model: [
    ['sku', 'phone_model_id'],
    ['template', 'preview_phone_model_id'],
    ['factory_model_binding', 'phone_model_id'],
  ],
  phone_brand: [['phone_model', 'phone_brand_id']],
}
/** Kinds of the catalogue that settings, orders and designs name without a foreign key. */
const kinds = { material_color: 'color', material: 'material', phone_model: 'model', phone_brand: 'brand' } as const

/** Rejects with 'not-found' for a run that was undone already, or that is older than a day. */
export async function undoSkuWords(ctx: Ctx, body: Parsed<Call>['body']): Promise<Reply<Call>> {
  requireAny(ctx, ['catalogue'])
  return transact(ctx, async (inner) => {
    await lockShop(inner, body.shopId)
    const run = await findRun(inner, body, true)
    if (!run) throw new Failure('not-found', '没有可以撤销的配置：已经撤销过，或超过一天')
    let removed = 0
    const kept: string[] = []
    for (const table of madeTables) {
      const rows = run.made.filter((row) => row.table === table)
      if (rows.length === 0) continue
      const gone = await removeUntouched(inner, table, run.made)
      removed += gone.size
      kept.push(
        ...(await namesOf(
          inner,
          table,
          rows.flatMap(({ id }) => (gone.has(id) ? [] : [id])),
        )),
      )
    }
    await removeRun(inner, body)
    return { removed, kept }
  })
}

/** Locks the rows first: a transaction that begins to use one holds a lock on it until what it wrote is visible. */
async function removeUntouched(ctx: Ctx, table: MadeTable, made: readonly MadeRow[]): Promise<ReadonlySet<number>> {
  const { db } = ctx
  // A wireframe that was adjusted is the seller's, and so is the SKU that has it.
  const withFrame =
    table === 'sku'
      ? sql`and (wireframe_id is null or wireframe_id in (select id from wireframe as made where ${isSame(ctx, 'wireframe', made)}))`
      : sql``
  const locked = await sql<{ id: number }>`
    select id from ${sql.table(table)} as made where ${isSame(ctx, table, made)} ${withFrame} order by id for update`.execute(db)
  const ids = await unnamed(
    ctx,
    table,
    locked.rows.map(({ id }) => id),
  )
  if (ids.length === 0) return new Set()
  const free = users[table].map(
    ([user, column]): RawBuilder<unknown> =>
      sql`and not exists (select from ${sql.table(user)} as user_row where user_row.${sql.id(column)} = made.id)`,
  )
  const deleted = await sql<{ id: number }>`
    delete from ${sql.table(table)} as made where made.account_id = ${ctx.actor.accountId} and made.id = any(${ids}::bigint[])
    ${sql.join(free, sql` `)} returning id`.execute(db)
  return new Set(deleted.rows.map(({ id }) => id))
}

/** Condition that a row of the table is in the account as the run left it. */
function isSame({ actor }: Ctx, table: MadeTable, made: readonly MadeRow[]): RawBuilder<unknown> {
  const list = JSON.stringify(made.flatMap(({ table: of, id, hash }) => (of === table ? [{ id, hash }] : [])))
  return sql`made.account_id = ${actor.accountId} and exists (
    select from jsonb_to_recordset(${list}::jsonb) as run (id bigint, hash text) where run.id = made.id and run.hash = ${rowHash})`
}

/** Returns those that no order, no design, and no setting besides those that are gone by now names. */
async function unnamed(ctx: Ctx, table: MadeTable, ids: readonly number[]): Promise<readonly number[]> {
  if (!isKind(table) || ids.length === 0) return ids
  const kind = kinds[table]
  const isUsed = async (some: readonly number[]) => {
    const { designs, products } = await readCatalogueUse(ctx, { kind, ids: [...some] })
    return designs + products > 0
  }
  if (!(await isUsed(ids))) return ids
  const free: number[] = []
  for (const id of ids) if (!(await isUsed([id]))) free.push(id)
  return free
}
const isKind = (table: MadeTable): table is keyof typeof kinds => table in kinds

/** Names of what stays, for the seller; wireframes and SKUs are named by their model. */
async function namesOf({ db, actor }: Ctx, table: MadeTable, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0 || table === 'wireframe') return []
  const list = sql`${[...ids]}::bigint[]`
  const own = sql`made.account_id = ${actor.accountId} and made.id = any(${list})`
  const named =
    table === 'customization_setting'
      ? sql<{
          name: string
        }>`select '商品 ' || product_original_id || ' 的配置' as name from customization_setting as made where ${own} group by 1 order by 1`
      : table === 'sku'
        ? sql<{ name: string }>`select model.name || ' 的线框图' as name from sku as made
            join phone_model model on model.id = made.phone_model_id and model.account_id = made.account_id where ${own} group by 1 order by 1`
        : sql<{ name: string }>`select made.name from ${sql.table(table)} as made where ${own} order by made.id`
  return (await named.execute(db)).rows.map(({ name }) => name)
}
