/** Draws the pictures of a run as a job, a template on a case at a time; and a single picture for a preview. */
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { crc32 } from '../../../contract/ground/crc32'
import type { Pose } from '../../../contract/rules/look'
import type * as schemas from '../../../contract/schemas/listing-pictures'
import { listingSettings } from '../../../contract/schemas/listing-pictures'
import type { Ctx, Db, Deps } from '../../kernel/context'
import { Failure, notFound } from '../../kernel/failure'
import type { RunningJob } from '../../kernel/jobs'
import { isOutage } from '../../kernel/outage'
import { requireOwned } from '../../kernel/owned'
import { countUses } from '../../kernel/shared-limit'
import type { Database } from '../../kernel/tables'
import { readStored } from '../orders/picture-bytes'
import { TaskLost, TaskPaused } from '../tasks/kinds'
import { readKeyedLayers } from '../templates/layers'
import { pictureKey } from './runs'
import { type CaseIds, drawnCase, type ListingSettings, readDecoration, requireShownCase } from './sources'

export type RunRow = Selectable<Database['listing_run']>
type PictureRow = Selectable<Database['listing_picture']>

/** Time after which a run gives way to those of other accounts, ms. */
const sliceMs = 15_000
const brokenText = '这张图没有画出来，请重试；如仍出现请联系客服'

interface Output {
  readonly pose: Pose
  readonly width: number
  readonly height: number
}

/** Draws one template on one case. */
async function drawOn(
  ctx: Ctx,
  settings: ListingSettings,
  decoration: Awaited<ReturnType<typeof readDecoration>>,
  templateId: number,
  wanted: CaseIds,
  outputs: readonly Output[],
): Promise<readonly Buffer[]> {
  const template = await requireOwned(ctx, 'template', templateId, '模板')
  const shown = await requireShownCase(ctx, wanted)
  const { mark, text, margin, fitted } = settings
  return ctx.renderer.drawListing({
    owner: ctx.actor.accountId,
    canvas: { width: template.width, height: template.height },
    layers: await readKeyedLayers(ctx.db, ctx.actor.accountId, templateId),
    fitted: fitted ? { width: shown.width, height: shown.height } : null,
    ...(await drawnCase(ctx, shown)),
    ...decoration,
    outputs: outputs.map((output) => ({
      ...output,
      margin: margin / 100,
      mark: mark && { corner: mark.corner, share: mark.width / 100 },
      text: text && { place: text.place },
    })),
    readPicture: ({ imageKey }) => readStored(ctx, imageKey),
  })
}

/** Previews of an account in a minute; a seller moves sliders. */
const maxPreviews = 40

/** Draws one picture, which is not stored. */
export async function previewPicture(
  ctx: Ctx,
  { settings, templateId, phoneModelId, materialColorId, pose, size }: z.output<typeof schemas.listingPreviewWrite>,
): Promise<{ imageUrl: string }> {
  const { used } = await countUses(ctx.db, `listing-preview:${ctx.actor.accountId}`, 1, 60_000)
  if (used > maxPreviews) throw new Failure('too-many-requests', '预览得太快了，请等一会儿')
  const [width = 0, height = 0] = size.split('x').map(Number)
  const decoration = await readDecoration(ctx, settings)
  const [picture] = await drawOn(ctx, settings, decoration, templateId, { phoneModelId, materialColorId }, [
    { pose, width, height },
  ])
  if (!picture) throw notFound('图片')
  return { imageUrl: `data:image/jpeg;base64,${picture.toString('base64')}` }
}

/** Returns the row of a job as one that is being drawn; undefined when it has ended or was removed. */
export const takeRun = ({ db }: Pick<Deps, 'db'>, id: number): Promise<RunRow | undefined> =>
  db
    .updateTable('listing_run')
    .set({ status: 'drawing' })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'drawing'])
    .returningAll()
    .executeTakeFirst()

/** Draws what waits of a run. Rejects with `TaskPaused` to go on later, and with `TaskLost` when the run was removed. */
export async function drawRun(
  deps: Deps,
  run: RunRow,
  job: Pick<RunningJob, 'signal'>,
  report: (error: unknown) => void,
): Promise<void> {
  const actor = { accountId: run.account_id, userId: 0, username: run.created_by, permissions: [] }
  const ctx: Ctx = { ...deps, actor, traceId: `listing-${run.id}` }
  const settings = listingSettings.parse(run.settings)
  const began = performance.now()
  // A failure of the settings is that of every picture.
  const decoration = await readDecoration(ctx, settings).catch((error: unknown) => failureOf(error, report))
  for (;;) {
    const group = await nextGroup(ctx.db, run)
    const [first] = group
    if (!first) return
    const wanted = { phoneModelId: first.phone_model_id, materialColorId: first.material_color_id }
    const drawn =
      decoration instanceof Failure
        ? decoration
        : await drawOn(ctx, settings, decoration, first.template_id, wanted, group).catch((error: unknown) =>
            failureOf(error, report),
          )
    if (drawn instanceof Failure) await markFailed(ctx.db, group, drawn.message)
    else for (const [at, picture] of group.entries()) await keep(ctx, run, picture, drawn[at] ?? Buffer.alloc(0))
    if (job.signal.aborted || performance.now() - began > sliceMs) throw new TaskPaused(`run ${run.id} is paused`)
  }
}

/** Returns the failure that a seller reads; what will pass by itself is thrown. */
function failureOf(error: unknown, report: (error: unknown) => void): Failure {
  if (isOutage(error)) throw error
  if (error instanceof Failure) return error
  report(error)
  return new Failure('conflict', brokenText)
}

/** Returns the waiting pictures of the next template on the next case. */
async function nextGroup(db: Db, { id }: RunRow): Promise<PictureRow[]> {
  const first = await db
    .selectFrom('listing_picture')
    .selectAll()
    .where('run_id', '=', id)
    .where('status', '=', 'waiting')
    .orderBy('index')
    .limit(1)
    .executeTakeFirst()
  if (!first) return []
  return db
    .selectFrom('listing_picture')
    .selectAll()
    .where('run_id', '=', id)
    .where('status', '=', 'waiting')
    .where('template_id', '=', first.template_id)
    .where('phone_model_id', '=', first.phone_model_id)
    .where('material_color_id', '=', first.material_color_id)
    .orderBy('index')
    .execute()
}

async function keep(ctx: Ctx, { id, secret }: RunRow, { index }: PictureRow, bytes: Buffer): Promise<void> {
  const key = pictureKey(secret, index)
  await ctx.storage.put(key, bytes, 'image/jpeg')
  const { numUpdatedRows } = await ctx.db
    .updateTable('listing_picture')
    .set({ status: 'done', error: null, size: bytes.length, crc: crc32(bytes) })
    .where('run_id', '=', id)
    .where('index', '=', index)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await ctx.storage.remove(key)
  throw new TaskLost(`run ${id} was removed`)
}

async function markFailed(db: Db, group: readonly PictureRow[], error: string): Promise<void> {
  const [first] = group
  if (!first) return
  await sql`
    update listing_picture set status = 'failed', error = ${error}
    where run_id = ${first.run_id} and index = any(${group.map(({ index }) => index)}::int[])`.execute(db)
}

/** Ends a run; what still waits after a defect has failed. */
export async function endRun({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number, error: string): Promise<void> {
  await db
    .updateTable('listing_picture')
    .set({ status: 'failed', error })
    .where('run_id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
  await db.updateTable('listing_run').set({ status: 'done', ended_at: clock.now() }).where('id', '=', id).execute()
}
