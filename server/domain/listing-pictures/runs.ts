/** Runs of listing pictures: begun, listed, tried again and removed by the seller. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { archiveBytes } from '../../../contract/ground/zip-format'
import { templateName } from '../../../contract/rules/case-names'
import { maxListingPictures } from '../../../contract/rules/limits'
import { listingNames } from '../../../contract/rules/listing-names'
import type * as schemas from '../../../contract/schemas/listing-pictures'
import type { ListingRun } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { newFileSecret } from '../files/names'
import { archiveAddress } from './addresses'
import { checkSettings, readShownCases } from './sources'

type Start = z.output<typeof schemas.listingStart>

/** Name of the queue; its jobs name the run as `taskId`. */
export const listingQueue = 'listing-pictures'

const day = 24 * 60 * 60 * 1000
/** Time for which pictures are kept after the run was begun. */
export const listingLifeMs = 7 * day
/** Runs that an account keeps at a time; 20 runs of 500 pictures are about a GB. */
const maxRuns = 20
/** Pictures of an account that wait to be drawn. */
const maxWaiting = 2 * maxListingPictures

export const pictureKey = (secret: string, index: number): string => `listing/${secret}/${index}.jpg`

/** Begins a run: every template on every case in every pose and size. Rejects in words when there are too many, or one is gone. */
export async function startRun(ctx: Ctx, { settings, templateIds, cases, poses, sizes }: Start): Promise<ListingRun> {
  const count = new Set(templateIds).size * new Set(cases.map(keyOf)).size * poses.length * sizes.length
  if (count > maxListingPictures)
    throw invalid('templateIds', `一次最多生成 ${maxListingPictures} 张，现在是 ${count} 张，请减少模板、机型、姿势或尺寸`)
  await checkSettings(ctx, settings)
  const templates = await readTemplates(ctx, [...new Set(templateIds)])
  const shown = await readShownCases(ctx.db, ctx.actor.accountId, cases)
  const missing = cases.find((one) => !shown.has(keyOf(one)))
  if (missing) throw invalid('cases', '有机型没有线框图，或已被删除，请重新选择机型')
  const chosen = [...shown.values()]
  const facts = templates.flatMap(({ id, name }) =>
    chosen.flatMap((one) =>
      poses.flatMap((pose) =>
        sizes.map((size) => {
          const [width = 0, height = 0] = size.split('x').map(Number)
          const hasColors = chosen.some((other) => other !== one && other.phoneModelId === one.phoneModelId)
          const color = hasColors ? `${one.materialName} ${one.colorName}` : null
          return { id, one, pose, width, height, named: { template: name, model: one.modelName, color, pose, width, height } }
        }),
      ),
    ),
  )
  const names = listingNames(facts.map(({ named }) => named))
  const run = await transact(ctx, async (inner) => {
    const { db, actor, clock, jobs } = inner
    await requireRoom(inner, facts.length)
    const { id } = await db
      .insertInto('listing_run')
      .values({
        account_id: actor.accountId,
        settings: JSON.stringify(settings),
        status: 'waiting',
        secret: newFileSecret(),
        created_by: actor.username,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = facts.map(({ id: template_id, one, pose, width, height }, index) => ({
      ...{ account_id: actor.accountId, run_id: id, index, template_id, pose, width, height },
      ...{ phone_model_id: one.phoneModelId, material_color_id: one.materialColorId },
      ...{ file_name: names[index] ?? '', status: 'waiting' as const },
    }))
    await db.insertInto('listing_picture').values(rows).execute()
    await jobs.send(db, { queue: listingQueue, accountId: actor.accountId, data: { taskId: id } })
    return readRun(inner, id)
  })
  ctx.jobs.wake(listingQueue)
  return run
}

const keyOf = ({ phoneModelId, materialColorId }: { phoneModelId: number; materialColorId: number }) =>
  `${phoneModelId}-${materialColorId}`

async function readTemplates({ db, actor }: Ctx, ids: readonly number[]) {
  const rows = await db
    .selectFrom('template')
    .select(['id', 'name'])
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.id, { id: row.id, name: templateName(row) }]))
  if (found.size < ids.length) throw invalid('templateIds', '有模板已被删除，请刷新后重新选择')
  return ids.flatMap((id) => found.get(id) ?? [])
}

async function requireRoom({ db, actor }: Ctx, count: number): Promise<void> {
  const { rows } = await sql<{ runs: number; waiting: number }>`
    select (select count(*)::int from listing_run where account_id = ${actor.accountId}) as runs,
      (select count(*)::int from listing_picture where account_id = ${actor.accountId} and status = 'waiting') as waiting`.execute(
    db,
  )
  const { runs = 0, waiting = 0 } = rows[0] ?? {}
  if (runs >= maxRuns) throw new Failure('quota-exceeded', `最多保留 ${maxRuns} 次生成的主图，请先删除用过的`)
  if (waiting + count > maxWaiting) throw new Failure('too-many-requests', '前面的主图还没有生成完，请等它们完成后再生成')
}

interface Row {
  readonly id: number
  readonly status: ListingRun['status']
  readonly createdBy: string
  readonly createdAt: Date
  readonly total: number
  readonly done: number
}

const selectRuns = ({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: number | null) =>
  sql<Row>`
    select run.id, run.status, run.created_by as "createdBy", run.created_at as "createdAt", count(*)::int as total,
      (count(*) filter (where picture.status = 'done'))::int as done
    from listing_run run join listing_picture picture on picture.run_id = run.id
    where run.account_id = ${actor.accountId} and (${id}::bigint is null or run.id = ${id}::bigint)
    group by run.id order by run.id desc`.execute(db)

/** Returns the runs of the account whose pictures are kept, the latest first. */
export async function listRuns(ctx: Ctx): Promise<ListingRun[]> {
  const { rows } = await selectRuns(ctx, null)
  return Promise.all(rows.map((row) => toRun(ctx, row)))
}

export async function readRun(ctx: Ctx, id: number): Promise<ListingRun> {
  const { rows } = await selectRuns(ctx, id)
  const [row] = rows
  if (!row) throw notFound('主图')
  return toRun(ctx, row)
}

async function toRun(ctx: Ctx, { createdAt, ...row }: Row): Promise<ListingRun> {
  const pictures = await ctx.db
    .selectFrom('listing_picture')
    .select(['file_name', 'error', 'status', 'size'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('run_id', '=', row.id)
    .where('status', '<>', 'waiting')
    .orderBy('index')
    .execute()
  const drawn = pictures.flatMap(({ status, file_name: name, size }) => (status === 'done' ? [{ name, size: size ?? 0 }] : []))
  return {
    ...row,
    failed: pictures.flatMap(({ status, file_name: name, error }) =>
      status === 'failed' ? [{ name, reason: error ?? '' }] : [],
    ),
    size: archiveBytes(drawn),
    archiveUrl: row.status === 'done' && drawn.length > 0 ? archiveAddress(ctx, row.id) : null,
    createdAt: createdAt.getTime(),
    expiresAt: createdAt.getTime() + listingLifeMs,
  }
}

/** Draws the failed pictures of a run once more. */
export async function retryRun(ctx: Ctx, id: number): Promise<ListingRun> {
  const run = await transact(ctx, async (inner) => {
    const { db, actor, jobs } = inner
    const ended = await db
      .updateTable('listing_run')
      .set({ status: 'waiting', ended_at: null })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', id)
      .where('status', '=', 'done')
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) {
      await readRun(inner, id)
      throw new Failure('conflict', '这些主图还在生成，请等它们完成')
    }
    await db
      .updateTable('listing_picture')
      .set({ status: 'waiting', error: null })
      .where('account_id', '=', actor.accountId)
      .where('run_id', '=', id)
      .where('status', '=', 'failed')
      .execute()
    await jobs.send(db, { queue: listingQueue, accountId: actor.accountId, data: { taskId: id } })
    return readRun(inner, id)
  })
  ctx.jobs.wake(listingQueue)
  return run
}

/** Removes a run with its pictures; one that is being drawn ends. */
export async function removeRun(ctx: Ctx, id: number): Promise<void> {
  await requireOwned(ctx, 'listing_run', id, '主图')
  await deleteRun(ctx, id)
}

async function deleteRun({ db, storage }: Pick<Deps, 'db' | 'storage'>, id: number): Promise<void> {
  // The rows are deleted first: a crash in between leaves unreferenced bytes, never a row without its bytes.
  const { rows } = await sql<{ secret: string; index: number }>`
    with gone as (delete from listing_run where id = ${id} returning id, secret)
    select gone.secret, picture.index from gone join listing_picture picture on picture.run_id = gone.id`.execute(db)
  for (const { secret, index } of rows) await storage.remove(pictureKey(secret, index))
}

/** Removes the runs whose time is over. */
export async function sweepRuns(deps: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> {
  const due = await deps.db
    .selectFrom('listing_run')
    .select('id')
    .where('created_at', '<=', new Date(deps.clock.now().getTime() - listingLifeMs))
    .execute()
  for (const { id } of due) await deleteRun(deps, id)
}
