/** Quota of an account's storage: its finished files, and uploads that wait to be examined. */
import { sql } from 'kysely'
import { bytesText } from '../../../contract/rules/sizes'
import type { Ctx, Db, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'

/** Maximum number of open upload forms per account: at most a day's failed uploads. */
export const maxPending = 2000

const quotaExceeded = (used: number, quota: number): Failure =>
  new Failure(
    'quota-exceeded',
    `文件空间已用 ${bytesText(used, 'up')}（共 ${bytesText(quota, 'down')}），放不下这个文件，请删除不用的素材、模板或字体（约一周后腾出空间），或联系服务商扩容`,
  )

/** Bytes of an account's files, except one. */
async function usedBytes(db: Db, accountId: number, exceptId = 0): Promise<number> {
  const { used } = await db
    .selectFrom('file')
    .select(sql<number>`coalesce(sum(size), 0)::int8`.as('used'))
    .where('account_id', '=', accountId)
    .where('size', 'is not', null)
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow()
  return used
}

/** Rejects with 'quota-exceeded' when `bytes` more are too many; the file `exceptId` is not counted. */
export async function assertQuota({ db, quota, actor }: Ctx, bytes: number, exceptId?: number): Promise<void> {
  if (quota === undefined) return
  const used = await usedBytes(db, actor.accountId, exceptId)
  if (used + bytes > quota) throw quotaExceeded(used, quota)
}

/** Rejects with 'too-many-requests' when an account has too many open forms. */
export async function assertFewPending({ db, actor }: Ctx): Promise<void> {
  const { open } = await db
    .selectFrom('file')
    .select(sql<number>`count(*)::int8`.as('open'))
    .where('account_id', '=', actor.accountId)
    .where('status', '=', 'pending')
    // Buyers have limits of their own, so that strangers cannot keep the seller from uploading.
    .where(sql<boolean>`not exists (select from buyer_file where buyer_file.file_id = file.id)`)
    .executeTakeFirstOrThrow()
  if (open >= maxPending) throw new Failure('too-many-requests', '未完成的上传过多，请等已选的文件上传完成后再试')
}

/**
 * Reserves quota for bytes that are about to arrive under `key`; reservations of an account are serialized, so that simultaneous
 * uploads cannot exceed the quota. Rejects with 'invalid' when no upload is pending there, and with 'quota-exceeded'.
 */
export function reserveUpload({ db, quota }: Pick<Deps, 'db' | 'quota'>, key: string, bytes: number): Promise<void> {
  return transact({ db }, async (inner) => {
    const row = await inner.db
      .selectFrom('file')
      .select(['id', 'account_id'])
      .where('storage_key', '=', key)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (!row) throw new Failure('invalid', '该文件已上传完成或已失效，请重新上传')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${row.account_id}`}, 0))`.execute(inner.db)
    if (quota !== undefined) {
      const used = await usedBytes(inner.db, row.account_id, row.id)
      if (used + bytes > quota) throw quotaExceeded(used, quota)
    }
    await inner.db.updateTable('file').set({ size: bytes }).where('id', '=', row.id).where('status', '=', 'pending').execute()
  })
}

/** Releases the reservation of bytes that did not arrive. */
export async function releaseUpload({ db }: Pick<Deps, 'db'>, key: string): Promise<void> {
  await db.updateTable('file').set({ size: null }).where('storage_key', '=', key).where('status', '=', 'pending').execute()
}
