/** Print profiles of an account: how print files are written for one printer. */
import { fileKind, maxPrintProfiles } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { usualProfile } from '../../../contract/rules/print-profile'
import type { Ctx, Db } from '../../kernel/context'
import { duplicate, Failure, notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { fileAddress } from '../files/addresses'
import { requireFile } from '../files/service'

type Calls = AppContract['printProfiles']
type Write = Parsed<Calls['create']>['body']
type PrintProfileReply = Reply<Calls['save']>

const select = (db: Db, accountId: number) =>
  db
    .selectFrom('print_profile as own')
    .leftJoin('file', 'file.id', 'own.icc_file_id')
    .select(['own.id', 'own.name', 'own.profile', 'own.icc_file_id', 'own.icc_name', 'own.updated_at', 'file.storage_key'])
    .where('own.account_id', '=', accountId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function viewOf(ctx: Ctx, { id, name, profile, icc_file_id, icc_name, updated_at, storage_key }: Row): PrintProfileReply {
  const icc =
    icc_file_id === null || storage_key === null
      ? null
      : { fileId: icc_file_id, name: icc_name ?? '', url: fileAddress(ctx, storage_key) }
  return {
    id,
    name,
    // Profiles that were stored before a setting existed have its default.
    settings: { ...usualProfile, ...profile, plates: [...profile.plates] },
    icc,
    updatedAt: updated_at.getTime(),
  }
}

/** Oldest first, as a seller sets up one printer after another. */
export async function listPrintProfiles(ctx: Ctx): Promise<Reply<Calls['list']>> {
  const rows = await select(ctx.db, ctx.actor.accountId).orderBy('own.id').execute()
  return rows.map((row) => viewOf(ctx, row))
}

async function getPrintProfile(ctx: Ctx, id: number): Promise<PrintProfileReply> {
  const row = await select(ctx.db, ctx.actor.accountId).where('own.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('打印配置')
  return viewOf(ctx, row)
}

/** Locks the account's profiles, refuses a name that another one has, and returns the columns of a write. */
async function checked(inner: Ctx, { name, settings, icc }: Write, ownId: number | null) {
  const { db, actor, clock } = inner
  await db.selectFrom('account').select('id').where('id', '=', actor.accountId).forUpdate().execute()
  const others = await db.selectFrom('print_profile').select(['id', 'name']).where('account_id', '=', actor.accountId).execute()
  if (ownId !== null && !others.some(({ id }) => id === ownId)) throw notFound('打印配置')
  if (others.some((other) => other.id !== ownId && other.name === name)) throw duplicate('name', `已经有叫“${name}”的打印配置`)
  if (ownId === null && others.length >= maxPrintProfiles) {
    throw new Failure('conflict', `最多保存 ${maxPrintProfiles} 个打印配置，请删除不用的`)
  }
  const file = icc === null ? null : await requireFile(inner, icc.fileId, [fileKind.colorProfile], 'icc.fileId')
  return {
    name,
    profile: JSON.stringify(settings),
    icc_file_id: file?.id ?? null,
    icc_name: icc?.name ?? null,
    updated_at: clock.now(),
  }
}

export async function createPrintProfile(ctx: Ctx, write: Write): Promise<PrintProfileReply> {
  const { id } = await transact(ctx, async (inner) => {
    const values = await checked(inner, write, null)
    return inner.db
      .insertInto('print_profile')
      .values({ account_id: inner.actor.accountId, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return getPrintProfile(ctx, id)
}

export async function savePrintProfile(ctx: Ctx, id: number, write: Write): Promise<PrintProfileReply> {
  await transact(ctx, async (inner) => {
    const values = await checked(inner, write, id)
    await inner.db
      .updateTable('print_profile')
      .set(values)
      .where('id', '=', id)
      .where('account_id', '=', inner.actor.accountId)
      .execute()
  })
  return getPrintProfile(ctx, id)
}

/** Rejects with 'conflict' while a factory's files are written by it: files without its white ink would be printed wrong. */
export async function removePrintProfile(ctx: Ctx, id: number): Promise<void> {
  await transact(ctx, async (inner) => {
    const { db, actor } = inner
    await requireOwned(inner, 'print_profile', id, '打印配置', { lock: 'update' })
    const users = await db
      .selectFrom('factory')
      .select('name')
      .where('account_id', '=', actor.accountId)
      .where('print_profile_id', '=', id)
      .orderBy('id')
      .execute()
    if (users.length > 0) {
      const names = users.map(({ name }) => `“${name}”`).join('、')
      throw new Failure('conflict', `工厂${names}的印刷文件按这个打印配置写，请先到 工厂对接 给工厂换一个`)
    }
    await db.deleteFrom('print_profile').where('id', '=', id).where('account_id', '=', actor.accountId).execute()
  })
}
