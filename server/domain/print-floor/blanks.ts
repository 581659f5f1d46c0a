/** Blank cases of a model in a colour: counted by the seller, reserved by batches, used up by prints. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Blank } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { tellLowBlanks } from './blank-notices'
import { lockBlanks, readBlanks } from './blank-rows'

type Calls = AppContract['blanks']

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
    await tellLowBlanks(inner)
    const [blank] = await readBlanks(inner, { model: phoneModelId, color: materialColorId })
    if (!blank) throw new Error('a blank of the catalogue has no row')
    return blank
  })
}

/** Takes the blanks of prints, good or spoilt; cases that are not counted stay so. Call it in the transaction of the prints. */
export async function takeBlanks(ctx: Ctx, pieceIds: readonly number[]): Promise<void> {
  const { db, actor } = ctx
  await lockBlanks(ctx)
  await sql`
    update blank_stock stock set quantity = stock.quantity - used.count
    from (select phone_model_id, material_color_id, count(*)::int as count from print_piece
      where account_id = ${actor.accountId} and id = any(${[...pieceIds]}::bigint[]) group by 1, 2) used
    where stock.account_id = ${actor.accountId} and stock.phone_model_id = used.phone_model_id
      and stock.material_color_id = used.material_color_id`.execute(db)
  await tellLowBlanks(ctx)
}
