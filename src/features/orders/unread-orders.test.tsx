/** Tests that orders which could not be read are named, tried again and given up, over a simulated server. */

import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authorizedShop } from '../../../contract/test/shops'
import type { SyncTask, UnreadOrder } from '../../../contract/types'
import { fakeApi } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import SyncDialog from './sync-dialog'
import { UnreadNotice } from './unread-orders'

const shop = authorizedShop()
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

beforeEach(() => void vi.useFakeTimers({ now: at + 3 * 60_000, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Shows `children` over a server with one unread order, which is forgotten when the seller says so. */
function open(children: ReactNode) {
  const times = { attempts: 2, firstAt: at, triedAt: at }
  let unread: UnreadOrder[] = [
    { id: 7, shopId: 1, originalId: '2900000000000000002', reason: '淘宝返回错误：交易不存在', ...times },
  ]
  const { api, writes } = fakeApi({
    orders: {
      syncStates: () => ({
        everyMinutes: 5,
        shops: [{ shopId: 1, isRunning: false, nextAt: null, standsStill: null, doneAt: at, failure: null, unread }],
      }),
      sync: task,
      dismissUnread() {
        unread = []
        return { ok: true }
      },
    },
  })
  return { writes, user: renderScreen(children, { api }).user }
}

const dialogWith = (onStarted: (task: SyncTask, shopId: number) => void) => (
  <SyncDialog visible shops={[shop]} shopId={1} onStarted={onStarted} onClose={() => undefined} />
)

test('the sync dialog says when the shop was synced and which orders could not be read, and starting it tries them again', async () => {
  const started: number[] = []
  const { user } = open(dialogWith((_, shopId) => started.push(shopId)))
  expect(await screen.findByText('3 分钟前同步')).toBeTruthy()
  expect(screen.getByText('2900000000000000002')).toBeTruthy()
  expect(screen.getByText('淘宝返回错误：交易不存在（2026-11-26 10:00 第 2 次）')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '开始同步' }))
  await waitFor(() => expect(started).toEqual([1]))
})

test('an order that the seller gives up is no longer named', async () => {
  const { user, writes } = open(dialogWith(() => undefined))
  await user.click(await screen.findByRole('button', { name: '不再读取订单 2900000000000000002' }))
  await waitFor(() => expect(screen.queryByText('2900000000000000002')).toBeNull())
  expect(writes()).toEqual(['DELETE /api/orders/unread/7'])
})

test('above the list a notice names the orders of a shop that could not be read and leads to its dialog', async () => {
  const opened: number[] = []
  const { user } = open(<UnreadNotice shops={[shop]} onOpen={(shopId) => opened.push(shopId)} />)
  expect(await screen.findByText('「晨曦」有 1 个订单没有读到：2900000000000000002（淘宝返回错误：交易不存在）')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '查看并重试' }))
  expect(opened).toEqual([1])
})
