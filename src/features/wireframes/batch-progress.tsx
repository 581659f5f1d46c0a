import { Button } from '@arco-design/web-react'
import { useEffect } from 'react'
import type { Task } from '../../base/tasks/types'
import { useTaskStore, useTasks } from '../../ui/task-context'
import { countOf, TaskProgress, TaskResults } from '../../ui/tasks'
import { toastSuccess } from '../../ui/toast'
import { offerUndo } from '../../ui/undo'
import { undoOfChange } from './wireframe-change-task'
import './batch.css'

/** Task scope of the batches of this screen. */
export const batchScope = 'wireframes'

const allSucceeded = (task: Task) => task.state === 'ended' && countOf(task).done === task.items.length
/** The task without its finished items: only the others need a row. */
const withoutFinishedItems = (task: Task): Task => ({ ...task, items: task.items.filter((item) => item.state !== 'done') })

/** The reason why another batch cannot start now; null when it can. */
export function useBatchRefusal(): string | null {
  return useTasks(batchScope).some((task) => task.state !== 'ended') ? '上一批还没做完，请等它完成' : null
}

/** The progress of batches over many rows, and their failures with 重试失败项. */
export function BatchProgress() {
  const store = useTaskStore()
  const tasks = useTasks(batchScope)
  useEffect(() => {
    for (const task of tasks.filter(allSucceeded)) {
      const text = `操作成功：${task.title}`
      const undoBatch = undoOfChange(task)
      if (undoBatch === null) toastSuccess(text)
      else offerUndo(text, () => store.start(undoBatch))
      store.dismiss(task.id)
    }
  }, [tasks, store])
  const undo = (task: Task) => {
    const undoBatch = undoOfChange(task)
    if (undoBatch === null) return
    store.dismiss(task.id)
    store.start(undoBatch)
  }
  return tasks
    .filter((task) => !allSucceeded(task))
    .map((task) => (
      <section key={task.id} className="wireframes-batch" aria-label={task.title}>
        <header className="wireframes-batch-head">
          <h2>{task.title}</h2>
          {task.state === 'ended' && (
            <span>
              {undoOfChange(task) !== null && (
                <Button size="small" type="text" onClick={() => undo(task)}>
                  撤销已修改的 {countOf(task).done} 项
                </Button>
              )}
              <Button size="small" type="text" onClick={() => store.dismiss(task.id)}>
                知道了
              </Button>
            </span>
          )}
        </header>
        {task.state === 'ended' ? (
          <>
            <p className="wireframes-hint numeric">
              成功 {countOf(task).done} 项，未成功 {task.items.length - countOf(task).done} 项
            </p>
            <TaskResults task={withoutFinishedItems(task)} />
          </>
        ) : (
          <TaskProgress task={task} />
        )}
      </section>
    ))
}
