/** Who did what can be asked about later: charging, pushing, deleting, changing permissions. */
import type { Ctx } from '../../kernel/context'

export type AuditAction = 'charged' | 'pushed' | 'deleted' | 'permissions'

export interface AuditEntry {
  readonly action: AuditAction
  /** What it was done to: `phoneBrands`, `customization`. */
  readonly subject: string
  /** Ids and numbers, never a secret. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Writes an entry in the transaction of what it tells. */
export async function note({ db, actor, clock, traceId }: Ctx, { action, subject, details }: AuditEntry): Promise<void> {
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
