import { Button } from '@arco-design/web-react'
import { useState } from 'react'
import type { Task } from '../base/tasks/types'
import { useTaskStore, useTasks } from '../ui/task-context'
import { TaskProgress, TaskResults, taskText } from '../ui/tasks'

function EndedTask({ task }: { readonly task: Task }) {
  const store = useTaskStore()
  const [open, setOpen] = useState(false)
  const isElsewhere = task.pause === 'other-window'
  const hasRetry = task.items.some(({ state, isFinal }) => state === 'failed' && !isFinal)
  return (
    <>
      {open ? <TaskResults task={task} /> : <p className="task-tray-text numeric">{taskText(task)}</p>}
      <div className="task-tray-acts">
        {isElsewhere && <span className="task-tray-text">在另一个窗口里处理</span>}
        {!open && hasRetry && !isElsewhere && (
          <Button size="mini" onClick={() => store.retryFailed(task.id)}>
            重试失败项
          </Button>
        )}
        <Button size="mini" type="text" aria-expanded={open} onClick={() => setOpen((wasOpen) => !wasOpen)}>
          {open ? '收起结果' : '查看结果'}
        </Button>
        {!isElsewhere && (
          <Button size="mini" type="text" aria-label={`移除「${task.title}」`} onClick={() => store.dismiss(task.id)}>
            移除
          </Button>
        )}
      </div>
    </>
  )
}

/** The list of running and ended tasks, newest first. */
export default function TaskPanel() {
  const store = useTaskStore()
  const tasks = useTasks()
  const finished = tasks.filter((task) => task.state === 'ended')
  return (
    <>
      <header className="shell-panel-head">
        <h2>任务</h2>
        {finished.length > 1 && (
          <Button
            size="mini"
            type="text"
            onClick={() => {
              for (const task of finished) store.dismiss(task.id)
            }}
          >
            清除已结束的
          </Button>
        )}
      </header>
      <ul className="shell-panel-list">
        {[...tasks].reverse().map((task) => (
          <li key={task.id}>
            <h3 title={task.title}>{task.title}</h3>
            {task.state === 'ended' ? <EndedTask task={task} /> : <TaskProgress task={task} />}
          </li>
        ))}
      </ul>
    </>
  )
}
