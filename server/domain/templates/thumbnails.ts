/** Draws the thumbnails of templates that the server changed: a template keeps its former one until the new one is there. */
import { fileKind, thumbnailHeight } from '../../../contract/constants'
import { templateName } from '../../../contract/rules/case-names'
import { mmPerInch } from '../../../contract/rules/lengths'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import type { RunningJob } from '../../kernel/jobs'
import { storeOwnFile } from '../files/service'
import { readStored } from '../orders/picture-bytes'
import { type KeyedLayer, readKeyedLayers } from './layers'

/** Name of the queue; a job draws all that are due of its account. */
export const thumbnailQueue = 'template-thumbnails'

/**
 * Draws the thumbnails that are due of an account, one after another, until the job is to end. A template whose layers cannot be drawn is
 * left without a thumbnail, because the former one shows something else.
 */
export async function drawDueThumbnails(
  deps: Deps,
  { accountId, signal }: Pick<RunningJob, 'accountId' | 'signal'>,
  report: (error: unknown) => void,
): Promise<void> {
  const actor = { accountId, userId: 0, username: '', permissions: [] }
  const ctx: Ctx = { ...deps, actor, traceId: `thumbnails-${accountId}` }
  while (!signal.aborted) {
    const template = await nextDue(ctx)
    if (!template) return
    const thumbnail = await drawTemplate(ctx, template).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.code === 'unavailable') throw error
      report(error)
      return null
    })
    // One that was saved meanwhile has the thumbnail of that save, or is due again.
    await ctx.db
      .updateTable('template')
      .set({ thumbnail_file_id: thumbnail, thumbnail_due: false })
      .where('id', '=', template.id)
      .where('account_id', '=', accountId)
      .where('revision', '=', template.revision)
      .execute()
  }
}

type Due = NonNullable<Awaited<ReturnType<typeof nextDue>>>

const nextDue = ({ db, actor }: Ctx) =>
  db
    .selectFrom('template')
    .select(['id', 'name', 'width', 'height', 'revision'])
    .where('account_id', '=', actor.accountId)
    .where('thumbnail_due', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

const drawTemplate = async (ctx: Ctx, { id, name, ...size }: Due): Promise<number> =>
  drawThumbnail(ctx, {
    ...size,
    name: templateName({ id, name }),
    layers: await readKeyedLayers(ctx.db, ctx.actor.accountId, id),
  })

interface Drawn {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly layers: readonly KeyedLayer[]
}

/** Draws layers as the designer's thumbnails are drawn; returns the id of the file. */
export async function drawThumbnail(ctx: Ctx, { name, width, height, layers }: Drawn): Promise<number> {
  // At this resolution a millimetre is a pixel.
  const source = await ctx.renderer.render({
    canvas: { width, height },
    layers,
    print: { widthMm: Math.max(1, Math.round((width * thumbnailHeight) / height)), heightMm: thumbnailHeight, dpi: mmPerInch },
    owner: ctx.actor.accountId,
    readPicture: ({ imageKey }) => readStored(ctx, imageKey),
  })
  return (await storeOwnFile(ctx, { kind: fileKind.templateThumbnail, name: `${name}.png`, source })).id
}

/** Sends a job for each account that has thumbnails due, as after a crash or an import of the database. */
export async function sendDueThumbnails({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const accounts = await db.selectFrom('template').select('account_id').distinct().where('thumbnail_due', '=', true).execute()
  for (const { account_id: accountId } of accounts) await jobs.send(db, { queue: thumbnailQueue, accountId, data: {} })
}
