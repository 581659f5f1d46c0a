import type { Deps } from '../../kernel/context'
import { taskLifeMs } from './limits'

/** Removes old tasks, and results that no task refers to any more. */
export async function sweepCutouts({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - taskLifeMs)
  const deletedTasks = await db.deleteFrom('cutout_task').where('created_at', '<=', before).returning('result_key').execute()
  for (const key of new Set(deletedTasks.map((row) => row.result_key))) {
    if (key === null) continue
    const still = await db.selectFrom('cutout_task').select('id').where('result_key', '=', key).limit(1).executeTakeFirst()
    if (!still) await storage.remove(key)
  }
}
