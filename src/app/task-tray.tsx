import { IconList } from '@arco-design/web-react/icon'
import type { Task } from '../base/tasks/types'
import { lazyScreen } from '../ui/lazy-screen'
import { useTasks } from '../ui/task-context'
import { ShellPanel } from './shell-panel'
import './task-tray.css'

const TaskPanel = lazyScreen(() => import('./task-panel'))

function labelOf(tasks: readonly Task[]): string {
  const running = tasks.filter((task) => task.state !== 'ended').length
  if (running > 0) return `任务：${running} 个进行中`
  const failed = tasks.filter((task) => task.items.some((item) => item.state === 'failed')).length
  return failed > 0 ? `任务：${failed} 个有失败项` : '任务：已完成'
}

/** The tasks of the whole plugin: a button below the menu while there are any, with their list beside it. */
export function TaskTray() {
  const tasks = useTasks()
  if (tasks.length === 0) return null
  const running = tasks.filter((task) => task.state !== 'ended').length
  return (
    <ShellPanel
      icon={
        <span className="shell-panel-icon">
          <IconList />
          {running > 0 && (
            <span className="shell-panel-count" aria-hidden="true">
              {running}
            </span>
          )}
        </span>
      }
      label={labelOf(tasks)}
      panel={() => (
        <section className="shell-panel-wide" aria-label="任务">
          <TaskPanel />
        </section>
      )}
    />
  )
}
