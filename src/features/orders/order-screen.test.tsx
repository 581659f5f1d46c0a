/** Tests the order screen over a simulated server: requests, ticks across pages and filters, empty states and failures. */

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '../../../contract/constants'
import { customizationOf, itemOf, mergedOrder, orderOf } from '../../../contract/test/orders'
import { authorizedShop } from '../../../contract/test/shops'
import type { Order, Shop } from '../../../contract/types'
import { brokenServer, type CallName, fakeApi, Refusal } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import { pageLocks } from '../../base/tasks/task-locks'
import { memoryTaskStorage } from '../../base/tasks/task-storage'
import { createTaskStore } from '../../base/tasks/task-store'
import { TaskStoreProvider } from '../../ui/task-context'
import OrderScreen from './order-screen'

const taobao = authorizedShop({ name: '晨曦手机壳' })

interface World {
  readonly orders: readonly Order[]
  readonly shops?: Shop[]
  /** Number of designs that need the seller. */
  readonly alarms?: number
  /** Number of orders that wait for an approval. */
  readonly approvals?: number
  readonly failing?: Partial<Record<CallName, Refusal>>
  /** A filter by a shop that the account does not have is refused. */
  readonly knowsShop?: boolean
  /** Of the user, a sub-account. */
  readonly permissions?: Permission[]
}

const isHeld = ({ orderItems }: Order) => orderItems.some(({ hold }) => hold !== null)

/** Opens the screen over a server with these orders; any call can be made to fail. */
function openScreen(
  address: string,
  {
    orders,
    shops = [taobao],
    alarms = 0,
    approvals = 0,
    failing: failingAtFirst = {},
    knowsShop = true,
    permissions = [],
  }: World,
) {
  let stored = orders
  const { api, failing } = fakeApi(
    {
      users: { me: { username: 'demo:li', mainUsername: 'demo', permissions } },
      shops: { list: shops },
      buyerDesigns: { list: { items: [], totalItems: 0 } },
      alarms: { list: { items: [], totalItems: alarms } },
      orderTags: { list: [] },
      home: {
        get: {
          firstSteps: null,
          numbers: null,
          todos: { orders: [], alarms, unread: 0, approvals, stoppedShops: 0, toPrint: 0, lowCredits: null },
        },
      },
      orderViews: { get: { revision: 0, views: [] } },
      orders: {
        list({ query: { pageNo, pageSize, keyword = '', held, pushed, shopId } }) {
          if (!knowsShop && shopId !== undefined) return new Refusal('not-found', '店铺不存在')
          const found = stored.filter(
            (order) =>
              order.originalId.includes(keyword) &&
              (held !== true || isHeld(order)) &&
              (pushed !== true || order.push.status === 'pushed'),
          )
          return { items: found.slice((pageNo - 1) * pageSize, pageNo * pageSize), totalItems: found.length }
        },
        get({ params }) {
          const found = stored.find(({ id }) => id === params.id)
          return found ? { ...found, snapshots: [] } : new Refusal('not-found', '没有')
        },
        counts: { toHandle: 12, problem: 3, toDownload: 4, toPush: 5, refunding: 0, all: 45 },
        syncStates: { everyMinutes: 5, shops: [] },
        settleChange({ params }) {
          const settled = (item: Order['orderItems'][number]) => (item.id === params.itemId ? { ...item, change: null } : item)
          stored = stored.map((order) => ({ ...order, orderItems: order.orderItems.map(settled) }))
          const item = stored.flatMap(({ orderItems }) => orderItems).find(({ id }) => id === params.itemId)
          return item ?? new Refusal('not-found', '没有')
        },
      },
    },
    { failing: failingAtFirst },
  )
  const tasks = createTaskStore({
    services: null,
    kinds: () => Promise.reject(new Error('nothing is downloaded here')),
    storage: memoryTaskStorage(),
    locks: pageLocks(),
  })
  const shown = (
    <TaskStoreProvider store={tasks}>
      <OrderScreen onCorrect={() => undefined} />
    </TaskStoreProvider>
  )
  return { ...renderScreen(shown, { api, address }), failing }
}

const many = (count: number) => Array.from({ length: count }, (_, at) => orderOf(at + 1))
const picked = () => screen.getByText(/^已选|^勾选商品/).textContent
const tick = (item: string) => screen.findByRole('checkbox', { name: `选择「${item}」` })

beforeEach(() => localStorage.clear())

test('views are saved by a user who may change orders, and are not offered to one who may only look', async () => {
  openScreen('/app/order_management', { orders: [orderOf(1)], permissions: ['orders'] })
  expect(await screen.findByRole('button', { name: '存为视图' })).toBeTruthy()
  cleanup()
  openScreen('/app/order_management', { orders: [orderOf(1)], permissions: ['view'] })
  await screen.findByText(orderOf(1).originalId)
  expect(screen.queryByRole('button', { name: '存为视图' })).toBeNull()
})

test('an order says how many codes it names whose designs are not in it', async () => {
  const code = {
    designId: 7,
    code: '73P9ZE27',
    reason: 'held',
    text: '备注里的定制编号 73P9-ZE27 还没有放进订单',
    itemIds: [],
  } as const
  const unplacedCodes = [
    { ...code, itemIds: [], asks: true },
    { ...code, designId: 8, itemIds: [], asks: false },
  ]
  openScreen('/app/order_management', { orders: [orderOf(1, { unplacedCodes }), orderOf(2)] })
  expect((await screen.findAllByText('1 个定制编号要处理')).map(({ title }) => title)).toEqual([code.text])
})

test('the seller hides and shows columns, but for those that a row needs, and finds them so again', async () => {
  const { user, unmount } = openScreen('/app/order_management', {
    orders: [orderOf(1, { orderItems: [itemOf(10, { merchantSku: 'KJ-15P', customizations: [customizationOf(100)] })] })],
  })
  const heads = () =>
    screen
      .getAllByRole('columnheader')
      .slice(1, -1)
      .map(({ textContent }) => textContent)
  await screen.findByText('定制手机壳 10')
  expect(heads()).toEqual(['订单', '商品', '定制信息', '定制图', '效果图', '提醒、留言和备注', '下载状态', '推送状态'])
  await user.click(screen.getByRole('button', { name: '列设置' }))
  const entry = (name: RegExp) => screen.findByRole('checkbox', { name })
  expect((await entry(/^商品/)).hasAttribute('disabled')).toBe(true)
  expect(heads()).toContain('商品')
  await user.click(await entry(/^效果图/))
  await user.click(await entry(/^商家编码/))
  await user.click(screen.getByRole('radio', { name: '大图' }))
  const chosen = ['商品', '商家编码', '定制信息', '定制图', '下载状态', '推送状态']
  expect(heads()).toEqual(chosen)
  screen.getByRole('cell', { name: 'KJ-15P' })
  unmount()
  openScreen('/app/order_management', { orders: [orderOf(1)] })
  await screen.findByText('定制手机壳 10')
  expect(heads()).toEqual(chosen)
})

test('the message of the buyer and the memo of the seller stand above the items of its order', async () => {
  openScreen('/app/order_management', {
    orders: [orderOf(1, { buyerMessage: '名字写 LILI', sellerMemo: '加急' }), orderOf(2)],
  })
  await screen.findByText('名字写 LILI')
  screen.getByText('加急')
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['买家留言', '卖家备注'])
})

test('a refund after the push is shown beside the order, and above the list leads to all that need the seller', async () => {
  const push = { status: 'pushed', factoryName: '晨星工厂', message: null, at: null } as const
  const refundedLater = orderOf(2, { orderItems: [itemOf(20, { hold: '买家申请了退款' })], push })
  openScreen('/app/order_management', { orders: [orderOf(1), refundedLater, orderOf(3, { push })], alarms: 1234 })
  const link = await screen.findByRole('link', { name: '处理异常订单（1,234）' })
  expect(link.getAttribute('href')).toBe('/app/order_management/alarms')
  expect(screen.getAllByText('推送后有变化，请联系工厂停做')).toHaveLength(1)
})

test('a change after the push is shown like a refund until the seller settles it, and shipped orders are not ticked with the page', async () => {
  const push = { status: 'pushed', factoryName: '晨星工厂', message: null, at: null } as const
  const change = { stage: 'pushed', text: '推送后买家改了数量：推送的是 1 件，现在是 2 件，请联系工厂' } as const
  const changed = orderOf(2, { orderItems: [itemOf(20, { change })], push })
  const shipped = orderOf(3, { orderItems: [itemOf(30, { state: 'shipped' })] })
  const partly = orderOf(4, {
    orderItems: [itemOf(40), itemOf(41, { state: 'finished' }), itemOf(42, { state: 'partRefunded' })],
  })
  const { user } = openScreen('/app/order_management', { orders: [changed, shipped, partly] })
  expect(await screen.findByText(change.text)).toBeTruthy()
  expect(screen.getByText('推送后买家改了，请联系工厂')).toBeTruthy()
  for (const words of ['已发货', '交易成功', '部分退款', '部分发货']) expect(screen.getByText(words)).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  expect(picked()).toContain('已选 3 项')
  await user.click(screen.getByRole('button', { name: `订单 ${changed.originalId} 的详情` }))
  const drawer = await screen.findByRole('dialog')
  await user.click(await within(drawer).findByRole('button', { name: '已和工厂确认，不再提示' }))
  expect(await screen.findByText('已标为处理过，买家再改会重新提示')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(change.text)).toBeNull())
})

describe('ticks', () => {
  test('ticks stay when a filter hides their orders, and a design in two orders counts once', async () => {
    const { user } = openScreen('/app/order_management', { orders: [mergedOrder(), orderOf(1)] })
    await user.click(await tick('定制手机壳 500'))
    await user.click(screen.getByRole('button', { name: /展开订单 .* 的 2 个子订单/ }))
    await user.click(await tick('定制手机壳 511'))
    expect(picked()).toBe('已选 2 项，1 张定制图')
    await user.type(await screen.findByLabelText('搜索订单'), '451000000000000001{Enter}')
    await waitFor(() => expect(screen.queryByText('定制手机壳 500')).toBeNull())
    await user.click(await tick('定制手机壳 10'))
    expect(picked()).toBe('已选 3 项，2 张定制图')
    await user.click(screen.getByText('清空'))
    expect(screen.queryByText(/^已选/)).toBeNull()
  })

  test('all results of a filter can be ticked, on all pages', async () => {
    const { user } = openScreen('/app/order_management', { orders: many(45) })
    await tick('定制手机壳 10')
    expect(screen.queryByText(/勾选全部/)).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    expect(picked()).toContain('已选 20 项')
    await user.click(screen.getByRole('button', { name: '勾选全部 45 个结果' }))
    await waitFor(() => expect(picked()).toContain('已选 45 项'))
    await user.click(screen.getByText('清空'))
    expect(screen.queryByText(/^已选/)).toBeNull()
  })

  test('ticking a page leaves out what the children of a merged order repeat', async () => {
    const { user } = openScreen('/app/order_management', { orders: [mergedOrder(), orderOf(1)] })
    await tick('定制手机壳 10')
    await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    expect(picked()).toBe('已选 3 项，3 张定制图（1 张已下载）')
  })
})

test('an order shows its first items and designs, and a button shows the rest', async () => {
  const items = Array.from({ length: 30 }, (_, at) => itemOf(at + 1, { title: `壳 ${at + 1}` }))
  const designs = Array.from({ length: 9 }, (_, at) => customizationOf(at + 1))
  const first = itemOf(900, { title: '九款', customizations: designs })
  const { user } = openScreen('/app/order_management', { orders: [orderOf(1, { orderItems: [first, ...items] })] })
  await screen.findByText('九款')
  expect(screen.getByText('还有 5 个定制')).toBeTruthy()
  expect(screen.queryByText('壳 10')).toBeNull()
  await user.click(screen.getByText('还有 21 件商品，全部显示'))
  await screen.findByText('壳 30')
})

describe('empty states', () => {
  test('an account without a shop is led to adding one', async () => {
    openScreen('/app/order_management', { orders: [], shops: [] })
    await screen.findByText('先添加一个店铺')
    expect(screen.getByRole('link', { name: '去添加店铺' }).getAttribute('href')).toBe('/app/setting')
    expect(screen.queryByRole('button', { name: '同步订单' })).toBeNull()
  })

  test('an empty list offers a sync where a shop is authorised', async () => {
    openScreen('/app/order_management', { orders: [] })
    const state = (await screen.findByText('还没有订单')).closest('.state-block')
    expect(within(state as HTMLElement).getByRole('button', { name: '同步订单' })).toBeTruthy()
  })

  test('an empty result of filters offers to clear them', async () => {
    const { user } = openScreen('/app/order_management?q=nothing&status=SPLIT_CHILD', { orders: many(3) })
    await screen.findByText('没有符合这些条件的订单。')
    const [, clear] = screen.getAllByRole('button', { name: '清空筛选' })
    if (!clear) throw new Error('no button')
    await user.click(clear)
    await tick('定制手机壳 10')
    expect(location.search).toBe('')
  })

  test('a filter by a shop of another account shows a message, not a failure', async () => {
    const { user } = openScreen('/app/order_management?shopId=77', {
      orders: many(3),
      knowsShop: false,
    })
    await screen.findByText('没有找到这个店铺，它可能不属于当前账号。')
    expect(screen.queryByRole('alert')).toBeNull()
    const [, clear] = screen.getAllByRole('button', { name: '清空筛选' })
    if (!clear) throw new Error('no button')
    await user.click(clear)
    await tick('定制手机壳 10')
  })
})

test('a list that cannot be read shows the failure and is read again on 重试', async () => {
  const { failing, user } = openScreen('/app/order_management', { orders: many(1), failing: { 'orders.list': brokenServer } })
  await screen.findByText('服务器出错', { selector: 'h2' })
  failing.clear()
  await user.click(screen.getByRole('button', { name: '重试' }))
  await tick('定制手机壳 10')
})

test('orders are listed also while the shops cannot be read', async () => {
  const { failing, user } = openScreen('/app/order_management', { orders: many(1), failing: { 'shops.list': brokenServer } })
  await tick('定制手机壳 10')
  await screen.findByText(/^店铺没有读取到，暂时不能按店铺筛选和同步：/)
  expect(screen.queryByText('同步订单')).toBeNull()
  failing.clear()
  await user.click(screen.getByText('重试'))
  await screen.findByText('同步订单')
  await screen.findByText('晨曦手机壳（淘宝）')
})

test('the tabs count the orders, keep the other filters, and the open one is not named again among the filters', async () => {
  const { user } = openScreen('/app/order_management?q=45100&page=2', { orders: many(45) })
  const tabs = within(await screen.findByRole('navigation', { name: '订单分类' }))
  await tabs.findByRole('link', { name: /^待下载/ })
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['待处理12', '有问题3', '待下载4', '待推送5', '退款中0', '全部45'],
  ])
  const current = () => tabs.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)
  expect(current()).toEqual(['全部45'])
  await user.click(tabs.getByRole('link', { name: /^待推送/ }))
  expect(current()).toEqual(['待推送5'])
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ q: '45100', pushed: 'false', state: 'toMake' })
  const chips = within(screen.getByText('搜索：45100').closest('ul') ?? document.body)
  expect(chips.queryByText('未推送')).toBeNull()
})
