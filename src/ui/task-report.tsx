import { Button } from '@arco-design/web-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Task } from '../base/tasks/types'
import { useTaskStore, useTasks } from './task-context'
import { countOf, TaskProgress, TaskResults } from './tasks'
import { toastSuccess } from './toast'
import { offerUndo } from './undo'

/** Among hundreds that went well the few that did not must not be looked for. */
const failedFirst = (task: Task): Task => ({
  ...task,
  items: [...task.items].sort((a, b) => Number(a.state === 'done') - Number(b.state === 'done')),
})

interface TaskReportProps {
  /** The place whose tasks are shown. */
  readonly scope: string
  /** The toast of a task that went well to the end. */
  readonly success: (task: Task) => string
  /** The way back from what a task has done, offered with that toast; null where there is none. */
  readonly undo?: (task: Task) => (() => unknown) | null
}

/** The long work of one screen, in place: n/total with what is being done, then what did not work, with 重试失败项. */
export function TaskReport({ scope, success, undo }: TaskReportProps) {
  const store = useTaskStore()
  const tasks = useTasks(scope)
  /** Tasks seen under way here: only their end is news. */
  const watched = useRef(new Set<string>())
  const report = useEffectEvent((task: Task) => {
    const back = undo?.(task) ?? null
    if (back === null) toastSuccess(success(task))
    else offerUndo(success(task), back)
  })
  useEffect(() => {
    for (const task of tasks) {
      if (task.state !== 'ended') watched.current.add(task.id)
      // One that ended with failures stays watched: a retry may be over before it is seen to run.
      else if (countOf(task).done === task.items.length && watched.current.delete(task.id)) {
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
