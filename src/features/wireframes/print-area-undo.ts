/** Undo of a batch of print areas. */
import type { NewTask, Task, TaskItem } from '../../base/tasks/types'
import { type PrintAreaInput, printAreaKind } from './wireframe-print-area-task'

type AreaItem = TaskItem<PrintAreaInput, unknown>

/** The batch that restores what this one has changed so far; null when there is nothing to restore. */
export function printAreaUndo(task: Task): NewTask<PrintAreaInput> | null {
  if (task.kind !== printAreaKind) return null
  const items = (task.items as readonly AreaItem[]).flatMap(({ key, name, state, input }) =>
    state === 'done' && input.before !== undefined
      ? [{ key, name, input: { wireframeId: input.wireframeId, change: input.before } }]
      : [],
  )
  if (items.length === 0) return null
  return { kind: printAreaKind, title: `恢复 ${items.length} 个线框图原来的打印区域`, scope: task.scope, items }
}
