/** Cutouts that a user began in a saved template: any of his machines takes the results, whichever began them. */
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { maxBegunPerTemplate } from './limits'
import type { TicketSettings } from './tickets'

type Calls = AppContract['templateCutouts']

const ownRows = ({ db, actor }: Ctx, templateId: number) =>
  db
    .selectFrom('template_cutout')
    .where('template_id', '=', templateId)
    .where('account_id', '=', actor.accountId)
    .where('user_id', '=', actor.userId)

/** Returns the caller's cutouts of a template, the first begun first, with the host that has the tasks. */
export async function listBegun(ctx: Ctx, settings: TicketSettings, templateId: number): Promise<Reply<Calls['list']>> {
  await requireOwned(ctx, 'template', templateId, '模板')
  const rows = await ownRows(ctx, templateId).selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(({ layer_uuid: uuid, type, file_id: fileId, task_id: taskId }) => ({
    ...{ uuid, type, fileId, taskId },
    // Never a host of the caller's: whoever reads the row asks it for the result.
    host: settings.host,
  }))
}

/** Stores a cutout in the place of an earlier one of the same layer. Beyond the limit the oldest ones of the template go. */
export function putBegun(ctx: Ctx, templateId: number, uuid: string, body: Parsed<Calls['put']>['body']): Promise<void> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    await requireOwned(inner, 'template', templateId, '模板', { lock: 'key share' })
    await requireOwned(inner, 'file', body.fileId, '图片')
    const written = { type: body.type, file_id: body.fileId, task_id: body.taskId, created_at: clock.now() }
    await db
      .insertInto('template_cutout')
      .values({ account_id: actor.accountId, template_id: templateId, user_id: actor.userId, layer_uuid: uuid, ...written })
      .onConflict((conflict) => conflict.columns(['template_id', 'user_id', 'layer_uuid']).doUpdateSet(written))
      .execute()
    const kept = ownRows(inner, templateId)
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxBegunPerTemplate)
    await db
      .deleteFrom('template_cutout')
      .where('template_id', '=', templateId)
      .where('account_id', '=', actor.accountId)
      .where('user_id', '=', actor.userId)
      .where('id', 'not in', kept)
      .execute()
  })
}

/** Removes a cutout whose result was taken, or that was given up; nothing happens where the layer has a later one. */
export async function removeBegun(ctx: Ctx, { id, uuid, taskId }: Parsed<Calls['remove']>['params']): Promise<void> {
  const { db, actor } = ctx
  await requireOwned(ctx, 'template', id, '模板')
  await db
    .deleteFrom('template_cutout')
    .where('template_id', '=', id)
    .where('account_id', '=', actor.accountId)
    .where('user_id', '=', actor.userId)
    .where('layer_uuid', '=', uuid)
    .where('task_id', '=', taskId)
    .execute()
}
