/** Reads blanks with what open pieces need of them. */
import { sql } from 'kysely'
import type { Blank } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'

type Needs = Pick<Ctx, 'db'> & { readonly actor: Pick<Ctx['actor'], 'accountId'> }

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
export async function readBlanks(
  { db, actor }: Needs,
  only?: { readonly model: number; readonly color: number },
): Promise<Blank[]> {
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

/**
 * Locks the counted blanks of the account in one order until the transaction ends: of two changes, the later one sees the earlier, and
 * neither waits for the other in a circle.
 */
export async function lockBlanks({ db, actor }: Needs): Promise<void> {
  await sql`
    select from blank_stock where account_id = ${actor.accountId}
    order by phone_model_id, material_color_id for no key update`.execute(db)
}
