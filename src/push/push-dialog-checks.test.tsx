/** Tests what the push dialog shows of the check before a push: questions, exclusions with their reasons, and repeated checks. */
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { customizationOf, itemOf } from '../../contract/test/orders'
import type { PushCheck } from '../../contract/types'
import { type Failure, Refusal } from '../api/test/fake-api'
import { button, findText, fine, note, openDialog, row } from './test/test-dialog'

beforeEach(() => localStorage.clear())

test('a picture of low resolution is pushed when the seller confirms it, and no other one', async () => {
  const ask = (customizationId: number): PushCheck['asks'][number] => ({
    itemOriginalId: null,
    customizationId,
    message: `第${customizationId}张只有 106 DPI`,
    code: 'poor',
    imageUrl: null,
  })
  const { calls, user } = openDialog(['101', '102'], { checks: { 102: { ...fine, lines: 2, asks: [ask(1), ask(2)] } } })
  await findText('共 2 个订单：推送 1 个 · 1 个等您确认')
  expect(row('102').textContent).toContain('等您确认')
  const boxes = within(row('102')).getAllByRole('checkbox', { name: '我看过这张图，仍要印刷' })
  await user.click(boxes[0] as HTMLElement)
  await findText('共 2 个订单：推送 1 个 · 1 个等您确认')
  await user.click(boxes[1] as HTMLElement)
  await findText('共 2 个订单：推送 2 个')
  await user.click(button('推送 2 个订单'))
  await findText('推送完成：成功 2 个')
  expect(calls.confirmed).toEqual([[], [1, 2]])
})

const designed = (id: number) =>
  customizationOf(id, {
    phoneBrandName: '苹果',
    phoneModelName: `iPhone ${id}`,
    phoneCaseMaterialName: '硅胶',
    phoneCaseMaterialColorName: '黑',
    customizedImageUrl: null,
  })

test('pieces that the numbers do not decide are asked for in the dialog, and the order is checked again', async () => {
  const item = itemOf(7, { title: '壳', quantity: 4, customizations: [designed(14), designed(15)] })
  const open: PushCheck = {
    ...fine,
    problems: [{ ...note('「壳」买了 4 件，定制有 2 个，请在订单详情里填写每个定制做几件'), code: 'undecidedPieces' }],
    undecided: [{ orderId: 3, item }],
  }
  const { calls, checks, user } = openDialog(['101'], { checks: { 101: open } })
  const field = await screen.findByRole('group', { name: '件数待定：买了 4 件，每个定制做几件？' })
  expect(row('101').textContent).not.toContain('订单详情')
  const save = within(field).getByRole('button', { name: '保存件数' }) as HTMLButtonElement
  await user.type(within(field).getByRole('spinbutton', { name: '定制 1：苹果 iPhone 14 · 硅胶 · 黑 的件数' }), '3')
  expect(save.disabled).toBe(true)
  await user.type(within(field).getByRole('spinbutton', { name: '定制 2：苹果 iPhone 15 · 硅胶 · 黑 的件数' }), '1')
  checks[101] = fine
  await user.click(save)
  await findText('共 1 个订单：推送 1 个')
  const pieces = [
    { customizationId: 14, pieces: 3 },
    { customizationId: 15, pieces: 1 },
  ]
  expect(calls.decided).toEqual([{ id: 3, itemId: 7, pieces }])
  expect(screen.queryByRole('group', { name: /件数待定/ })).toBeNull()
})

test('a problem that all orders have is shown once, above them', async () => {
  const unread = { ...fine, problems: [note('工厂读不到图片'), { ...note('小米14 没有绑定'), itemOriginalId: 'a' }] }
  openDialog(['101', '102'], { checks: { 101: unread, 102: unread } })
  await findText('共 2 个订单：推送 0 个 · 2 个有问题，不推送')
  expect(screen.getAllByText('工厂读不到图片')).toHaveLength(1)
  expect(screen.getByRole('alert').textContent).toBe('工厂读不到图片')
  expect(screen.getAllByText('小米14 没有绑定')).toHaveLength(2)
})

const unbound: PushCheck = {
  lines: 2,
  pushed: 0,
  problems: [note('小米14 没有绑定'), note('小米14 没有绑定')],
  asks: [],
  warnings: [],
  undecided: [],
}

test('orders with problems or already pushed are excluded with their reason and counted', async () => {
  const { calls, user } = openDialog(['101', '102', '103', '104'], {
    checks: {
      102: unbound,
      103: { lines: 2, pushed: 2, problems: [], asks: [], warnings: [], undecided: [] },
      104: { lines: 3, pushed: 1, problems: [], asks: [], warnings: [note('只有 200 DPI')], undecided: [] },
    },
  })
  await findText('共 4 个订单：推送 2 个 · 1 个有问题，不推送 · 1 个有提醒 · 1 个之前已推送')
  expect(row('102').textContent).toContain('有问题，不推送')
  expect(row('102').textContent).toContain('小米14 没有绑定（2 处）')
  expect(row('103').textContent).toContain('之前已推送')
  expect(row('104').textContent).toContain('只有 200 DPI')
  expect(row('104').textContent).toContain('其中 1 个之前已推送，只推送余下的 2 个。')
  await user.click(button('推送 2 个订单'))
  await findText('推送完成：成功 2 个，之前已推送 1 个，未推送 1 个')
  expect(calls.pushed).toEqual(['1/101', '1/104'])
})

test('an order with problems is pushed if the seller wants it, and the server decides', async () => {
  const refused = new Refusal('invalid', '小米14 没有绑定，请先绑定')
  const { dialogs, user } = openDialog(['102'], { checks: { 102: unbound }, pushes: { 102: [refused] } })
  await findText('共 1 个订单：推送 0 个 · 1 个有问题，不推送')
  expect(button('推送').disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: '推送订单 102' }))
  await findText('共 1 个订单：推送 1 个 · 1 个有问题，仍要推送')
  await user.click(button('推送 1 个订单'))
  await findText('推送完成：成功 0 个，失败 1 个')
  expect(row('102').textContent).toContain('小米14 没有绑定，请先绑定')
  expect(dialogs).toEqual([])
})

test('a failed check can be repeated', async () => {
  const checks: Record<string, PushCheck | Failure> = {
    101: new Refusal('unavailable', '工厂程序没有配置'),
  }
  const { calls, user } = openDialog(['101'], { checks })
  await findText('工厂程序没有配置')
  await findText('共 1 个订单：推送 0 个 · 1 个没有检查成功')
  delete checks[101]
  await user.click(button('重新检查'))
  await findText('共 1 个订单：推送 1 个')
  expect(calls.checked).toEqual(['1/101', '1/101'])
})
