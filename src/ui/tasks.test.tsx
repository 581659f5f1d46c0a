import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { pageLocks } from '../base/tasks/task-locks'
import { memoryTaskStorage } from '../base/tasks/task-storage'
import { createTaskStore, type TaskStore } from '../base/tasks/task-store'
import { TaskStop } from '../base/tasks/types'
import { TaskProgress, TaskResults, TaskStoreProvider, useTasks } from './tasks'

/** Running items by input; the test ends each. */
const runs = new Map<string, { succeed(): void; fail(error: Error): void }>()
let store: TaskStore

function openStore(before?: () => Promise<void>) {
  store = createTaskStore({
    services: null,
    kinds: async () => ({
      kind: 'upload',
      concurrency: 2,
      ...(before && { before }),
      run: (input: string, { signal }) =>
        new Promise((resolve, reject) => {
          runs.set(input, { succeed: () => resolve(undefined), fail: reject })
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    }),
    storage: memoryTaskStorage(),
    locks: pageLocks(),
    network: { isOnline: () => true, onChange: () => () => undefined },
    retryDelaysMs: [0, 0],
    peer: '千牛',
  })
  store.setAccount('小雪')
}

function Tasks() {
  return useTasks('here').map((task) =>
    task.state === 'ended' ? (
      <TaskResults key={task.id} task={task} renderRemedy={(item) => <button type="button">换一张「{item.name}」</button>} />
    ) : (
      <TaskProgress key={task.id} task={task} />
    ),
  )
}

function show(...names: string[]) {
  openStore()
  render(
    <TaskStoreProvider store={store}>
      <Tasks />
    </TaskStoreProvider>,
  )
  const items = names.map((name) => ({ key: name, name, input: name }))
  store.start({ kind: 'upload', title: '上传图片', scope: 'here', items })
  store.start({ kind: 'upload', title: '别处的', scope: 'elsewhere', items: [] })
}
const end = async (name: string, error?: Error) => {
  await waitFor(() => expect(runs.has(name)).toBe(true))
  if (error) runs.get(name)?.fail(error)
  else runs.get(name)?.succeed()
  runs.delete(name)
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

afterEach(() => {
  store.close()
  runs.clear()
})

describe('a task on its screen', () => {
  test('a task shows its progress, then lists failed items with reasons and retries only those', async () => {
    show('a.png', 'b.png', 'c.png')
    await end('a.png')
    expect(await screen.findByText('进行中 1/3')).toBeTruthy()
    await end('b.png', new Error('图片超过 3 MB'))
    await end('c.png')
    expect(await screen.findByText('成功 2 · 失败 1')).toBeTruthy()
    expect(screen.getByRole('row', { name: /b\.png 失败 图片超过 3 MB/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: '换一张「b.png」' })).toBeTruthy()
    await press('重试失败项')
    await end('b.png')
    expect(await screen.findByText('全部完成，共 3 项')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '重试失败项' })).toBeNull()
    expect([...runs.keys()]).toEqual([])
  })

  test('a task can be paused, continued and cancelled', async () => {
    show('a.png', 'b.png', 'c.png')
    await waitFor(() => expect(runs.size).toBe(2))
    await press('暂停')
    expect(await screen.findByText('已暂停 0/3')).toBeTruthy()
    await press('继续')
    expect(await screen.findByText('进行中 0/3')).toBeTruthy()
    await press('取消')
    expect(await screen.findByText('成功 0 · 取消 3')).toBeTruthy()
  })

  test('a task shows automatic retries with their number and reason', async () => {
    const timeout = Object.assign(new Error('千牛数据返回超时'), { name: 'PlatformError', retryable: true })
    show('a.png', 'b.png')
    await end('a.png', timeout)
    expect(await screen.findByText('「a.png」第 1 次重试：千牛数据返回超时')).toBeTruthy()
    await end('a.png', timeout)
    expect(await screen.findByText('「a.png」第 2 次重试：千牛数据返回超时')).toBeTruthy()
    await end('b.png', timeout)
    expect(await screen.findByText('「a.png」等 2 项第 2 次重试：千牛数据返回超时')).toBeTruthy()
    await end('a.png')
    expect(await screen.findByText('「b.png」第 1 次重试：千牛数据返回超时')).toBeTruthy()
    await end('b.png')
    expect(await screen.findByText('全部完成，共 2 项')).toBeTruthy()
  })

  test('a task without progress for ten seconds says whom it waits for, until something moves', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    show('a.png', 'b.png')
    const note = '有一会儿没有进展了，正在等待千牛回应'
    expect(screen.queryByText(note)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(await screen.findByText(note)).toBeTruthy()
    await end('a.png')
    await waitFor(() => expect(screen.queryByText(note)).toBeNull())
    await end('b.png')
    vi.useRealTimers()
  })

  test('a paused task shows what it waits for', async () => {
    show('a.png')
    store.setAccount(null)
    expect(await screen.findByText('登录过期，重新登录后自动继续 0/1')).toBeTruthy()
  })

  test('an attended task shows why it stopped, can be resumed, and is cancelled only after a confirmation', async () => {
    openStore(async () => {
      throw new TaskStop('full', '空间不足，请清理后重试')
    })
    render(
      <TaskStoreProvider store={store}>
        <Tasks />
      </TaskStoreProvider>,
    )
    const task = { kind: 'upload', title: '下载 1 张', scope: 'here', isAttended: true, items: [] }
    store.start({ ...task, items: [{ key: 'a', name: 'a', input: 'a' }] })
    expect(await screen.findByText('空间不足，请清理后重试 0/1')).toBeTruthy()
    await press('继续')
    expect(await screen.findByText('空间不足，请清理后重试 0/1')).toBeTruthy()
    await press('取消')
    expect(await screen.findByText('放弃「下载 1 张」？')).toBeTruthy()
    await press('接着做')
    await waitFor(() => expect(screen.queryByText('放弃「下载 1 张」？')).toBeNull())
    await press('取消')
    await press('放弃')
    await waitFor(() => expect(store.list()).toEqual([]))
  })
})
