/**
 * Defines which calls write an audit entry, and its content. Pushes write their own entries, one per line, once a factory
 * accepted it.
 */
import { type AuditEntry, writeAuditEntry } from '../domain/audit/audit'
import type { Ctx } from '../kernel/context'
import { transact } from '../kernel/transact'

type Input = Readonly<Record<'params' | 'body', Readonly<Record<string, unknown>> | undefined>>
type Describe = (input: Input, reply: Readonly<Record<string, unknown>>) => AuditEntry | null

const describePermissions: Describe = ({ params, body }, reply) => ({
  action: 'permissions',
  subject: 'subAccounts',
  details: {
    id: params?.id ?? reply.id,
    username: reply.username,
    permissions: body?.permissions,
    enabled: body?.enabled,
    // The entry records that a password was set, never the password.
    password: body?.password === undefined ? undefined : true,
  },
})

const describers: Readonly<Record<string, Describe>> = {
  'subAccounts.create': describePermissions,
  'subAccounts.update': describePermissions,
  'usageRecords.charge': (_input, reply) =>
    Array.isArray(reply.charged) && reply.charged.length > 0
      ? { action: 'charged', subject: 'customizations', details: { ids: reply.charged, credits: reply.credits } }
      : null,
}

const describeDeletion =
  (subject: string): Describe =>
  ({ params, body }) => ({ action: 'deleted', subject, details: { ...params, ...body } })

function describerOf(name: string): Describe | undefined {
  const [subject = '', call] = name.split('.')
  return call === 'remove' ? describeDeletion(subject) : describers[name]
}

/** Wraps the `work` of a call: writes its audit entry, if it has one, in the same transaction. */
export function withAudit<C extends Ctx>(
  name: string,
  input: Record<string, unknown>,
  work: (ctx: C) => Promise<object>,
): (ctx: C) => Promise<object> {
  const describe = describerOf(name)
  if (!describe) return work
  return (ctx) =>
    transact(ctx, async (inner) => {
      const reply = await work(inner)
      const entry = describe(input as Input, reply as Readonly<Record<string, unknown>>)
      if (entry) await writeAuditEntry(inner, entry)
      return reply
    })
}
