/** The part of the task that imports files that the order screen needs without loading it. */
import type { Task, TaskItem } from '../../../base/tasks/types'

export const orderFileKind = 'order-file'
/** Task scope of the imports that the order screen shows. */
export const orderFileScope = 'order-file'

/** Text of the toast for an import that succeeded. */
export function importedText(task: Task): string {
  const results = (task.items as readonly TaskItem<unknown, { readonly created: number; readonly updated: number }>[]).map(
    ({ result }) => result ?? { created: 0, updated: 0 },
  )
  const sum = (name: 'created' | 'updated') => results.reduce((total, result) => total + result[name], 0)
  return `导入完成：新增 ${sum('created')} 个订单，更新 ${sum('updated')} 个`
}
