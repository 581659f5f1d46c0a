/** Which orders hang below which: one level, so that every order is seen, at the top or below one that is. */
import { sql } from 'kysely'
import type { MergeSplitStatus } from '../../../contract/constants'
import type { Ctx } from '../../kernel/context'

export interface PlacedOrder {
  readonly id: number
  /** Null: it was given at the top. */
  readonly parent: number | null
  readonly status: MergeSplitStatus
  /** It was given with children of its own. */
  readonly hasChildren: boolean
}

const childStatuses: readonly MergeSplitStatus[] = ['MERGE_CHILD', 'SPLIT_CHILD']

/**
 * Hangs each order below its parent. An order at the top that says it is a part of another stays where it hangs: whoever gave it alone
 * did not name the other. Orders that hung below one of these and were not given below it stand for themselves. Answers the ids of
 * those that changed their place or status. The shop must be locked.
 */
export async function relate({ db, actor }: Ctx, shopId: number, orders: readonly PlacedOrder[]): Promise<readonly number[]> {
  const rows = orders.map(({ id, parent, status, hasChildren }) => ({
    id,
    parent,
    status,
    stays: parent === null && !hasChildren && childStatuses.includes(status),
  }))
  const { rows: moved } = await sql<{ id: number }>`
    update shop_order o set merge_split_status = row.status, parent_id = case when row.stays then o.parent_id else row.parent end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, parent bigint, status text, stays boolean)
    where o.id = row.id and o.account_id = ${actor.accountId} and o.shop_id = ${shopId}
      and (o.merge_split_status <> row.status or (not row.stays and o.parent_id is distinct from row.parent))
    returning o.id`.execute(db)
  const below = rows.filter(({ parent }) => parent !== null)
  await sql`
    update shop_order o set parent_id = null,
      merge_split_status = case when merge_split_status = any(${[...childStatuses]}::text[])
          and o.id <> all(${rows.map(({ id }) => id)}::bigint[]) then 'INDEPENDENT'
        else merge_split_status end
    where o.account_id = ${actor.accountId} and o.shop_id = ${shopId} and o.parent_id = any(${rows.map(({ id }) => id)}::bigint[])
      and not exists (
        select from jsonb_to_recordset(${JSON.stringify(below)}::jsonb) as row (id bigint, parent bigint)
        where row.id = o.id and row.parent = o.parent_id)`.execute(db)
  return moved.map(({ id }) => id)
}
