/** The list of shops while one is authorised on the marketplace's page, in this window and in the one that the seller is sent back to. */

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { authorizedShop } from '../../../contract/test/shops'
import type { Shop } from '../../../contract/types'
import { fakeApi, Refusal } from '../../api/test/fake-api'
import { fakePlatform } from '../../api/test/fake-platform'
import { renderScreen } from '../../api/test/render-screen'
import ShopList from './shop-list'
import { awaitedPollMs } from './use-authorization'

afterEach(() => vi.useRealTimers())

const shop = authorizedShop()

function openList(path: string, answer: { shops: Shop[]; refusal?: Refusal }) {
  const { api, calls, writes } = fakeApi({
    users: { me: { username: '小雪', permissions: [] } },
    orders: {
      syncStates: () => ({
        everyMinutes: 10,
        shops: answer.shops.map(({ id, authorization }) => ({
          ...{ shopId: id, isRunning: false, nextAt: null, doneAt: Date.now() - 3 * 60_000, failure: null, unread: [] },
          standsStill: authorization?.status === 'expired' ? '授权已失效，重新授权后继续自动同步' : null,
        })),
      }),
    },
    shops: {
      list: () => answer.shops,
      beginAuthorization: { url: 'https://grant.example' },
      authorize: () => answer.refusal ?? shop,
    },
  })
  const openLink = vi.fn(async () => undefined)
  const location = memoryLocation({ path, record: true })
  renderScreen(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ShopList />
    </Router>,
    { api, platform: fakePlatform({ openLink }) },
  )
  return { openLink, calls, writes, history: location.history }
}

test('the page that a seller is sent back to says that the shop is authorised and the window may be closed', async () => {
  const { history } = openList('/app/setting?code=c&state=s', { shops: [shop] })
  await screen.findByRole('heading', { name: '「晨曦」授权成功' })
  await screen.findByText('可以关闭这个窗口，回到原来的窗口继续，那里会自动更新。')
  expect(history?.at(-1)).toBe('/app/setting')
  await userEvent.click(screen.getByRole('button', { name: '查看店铺' }))
  await screen.findByRole('cell', { name: '晨曦' })
})

test('a refused code is shown with its reason and another attempt', async () => {
  openList('/app/setting?code=c&state=s', {
    shops: [],
    refusal: new Refusal('invalid', '授权已过期，请重新授权'),
  })
  await screen.findByRole('heading', { name: '授权没有成功' })
  screen.getByText(/授权已过期，请重新授权/)
  screen.getByRole('button', { name: '重新授权' })
})

test.each([
  ['?error=access_denied&error_description=authorize+reject&state=s', /没有同意授权，店铺没有变化/],
  ['?error=access_denied', /没有同意授权，店铺没有变化/],
  ['?error=server_error&error_description=busy&state=s', /淘宝没有给出授权（busy，server_error）/],
  ['?error=invalid_client', /淘宝没有给出授权（invalid_client）/],
  ['?code=c', /淘宝送回的地址不完整/],
  ['?state=s', /淘宝送回的地址不完整/],
])('a return without an authorization (%s) is explained with its reason, and nothing is exchanged', async (sent, reason) => {
  const { calls, history } = openList(`/app/setting${sent}`, { shops: [shop] })
  await screen.findByRole('heading', { name: '授权没有成功' })
  screen.getByText(reason)
  expect(history?.at(-1)).toBe('/app/setting')
  expect(calls.map(({ name }) => name)).not.toContain('shops.authorize')
  await userEvent.click(screen.getByRole('button', { name: '查看店铺' }))
  await screen.findByRole('cell', { name: '晨曦' })
})

test('the window that opened the page looks for the authorised shop until it is there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answer = { shops: [] as Shop[] }
  const { openLink, calls } = openList('/app/setting', answer)
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(await screen.findByRole('button', { name: '授权淘宝店铺' }))
  await expect.poll(() => openLink.mock.calls.length).toBe(1)
  answer.shops = [shop]
  await act(() => vi.advanceTimersByTimeAsync(awaitedPollMs + 100))
  await screen.findByRole('cell', { name: '晨曦' })
  // The window says what was granted, and where it goes on.
  await screen.findByText(/「晨曦」授权成功/)
  const goOn = screen.getByRole('link', { name: '选商品' })
  expect(goOn.getAttribute('href')).toBe('/app/sku_customization_setting?shopId=1&dialog=sync')
  const callsBefore = calls.length
  await act(() => vi.advanceTimersByTimeAsync(awaitedPollMs * 3))
  expect(calls.length).toBe(callsBefore)
})

test('a shop of any marketplace that was authorised is authorised again there, and a shop of the form is not', async () => {
  const byForm: Shop = { ...shop, id: 2, type: 'XIAOHONGSHU', name: '手填', authorization: null }
  const { openLink, writes } = openList('/app/setting', { shops: [{ ...shop, type: 'KUAISHOU' }, byForm] })
  await userEvent.click(await screen.findByRole('button', { name: '重新授权「晨曦」' }))
  await expect.poll(() => openLink.mock.calls.length).toBe(1)
  expect(writes()).toEqual(['POST /api/shops/authorization {"type":"KUAISHOU"}'])
})

test('a shop is added on the platforms that the form can add, and SDK is not offered', async () => {
  openList('/app/setting?dialog=add', { shops: [shop] })
  await userEvent.click(await screen.findByRole('combobox', { name: '平台' }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toContain('淘宝（只能通过授权添加）')
  expect(offered).toHaveLength(10)
  expect(offered).not.toContain('SDK')
})

test('each shop says when its orders were last synced, and why they are not any more', async () => {
  const ended: Shop = { ...shop, id: 2, name: '夜航', authorization: { nick: '夜航', status: 'expired', expiresAt: null } }
  openList('/app/setting', { shops: [shop, ended] })
  await screen.findByText('3 分钟前同步')
  screen.getByText('3 分钟前同步，授权已失效，重新授权后继续自动同步')
})
