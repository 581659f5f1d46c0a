/** Printers and jigs of an account's print floor. */
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Jig, Printer } from '../../../contract/types'
import type { Ctx, Db } from '../../kernel/context'
import { duplicate, Failure, invalid, notFound } from '../../kernel/failure'
import { type Owned, requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'

type PrinterWrite = Parsed<AppContract['printers']['create']>['body']
type JigWrite = Parsed<AppContract['jigs']['create']>['body']

/** Of each kind, of an account; ours. */
const most = 50

const printerOf = (row: Omit<Owned<'printer'>, never>): Printer => ({
  id: row.id,
  name: row.name,
  widthMm: row.width_mm,
  heightMm: row.height_mm,
  profileId: row.profile_id,
  folder: row.folder,
  fileName: [...row.file_name],
  updatedAt: row.updated_at.getTime(),
})

const jigOf = (row: Omit<Owned<'jig'>, never>): Jig => ({
  id: row.id,
  name: row.name,
  widthMm: row.width_mm,
  heightMm: row.height_mm,
  slots: [...row.slots],
  groups: row.groups.map(({ name, phoneModelIds }) => ({ name, phoneModelIds: [...phoneModelIds] })),
  updatedAt: row.updated_at.getTime(),
})

type Kind = 'printer' | 'jig'
const kindNames = { printer: '打印机', jig: '治具' } as const

/** Oldest first, as a seller sets up one after another. */
const rowsOf = <K extends Kind>({ db, actor }: Ctx, kind: K) =>
  db
    .selectFrom(kind as 'printer')
    .selectAll()
    .where('account_id', '=', actor.accountId)
    .orderBy('id')
    .execute() as unknown as Promise<Owned<K>[]>

export const listPrinters = async (ctx: Ctx): Promise<Reply<AppContract['printers']['list']>> =>
  (await rowsOf(ctx, 'printer')).map(printerOf)

export const listJigs = async (ctx: Ctx): Promise<Reply<AppContract['jigs']['list']>> => (await rowsOf(ctx, 'jig')).map(jigOf)

/** Locks the account, and refuses a name that another one has, and more than an account keeps. */
async function checkName(inner: Ctx, kind: Kind, name: string, ownId: number | null): Promise<void> {
  const { db, actor } = inner
  await db.selectFrom('account').select('id').where('id', '=', actor.accountId).forUpdate().execute()
  const others = await rowsOf(inner, kind)
  if (ownId !== null && !others.some(({ id }) => id === ownId)) throw notFound(kindNames[kind])
  if (others.some((other) => other.id !== ownId && other.name === name)) {
    throw duplicate('name', `已经有叫“${name}”的${kindNames[kind]}`)
  }
  if (ownId === null && others.length >= most)
    throw new Failure('conflict', `最多保存 ${most} 个${kindNames[kind]}，请删除不用的`)
}

async function printerValues(inner: Ctx, { name, widthMm, heightMm, profileId, folder, fileName }: PrinterWrite) {
  if (profileId !== null) {
    await requireOwned(inner, 'print_profile', profileId, invalid('profileId', '这个打印配置已被删除，请重新选择'))
  }
  return {
    ...{ name, width_mm: widthMm, height_mm: heightMm, profile_id: profileId, folder },
    ...{ file_name: fileName, updated_at: inner.clock.now() },
  }
}

/** A jig may name models that are deleted later; they fit nothing any more. */
async function jigValues(inner: Ctx, { name, widthMm, heightMm, slots, groups }: JigWrite) {
  await requireModels(
    inner,
    groups.flatMap(({ phoneModelIds }) => phoneModelIds),
  )
  return {
    ...{ name, width_mm: widthMm, height_mm: heightMm, updated_at: inner.clock.now() },
    ...{ slots: JSON.stringify(slots), groups: JSON.stringify(groups) },
  }
}

async function requireModels({ db, actor }: Ctx, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const rows = await db
    .selectFrom('phone_model')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('id', 'in', wanted)
    .execute()
  if (rows.length < wanted.length) throw invalid('groups', '工位组里有型号已被删除，请重新选择')
}

const insert = async (db: Db, kind: Kind, values: object): Promise<number> =>
  (
    await db
      .insertInto(kind as 'printer')
      .values(values as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const update = ({ db, actor }: Ctx, kind: Kind, id: number, values: object) =>
  db
    .updateTable(kind as 'printer')
    .set(values)
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .execute()

/** Stores a printer or a jig; `id` null makes a new one. */
async function put(
  ctx: Ctx,
  kind: Kind,
  id: number | null,
  name: string,
  valuesOf: (inner: Ctx) => Promise<object>,
): Promise<number> {
  return transact(ctx, async (inner) => {
    await checkName(inner, kind, name, id)
    const values = await valuesOf(inner)
    if (id === null) return insert(inner.db, kind, { account_id: inner.actor.accountId, ...values })
    await update(inner, kind, id, values)
    return id
  })
}

export async function putPrinter(ctx: Ctx, id: number | null, write: PrinterWrite): Promise<Printer> {
  const stored = await put(ctx, 'printer', id, write.name, (inner) => printerValues(inner, write))
  return printerOf(await requireOwned(ctx, 'printer', stored, kindNames.printer))
}

export async function putJig(ctx: Ctx, id: number | null, write: JigWrite): Promise<Jig> {
  const stored = await put(ctx, 'jig', id, write.name, (inner) => jigValues(inner, write))
  return jigOf(await requireOwned(ctx, 'jig', stored, kindNames.jig))
}

/** Batches keep what they were planned with. */
export async function remove(ctx: Ctx, kind: Kind, id: number): Promise<void> {
  await requireOwned(ctx, kind, id, kindNames[kind])
  await ctx.db
    .deleteFrom(kind as 'printer')
    .where('account_id', '=', ctx.actor.accountId)
    .where('id', '=', id)
    .execute()
}
