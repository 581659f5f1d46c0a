/**
 * Print files that are written by a factory's print profile: each is made once, as a job, before its line is sent, and stored like every
 * other file of the account. Old ones are removed, and made once more when a factory asks for them again.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { fileKind } from '../../../../contract/constants'
import { phoneName } from '../../../../contract/rules/case-names'
import { printSheetPlace } from '../../../../contract/rules/print-page'
import type { Ctx, Db, Deps } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import type { RunningJob } from '../../../kernel/jobs'
import type { Database } from '../../../kernel/tables'
import { transact } from '../../../kernel/transact'
import type { Sheets } from '../../../ports/sheets'
import { finalKey, newFileSecret } from '../../files/names'
import { readCasePictures } from '../../orders/case-pictures'
import { readPicture } from '../../orders/picture-bytes'
import type { StoredSnapshot } from '../../orders/snapshot'
import { readIcc } from '../../print-profiles/icc'
import { TaskPaused } from '../../tasks/kinds'
import type { PushLine } from './lines'
import { profilePrintAddress } from './print-address'
import type { PrintWish } from './profile-plan'

/** Name of the queue; its jobs name the row as `taskId`. */
export const profilePrintQueue = 'factory-prints'

export type ProfilePrint = Selectable<Database['factory_print']>

/** Time within which a push waits for its files, ms: less than the 60 s after which proxies usually give a call up, which is a guess. */
const waitMs = 45_000
/** Between two looks at the files, ms. */
const lookMs = 150

/** Differs for other files: everything that a file is made of. */
const keyOf = ({ url, profile, iccFileId, widthMm, heightMm }: PrintWish): string =>
  createHash('sha256')
    .update(JSON.stringify([url, profile, iccFileId, widthMm, heightMm]))
    .digest('hex')

/** Gives a file's row its job, in the transaction that holds the row. */
async function begin({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, { id, account_id: accountId }: ProfilePrint): Promise<void> {
  await db.updateTable('factory_print').set({ state: 'making', error: null }).where('id', '=', id).execute()
  await jobs.send(db, { queue: profilePrintQueue, accountId, data: { taskId: id } })
}

/** Finds or orders a file, and returns its row's id. */
async function order(inner: Ctx, wish: PrintWish): Promise<number> {
  const { db, actor } = inner
  const { customizationId, url, profile, iccFileId, widthMm, heightMm, fileName } = wish
  const key = keyOf(wish)
  await db
    .insertInto('factory_print')
    .values({
      ...{ account_id: actor.accountId, customization_id: customizationId, key, state: 'failed', url },
      ...{ profile: JSON.stringify(profile), icc_file_id: iccFileId, width_mm: widthMm, height_mm: heightMm },
    })
    .onConflict((conflict) => conflict.columns(['customization_id', 'key']).doNothing())
    .execute()
  const row = await db
    .selectFrom('factory_print')
    .selectAll()
    .where('account_id', '=', actor.accountId)
    .where('customization_id', '=', customizationId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.file_name !== fileName) {
    await db.updateTable('factory_print').set({ file_name: fileName }).where('id', '=', row.id).execute()
  }
  const isThere = row.state === 'making' || (row.state === 'made' && row.file_id !== null)
  if (!isThere) await begin(inner, row)
  return row.id
}

/**
 * Makes the files of the lines that are not made yet, and returns the address of each. Rejects with 'in-progress' when they take longer than
 * `limitMs`: they are made all the same, and the next push finds them; with 'invalid' when one cannot be made.
 */
export async function makePrints(
  ctx: Ctx,
  wishes: ReadonlyMap<PushLine, PrintWish>,
  limitMs = waitMs,
): Promise<ReadonlyMap<PushLine, string>> {
  if (wishes.size === 0) return new Map()
  const ids = new Map<PushLine, number>()
  for (const [line, wish] of wishes) ids.set(line, await transact(ctx, (inner) => order(inner, wish)))
  ctx.jobs.wake(profilePrintQueue)
  const rows = await settled(ctx, [...ids.values()], performance.now() + limitMs)
  const addresses = new Map<PushLine, string>()
  for (const [line, id] of ids) {
    const row = rows.get(id)
    if (row?.state !== 'made') throw new Failure('invalid', `「${line.name}」${row?.error ?? '的印刷文件没有生成，请再推送一次'}`)
    addresses.set(line, profilePrintAddress(ctx, row))
  }
  return addresses
}

/** Waits until no file is being made any more. */
async function settled({ db, actor }: Ctx, ids: readonly number[], deadline: number): Promise<ReadonlyMap<number, ProfilePrint>> {
  for (;;) {
    const rows = await db
      .selectFrom('factory_print')
      .selectAll()
      .where('account_id', '=', actor.accountId)
      .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
      .execute()
    const making = rows.filter(({ state }) => state === 'making').length
    if (making === 0) return new Map(rows.map((row) => [row.id, row]))
    if (performance.now() > deadline) {
      const text = `正在按打印配置生成印刷文件（${rows.length - making}/${rows.length}），请过一会儿再推送一次，已经生成的不会重做`
      throw new Failure('in-progress', text)
    }
    await pause(lookMs)
  }
}

/** Returns the row of a job; undefined when its file is not being made any more. */
export const takePrint = ({ db }: Pick<Deps, 'db'>, id: number): Promise<ProfilePrint | undefined> =>
  db.selectFrom('factory_print').selectAll().where('id', '=', id).where('state', '=', 'making').executeTakeFirst()

/** How the making of a file ended: stored bytes, or why there are none. */
export type PrintEnding =
  | { readonly error: string }
  | {
      readonly error: null
      readonly file: {
        readonly storage_key: string
        readonly content_type: string
        readonly size: number
        readonly sha256: string
        readonly width: number
        readonly height: number
      }
    }

const typeOf = { tif: 'image/tiff', pdf: 'application/pdf', png: 'image/png' } as const

async function readSource({ db }: Pick<Deps, 'db'>, { customization_id: id, url }: ProfilePrint) {
  const row = await db
    .selectFrom('customization')
    .leftJoin('file', (join) => join.onRef('file.id', '=', 'customization.customized_file_id').on('file.status', '=', 'ready'))
    .select(['customization.customized_image_url as url', 'file.storage_key as key'])
    .select(['customization.phone_brand_name as brand', 'customization.phone_model_name as model', 'customization.snapshot'])
    .where('customization.id', '=', id)
    .executeTakeFirst()
  if (row?.url !== url) throw new Failure('conflict', '的定制图刚刚换了，请刷新后再推送')
  return { ...row, url }
}

/** Makes a file and stores its bytes; its row follows with the end of the job. Rejects with `TaskPaused` to be made later. */
export async function drawPrint(
  deps: Deps & { readonly sheets: Sheets },
  row: ProfilePrint,
  { signal }: Pick<RunningJob, 'signal'>,
): Promise<PrintEnding> {
  if (signal.aborted) throw new TaskPaused(`print file ${row.id} is paused`)
  const { profile, width_mm: widthMm, height_mm: heightMm, account_id: owner } = row
  const source = await readSource(deps, row)
  const { xMm, yMm, trimMm, ...page } = printSheetPlace({ widthMm, heightMm }, profile)
  const sheet = await deps.sheets.makeSheet({
    ...{ owner, ...page, trimMm, profile, icc: await readIcc(deps, row.icc_file_id), marks: [], signal },
    pictures: [{ key: 'print', name: phoneName(source.brand, source.model), xMm, yMm, widthMm, heightMm, turn: 0 }],
    readPicture: () => readPicture(deps, { url: source.url, storageKey: source.key }),
    readCase: () => readCasePictures(deps, (source.snapshot as unknown as StoredSnapshot).wireframe),
  })
  try {
    const { sha256, size, width, height, ending } = sheet
    const key = finalKey(newFileSecret(), sha256, ending)
    await deps.storage.put(key, sheet.read(), typeOf[ending])
    return { error: null, file: { storage_key: key, content_type: typeOf[ending], size, sha256, width, height } }
  } finally {
    await sheet.remove()
  }
}

/** Writes how the making of a file ended, in the transaction of its job. */
export async function endPrint({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number, ending: PrintEnding): Promise<void> {
  const row = await db.selectFrom('factory_print').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row?.state !== 'making') return
  const file = ending.error === null ? await storeRow(db, row, ending.file, clock.now()) : null
  await db
    .updateTable('factory_print')
    .set({
      state: file === null ? 'failed' : 'made',
      error: ending.error,
      file_id: file,
      made_at: file === null ? null : clock.now(),
    })
    .where('id', '=', id)
    .execute()
}

async function storeRow(
  db: Db,
  { account_id, id }: ProfilePrint,
  file: Extract<PrintEnding, { error: null }>['file'],
  now: Date,
): Promise<number> {
  const name = `印刷文件 ${id}`
  const made = await db
    .insertInto('file')
    .values({ account_id, kind: fileKind.order, name, status: 'ready', created_at: now, ...file })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Time for which a file is kept, ms: factories fetch it within days, which is a guess. */
const printLifeMs = 60 * 24 * 60 * 60 * 1000

/** Gives the files up that were made long ago; the next sweep of unused files removes them. */
export async function sweepPrints({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const due = new Date(clock.now().getTime() - printLifeMs)
  await sql`
    with old as (select id, file_id from factory_print where file_id is not null and made_at <= ${due} for update),
      given_up as (update factory_print print set file_id = null from old where print.id = old.id returning old.file_id)
    update file set unused_since = to_timestamp(0) where id in (select file_id from given_up)`.execute(db)
}

/** Makes a file once more that was given up because it is old. */
export async function remakePrint({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, id: number): Promise<void> {
  await transact({ db }, async (inner) => {
    const row = await inner.db.selectFrom('factory_print').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (row?.state === 'made' && row.file_id === null) await begin({ db: inner.db, jobs }, row)
  })
  jobs.wake(profilePrintQueue)
}
