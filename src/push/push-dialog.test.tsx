/** Tests the push dialog over the fake API: the choice of the factory, results per order, retries, and closing while it pushes. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PushReply } from '../../contract/types'
import { offline, RawReply, Refusal } from '../api/test/fake-api'
import { storeFactory } from './push-memory'
import { readPushedFlag } from './pushed-flag'
import { button, chenxing, choose, findText, lanhai, openDialog, row } from './test/test-dialog'

beforeEach(() => localStorage.clear())

describe('the factory', () => {
  test('a factory must be chosen, and the choice is remembered', async () => {
    const { calls, user } = openDialog(['101'], { factories: [chenxing, lanhai] })
    await findText('共 1 个订单，选择工厂后检查')
    await waitFor(() => expect(button('推送').disabled).toBe(false))
    await user.click(button('推送'))
    expect(screen.getByRole('alert').textContent).toBe('必须选择工厂')
    expect(calls.pushed).toEqual([])
    await choose(user, '蓝海工厂')
    await findText('共 1 个订单：推送 1 个')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(calls.checked).toEqual(['2/101'])
    expect(localStorage.getItem('kejiang.pushFactory.demo')).toBe('2')
  })

  test('the factory of the last push is preselected, or the only one that is left', async () => {
    storeFactory('demo', 2)
    const { calls } = openDialog(['101'], { factories: [chenxing, lanhai] })
    await findText('共 1 个订单：推送 1 个')
    expect(calls.checked).toEqual(['2/101'])
  })

  test('a factory that is gone is not preselected any more', async () => {
    storeFactory('demo', 2)
    const { calls } = openDialog(['101'], { factories: [chenxing, { ...lanhai, gone: true }] })
    await findText('共 1 个订单：推送 1 个')
    expect(calls.checked).toEqual(['1/101'])
  })

  test('without a factory the dialog leads to its setup first', async () => {
    const { links, user } = openDialog(['101'], { factories: [] })
    await findText('还没有可以推送的工厂')
    expect(button('推送').disabled).toBe(true)
    await user.click(button('去工厂对接'))
    expect(links).toEqual(['/app/integrations/factories?aside=1'])
  })
})

describe('pushing', () => {
  test.each(['{}', '[]', '{"ok":true}', '{"factoryOrderIds":"F-101"}'])(
    'an answer of success that says something else, %s, is a failed row, and the others are pushed',
    async (body) => {
      const { user } = openDialog(['101', '102'], { pushes: { 101: [new RawReply(200, body)] } })
      await findText('共 2 个订单：推送 2 个')
      await user.click(button('推送 2 个订单'))
      await findText('推送完成：成功 1 个，失败 1 个')
      expect(row('101').textContent).toContain('返回数据发生错误，请联系客服')
      expect(row('101').textContent).toContain('不会重复下单')
    },
  )

  test('orders are pushed one by one, each result is shown, and only failures are retried', async () => {
    const raw = new RawReply(500, '<h1>502 Bad Gateway</h1>')
    const { calls, dialogs, user } = openDialog(['101', '102', '103'], { pushes: { 102: [raw], 103: [offline] } })
    await findText('共 3 个订单：推送 3 个')
    await user.click(button('推送 3 个订单'))
    await findText('推送完成：成功 1 个，失败 2 个')
    expect(calls.pushed).toEqual(['1/101', '1/102', '1/103'])
    expect(row('101').textContent).toContain('推送成功')
    expect(row('101').textContent).toContain('晨星工厂 单号 F-101')
    expect(row('102').textContent).toContain('<h1>502 Bad Gateway</h1>')
    expect(row('103').textContent).toContain('还不知道工厂是否收到，重试会先查询，不会重复下单。')
    expect(button('推送').disabled).toBe(true)
    expect(calls.ended).toBe(1)
    expect(readPushedFlag('demo')).toBe(true)
    await user.click(button('重试失败的 2 个'))
    await findText('推送完成：成功 3 个')
    expect(calls.pushed.slice(3)).toEqual(['1/102', '1/103'])
    expect(button('推送').disabled).toBe(true)
    expect(screen.queryByRole('button', { name: /^重试/ })).toBeNull()
    expect(calls.ended).toBe(2)
    expect(dialogs).toEqual([])
  })

  test('orders that the factory had before are reported as such', async () => {
    const already: PushReply = {
      status: 'already',
      factoryName: '晨星工厂',
      factoryOrderIds: ['F-9'],
      message: '工厂已有这个订单，没有重复下单',
    }
    const { user } = openDialog(['101'], { pushes: { 101: [already] } })
    await findText('共 1 个订单：推送 1 个')
    await user.click(button('推送 1 个订单'))
    await findText('推送完成：成功 1 个')
    expect(row('101').textContent).toContain('工厂已有这个订单，没有重复下单')
    expect(row('101').textContent).toContain('F-9')
  })

  test('a double click pushes once', async () => {
    const { calls, user } = openDialog(['101'], { arePushesHeld: true })
    await findText('共 1 个订单：推送 1 个')
    await user.dblClick(button('推送 1 个订单'))
    await findText('正在推送 1/1')
    for (const release of calls.waiting) release()
    await findText('推送完成：成功 1 个')
    expect(calls.pushed).toEqual(['1/101'])
  })

  test('closing stops the push only after confirmation, and the order being pushed is finished', async () => {
    const { calls, user } = openDialog(['101', '102'], { arePushesHeld: true })
    await findText('共 2 个订单：推送 2 个')
    await user.click(button('推送 2 个订单'))
    await findText('正在推送 1/2')
    await user.click(screen.getByLabelText('Close'))
    await user.click(await screen.findByRole('button', { name: '继续推送' }))
    expect(screen.getByText('正在推送 1/2')).toBeTruthy()
    await user.click(button('关闭'))
    const confirmation = (await screen.findAllByRole('dialog')).find((dialog) => within(dialog).queryByText(/要停止并关闭吗/))
    if (!confirmation) throw new Error('no confirmation is open')
    await user.click(within(confirmation).getByRole('button', { name: '停止并关闭' }))
    await waitFor(() => expect(screen.queryByText('推送到工厂')).toBeNull())
    for (const release of calls.waiting) release()
    await waitFor(() => expect(calls.ended).toBe(1))
    expect(calls.pushed).toEqual(['1/101'])
    expect(readPushedFlag('demo')).toBe(true)
  })

  test('the push waits when the session ends, and continues after signing in', async () => {
    const expired = new Refusal('unauthenticated', '登录过期')
    const { calls, user } = openDialog(['101', '102', '103'], { pushes: { 102: [expired] } })
    await findText('共 3 个订单：推送 3 个')
    await user.click(button('推送 3 个订单'))
    await findText('推送已停止：成功 1 个，未推送 2 个')
    await findText('登录过期，还没有推送的请登录后继续')
    expect(calls.expired).toBe(1)
    await user.click(button('继续推送 2 个'))
    await findText('推送完成：成功 3 个')
    expect(calls.pushed).toEqual(['1/101', '1/102', '1/102', '1/103'])
  })

  test('the push is not retried for a user without permission', async () => {
    const refused = new Refusal('subuser.has-no-permission', '该子帐号无此操作权限')
    const { calls, user } = openDialog(['101', '102'], { pushes: { 101: [refused] } })
    await findText('共 2 个订单：推送 2 个')
    await user.click(button('推送 2 个订单'))
    await findText('推送已停止：成功 0 个，失败 1 个，未推送 1 个')
    expect(row('101').textContent).toContain('该子帐号无此操作权限')
    expect(calls.pushed).toEqual(['1/101'])
  })

  test('choosing another factory begins a new round for what failed', async () => {
    const refused = new Refusal('upstream-failed', '库存不足')
    const { calls, user } = openDialog(['101', '102'], { factories: [chenxing, lanhai], pushes: { 102: [refused] } })
    await screen.findByRole('combobox', { name: '工厂' })
    await choose(user, '晨星工厂')
    await findText('共 2 个订单：推送 2 个')
    await user.click(button('推送 2 个订单'))
    await findText('推送完成：成功 1 个，失败 1 个')
    expect(row('102').textContent).toContain('库存不足')
    expect(row('102').textContent).not.toContain('还不知道工厂是否收到')
    await choose(user, '蓝海工厂')
    await waitFor(() => expect(button('推送 1 个订单').disabled).toBe(false))
    await user.click(button('推送 1 个订单'))
    await findText('推送完成：成功 2 个')
    expect(calls.pushed).toEqual(['1/101', '1/102', '2/102'])
    expect(calls.checked.slice(2)).toEqual(['2/102'])
  })
})
