/** Tests 首页 over a simulated server: what each user sees, where each to-do leads, and the first steps. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { permissions } from '../../../contract/constants'
import { openSetting } from '../../../contract/open-setting'
import type { Home, Shop, ShopCustomizationUrls } from '../../../contract/types'
import { type Answers, brokenServer, fakeApi } from '../../api/test/fake-api'
import { fakePlatform } from '../../api/test/fake-platform'
import { renderScreen } from '../../api/test/render-screen'
import HomeScreen from './home-screen'

// The library of the plots asks the window for its size as it loads, which this one does not have.
vi.mock('./trend-plot', () => ({ TrendPlot: ({ label }: { readonly label: string }) => <div role="img" aria-label={label} /> }))

const period = { orders: 3, paid: { images: 2, credits: 120 } }
const full: Home = {
  firstSteps: ['shop', 'orders'],
  todos: {
    orders: [
      { key: 'shipLate', count: 4 },
      { key: 'pushFailed', count: 2 },
      { key: 'refunding', count: 0 },
      { key: 'asks', count: 0 },
      { key: 'problem', count: 6 },
      { key: 'toDownload', count: 1234 },
      { key: 'toPush', count: 7 },
    ],
    alarms: 3,
    unread: 1,
    approvals: 5,
    stoppedShops: 1,
    toPrint: 0,
    lowCredits: { left: 90, toPay: 1200, threeDays: 400 },
  },
  numbers: { today: period, week: { orders: 20, paid: { images: 9, credits: 540 } } },
}

const shops: Shop[] = [
  {
    id: 1,
    type: 'TAOBAO',
    name: '晨曦',
    boundAt: 0,
    authorization: { nick: '晨曦', status: 'expired', expiresAt: null, subAccount: null },
  },
  { id: 2, type: 'PINDUODUO', name: '拼一', boundAt: 0, authorization: null },
  { id: 3, type: 'DOUDIAN', name: '抖一', boundAt: 0, authorization: null },
]
const noCounts = { opened: 0, begun: 0, submitted: 0, ordered: 0 }
const ofLink = {
  shopId: 1,
  isDefault: true,
  customizationTiming: 1,
  enabled: true,
  name: '',
  startsAt: null,
  endsAt: null,
} as const
const links: ShopCustomizationUrls[] = shops.slice(0, 1).map((shop) => ({
  shop,
  customizationUrls: [
    {
      url: 'https://kejiang.example/c/1',
      previewUrl: null,
      counts: { total: noCounts, last30Days: noCounts },
      shopCustomizationSetting: { id: 31, ...ofLink, ...openSetting },
    },
  ],
}))
const stuck = {
  shopId: 1,
  isRunning: false,
  nextAt: null,
  standsStill: '授权已失效，请重新授权',
  doneAt: null,
  failure: null,
  unread: [],
}
const imported = {
  ...{ id: 1, shopId: 2, files: [], createdAt: Date.now(), endedAt: null },
  ...{ orders: 120, created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 },
}

function open(
  home: NonNullable<Answers['home']>,
  held: readonly (typeof permissions)[number][] = permissions,
  { own = links, openLink = async (_url: string) => undefined } = {},
) {
  const fake = fakeApi({
    users: { me: { username: '晨曦:li', mainUsername: '晨曦', permissions: [...held], hasOrders: true } },
    shops: { list: shops },
    customizationUrls: { list: own },
    orders: { syncStates: { everyMinutes: 10, shops: [stuck] } },
    orderFileImports: { list: { items: [imported], totalItems: 1 } },
    home: { trends: { from: 0, items: [] }, ...home },
  })
  return {
    ...fake,
    ...renderScreen(<HomeScreen />, { api: fake.api, platform: fakePlatform({ openLink }), address: '/app/home' }),
  }
}

test('each to-do with a count leads to the order list with its filter, and those without are left out', async () => {
  open({ get: full })
  const todos = within(await screen.findByRole('region', { name: '待办' }))
  expect(todos.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['3异常订单付费或推送后退款、关闭或改动', '/app/order_management/alarms'],
    ['5待审批看过图片，规则才会推送', '/app/order_management/approvals'],
    ['1没有读到的订单平台上有，但没有读出来', '/app/order_management?dialog=sync'],
    ['1店铺停止同步授权或密钥失效，新订单不会进来', '/app/setting'],
    ['90点数不够用，去充值待推送订单的图还没付费，要 1,200 点', '/app/pay/recharge'],
    ['4已超时未发货平台的发货期限过了', '/app/order_management?ship=late'],
    ['2推送失败看工厂的答复，改好后再推送', '/app/order_management?pushed=failed'],
    ['6有问题型号、图片不对或推送失败等', '/app/order_management?finding=problem'],
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
  expect(steps.getAllByRole('link')).toHaveLength(8)
  steps.getByText('2 / 10')
  await user.click(steps.getByRole('button', { name: '不再显示' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '开店步骤' })).toBeNull())
  expect(writes()).toEqual(['POST /api/home/first_steps_ended'])
})

test('an empty account sees all steps first, with those that are done', async () => {
  open({
    get: {
      ...full,
      firstSteps: ['shop'],
      todos: { orders: [], alarms: 0, unread: 0, approvals: 0, stoppedShops: 0, toPrint: 0, lowCredits: null },
    },
  })
  const steps = within(await screen.findByRole('region', { name: '开店步骤' }))
  expect(steps.getAllByRole('link')).toHaveLength(10)
  steps.getByText('，已完成')
  // Each step opens where it is done, with what is known filled in.
  await waitFor(() =>
    expect(['勾选商品', '自己当一次买家'].map((name) => steps.getByText(name).closest('a')?.getAttribute('href'))).toEqual([
      '/app/sku_customization_setting?shopId=1&dialog=sync',
      '/app/sku_customization_urls_setting?dialog=qr&id=31',
    ]),
  )
  expect(steps.getByText('机型和材质').closest('a')?.getAttribute('href')).toBe('/app/phone_brand_model/brand?dialog=common')
  screen.getByText('没有要处理的订单。新订单来了会出现在这里。')
  await screen.findByText('这段时间没有订单。')
})

test('机型和材质 opens the words of the SKUs once there are products', async () => {
  open({ get: { ...full, firstSteps: ['shop', 'products'] } })
  const steps = within(await screen.findByRole('region', { name: '开店步骤' }))
  await waitFor(() =>
    expect(steps.getByText('机型和材质').closest('a')?.getAttribute('href')).toBe(
      '/app/sku_customization_setting?shopId=1&dialog=sku-words',
    ),
  )
})

test('自己当一次买家 opens the page of the first link on trial, where it is our own', async () => {
  const openLink = vi.fn(async () => undefined)
  const previewUrl = 'https://kejiang.example/c/1?preview'
  const own = links.map((one) => ({ ...one, customizationUrls: one.customizationUrls.map((url) => ({ ...url, previewUrl })) }))
  const { user } = open({ get: { ...full, firstSteps: ['shop'] } }, permissions, { own, openLink })
  await user.click(await screen.findByRole('button', { name: /自己当一次买家/ }))
  expect(openLink).toHaveBeenCalledWith(previewUrl)
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
    trends: ({ query }) => (query.by === 'shop' ? brokenServer : { from: 0, items: [{ name: '喵', counts: [1, 2] }] }),
  })
  const card = within(await screen.findByRole('region', { name: '各模板的定制' }))
  await card.findByText('3 件')
  expect(within(screen.getByRole('region', { name: '各店铺的订单' })).getByText(/服务器出错/)).toBeTruthy()
  screen.getByRole('region', { name: '待办' })
})

test('each shop says how its orders come in, and why they do not', async () => {
  open({ get: full })
  const rows = within(await screen.findByRole('region', { name: '订单来源' })).getAllByRole('listitem')
  await waitFor(() =>
    expect(rows.map((row) => row.textContent)).toEqual([
      '晨曦（淘宝）还没有同步过，授权已失效，请重新授权去处理',
      '拼一（拼多多）刚刚导入文件，120 个订单，没有导完',
      '抖一（抖店）还没有订单进来，可以导入订单文件',
    ]),
  )
})
