/** Makes the result of a cut-out task, or finds the one of an earlier task. */
import { createHash } from 'node:crypto'
import { fileKind, fileSizeLimit } from '../../../contract/constants'
import type { Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { operation } from '../../kernel/operation'
import type { CutoutComposer, CutoutPictures, CutoutProvider } from '../../ports/cutout'
import { finalKey, newFileSecret } from '../files/names'
import { reuseMs } from './limits'
import type { TaskRow } from './tasks'

export interface ResultDeps extends Pick<Deps, 'db' | 'storage' | 'clock'> {
  readonly provider: CutoutProvider
  readonly composer: CutoutComposer
  readonly pictures: CutoutPictures
}

export const cutoutText = {
  gone: '图片已被删除，请重新上传',
  interrupted: '抠图服务中断，请重试；如仍出现请换一张图片',
  broken: '抠图出错，请重试；如仍出现请换一张图片',
  tooLarge: '抠图结果过大，请缩小图片后重试',
} as const

interface Result {
  readonly sha256: string
  readonly model: string
  readonly result_key: string
}

/** Cuts the task's picture out and stores the result. Rejects with a Failure when the picture is the cause. */
export async function resultOf(deps: ResultDeps, task: TaskRow, signal: AbortSignal): Promise<Result> {
  const bytes = await deps.pictures.read(task.source_key)
  if (!bytes) throw new Failure('invalid', cutoutText.gone)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const known = await knownResult(deps, task, sha256)
  if (known) return known
  await deps.db.updateTable('cutout_task').set({ started_at: deps.clock.now() }).where('id', '=', task.id).execute()
  const { alpha, png } = await operation(
    () => ({ kind: 'cutout', name: task.type }),
    async () => {
      const found = await deps.provider.cut({ bytes, type: task.type }, signal)
      return { alpha: found, png: await deps.composer.compose(bytes, found, signal) }
    },
  )
  if (png.length > fileSizeLimit[fileKind.templateLayer]) throw new Failure('too-large', cutoutText.tooLarge)
  const key = finalKey(newFileSecret(task.class === 'buyer'), createHash('sha256').update(png).digest('hex'), 'png')
  // The picture is stored before any row names it: a crash in between leaves only unreferenced bytes.
  await deps.storage.put(key, png, 'image/png')
  return { sha256, model: alpha.model, result_key: key }
}

/**
 * Returns this account's earlier result for the same picture. Results of other accounts are never used, so that nobody learns
 * what others have.
 */
async function knownResult({ db, storage, clock, provider }: ResultDeps, task: TaskRow, sha256: string): Promise<Result | null> {
  const model = provider.model(task.type)
  const row = await db
    .selectFrom('cutout_task')
    .select('result_key')
    .where('status', '=', 'SUCCESS')
    .where('account_id', '=', task.account_id)
    .where('sha256', '=', sha256)
    .where('type', '=', task.type)
    .where('model', '=', model)
    .where('created_at', '>', new Date(clock.now().getTime() - reuseMs))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.result_key === null || (await storage.size(row.result_key)) === null) return null
  return { sha256, model, result_key: row.result_key }
}
