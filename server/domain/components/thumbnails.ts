/** Draws the thumbnails of components that were stored without one, as programs of merchants do. */
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import type { RunningJob } from '../../kernel/jobs'
import { drawThumbnail, thumbnailQueue } from '../templates/thumbnails'

/**
 * Draws the thumbnails that are due of an account, one after another, until the job is to end. A component whose layers cannot be drawn
 * stays without one.
 */
export async function drawDueComponentThumbnails(
  deps: Deps,
  { accountId, signal }: Pick<RunningJob, 'accountId' | 'signal'>,
  report: (error: unknown) => void,
): Promise<void> {
  const actor = { accountId, userId: 0, username: '', permissions: [] }
  const ctx: Ctx = { ...deps, actor, traceId: `component-thumbnails-${accountId}` }
  while (!signal.aborted) {
    const version = await nextDue(ctx)
    if (!version) return
    const thumbnail = await draw(ctx, version).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.code === 'unavailable') throw error
      report(error)
      return null
    })
    await ctx.db
      .updateTable('design_component_version')
      .set({ thumbnail_file_id: thumbnail, thumbnail_due: false })
      .where('id', '=', version.id)
      .where('account_id', '=', accountId)
      .execute()
  }
}

type Due = NonNullable<Awaited<ReturnType<typeof nextDue>>>

const nextDue = ({ db, actor }: Ctx) =>
  db
    .selectFrom('design_component_version as version')
    .innerJoin('design_component as component', 'component.id', 'version.component_id')
    .select(['version.id', 'component.name', 'version.width', 'version.height', 'version.layers', 'version.file_ids'])
    .where('version.account_id', '=', actor.accountId)
    .where('component.account_id', '=', actor.accountId)
    .where('version.thumbnail_due', '=', true)
    .orderBy('version.id')
    .limit(1)
    .executeTakeFirst()

async function draw(ctx: Ctx, { name, width, height, layers, file_ids: fileIds }: Due): Promise<number> {
  const files = await ctx.db
    .selectFrom('file')
    .select(['id', 'storage_key'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('id', 'in', fileIds)
    .execute()
  const keys = new Map(files.map(({ id, storage_key }) => [id, storage_key]))
  const keyed = layers.map((layer, at) => ({ ...layer, id: at + 1, imageUrl: '', imageKey: keys.get(layer.imageFileId) ?? '' }))
  return drawThumbnail(ctx, { name, width, height, layers: keyed })
}

/** Sends a job for each account that has thumbnails due, as after a crash or an update of the server. */
export async function sendDueComponentThumbnails({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const accounts = await db
    .selectFrom('design_component_version')
    .select('account_id')
    .distinct()
    .where('thumbnail_due', '=', true)
    .execute()
  for (const { account_id: accountId } of accounts) await jobs.send(db, { queue: thumbnailQueue, accountId, data: {} })
}
