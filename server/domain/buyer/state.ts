/** The state of a buyer's design that decides whether it may be changed: its link, its revision, its lock. */
import { changeRefusal } from '../../../contract/rules/link-dates'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { type DesignRow, type Link, linkRows, toLink } from './access'
import { lockTextOf } from './rows'

/**
 * Returns the link of a design that shall be changed. Rejects with 'conflict' when it was deleted, switched off or ended too long ago:
 * what was submitted stays.
 */
export async function linkOf(ctx: Ctx, row: Pick<DesignRow, 'setting_id'>): Promise<Link> {
  const link = await shownLinkOf(ctx, row)
  const refusal = changeRefusal(link.dates, ctx.clock.now().getTime())
  if (refusal !== null) throw new Failure('conflict', refusal)
  return link
}

/** The same for a design that is only shown, whatever the link's dates. */
export async function shownLinkOf({ db, actor }: Ctx, { setting_id }: Pick<DesignRow, 'setting_id'>): Promise<Link> {
  const row =
    setting_id === null
      ? undefined
      : await linkRows(db)
          .where('setting.id', '=', setting_id)
          .where('setting.account_id', '=', actor.accountId)
          .executeTakeFirst()
  if (!row) throw new Failure('conflict', '这个定制链接已经失效，不能再修改；请联系卖家获取新的链接')
  return toLink(row)
}

export function requireRevision(row: Pick<DesignRow, 'revision'>, seen: number): void {
  if (row.revision !== seen) throw staleRevision()
}

export const staleRevision = (): Failure => new Failure('stale-revision', '这个设计在另一处修改过，请选择保留哪一个')

export async function requireUnlocked(ctx: Ctx, row: DesignRow): Promise<void> {
  const lockText = await lockTextOf(ctx, row)
  if (lockText !== null) throw new Failure('conflict', lockText)
}

/** Locks a design until the transaction ends, and returns it as it is now. */
export const lockDesign = (ctx: Ctx, id: number): Promise<DesignRow> =>
  requireOwned(ctx, 'buyer_design', id, '这个设计', { lock: 'update' })
