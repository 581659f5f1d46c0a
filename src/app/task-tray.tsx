import { IconList } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState } from 'react'
import type { Task } from '../base/tasks/types'
import { lazyScreen } from '../ui/lazy-screen'
import { useTasks } from '../ui/task-context'
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
  const [open, setOpen] = useState(false)
  const tray = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const shown = open && tasks.length > 0

  useEffect(() => {
    if (!shown) return
    const closeOnOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !tray.current?.contains(event.target)) setOpen(false)
    }
    addEventListener('pointerdown', closeOnOutside)
    return () => removeEventListener('pointerdown', closeOnOutside)
  }, [shown])

  if (tasks.length === 0) return null
  const running = tasks.filter((task) => task.state !== 'ended').length
  const label = labelOf(tasks)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the panel from anywhere in it
    <div
      ref={tray}
      className="task-tray"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        className="shell-link"
        title={label}
        aria-expanded={shown}
        onClick={() => setOpen((wasOpen) => !wasOpen)}
      >
        <span className="shell-icon task-tray-icon">
          <IconList />
          {running > 0 && (
            <span className="task-tray-count" aria-hidden="true">
              {running}
            </span>
          )}
        </span>
        <span className="shell-label">{label}</span>
      </button>
      {shown && (
        <section className="task-tray-panel" aria-label="任务">
          <TaskPanel />
        </section>
      )}
    </div>
  )
}
