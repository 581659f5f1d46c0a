import { Button } from '@arco-design/web-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Task } from '../base/tasks/types'
import { useTaskStore, useTasks } from './task-context'
import { countOf, TaskProgress, TaskResults } from './tasks'
import { toastSuccess } from './toast'
import { offerUndo } from './undo'

/** Sorts failed items first, so that sellers do not have to search for them among hundreds. */
const failedFirst = (task: Task): Task => ({
  ...task,
  items: [...task.items].sort((a, b) => Number(a.state === 'done') - Number(b.state === 'done')),
})

interface TaskReportProps {
  /** The scope whose tasks are shown. */
  readonly scope: string
  /** Text of the toast for a task that succeeded completely. */
  readonly success: (task: Task) => string
  /** Returns a function that undoes a task, offered with that toast; null when it cannot be undone. */
  readonly undo?: (task: Task) => (() => unknown) | null
}

/** Shows the tasks of one screen in place: n/total with the current work, then the failed items with 重试失败项. */
export function TaskReport({ scope, success, undo }: TaskReportProps) {
  const store = useTaskStore()
  const tasks = useTasks(scope)
  /** Tasks seen running here; only their end is reported. */
  const seenRunning = useRef(new Set<string>())
  const report = useEffectEvent((task: Task) => {
    const undoTask = undo?.(task) ?? null
    if (undoTask === null) toastSuccess(success(task))
    else offerUndo(success(task), undoTask)
  })
  useEffect(() => {
    for (const task of tasks) {
      if (task.state !== 'ended') seenRunning.current.add(task.id)
      // A task that ended with failures stays watched, because a retry may end before it was seen running.
      else if (countOf(task).done === task.items.length && seenRunning.current.delete(task.id)) {
        report(task)
        store.dismiss(task.id)
      }
    }
  }, [tasks, store])

  return tasks
    .filter((task) => task.state !== 'ended' || countOf(task).done < task.items.length)
    .map((task) => (
      <section key={task.id} className="task-report" aria-label={task.title}>
        <header className="task-report-head">
          <h2>{task.title}</h2>
          {task.state === 'ended' && (
            <Button size="small" type="text" onClick={() => store.dismiss(task.id)}>
              知道了
            </Button>
          )}
        </header>
        {task.state === 'ended' ? <TaskResults task={failedFirst(task)} /> : <TaskProgress task={task} />}
      </section>
    ))
}
