/** Makes repeated calls return the first response: the effect and its response are written in one transaction. */
import { createHash } from 'node:crypto'
import type { Ctx } from '../kernel/context'
import { Failure } from '../kernel/failure'
import { transact } from '../kernel/transact'

const header = 'Idempotency-Key'

/** Returns the header's value. Throws 'invalid' when it is missing or not 8 to 200 printable ASCII characters. */
export function readKey(value: string | undefined): string {
  if (value !== undefined && /^[\x21-\x7e]{8,200}$/.test(value)) return value
  const message = `缺少有效的 ${header} 请求头`
  throw new Failure('invalid', message, [{ path: `headers.${header}`, code: 'rule', message }])
}

/** Hash of the request, so that one key cannot be used for two different requests. */
export const requestHash = (name: string, input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([name, input]))
    .digest('hex')

/**
 * Runs `work` once per account and key. A failure rolls everything back, the key included, so that the call may be retried.
 * Rejects with 'idempotency-mismatch' when the key was used for another request.
 */
export function runOnce<C extends Ctx>(ctx: C, key: string, hash: string, work: (inner: C) => Promise<object>): Promise<object> {
  return transact(ctx, async (inner) => {
    const keyRow = { account_id: ctx.actor.accountId, key }
    // The insert makes a concurrent call with the same key wait here until the first one ends.
    const inserted = await inner.db
      .insertInto('idempotency')
      .values({ ...keyRow, request_sha256: hash, status: 0, body: '{}', created_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!inserted) {
      const earlier = await inner.db
        .selectFrom('idempotency')
        .select(['request_sha256', 'body'])
        .where('account_id', '=', keyRow.account_id)
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      if (earlier.request_sha256 !== hash) throw new Failure('idempotency-mismatch', '同一幂等键用于了不同的请求')
      // Stored as text, which preserves the order of its keys: the response is identical to the byte. Older rows hold the object
      // itself.
      return typeof earlier.body === 'string' ? JSON.parse(earlier.body) : earlier.body
    }
    const reply = await work(inner)
    await inner.db
      .updateTable('idempotency')
      .set({ status: 200, body: JSON.stringify(JSON.stringify(reply)) })
      .where('account_id', '=', keyRow.account_id)
      .where('key', '=', key)
      .execute()
    return reply
  })
}
