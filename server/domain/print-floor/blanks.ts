/** Blank cases of a model in a colour: counted by the seller, reserved by batches, used up by prints. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Blank } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'

type Calls = AppContract['blanks']

interface Row {
  readonly phone_model_id: number
  readonly material_color_id: number
  readonly brand: string
  readonly model: string
  readonly material: string
  readonly color: string
  readonly quantity: number | null
  readonly warn_below: number | null
  readonly reserved: number
  readonly waiting: number
}

function blankOf(row: Row): Blank {
  const { quantity, reserved, waiting, warn_below: warnBelow } = row
  const left = (quantity ?? 0) - reserved - waiting
  return {
    phoneModelId: row.phone_model_id,
    materialColorId: row.material_color_id,
    phoneBrandName: row.brand,
    phoneModelName: row.model,
    phoneCaseMaterialName: row.material,
    phoneCaseMaterialColorName: row.color,
    quantity,
    reserved,
    waiting,
    warnBelow: warnBelow ?? 0,
    isLow: quantity !== null && left < Math.max(0, warnBelow ?? 0),
  }
}

/** Returns what is counted and what open pieces need, by the names of the cases. */
async function readBlanks({ db, actor }: Ctx, only?: { readonly model: number; readonly color: number }): Promise<Blank[]> {
  const wanted = only ? sql`and model.id = ${only.model} and color.id = ${only.color}` : sql``
  const { rows } = await sql<Row>`
    with open as (
      select phone_model_id, material_color_id, count(*) filter (where state = 'planned')::int as reserved,
        count(*) filter (where state = 'waiting')::int as waiting
      from print_piece where account_id = ${actor.accountId} and state in ('waiting', 'planned')
        and phone_model_id is not null and material_color_id is not null
      group by 1, 2
    ), listed as (
      select phone_model_id, material_color_id from blank_stock where account_id = ${actor.accountId}
      union select phone_model_id, material_color_id from open
      ${only ? sql`union select ${only.model}::bigint, ${only.color}::bigint` : sql``}
    )
    select model.id as phone_model_id, color.id as material_color_id, brand.name as brand, model.name as model,
      material.name as material, color.name as color, stock.quantity, stock.warn_below,
      coalesce(open.reserved, 0) as reserved, coalesce(open.waiting, 0) as waiting
    from listed
    join phone_model model on model.id = listed.phone_model_id and model.account_id = ${actor.accountId}
    join phone_brand brand on brand.id = model.phone_brand_id
    join material_color color on color.id = listed.material_color_id and color.account_id = ${actor.accountId}
    join material on material.id = color.material_id
    left join blank_stock stock on stock.account_id = ${actor.accountId} and stock.phone_model_id = model.id
      and stock.material_color_id = color.id
    left join open on open.phone_model_id = model.id and open.material_color_id = color.id
    where true ${wanted}
    order by brand.name, model.name, material.name, color.name, model.id, color.id`.execute(db)
  return rows.map(blankOf)
}

export const listBlanks = (ctx: Ctx): Promise<Reply<Calls['list']>> => readBlanks(ctx)

export async function changeBlank(
  ctx: Ctx,
  { phoneModelId, materialColorId, change }: Parsed<Calls['change']>['body'],
): Promise<Blank> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    await requireOwned(inner, 'phone_model', phoneModelId, '型号', { lock: 'key share' })
    await requireOwned(inner, 'material_color', materialColorId, '颜色', { lock: 'key share' })
    const mine = sql`account_id = ${actor.accountId} and phone_model_id = ${phoneModelId} and material_color_id = ${materialColorId}`
    if (change.kind === 'forget') await sql`delete from blank_stock where ${mine}`.execute(db)
    else if (change.kind === 'set') {
      await sql`
        insert into blank_stock (account_id, phone_model_id, material_color_id, quantity, warn_below)
        values (${actor.accountId}, ${phoneModelId}, ${materialColorId}, ${change.quantity}, 0)
        on conflict (account_id, phone_model_id, material_color_id) do update set quantity = excluded.quantity`.execute(db)
    } else {
      const set =
        change.kind === 'add'
          ? sql`quantity = quantity + ${change.quantity}::integer`
          : sql`warn_below = ${change.below}::integer`
      const { rows } = await sql<{ quantity: number }>`update blank_stock set ${set} where ${mine} returning quantity`.execute(db)
      if (rows.length === 0) throw new Failure('conflict', '还没有清点过这种空壳，请先填写现有数量')
    }
    const [blank] = await readBlanks(inner, { model: phoneModelId, color: materialColorId })
    if (!blank) throw new Error('a blank of the catalogue has no row')
    return blank
  })
}

/** Takes the blanks of prints, good or spoilt; cases that are not counted stay so. Call it in the transaction of the prints. */
export async function takeBlanks({ db, actor }: Ctx, pieceIds: readonly number[]): Promise<void> {
  await sql`
    update blank_stock stock set quantity = stock.quantity - used.count
    from (select phone_model_id, material_color_id, count(*)::int as count from print_piece
      where account_id = ${actor.accountId} and id = any(${[...pieceIds]}::bigint[]) group by 1, 2) used
    where stock.account_id = ${actor.accountId} and stock.phone_model_id = used.phone_model_id
      and stock.material_color_id = used.material_color_id`.execute(db)
}
