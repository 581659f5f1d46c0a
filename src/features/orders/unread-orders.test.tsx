/** Tests that orders which could not be read are named, tried again and given up, over a simulated server. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { HttpRequest, Platform } from '../../../adapters/platform'
import type { Shop, SyncStates, SyncTask } from '../../../contract/types'
import { createApi } from '../../api/client'
import { ServicesProvider } from '../../api/services'
import SyncDialog from './sync-dialog'
import { UnreadNotice } from './unread-orders'

const shop: Shop = {
  id: 1,
  type: 'TAOBAO',
  name: '晨曦',
  boundAt: 0,
  authorization: { nick: '晨曦', status: 'active', expiresAt: null },
}
const at = Date.parse('2026-11-26T02:00:00Z')
const task: SyncTask = {
  id: 5,
  status: 1,
  errorMessage: null,
  fetched: 0,
  created: 0,
  updated: 0,
  unread: [],
  startedAt: at,
  finishedAt: null,
}

/** Shows `children` over a server with one unread order, which is forgotten when the seller says so. */
function open(children: ReactNode) {
  const times = { attempts: 2, firstAt: at, triedAt: at }
  let unread = [{ id: 7, shopId: 1, originalId: '2900000000000000002', reason: '淘宝返回错误：交易不存在', ...times }]
  const states = (): SyncStates => ({ everyMinutes: 5, shops: [{ shopId: 1, doneAt: at, failure: null, unread }] })
  const calls: string[] = []
  const answer = ({ method, path }: HttpRequest): unknown => {
    calls.push(`${method} ${path}`)
    if (method === 'DELETE') unread = []
    return path === '/api/order_syncs' ? states() : path === '/api/orders/sync' ? task : { ok: true }
  }
  const api = createApi(async (request) => ({ status: 200, headers: {}, body: JSON.stringify(answer(request)) }), {
    token: () => 't',
    onSessionEnded: () => {},
    onFailure: () => {},
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesProvider api={api} platform={{ can: () => false } as unknown as Platform}>
        {children}
      </ServicesProvider>
    </QueryClientProvider>,
  )
  return { calls, user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }) }
}

const dialogWith = (onStarted: (task: SyncTask, shopId: number) => void) => (
  <SyncDialog visible shops={[shop]} shopId={1} onStarted={onStarted} onClose={() => undefined} />
)

test('the sync dialog says when the shop was synced and which orders could not be read, and starting it tries them again', async () => {
  const started: number[] = []
  const { user } = open(dialogWith((_, shopId) => started.push(shopId)))
  expect(await screen.findByText('上次同步成功：2026-11-26 10:00，每 5 分钟自动同步')).toBeTruthy()
  expect(screen.getByText('2900000000000000002')).toBeTruthy()
  expect(screen.getByText('淘宝返回错误：交易不存在（2026-11-26 10:00 第 2 次）')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '开始同步' }))
  await waitFor(() => expect(started).toEqual([1]))
})

test('an order that the seller gives up is no longer named', async () => {
  const { user, calls } = open(dialogWith(() => undefined))
  await user.click(await screen.findByRole('button', { name: '不再读取订单 2900000000000000002' }))
  await waitFor(() => expect(screen.queryByText('2900000000000000002')).toBeNull())
  expect(calls).toContain('DELETE /api/orders/unread/7')
})

test('above the list a notice names the orders of a shop that could not be read and leads to its dialog', async () => {
  const opened: number[] = []
  const { user } = open(<UnreadNotice shops={[shop]} onOpen={(shopId) => opened.push(shopId)} />)
  expect(await screen.findByText('「晨曦」有 1 个订单没有读到：2900000000000000002（淘宝返回错误：交易不存在）')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '查看并重试' }))
  expect(opened).toEqual([1])
})
