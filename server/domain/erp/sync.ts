/**
 * Sync task that reads what a factory can print on. Both lists are read before the first row is written, so that a failed read
 * changes nothing.
 */
import type { FactorySyncTask } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import type { RunningTask, TaskKind } from '../tasks/kinds'
import { beginTask, type TaskRow } from '../tasks/tasks'
import { type OpenFactory, readFactory, requireListedFactory, requireOpenFactory } from './factories'
import { erpFailure } from './failures'
import { requireErp, withKey } from './keys'
import { replaceMaterials, replaceModels } from './lists'

export const factorySyncKind = 'factory'

const subjectOf = (factoryId: number): string => `factory:${factoryId}`

const toSyncTask = ({ id, status, error, created_at, finished_at }: TaskRow): FactorySyncTask => ({
  id,
  status,
  errorMessage: error,
  startedAt: created_at.getTime(),
  finishedAt: finished_at?.getTime() ?? null,
})

/** Begins a sync, one at a time per factory: while one is running, that one is returned. */
export async function beginFactorySync(ctx: Ctx, factoryId: number): Promise<FactorySyncTask> {
  requireErp(ctx)
  await requireListedFactory(ctx, factoryId)
  return toSyncTask(await beginTask(ctx, { kind: factorySyncKind, subject: subjectOf(factoryId) }))
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
    await transact(ctx, async (inner) => {
      const models = await replaceModels(inner, openFactory.factory, lists.models)
      const materials = await replaceMaterials(inner, openFactory.factory, lists.materials)
      // Rejects, and rolls the transaction back, when another process has taken the task over.
      await task.save({ models, materials }, inner.db)
    })
  },
})

async function readLists(ctx: Ctx, task: RunningTask, openFactory: OpenFactory) {
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
