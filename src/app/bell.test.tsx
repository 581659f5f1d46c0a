/** Tests the bell below the menu over a simulated server. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Notification } from '../../contract/types'
import { fakeApi } from '../api/test/fake-api'
import { renderScreen } from '../api/test/render-screen'
import Bell from './bell'

const hour = 3_600_000
const told: Notification = {
  id: 3,
  words: '「晨曦」的授权已失效，请重新授权',
  target: 'shops',
  params: {},
  at: Date.now() - 2 * hour,
  isRead: false,
  resolvedAt: null,
}
const over: Notification = { ...told, id: 2, words: '「晨曦」连续 3 次同步失败', target: 'orders', params: { dialog: 'sync' }, isRead: true, resolvedAt: Date.now() } // biome-ignore format: a row

function open(...entries: Notification[]) {
  let items = entries
  const fake = fakeApi({
    notifications: {
      list: ({ query }) => ({
        items: items.slice(0, query.pageSize),
        totalItems: items.length,
        unread: items.filter(({ isRead, resolvedAt }) => !isRead && resolvedAt === null).length,
      }),
      markRead({ body: { ids } }) {
        items = items.map((item) => (ids.includes(item.id) ? { ...item, isRead: true } : item))
        return { ok: true }
      },
    },
  })
  return { ...fake, ...renderScreen(<Bell />, { api: fake.api, address: '/app/trash' }) }
}

test('the bell counts what is unread and goes on, and its list says since when each goes on, and that it is over', async () => {
  const { user } = open(told, over)
  await user.click(await screen.findByRole('button', { name: '消息：1 条未读' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '「晨曦」的授权已失效，请重新授权2 小时前 · 未读',
    '「晨曦」连续 3 次同步失败2 小时前 · 已恢复',
  ])
  expect(screen.getByRole('link', { name: over.words }).getAttribute('href')).toBe('/app/order_management?dialog=sync')
})

test('opening an entry marks it as read, leads to the screen where it is mended, and closes the list', async () => {
  const { user, writes } = open(told)
  await user.click(await screen.findByRole('button', { name: '消息：1 条未读' }))
  await user.click(await screen.findByRole('link', { name: told.words }))
  expect(location.pathname).toBe('/app/setting')
  expect(screen.queryByRole('region', { name: '消息' })).toBeNull()
  expect(await screen.findByRole('button', { name: '消息' })).toBeTruthy()
  expect(writes()).toEqual(['POST /api/notifications/read {"ids":[3]}'])
})

test('all that are shown can be marked as read at once', async () => {
  const { user, writes } = open(told, { ...told, id: 4 }, over)
  await user.click(await screen.findByRole('button', { name: '消息：2 条未读' }))
  await user.click(await screen.findByRole('button', { name: '全部标为已读' }))
  expect(await screen.findByRole('button', { name: '消息' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '全部标为已读' })).toBeNull()
  expect(writes()).toEqual(['POST /api/notifications/read {"ids":[3,4]}'])
})

test('an empty list says what will stand in it', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '消息' }))
  expect(await screen.findByText(/没有消息/)).toBeTruthy()
})
