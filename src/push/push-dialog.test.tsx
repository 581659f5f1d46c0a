/** Tests the push dialog with a fake server: questions, exclusions, results per order, retries. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { HttpRequest, Platform } from '../../adapters/platform'
import type { Customization, Factory, PushCheck, PushOrderBody } from '../../contract/types'
import { createApi } from '../api/client'
import { ServicesProvider } from '../api/services'
import { PushDialog } from './push-dialog'
import { storeFactory } from './push-memory'
import { type PushOrder, receivedOrder } from './push-orders'
import { readPushedFlag } from './pushed-flag'

interface Answer {
  readonly status: number
  readonly body: unknown
}
const ok = (body: unknown): Answer => ({ status: 200, body })
const fine: PushCheck = { lines: 1, pushed: 0, problems: [], asks: [], warnings: [], undecided: [] }
const note = (message: string) => ({ itemOriginalId: null, customizationId: null, message, code: null })
const factory = (id: number, name: string, gone = false): Factory => ({ id, name, createdAt: 0, gone, printSize: 'true-size' })
const chenxing = factory(1, '晨星工厂')
const lanhai = factory(2, '蓝海工厂')

const orderNumbered = (number: string): PushOrder =>
  receivedOrder({
    orderOriginalId: number,
    orderItems: [{ originalId: `${number}-1`, quantity: 1, phoneCaseCustomizationInfos: [{ id: 1 }] }],
  })

function Opened({ orders, onPushed }: { readonly orders: readonly PushOrder[]; readonly onPushed: () => void }) {
  const [open, setOpen] = useState(true)
  return <PushDialog orders={open ? orders : null} onClose={() => setOpen(false)} onPushed={onPushed} />
}

/** A server whose pushes wait until they are released if `held` is set. */
function openDialog(
  numbers: readonly string[],
  {
    factories = [chenxing],
    checks = {},
    pushes = {},
    held = false,
  }: {
    factories?: readonly Factory[]
    checks?: Record<string, PushCheck | Answer>
    pushes?: Record<string, (Answer | 'offline')[]>
    held?: boolean
  } = {},
) {
  const calls = {
    checked: [] as string[],
    pushed: [] as string[],
    confirmed: [] as (number[] | undefined)[],
    decided: [] as { path: string; pieces: unknown }[],
    ended: 0,
    expired: 0,
    dialogs: 0,
    waiting: [] as (() => void)[],
  }
  const answerTo = async ({ method, path, body }: HttpRequest): Promise<Answer> => {
    const call = `${method} ${path}`
    if (call === 'GET /api/erp/factories') return ok(factories)
    if (call === 'GET /api/users/me') return ok({ username: 'demo', permissions: [] })
    if (path.endsWith('/pieces')) {
      calls.decided.push({ path, pieces: JSON.parse(String(body)).pieces })
      return ok({})
    }
    const { factoryId, orderOriginalId: number, confirmed } = JSON.parse(String(body)) as PushOrderBody
    if (call === 'POST /api/erp/push_order/check') {
      calls.checked.push(`${factoryId}/${number}`)
      const found = checks[number] ?? fine
      return 'status' in found ? found : ok(found)
    }
    calls.pushed.push(`${factoryId}/${number}`)
    calls.confirmed.push(confirmed)
    if (held) await new Promise<void>((resolve) => calls.waiting.push(resolve))
    const answer = pushes[number]?.shift()
    if (answer === 'offline') throw new TypeError('Failed to fetch')
    const reply = { status: 'pushed', factoryName: '晨星工厂', factoryOrderIds: [`F-${number}`], message: '推送成功' }
    return answer ?? ok(reply)
  }
  const api = createApi(
    async (request) => {
      const { status, body } = await answerTo(request)
      return { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) }
    },
    {
      token: () => 't',
      onSessionEnded: () => {
        calls.expired += 1
      },
      onFailure: () => {
        calls.dialogs += 1
      },
    },
  )
  const links: string[] = []
  // The dialog uses only `openLink` of the platform.
  const platform = { openLink: async (url: string) => void links.push(url) } as unknown as Platform
  const orders = numbers.map(orderNumbered)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesProvider api={api} platform={platform}>
        <Opened
          orders={orders}
          onPushed={() => {
            calls.ended += 1
          }}
        />
      </ServicesProvider>
    </QueryClientProvider>,
  )
  return { calls, checks, links, user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }) }
}

const row = (number: string): HTMLElement => {
  const found = screen.getByText(number).closest('li')
  if (!found) throw new Error(`${number} has no line`)
  return found
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const findText = (text: string | RegExp) => screen.findByText(text)
const choose = async (user: ReturnType<typeof openDialog>['user'], name: string) => {
  await user.click(screen.getByRole('combobox', { name: '工厂' }))
  await user.click(await screen.findByRole('option', { name }))
}

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
    expect(links).toEqual(['/app/integrations/factories'])
  })
})

describe('checks', () => {
  test('a picture of low resolution is pushed when the seller confirms it, and no other one', async () => {
    const ask = (customizationId: number): PushCheck['asks'][number] => ({
      itemOriginalId: null,
      customizationId,
      message: `第${customizationId}张只有 106 DPI`,
      code: 'poor',
      imageUrl: null,
    })
    const { calls, user } = openDialog(['101', '102'], { checks: { 102: { ...fine, lines: 2, asks: [ask(1), ask(2)] } } })
    await findText('共 2 个订单：推送 1 个 · 1 个等您确认图片')
    expect(row('102').textContent).toContain('有图片等您确认')
    const boxes = within(row('102')).getAllByRole('checkbox', { name: '我看过这张图，仍要印刷' })
    await user.click(boxes[0] as HTMLElement)
    await findText('共 2 个订单：推送 1 个 · 1 个等您确认图片')
    await user.click(boxes[1] as HTMLElement)
    await findText('共 2 个订单：推送 2 个')
    await user.click(button('推送 2 个订单'))
    await findText('推送完成：成功 2 个')
    expect(calls.confirmed).toEqual([[], [1, 2]])
  })

  const designed = (id: number): Customization => ({
    id,
    phoneBrandId: 1,
    phoneModelId: 1,
    phoneCaseMaterialId: 1,
    phoneCaseMaterialColorId: 1,
    phoneBrandName: '苹果',
    phoneModelName: `iPhone ${id}`,
    phoneCaseMaterialName: '硅胶',
    phoneCaseMaterialColorName: '黑',
    customizedImageUrl: null,
    previewImageUrl: null,
    creditDeducted: false,
    caseByHand: false,
    modelKnown: true,
    colorKnown: true,
    customizedImage: null,
    widthMm: null,
    heightMm: null,
  })

  test('pieces that the numbers do not decide are asked for in the dialog, and the order is checked again', async () => {
    const item = {
      id: 7,
      originalId: '101-1',
      productOriginalId: null,
      skuOriginalId: null,
      title: '壳',
      imageUrl: null,
      propertiesName: '',
      quantity: 4,
      hold: null,
      merchantSku: null,
      customizations: [designed(14), designed(15)],
      decidedPieces: null,
    }
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
    expect(calls.decided).toEqual([{ path: '/api/orders/3/items/7/pieces', pieces }])
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
    await findText('推送完成：成功 2 个，未推送 2 个')
    expect(calls.pushed).toEqual(['1/101', '1/104'])
  })

  test('an order with problems is pushed if the seller wants it, and the server decides', async () => {
    const refused: Answer = { status: 422, body: { traceId: 't', code: 'invalid', message: '小米14 没有绑定，请先绑定' } }
    const { calls, user } = openDialog(['102'], { checks: { 102: unbound }, pushes: { 102: [refused] } })
    await findText('共 1 个订单：推送 0 个 · 1 个有问题，不推送')
    expect(button('推送').disabled).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: '推送订单 102' }))
    await findText('共 1 个订单：推送 1 个 · 1 个有问题，仍要推送')
    await user.click(button('推送 1 个订单'))
    await findText('推送完成：成功 0 个，失败 1 个')
    expect(row('102').textContent).toContain('小米14 没有绑定，请先绑定')
    expect(calls.dialogs).toBe(0)
  })

  test('a failed check can be repeated', async () => {
    const checks: Record<string, PushCheck | Answer> = {
      101: { status: 503, body: { traceId: 't', code: 'unavailable', message: '工厂程序没有配置' } },
    }
    const { calls, user } = openDialog(['101'], { checks })
    await findText('工厂程序没有配置')
    await findText('共 1 个订单：推送 0 个 · 1 个没有检查成功')
    delete checks[101]
    await user.click(button('重新检查'))
    await findText('共 1 个订单：推送 1 个')
    expect(calls.checked).toEqual(['1/101', '1/101'])
  })
})

describe('pushing', () => {
  test('orders are pushed one by one, each result is shown, and only failures are retried', async () => {
    const raw: Answer = { status: 500, body: '<h1>502 Bad Gateway</h1>' }
    const { calls, user } = openDialog(['101', '102', '103'], { pushes: { 102: [raw], 103: ['offline'] } })
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
    expect(calls.dialogs).toBe(0)
  })

  test('orders that the factory had before are reported as such', async () => {
    const already = ok({
      status: 'already',
      factoryName: '晨星工厂',
      factoryOrderIds: ['F-9'],
      message: '工厂已有这个订单，没有重复下单',
    })
    const { user } = openDialog(['101'], { pushes: { 101: [already] } })
    await findText('共 1 个订单：推送 1 个')
    await user.click(button('推送 1 个订单'))
    await findText('推送完成：成功 1 个')
    expect(row('101').textContent).toContain('工厂已有这个订单，没有重复下单')
    expect(row('101').textContent).toContain('F-9')
  })

  test('a double click pushes once', async () => {
    const { calls, user } = openDialog(['101'], { held: true })
    await findText('共 1 个订单：推送 1 个')
    await user.dblClick(button('推送 1 个订单'))
    await findText('正在推送 1/1')
    for (const release of calls.waiting) release()
    await findText('推送完成：成功 1 个')
    expect(calls.pushed).toEqual(['1/101'])
  })

  test('closing stops the push only after confirmation, and the order being pushed is finished', async () => {
    const { calls, user } = openDialog(['101', '102'], { held: true })
    await findText('共 2 个订单：推送 2 个')
    await user.click(button('推送 2 个订单'))
    await findText('正在推送 1/2')
    await user.click(screen.getByLabelText('Close'))
    await user.click(await screen.findByRole('button', { name: '继续推送' }))
    expect(screen.getByText('正在推送 1/2')).toBeTruthy()
    await user.click(button('取消'))
    const confirmation = (await screen.findAllByRole('dialog')).find((one) => within(one).queryByText(/要停止并关闭吗/))
    if (!confirmation) throw new Error('nobody asked')
    await user.click(within(confirmation).getByRole('button', { name: '停止并关闭' }))
    await waitFor(() => expect(screen.queryByText('推送到工厂')).toBeNull())
    for (const letGo of calls.waiting) letGo()
    await waitFor(() => expect(calls.ended).toBe(1))
    expect(calls.pushed).toEqual(['1/101'])
    expect(readPushedFlag('demo')).toBe(true)
  })

  test('the push waits when the session ends, and continues after signing in', async () => {
    const expired: Answer = { status: 401, body: { traceId: 't', code: 'unauthorized', message: '登录过期' } }
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
    const refused: Answer = {
      status: 422,
      body: { traceId: 't', code: 'subuser.has-no-permission', message: '该子帐号无此操作权限' },
    }
    const { calls, user } = openDialog(['101', '102'], { pushes: { 101: [refused] } })
    await findText('共 2 个订单：推送 2 个')
    await user.click(button('推送 2 个订单'))
    await findText('推送已停止：成功 0 个，失败 1 个，未推送 1 个')
    expect(row('101').textContent).toContain('该子帐号无此操作权限')
    expect(calls.pushed).toEqual(['1/101'])
  })

  test('choosing another factory begins a new round for what failed', async () => {
    const refused: Answer = { status: 502, body: { traceId: 't', code: 'upstream-failed', message: '库存不足' } }
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
