/** Tests the screen 异常订单 over a simulated server: what each alarm offers, and what is sent once. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Permission } from '../../../../contract/constants'
import { type AlarmKind, alarmKinds, alarmText } from '../../../../contract/rules/alarm'
import { customizationOf, itemOf, orderOf } from '../../../../contract/test/orders'
import type { Alarm, PushLine } from '../../../../contract/types'
import { fakeApi, Refusal } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import AlarmScreen from './alarm-screen'
import { adviceOf } from './alarm-texts'

const at = Date.parse('2026-11-26T02:00:00Z')
const lineOf = (change: Partial<PushLine> = {}): PushLine => ({
  customizationId: 1,
  factoryName: '晨星工厂',
  state: 'pushed',
  factoryOrderId: 'F001',
  quantity: 2,
  message: null,
  own: false,
  cancelRefusal: null,
  at,
  ...change,
})
const factsOf = {
  isSent: true,
  state: 'refundAsked',
  hold: '买家申请了退款，请先不要生产',
  change: null,
  message: null,
  isCancelAsked: false,
} as const
const alarmOf = (id: number, kind: AlarmKind = 'refund', change: Partial<Alarm> = {}): Alarm => ({
  customizationId: id,
  reasons: [{ kind, text: alarmText(kind, factsOf) }],
  since: at,
  facts: `facts-${id}`,
  orderId: 7,
  orderOriginalId: `270000000000000000${id}`,
  shopId: 1,
  item: { orderId: 7, originalId: 'i7', title: '定制手机壳', quantity: 2 },
  caseName: '小米14 · 磨砂软壳 · 黑色',
  imageUrl: null,
  usedCredits: 60,
  line: lineOf({ customizationId: id }),
  canCancel: true,
  ...change,
})

interface World {
  readonly alarms: readonly Alarm[]
  readonly permissions?: readonly Permission[]
  readonly outcomes?: readonly { outcome: 'cancelled' | 'kept' | 'unsure' | 'failed'; message: string }[]
  readonly acknowledged?: readonly number[]
}

function open({ alarms, permissions, outcomes = [], acknowledged }: World) {
  const main = { username: 'demo', permissions: [] }
  const { api, writes, failing } = fakeApi({
    users: { me: permissions ? { username: 'demo:li', mainUsername: 'demo', permissions: [...permissions] } : main },
    shops: { list: [] },
    alarms: {
      list: ({ query: { pageNo, pageSize } }) => ({
        items: alarms.slice((pageNo - 1) * pageSize, pageNo * pageSize),
        totalItems: alarms.length,
      }),
      acknowledge: ({ body }) => ({
        acknowledged: [...(acknowledged ?? body.alarms.map(({ customizationId }) => customizationId))],
      }),
    },
    orders: {
      get: { ...orderOf(7, { orderItems: [itemOf(7, { customizations: [customizationOf(1)] })] }), snapshots: [] },
    },
    pushes: {
      cancel: ({ body }) =>
        body.customizationIds.map((customizationId, index) => ({
          customizationId,
          outcome: 'cancelled',
          message: '',
          line: null,
          ...outcomes[index],
        })),
      settle: ({ body }) => ({ line: lineOf(body), message: '工厂有这一单（工厂订单号 F001，工厂的状态：排产中）' }),
    },
  })
  const { user } = renderScreen(<AlarmScreen />, { api, address: '/app/order_management/alarms' })
  return { user, writes, failing }
}
const row = (id: number) => screen.getByRole('group', { name: new RegExp(`0${id} 的`) })
const buttonsOf = (id: number) =>
  within(row(id))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

test('each alarm says what happened, since when, at which factory and for how much, and offers what can be done', async () => {
  open({
    alarms: [
      alarmOf(1),
      alarmOf(2, 'refund', { canCancel: false }),
      alarmOf(3, 'cancelled', { line: lineOf({ state: 'cancelled' }), canCancel: false }),
      alarmOf(4, 'refund', { line: null, canCancel: false }),
      alarmOf(5, 'replaced', { item: null }),
      alarmOf(6, 'unsure', { line: lineOf({ state: 'unsure' }) }),
    ],
  })
  expect(await screen.findAllByText('推送后申请退款：买家申请了退款，请先不要生产')).toHaveLength(3)
  expect(screen.getAllByText('晨星工厂 · 工厂订单号 F001 · 2 件 · 已扣 60 点 · 2026-11-26 10:00 起')).toHaveLength(5)
  await screen.findAllByRole('button', { name: '仍然生产' })
  const atFactory = ['向工厂查询', '记为工厂已取消', '工厂缺货', '仍然生产']
  expect(buttonsOf(1)).toEqual(['请工厂取消', ...atFactory])
  expect(buttonsOf(2)).toEqual(atFactory)
  expect(screen.getByText(/“晨星工厂”的程序没有取消接口，请打电话给工厂/)).toBeTruthy()
  expect(buttonsOf(3)).toEqual(['换工厂推送', '不用处理'])
  expect(buttonsOf(4)).toEqual(['不用处理'])
  expect(buttonsOf(5)).toEqual(['请工厂取消', ...atFactory])
  expect(buttonsOf(6)).toEqual(['请工厂取消', ...atFactory])
  expect(screen.getAllByRole('link', { name: '打开订单' })[0]?.getAttribute('href')).toBe(
    '/app/order_management?order=7&design=1',
  )
})

test('a design at the own print floor is cancelled there while it can be, and no word of the seller settles it', async () => {
  const own = { own: true, factoryName: '自有工厂' }
  const printed = lineOf({ ...own, cancelRefusal: '已经打印了 1 件' })
  open({ alarms: [alarmOf(1, 'refund', { line: lineOf(own) }), alarmOf(2, 'refund', { line: printed, canCancel: false })] })
  await screen.findByText(/不能取消打印，已经打印了 1 件/)
  expect(buttonsOf(1)).toEqual(['请工厂取消', '仍然生产'])
  expect(buttonsOf(2)).toEqual(['仍然生产'])
})

test.each(alarmKinds)('an alarm of the kind %s has advice wherever its design is', (kind) => {
  for (const line of [null, lineOf(), lineOf({ state: 'unsure' }), lineOf({ state: 'cancelled' }), lineOf({ state: 'pushing' })])
    for (const canCancel of [true, false]) expect(adviceOf(alarmOf(1, kind, { line, canCancel }))).toMatch(/[。]$/)
})

test('a user sees only the buttons that his permissions allow', async () => {
  open({ alarms: [alarmOf(1)], permissions: ['orders'] })
  await screen.findByText(/买家申请了退款/)
  await waitFor(() => expect(buttonsOf(1)).toEqual(['仍然生产']))
})

test('a factory is asked to cancel once by a double click, after a question, and what it refused is said', async () => {
  const { user, writes } = open({ alarms: [alarmOf(1)], outcomes: [{ outcome: 'kept', message: '工厂没有取消：已开始印刷' }] })
  await user.dblClick(await screen.findByRole('button', { name: '请工厂取消' }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText('请工厂“晨星工厂”取消 1 件？')).toBeTruthy()
  await user.dblClick(within(question).getByRole('button', { name: '请工厂取消' }))
  expect(await screen.findByText('工厂没有取消：已开始印刷')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '知道了' }))
  expect(writes().filter((write) => write.startsWith('POST /api/erp/push_lines/cancel'))).toHaveLength(1)
})

test('made all the same needs a reason, which is sent with the facts that were seen; changed ones stay and that is said', async () => {
  const { user, writes } = open({ alarms: [alarmOf(1), alarmOf(2)], acknowledged: [1] })
  for (const box of await screen.findAllByRole('checkbox')) await user.click(box)
  await user.click(screen.getByRole('button', { name: '不再提示' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: '不再提示' }))
  expect(await within(dialog).findByText('请写明原因')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: '原因' }), '买家撤销了退款')
  await user.dblClick(within(dialog).getByRole('button', { name: '不再提示' }))
  expect(await screen.findByText('1 个定制刚刚又有变化，请看过后再处理')).toBeTruthy()
  const sent = { alarms: [1, 2].map((id) => ({ customizationId: id, facts: `facts-${id}` })), note: '买家撤销了退款' }
  expect(writes()).toEqual([`POST /api/alarms/acknowledge ${JSON.stringify(sent)}`])
})

test('a failed word of the seller stays in its dialog with what was typed', async () => {
  const { user, failing } = open({ alarms: [alarmOf(1)] })
  failing.set('pushes.settle', new Refusal('conflict', '推送状态刚刚变化，请刷新查看'))
  await user.click(await screen.findByRole('button', { name: '工厂缺货' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: '备注' }), '缺 15 的壳')
  await user.click(within(dialog).getByRole('button', { name: '工厂缺货，没有做' }))
  expect(await within(dialog).findByText(/推送状态刚刚变化/)).toBeTruthy()
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: '备注' }).value).toBe('缺 15 的壳')
})

test('without alarms the screen says what would stand there', async () => {
  open({ alarms: [] })
  expect(await screen.findByText('没有要处理的订单')).toBeTruthy()
})
