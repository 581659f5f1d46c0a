/** The audit log: records who charged, pushed, deleted or changed permissions. */
import type { AuditAction } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'

export interface AuditEntry {
  readonly action: AuditAction
  /** The kind of object that was affected: `phoneBrands`, `customization`. */
  readonly subject: string
  /** Ids and numbers, never a secret. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Writes an entry in the transaction of the action that it records. */
export async function writeAuditEntry(
  { db, actor, clock, traceId }: Ctx,
  { action, subject, details }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      account_id: actor.accountId,
      user_id: actor.userId,
      username: actor.username,
      action,
      subject,
      details: JSON.stringify(details),
      trace_id: traceId,
      at: clock.now(),
    })
    .execute()
}

/** Returns the account's entries, the newest first. */
async function listAudit({ db, actor }: Ctx, { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number }) {
  const entries = db.selectFrom('audit').where('account_id', '=', actor.accountId)
  const { total } = await entries.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await entries
    .select(['id', 'at', 'username', 'action', 'subject', 'details'])
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { items: rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() })), totalItems: total }
}

export const auditHandlers: Handlers<Pick<AppContract, 'audit'>, Ctx> = {
  audit: { list: ({ query }, ctx) => listAudit(ctx, query) },
}
