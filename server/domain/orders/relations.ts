/** Parents of merged and split orders: a single level, so that every order is shown, at the top or below one that is. */
import { sql } from 'kysely'
import type { MergeSplitStatus } from '../../../contract/constants'
import type { Ctx } from '../../kernel/context'

export interface OrderRelation {
  readonly id: number
  /** Id of the parent order; null when the order was given at the top level. */
  readonly parent: number | null
  readonly status: MergeSplitStatus
  /** It was given with children of its own. */
  readonly hasChildren: boolean
}

const childStatuses: readonly MergeSplitStatus[] = ['MERGE_CHILD', 'SPLIT_CHILD']

/**
 * Sets each order's parent. A top-level order with a child's status keeps its stored parent, because a source that gives it alone
 * does not know the parent. Former children of these orders that were not given as children become top-level orders. Returns the
 * ids of orders whose parent or status changed. The shop must be locked.
 */
export async function setParents(
  { db, actor }: Ctx,
  shopId: number,
  orders: readonly OrderRelation[],
): Promise<readonly number[]> {
  const rows = orders.map(({ id, parent, status, hasChildren }) => ({
    id,
    parent,
    status,
    stays: parent === null && !hasChildren && childStatuses.includes(status),
  }))
  const { rows: changed } = await sql<{ id: number }>`
    update shop_order o set merge_split_status = row.status, parent_id = case when row.stays then o.parent_id else row.parent end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, parent bigint, status text, stays boolean)
    where o.id = row.id and o.account_id = ${actor.accountId} and o.shop_id = ${shopId}
      and (o.merge_split_status <> row.status or (not row.stays and o.parent_id is distinct from row.parent))
    returning o.id`.execute(db)
  const children = rows.filter(({ parent }) => parent !== null)
  await sql`
    update shop_order o set parent_id = null,
      merge_split_status = case when merge_split_status = any(${[...childStatuses]}::text[])
          and o.id <> all(${rows.map(({ id }) => id)}::bigint[]) then 'INDEPENDENT'
        else merge_split_status end
    where o.account_id = ${actor.accountId} and o.shop_id = ${shopId} and o.parent_id = any(${rows.map(({ id }) => id)}::bigint[])
      and not exists (
        select from jsonb_to_recordset(${JSON.stringify(children)}::jsonb) as row (id bigint, parent bigint)
        where row.id = o.id and row.parent = o.parent_id)`.execute(db)
  return changed.map(({ id }) => id)
}
