/**
 * Sync task that reads what a factory can print on. Both lists are read before the first row is written, so that a failed read
 * changes nothing.
 */
import { taskStatus } from '../../../contract/constants'
import type { FactorySyncTask } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import type { ErpMaterial, ErpPhoneModel } from '../../ports/erp'
import type { RunningTask, TaskKind } from '../tasks/kinds'
import { beginTask, type TaskRow } from '../tasks/tasks'
import { type OpenFactory, readFactory, requireListedFactory, requireOpenFactory } from './factories'
import { erpFailure } from './failures'
import { withKey } from './keys'
import { readMaterials, readModels, replaceMaterials, replaceModels } from './lists'
import { programOf } from './programs'
import { shrinkageOf } from './shrinkage'

export const factorySyncKind = 'factory'

const subjectOf = (factoryId: number): string => `factory:${factoryId}`

const toSyncTask = ({ id, status, error, progress, created_at, finished_at }: TaskRow): FactorySyncTask => ({
  id,
  status,
  errorMessage: error,
  asksToAccept: status === taskStatus.failed && progress.asksToAccept === true,
  startedAt: created_at.getTime(),
  finishedAt: finished_at?.getTime() ?? null,
})

/**
 * Begins a sync, one at a time per factory: while one is running, that one is returned. With `acceptShorter`, lists are also taken
 * over that lack most of what was listed before.
 */
export async function beginFactorySync(ctx: Ctx, factoryId: number, acceptShorter = false): Promise<FactorySyncTask> {
  await programOf(ctx, await requireListedFactory(ctx, factoryId))
  return toSyncTask(await beginTask(ctx, { kind: factorySyncKind, subject: subjectOf(factoryId), params: { acceptShorter } }))
}

/** Returns the factory's last sync task, running or ended; null when there was none or it has been removed. */
export async function lastFactorySync(ctx: Ctx, factoryId: number): Promise<FactorySyncTask | null> {
  await readFactory(ctx, factoryId)
  const row = await ctx.db
    .selectFrom('sync_task')
    .selectAll()
    .where('account_id', '=', ctx.actor.accountId)
    .where('kind', '=', factorySyncKind)
    .where('subject', '=', subjectOf(factoryId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toSyncTask(row) : null
}

/** The task kind that reads a factory's lists. */
export const factorySync = (deps: Deps): TaskKind => ({
  kind: factorySyncKind,
  async run(task) {
    const factoryId = Number(/^factory:(\d+)$/.exec(task.subject)?.[1])
    const actor = { accountId: task.accountId, userId: 0, username: '', permissions: [] }
    const ctx: Ctx = { ...deps, actor, traceId: `task-${task.id}` }
    const openFactory = await requireOpenFactory(ctx, factoryId)
    const lists = await readLists(ctx, task, openFactory)
    if (lists.models.length === 0) {
      throw new Failure('invalid', '工厂没有列出任何机型，原有机型保持不变；请与工厂确认后再同步')
    }
    if (task.params.acceptShorter !== true) await refuseShrinkage(ctx, task, openFactory, lists)
    await transact(ctx, async (inner) => {
      const models = await replaceModels(inner, openFactory.factory, lists.models)
      const materials = await replaceMaterials(inner, openFactory.factory, lists.materials)
      // Rejects, and rolls the transaction back, when another process has taken the task over.
      await task.save({ models, materials }, inner.db)
    })
  },
})

interface Lists {
  readonly models: readonly ErpPhoneModel[]
  readonly materials: readonly ErpMaterial[]
}

/** Ends the task when a list lacks most of what was listed before; the seller can accept it. */
async function refuseShrinkage(
  ctx: Ctx,
  task: RunningTask,
  { factory }: OpenFactory,
  { models, materials }: Lists,
): Promise<void> {
  const isPresent = ({ gone }: { readonly gone: boolean }): boolean => !gone
  const storedModels = (await readModels(ctx, factory)).filter(isPresent)
  const storedMaterials = (await readMaterials(ctx, factory)).filter(isPresent)
  const reason =
    shrinkageOf({ subject: '机型', present: storedModels.map(({ code }) => code), listed: models.map(({ code }) => code) }) ??
    shrinkageOf({
      subject: '材质',
      present: storedMaterials.map(({ originalId }) => originalId),
      listed: materials.map(({ originalId }) => originalId),
    })
  if (reason === null) return
  await task.save({ asksToAccept: true })
  throw new Failure('invalid', reason)
}

async function readLists(ctx: Ctx, task: RunningTask, openFactory: OpenFactory): Promise<Lists> {
  const { key, factory } = openFactory
  try {
    return await withKey(ctx, openFactory, async (erp) => {
      const models = await erp.phoneModels(key, factory.original_id)
      task.signal.throwIfAborted()
      const materials = await erp.materials(key, factory.original_id)
      task.signal.throwIfAborted()
      return { models, materials }
    })
  } catch (error) {
    throw erpFailure(error)
  }
}
