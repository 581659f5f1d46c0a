/** Task that changes fields of many wireframes, and the task that takes it back: the API has no call for many. */
import type { QueryClient } from '@tanstack/react-query'
import { NotFoundError } from '../../../contract/call-errors'
import type { Api } from '../../api/services'
import type { NewTask, Task, TaskItem, TaskKind } from '../../base/tasks/types'
import { refreshWireframes } from './mutations'

export const wireframeChangeKind = 'wireframe-change'

type Fields = NonNullable<Parameters<Api['wireframes']['update']>[0]>['body']

export interface ChangeInput {
  readonly wireframeId: number
  /** The fields to change; the others are left alone. */
  readonly change: Fields
  /** The same fields when the batch was planned, for 撤销; absent in a batch that is itself an undo. */
  readonly before?: Fields
}

interface Services {
  readonly api: Pick<Api, 'wireframes'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

const wireframeChange: TaskKind<ChangeInput, 'done', Services> = {
  kind: wireframeChangeKind,
  concurrency: 4,
  async run({ wireframeId, change }, { signal }, { api }) {
    try {
      await api.wireframes.update({ params: { id: wireframeId }, body: change }, { quiet: true, signal })
    } catch (error) {
      if (error instanceof NotFoundError) throw new Error('这张线框图已被删除，刷新列表后再看', { cause: error })
      throw error
    }
    return 'done'
  },
  onEnded: (_, { queries }) => void refreshWireframes(queries),
}

export default wireframeChange

type ChangeItem = TaskItem<ChangeInput, unknown>

/** The batch that restores what this one has changed so far; null when there is nothing to restore. */
export function undoOfChange(task: Task): NewTask<ChangeInput> | null {
  if (task.kind !== wireframeChangeKind) return null
  const items = (task.items as readonly ChangeItem[]).flatMap(({ key, name, state, input }) =>
    state === 'done' && input.before !== undefined
      ? [{ key, name, input: { wireframeId: input.wireframeId, change: input.before } }]
      : [],
  )
  if (items.length === 0) return null
  return { kind: wireframeChangeKind, title: `恢复 ${items.length} 个线框图原来的设置`, scope: task.scope, items }
}
