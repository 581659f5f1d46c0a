/** Tests which counts of the home screen the entries of the menu show, and where they lead. */
import { expect, test } from 'vitest'
import { screens } from '../../base/paths'
import { menuBadge } from './todos'

const nothing = { orders: [], alarms: 0, unread: 0, approvals: 0, stoppedShops: 0, toPrint: 0, lowCredits: null }

test('an entry without anything that waits has no badge', () => {
  const orders = [{ key: 'toPush' as const, count: 7 }]
  expect([screens.orders, screens.shops, screens.credits, screens.trash].map(({ path }) => menuBadge(path, { ...nothing, orders }))).toEqual([null, null, null, null]) // biome-ignore format: a row
})

test('the badge of orders that wait for one kind of decision leads to their list', () => {
  expect(menuBadge(screens.orders.path, { ...nothing, approvals: 1200 })).toEqual({
    text: '99+',
    title: '待审批 1,200',
    href: '/app/order_management/approvals',
  })
  expect(menuBadge(screens.orders.path, { ...nothing, orders: [{ key: 'problem', count: 4 }] })?.href).toBe('/app/order_management?finding=problem') // biome-ignore format: a row
})

test('the badge of several kinds sums them up, names each, and leads to the home screen', () => {
  const todos = { ...nothing, alarms: 2, approvals: 1, orders: [{ key: 'problem' as const, count: 4 }] }
  expect(menuBadge(screens.orders.path, todos)).toEqual({ text: '7', title: '异常订单 2，待审批 1，有问题 4', href: '/app/home' })
})

test('the entry of the print floor counts the pieces that wait there', () => {
  expect(menuBadge(screens.printFloor.path, { ...nothing, toPrint: 12 })).toEqual({
    text: '12',
    title: '待打印的件 12',
    href: '/app/print_floor/waiting',
  })
})

test('the entries of credits that do not last, and of shops that are not read, name the reason', () => {
  const lowCredits = { left: 90, toPay: 1200, threeDays: 400 }
  const todos = { ...nothing, stoppedShops: 2, lowCredits }
  expect(menuBadge(screens.credits.path, todos)).toEqual({
    text: '不足',
    title: '点数不足，待推送订单的图还没付费，要 1,200 点',
    href: '/app/pay/recharge',
  })
  expect(menuBadge(screens.shops.path, todos)).toEqual({ text: '2', title: '店铺停止同步 2', href: '/app/setting' })
})
