/** The list of shops while one is authorised on the marketplace's page, in this window and in the one that the seller is sent back to. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Platform } from '../../../adapters/platform'
import { createApi } from '../../api/client'
import { ServicesProvider } from '../../api/services'
import ShopList from './shop-list'
import { awaitedPollMs } from './use-authorization'

afterEach(() => vi.useRealTimers())

const shop = {
  id: 1,
  type: 'TAOBAO',
  name: '晨曦',
  boundAt: 1,
  authorization: { nick: '晨曦', status: 'active', expiresAt: null, subAccount: null },
}

function openList(path: string, answer: { shops: object[]; authorize?: () => { status: number; body: object } }) {
  const reads: string[] = []
  const sent: unknown[] = []
  const api = createApi(
    async ({ method, path: called, body: given }) => {
      const reply = (body: unknown, status = 200) => ({ status, headers: {}, body: JSON.stringify(body) })
      reads.push(`${method} ${called}`)
      if (given !== undefined) sent.push(given)
      if (called === '/api/shops/authorization') return reply({ url: 'https://grant.example' })
      if (called !== '/api/shops/authorization/code') return reply(answer.shops)
      const { status, body } = answer.authorize?.() ?? { status: 200, body: shop }
      return reply(body, status)
    },
    { token: () => 't', onSessionEnded: () => {}, onFailure: () => {} },
  )
  const openLink = vi.fn(async () => undefined)
  const location = memoryLocation({ path, record: true })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesProvider api={api} platform={{ openLink } as unknown as Platform}>
        <Router hook={location.hook} searchHook={location.searchHook}>
          <ShopList />
        </Router>
      </ServicesProvider>
    </QueryClientProvider>,
  )
  return { openLink, reads, sent, history: location.history }
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
    authorize: () => ({ status: 422, body: { code: 'invalid', message: '授权已过期，请重新授权', traceId: 't' } }),
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
  const { reads, history } = openList(`/app/setting${sent}`, { shops: [shop] })
  await screen.findByRole('heading', { name: '授权没有成功' })
  screen.getByText(reason)
  expect(history?.at(-1)).toBe('/app/setting')
  expect(reads).not.toContain('POST /api/shops/authorization/code')
  await userEvent.click(screen.getByRole('button', { name: '查看店铺' }))
  await screen.findByRole('cell', { name: '晨曦' })
})

test('the window that opened the page looks for the authorised shop until it is there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answer = { shops: [] as object[] }
  const { openLink, reads } = openList('/app/setting', answer)
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(await screen.findByRole('button', { name: '授权淘宝店铺' }))
  await expect.poll(() => openLink.mock.calls.length).toBe(1)
  answer.shops = [shop]
  await act(() => vi.advanceTimersByTimeAsync(awaitedPollMs + 100))
  await screen.findByRole('cell', { name: '晨曦' })
  const readsBefore = reads.length
  await act(() => vi.advanceTimersByTimeAsync(awaitedPollMs * 3))
  expect(reads.length).toBe(readsBefore)
})

test('a shop of any marketplace that was authorised is authorised again there, and a shop of the form is not', async () => {
  const byForm = { ...shop, id: 2, type: 'XIAOHONGSHU', name: '手填', authorization: null }
  const { openLink, sent } = openList('/app/setting', { shops: [{ ...shop, type: 'KUAISHOU' }, byForm] })
  await userEvent.click(await screen.findByRole('button', { name: '重新授权「晨曦」' }))
  await expect.poll(() => openLink.mock.calls.length).toBe(1)
  expect(sent).toEqual([JSON.stringify({ type: 'KUAISHOU' })])
})

test('a shop is added on the platforms that the form can add, and SDK is not offered', async () => {
  openList('/app/setting?dialog=add', { shops: [shop] })
  await userEvent.click(await screen.findByRole('combobox', { name: '平台' }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toContain('淘宝（只能通过授权添加）')
  expect(offered).toHaveLength(10)
  expect(offered).not.toContain('SDK')
})
