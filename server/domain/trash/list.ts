/** Lists deletions that can still be restored. */
import { type TrashKind, trashDays, trashKinds } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import { holdsAny } from '../../../contract/permissions'
import type { Ctx } from '../../kernel/context'
import { restorableSince } from './deletion'
import { kinds } from './kinds'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns one page, the latest deletion first: entries of the kinds whose permission the caller has, or of all kinds with the
 * view permission.
 */
export async function listTrash(
  { db, actor, clock }: Ctx,
  { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number },
): Promise<Reply<AppContract['trash']['list']>> {
  const visibleKinds = trashKinds.filter(
    (kind) => actor.mainUsername === undefined || holdsAny(actor.permissions, [kinds[kind].permission, 'view']),
  )
  const entries = db
    .selectFrom('trash')
    .where('account_id', '=', actor.accountId)
    .where('deleted_at', '>', restorableSince(clock.now()))
    .where('kind', 'in', visibleKinds)
  const { total } = await entries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await entries
    .select(['kind', 'item_id', 'name', 'count', 'deleted_at', 'deleted_by'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return {
    items: rows.map((row) => ({
      kind: row.kind as TrashKind,
      id: row.item_id,
      name: row.name,
      count: row.count,
      deletedAt: row.deleted_at.getTime(),
      deletedBy: row.deleted_by,
      until: row.deleted_at.getTime() + trashDays * dayMs,
    })),
    totalItems: total,
  }
}
