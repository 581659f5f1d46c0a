/** Tests 首页 over a simulated server: what each user sees, where each to-do leads, and the first steps. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { permissions } from '../../../contract/constants'
import type { Home } from '../../../contract/types'
import { type Answers, brokenServer, fakeApi } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import HomeScreen from './home-screen'

// The library of the plots asks the window for its size as it loads, which this one does not have.
vi.mock('./trend-plot', () => ({ TrendPlot: ({ label }: { readonly label: string }) => <div role="img" aria-label={label} /> }))

const period = { orders: 3, paid: { images: 2, credits: 120 } }
const full: Home = {
  firstSteps: ['shop', 'orders'],
  todos: {
    orders: [
      { key: 'pushFailed', count: 2 },
      { key: 'refunding', count: 0 },
      { key: 'asks', count: 0 },
      { key: 'toDownload', count: 1234 },
      { key: 'toPush', count: 7 },
    ],
    unread: 1,
  },
  numbers: { today: period, week: { orders: 20, paid: { images: 9, credits: 540 } } },
}

function open(home: NonNullable<Answers['home']>, held: readonly (typeof permissions)[number][] = permissions) {
  const fake = fakeApi({
    users: { me: { username: '晨曦:li', mainUsername: '晨曦', permissions: [...held], hasOrders: true } },
    home: { trends: { from: 0, series: [] }, ...home },
  })
  return { ...fake, ...renderScreen(<HomeScreen />, { api: fake.api, address: '/app/home' }) }
}

test('each to-do with a count leads to the order list with its filter, and those without are left out', async () => {
  open({ get: full })
  const todos = within(await screen.findByRole('region', { name: '待办' }))
  expect(todos.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1没有读到的订单平台上有，但没有读出来', '/app/order_management?dialog=sync'],
    ['2推送失败看工厂的答复，改好后再推送', '/app/order_management?pushed=failed'],
    ['1,234待下载定制图还没有下载', '/app/order_management?downloaded=false'],
    ['7待推送还没有推送给工厂', '/app/order_management?pushed=false&state=toMake'],
  ])
  const today = within(screen.getByRole('region', { name: '今天' }))
  expect(today.getByText('使用点数').parentElement?.textContent).toBe('使用点数120近 7 天 540')
})

test('a shop that sells sees the steps that are left, and puts the list away for everybody', async () => {
  let ended = false
  const { user, writes } = open({
    get: () => ({ ...full, firstSteps: ended ? null : ['shop', 'orders'] }),
    endFirstSteps: () => {
      ended = true
      return { ok: true }
    },
  })
  const steps = within(await screen.findByRole('region', { name: '开店步骤' }))
  expect(steps.getAllByRole('link')).toHaveLength(6)
  steps.getByText('2 / 8')
  await user.click(steps.getByRole('button', { name: '不再显示' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '开店步骤' })).toBeNull())
  expect(writes()).toEqual(['POST /api/home/first_steps_ended'])
})

test('an empty account sees all steps first, with those that are done', async () => {
  open({ get: { ...full, firstSteps: ['shop'], todos: { orders: [], unread: 0 } } })
  const steps = within(await screen.findByRole('region', { name: '开店步骤' }))
  expect(steps.getAllByRole('link')).toHaveLength(8)
  steps.getByText('，已完成')
  screen.getByText('没有要处理的订单。新订单来了会出现在这里。')
  await screen.findByText('这段时间没有订单。')
})

test('parts that a user may not see are not there, and a list of steps that he may not end has no button', async () => {
  open({ get: { firstSteps: ['shop'], todos: null, numbers: null } }, ['view'])
  const steps = within(await screen.findByRole('region', { name: '开店步骤' }))
  expect(steps.queryByRole('button', { name: '不再显示' })).toBeNull()
  expect(screen.queryByRole('region', { name: '待办' })).toBeNull()
  expect(screen.queryByRole('region', { name: '今天' })).toBeNull()
})

test('a screen that cannot be read says why, and is read again', async () => {
  let broken = true
  const { user } = open({ get: () => (broken ? brokenServer : full) })
  await screen.findByText(/服务器出错/)
  broken = false
  await user.click(screen.getByRole('button', { name: /重试|再试/ }))
  await screen.findByRole('region', { name: '待办' })
})

test('trends that cannot be read do not hide the rest', async () => {
  open({
    get: full,
    trends: ({ query }) => (query.by === 'shop' ? brokenServer : { from: 0, series: [{ name: '喵', counts: [1, 2] }] }),
  })
  const card = within(await screen.findByRole('region', { name: '各模板的定制' }))
  await card.findByText('3 件')
  expect(within(screen.getByRole('region', { name: '各店铺的订单' })).getByText(/服务器出错/)).toBeTruthy()
  screen.getByRole('region', { name: '待办' })
})
