/** Tests what the card of a download says and offers about its archives and its price. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Platform } from '../../adapters/platform'
import type { Archives } from '../../imaging/zip/archive-client'
import { fakeApi } from '../api/test/fake-api'
import { fakePlatform } from '../api/test/fake-platform'
import { renderScreen } from '../api/test/render-screen'
import type { TaskStore } from '../base/tasks/task-store'
import { DownloadCard } from './download-card'
import type { Part } from './download-record'
import type { DownloadView } from './download-view'
import { saveAgain } from './save-again'
import { downloadDouble } from './test/download-double'

const part = (number: number, change: Partial<Part> = {}): Part => ({
  ...{ number, name: `定制图_${number}.zip`, state: 'saved', last: false },
  ...change,
})

/** Renders the card of an ended download of two pictures; archives can be found and are saved as `results` say. */
function open(change: Partial<DownloadView>) {
  const { input, id } = downloadDouble().plan()
  const view: DownloadView = {
    ...{
      id,
      plan: { ...input, destination: { kind: 'disk', folder: id } },
      phase: 'ended',
      isEnded: true,
      step: 'fetching',
      current: null,
    },
    ...{ bytes: 0, total: 2, done: 2, failed: 0, parts: [part(1)], failures: [], retryable: 0, short: 0, confirmable: 0 },
    ...{ charged: true, offeredPrice: null, stop: null, isLostWithPage: false },
    ...change,
  }
  const tasks = { dismiss: vi.fn(), resume: vi.fn() }
  const saveFile = vi.fn<Platform['saveFile']>(async () => ({ saved: true, unseen: true }))
  const ignore = () => undefined
  renderScreen(
    <DownloadCard
      view={view}
      tasks={tasks as unknown as TaskStore}
      onCancel={ignore}
      onShowFailures={ignore}
      onRecharge={ignore}
      giveOut={(platform, plan, part) => saveAgain(platform, plan, part, archives)}
    />,
    { api: fakeApi({}).api, platform: fakePlatform({ saveFile }) },
  )
  return { tasks, saveFile, view }
}

const stored = { has: true }
const archives = { find: async () => (stored.has ? new Blob(['zip']) : null), dispose: () => undefined } as unknown as Archives

test('archives known to be on the disk are said to be downloaded', () => {
  open({})
  expect(screen.getByRole('status').textContent).toBe('下载完成：2 张定制图，1 个压缩包')
  expect(screen.queryByText(/没有看到文件/)).toBeNull()
})

test('archives that the browser took without a word are said to be handed over, with where to look and another try', async () => {
  const { saveFile } = open({ parts: [part(1, { unseen: true })] })
  expect(screen.getByRole('status').textContent).toBe('已交给浏览器保存：2 张定制图，1 个压缩包')
  screen.getByText('没有看到文件？看浏览器地址栏右侧的提示，选择允许，或点「再保存一次」，不再扣点。')
  saveFile.mockResolvedValueOnce({ saved: true })
  await userEvent.click(screen.getByRole('button', { name: '再保存一次「定制图_1.zip」' }))
  // The seller chose the place in a dialog, so it is certain now.
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('下载完成：2 张定制图，1 个压缩包'))
})

test('archives that wait for a click are counted, saved one by one, and not thrown away without a question', async () => {
  const waiting = [part(1, { unseen: true }), part(2, { state: 'offered' }), part(3, { state: 'offered' })]
  const { saveFile, tasks } = open({ parts: waiting })
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('压缩包做好了，还有 2 个要点「保存」：2 张定制图，3 个压缩包')
  await userEvent.click(screen.getByRole('button', { name: '保存「定制图_2.zip」' }))
  await waitFor(() => expect(status.textContent).toContain('还有 1 个要点「保存」'))
  expect(saveFile.mock.calls[0]?.[1]).toEqual({ toDownloads: true })
  await userEvent.click(screen.getByRole('button', { name: '知道了' }))
  await screen.findByText('还有 1 个压缩包没有保存')
  expect(tasks.dismiss).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '先不关闭' }))
  await userEvent.click(screen.getByRole('button', { name: '保存「定制图_3.zip」' }))
  await waitFor(() => expect(status.textContent).toBe('已交给浏览器保存：2 张定制图，3 个压缩包'))
  await userEvent.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(tasks.dismiss).toHaveBeenCalledOnce())
})

test('archives that wait for a click can be saved while the download still runs', () => {
  open({
    phase: 'running',
    done: 1,
    parts: [part(1, { unseen: true }), part(2, { state: 'offered' }), part(3, { state: 'open' })],
  })
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    '取消下载',
    '再保存一次「定制图_1.zip」',
    '保存「定制图_2.zip」',
  ])
})

test('a price that changed is continued at only by a click that names it', async () => {
  const message = '每张定制图现在是 80 点，下载开始时是 60 点，还没有扣点'
  const { tasks } = open({ phase: 'stopped', parts: [], stop: { why: 'price', message }, offeredPrice: 80 })
  expect(screen.getByRole('alert').textContent).toBe(message)
  await userEvent.click(screen.getByRole('button', { name: '按每张 80 点继续' }))
  const [, decide] = tasks.resume.mock.calls[0] as [string, (saved: unknown) => unknown]
  expect(decide({ answer: null, acceptsShort: false, parts: [], offeredPrice: 80 })).toMatchObject({ price: 80 })
})
