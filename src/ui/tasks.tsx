import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { lostWithPageText } from '../base/tasks/task-storage'
import type { Task } from '../base/tasks/types'
import { confirm } from './confirm'
import { useTaskStore } from './task-context'
import { usePace } from './use-pace'
import { useStill } from './use-still'
import './tasks.css'
import { ProgressBar } from './progress-bar'

// biome-ignore lint/performance/noBarrelFile: screens import all of tasks here; the shell needs only the part without components
export { TaskStoreProvider, useTask, useTaskStore, useTasks } from './task-context'

export interface TaskCount {
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly cancelled: number
  /** Number of finished items: done, failed or cancelled. */
  readonly finished: number
}

export function countOf({ items }: Pick<Task, 'items'>): TaskCount {
  const count = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 }
  for (const { state } of items) count[state]++
  const { done, failed, cancelled } = count
  return { total: items.length, done, failed, cancelled, finished: done + failed + cancelled }
}

const pauseTexts = {
  offline: '网络不通，恢复后自动继续',
  away: '服务器连不上，正在重试，恢复后自动继续',
  session: '登录过期，重新登录后自动继续',
  'other-window': '在另一个窗口里，那里关闭后在这里继续',
  left: '页面关闭时没有做完，点「继续」接着做',
} as const

/** Returns what a paused task waits for, as text. */
function pauseText({ pause, stop }: Task): string {
  if (pause === undefined) return '已暂停'
  if (pause !== 'stopped') return pauseTexts[pause]
  return stop?.resolveAt === undefined ? (stop?.message ?? '') : `${stop.message}，请到「${stop.resolveAt}」处理`
}

/** Returns the state of a task as text: 进行中 3/12. */
export function taskText(task: Task): string {
  const { total, done, failed, cancelled, finished } = countOf(task)
  // Only the other window knows the progress.
  if (task.pause === 'other-window' && task.state !== 'ended') return pauseTexts[task.pause]
  if (task.state === 'paused') return `${pauseText(task)} ${finished}/${total}`
  if (task.state === 'running') return `进行中 ${finished}/${total}`
  if (failed === 0 && cancelled === 0) return `全部完成，共 ${total} 项`
  return [`成功 ${done}`, failed > 0 && `失败 ${failed}`, cancelled > 0 && `取消 ${cancelled}`].filter(Boolean).join(' · ')
}

/** Returns the progress of a task from 0 to 100, with running items counted proportionally. */
function percentOf(task: Task): number {
  let sum = 0
  for (const { state, loaded, total } of task.items) {
    if (state === 'running') sum += total > 0 ? Math.min(1, loaded / total) : 0
    else if (state !== 'waiting') sum += 1
  }
  return task.items.length === 0 ? 100 : Math.floor((sum / task.items.length) * 100)
}

/** Shows which items are retried automatically and why, so that a bar that does not move is explained. */
function RetryNote({ task }: { readonly task: Task }) {
  const retried = task.items.filter((item) => item.state === 'running' && item.autoRetry)
  const [first] = retried
  if (!first?.autoRetry) return null
  const { retry, reason } = first.autoRetry
  const names = retried.length === 1 ? `「${first.name}」` : `「${first.name}」等 ${retried.length} 项`
  return (
    <p className="task-note" role="status">
      {names}第 {retry} 次重试：{reason}
    </p>
  )
}

/** Says that nothing has moved for a while and whose answer the work waits for: a bar at 100 % looks like a finished or a dead one. */
function StillNote({ task }: { readonly task: Task }) {
  const { peer } = useTaskStore()
  const progress = task.items.map(({ state, loaded, autoRetry }) => `${state} ${loaded} ${autoRetry?.retry}`).join()
  if (!useStill(progress, task.state === 'running')) return null
  return (
    <p className="task-note" role="status">
      有一会儿没有进展了，正在等待{peer}回应
    </p>
  )
}

/** Returns the running item and the number of running ones: 夏日.png 等 6 项. */
function currentText({ items }: Task): string | null {
  const running = items.filter((item) => item.state === 'running')
  const [first] = running
  if (first === undefined) return null
  return running.length === 1 ? `正在处理 ${first.name}` : `正在处理 ${first.name} 等 ${running.length} 项`
}

/** Asks before an attended task is cancelled, which removes everything that it has not handed over. */
const confirmRemoval = ({ title }: Task): Promise<boolean> =>
  confirm({
    title: `放弃「${title}」？`,
    content: '已保存的不受影响，没有保存的会清除。',
    okText: '放弃',
    cancelText: '接着做',
    danger: true,
  })

/** Shows n/total, rate, remaining time and the running items, a bar, and 取消 while the task can be cancelled. */
export function TaskProgress({ task }: { readonly task: Task }) {
  const store = useTaskStore()
  const running = task.state !== 'ended'
  const { finished, total } = countOf(task)
  const pace = usePace(finished, total, task.state === 'running')
  const current = task.state === 'running' ? currentText(task) : null
  const waitsForSeller = task.pause === 'left' || (task.pause === 'stopped' && task.stop?.resolveAt === undefined)
  const cancel = async () => {
    if (!task.isAttended || (await confirmRemoval(task))) store.cancel(task.id)
  }
  return (
    <div className="task-progress">
      <div className="task-line">
        <span className="numeric" role="status">
          {taskText(task)}
        </span>
        {running && task.pause !== 'other-window' && (
          <span>
            {(task.pause === undefined || waitsForSeller) && (
              <Button
                size="small"
                type="text"
                onClick={() => (task.state === 'paused' ? store.resume(task.id) : store.pause(task.id))}
              >
                {task.state === 'paused' ? '继续' : '暂停'}
              </Button>
            )}
            <Button size="small" type="text" onClick={() => void cancel()}>
              取消
            </Button>
          </span>
        )}
      </div>
      <ProgressBar percent={percentOf(task)} showText={false} size="small" label={task.title} />
      {current !== null && (
        <p className="task-current numeric" title={current}>
          {[pace, current].filter(Boolean).join('，')}
        </p>
      )}
      <RetryNote task={task} />
      <StillNote task={task} />
      {running && task.isLostWithPage && <p className="task-note">{lostWithPageText}</p>}
    </div>
  )
}

const stateNames = { waiting: '等待', running: '进行中', done: '成功', failed: '失败', cancelled: '已取消' } as const

interface TaskResultsProps {
  readonly task: Task
  /** Called by 重试失败项; absent: the store's own retry. */
  readonly onRetry?: () => void
  /** Whether a retry of a failed item with the same input may succeed; absent: of every item. */
  readonly mayRetrySucceed?: (item: Task['items'][number]) => boolean
  /** Renders another remedy for a failed item, e.g. choosing another file. */
  readonly renderRemedy?: (item: Task['items'][number]) => ReactNode
}

/** Shows the result of each item, with 错误原因, and 重试失败项. */
export function TaskResults({ task, onRetry, mayRetrySucceed, renderRemedy }: TaskResultsProps) {
  const store = useTaskStore()
  const hasRetry =
    task.state === 'ended' &&
    task.items.some((item) => item.state === 'failed' && !item.isFinal && (mayRetrySucceed?.(item) ?? true))
  return (
    <div className="task-results">
      <div className="task-line">
        <span className="numeric" role="status">
          {taskText(task)}
        </span>
        {hasRetry && (
          <Button size="small" onClick={() => (onRetry ? onRetry() : store.retryFailed(task.id))}>
            重试失败项
          </Button>
        )}
      </div>
      <div className="task-table">
        <table aria-label={`${task.title} 的结果`}>
          <thead>
            <tr>
              <th scope="col">名称</th>
              <th scope="col">结果</th>
              <th scope="col">错误原因</th>
            </tr>
          </thead>
          <tbody>
            {task.items.map((item) => (
              <tr key={item.key} className={`is-${item.state}`}>
                <td title={item.name}>{item.name}</td>
                <td>{stateNames[item.state]}</td>
                <td>
                  {item.error}
                  {item.state === 'failed' && renderRemedy?.(item)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
