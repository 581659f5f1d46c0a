/** Tests the screen 待审批 over a simulated server: keys, double presses, other people's answers, changes, failures and many orders. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Permission } from '../../../../contract/constants'
import { customizationOf, itemOf, orderOf } from '../../../../contract/test/orders'
import type { Approval } from '../../../../contract/types'
import { brokenServer, fakeApi, Refusal } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import ApprovalScreen from './approval-screen'

const approvalOf = (id: number, change: Partial<Approval> = {}, designs = 1): Approval => {
  const made = Array.from({ length: designs }, (_, at) => customizationOf(id * 100 + at))
  return {
    order: orderOf(id, {
      buyerMessage: '名字写小雨',
      orderItems: [itemOf(id * 10, { quantity: designs, customizations: made })],
    }),
    designs: `designs-${id}`,
    facts: `facts-${id}`,
    waitingSince: Date.now() - 3_600_000,
    askedBy: '规则「看图」',
    push: { ruleName: '推到东莞', factoryName: '东莞厂' },
    against: [],
    refusals: [],
    pictures: made.map(({ id: customizationId }) => ({ customizationId, pieces: 1, findings: [], frame: null })),
    ...change,
  }
}

function open(given: readonly Approval[], permissions?: readonly Permission[]) {
  let waiting = [...given]
  const decided: string[] = []
  const { api, failing, calls } = fakeApi({
    users: {
      me: permissions
        ? { username: 'demo:li', mainUsername: 'demo', permissions: [...permissions] }
        : { username: 'demo', permissions: [] },
    },
    shops: { list: [] },
    credits: {
      current: {
        credits: 0,
        nextExpiry: null,
        creditsPerImage: 60,
        creditPrice: { unit: 1000, fen: 100, originalFen: 100 },
        hasRecharged: false,
      } as never,
    },
    approvals: {
      list: ({ query: { after = 0, pageSize } }) => ({
        items: waiting.filter(({ order }) => order.id > after).slice(0, pageSize),
        totalItems: waiting.length,
      }),
      decide: ({ params, body: { answer, reason } }) => {
        decided.push(`${params.id} ${answer}${reason === undefined ? '' : ` ${reason}`}`)
        const back = given.find(({ order }) => order.id === params.id)
        waiting = waiting.filter(({ order }) => order.id !== params.id)
        if (answer === 'waiting' && back) waiting = [...waiting, back].sort((one, other) => one.order.id - other.order.id)
        return { waiting: waiting.length }
      },
    },
  })
  const { user } = renderScreen(<ApprovalScreen />, { api, address: '/app/order_management/approvals' })
  return { user, decided, failing, calls, replace: (next: readonly Approval[]) => (waiting = [...next]) }
}

const shown = (id: number) => screen.findByRole('article', { name: `订单 ${orderOf(id).originalId}` })
/** Time that has passed by itself, ms. */
let skipped = 0
beforeEach(() => {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skipped)
})
afterEach(() => vi.restoreAllMocks())

/** Lets the picture arrive, and the time pass in which an answer would be the second press of a double one. */
async function seePicture(): Promise<void> {
  fireEvent.load(screen.getByAltText(/的定制图$/))
  skipped += 1000
  await act(async () => {})
}

test('Enter approves once the picture is there, and a second press does not approve the next order', async () => {
  const { user, decided } = open([approvalOf(1), approvalOf(2)])
  await shown(1)
  await user.keyboard('{Enter}')
  expect(decided).toEqual([])
  screen.getByText('通过后，规则「推到东莞」把它推送到工厂「东莞厂」。')
  screen.getByText('名字写小雨')
  await seePicture()
  await user.keyboard('{Enter}{Enter}')
  await shown(2)
  await user.keyboard('{Enter}')
  expect(decided).toEqual(['1 approved'])
  await screen.findByText(/通过了 45/)
})

test('an order is sent back with a reason by its number or typed, and an answer is taken back', async () => {
  const { user, decided } = open([approvalOf(1), approvalOf(2)])
  await shown(1)
  await seePicture()
  await user.keyboard('r')
  await screen.findByRole('group', { name: '退回的原因' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('其他原因')
  await user.keyboard('{Enter}')
  await screen.findByText('请填写退回的原因')
  await user.keyboard('2')
  await shown(2)
  await user.keyboard('z')
  await shown(1)
  await seePicture()
  await user.keyboard('r')
  await user.type(await screen.findByRole('textbox', { name: '其他原因' }), '少了一个字{Enter}')
  await waitFor(() => expect(decided).toEqual(['1 rejected 人脸被遮住', '1 waiting', '1 rejected 少了一个字']))
})

test('each picture of an order is looked at before it can be approved', async () => {
  const { user, decided } = open([approvalOf(1, {}, 2)])
  await shown(1)
  await seePicture()
  expect(screen.getAllByRole('button', { name: /个定制/ })).toHaveLength(2)
  await user.keyboard('y')
  expect(decided).toEqual([])
  await seePicture()
  await user.keyboard('y')
  await waitFor(() => expect(decided).toEqual(['1 approved']))
  await screen.findByText('没有要审批的订单')
})

test('an answer of somebody else is named and the queue goes on; a change is named and the order shown as it is now', async () => {
  const { user, failing, replace } = open([approvalOf(1), approvalOf(2)])
  await shown(1)
  await seePicture()
  failing.set('approvals.decide', new Refusal('conflict', '已由 小王 通过'))
  replace([approvalOf(2)])
  await user.keyboard('{Enter}')
  await shown(2)
  await screen.findByText(`订单 ${orderOf(1).originalId}：已由 小王 通过`)
  failing.set('approvals.decide', new Refusal('conflict', '不能通过：「定制手机壳」退款中：请先不要生产'))
  replace([approvalOf(2, { facts: 'later', against: ['「定制手机壳」退款中：请先不要生产'] })])
  await seePicture()
  await user.keyboard('{Enter}')
  await screen.findByText(/请退回，或在订单里处理/)
  expect(within(await shown(2)).getByRole('button', { name: /^通过/ })).toHaveProperty('disabled', true)
})

test('a failed answer stays with its order and can be given again', async () => {
  const { user, failing, decided } = open([approvalOf(1)])
  await shown(1)
  await seePicture()
  failing.set('approvals.decide', brokenServer)
  await user.keyboard('{Enter}')
  await screen.findByText(/没有成功，请再试一次/)
  failing.clear()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(decided).toEqual(['1 approved']))
})

test('a queue of 500 is read as it is worked off, and orders that are left out come again after the last one', async () => {
  const { user, calls } = open(Array.from({ length: 500 }, (_, at) => approvalOf(at + 1)))
  await shown(1)
  await screen.findByRole('heading', { name: '待审批（500）' })
  expect(calls.filter(({ name }) => name === 'approvals.list')).toHaveLength(1)
  await user.keyboard('p')
  for (let n = 0; n < 12; n++) await user.keyboard('n')
  await shown(13)
  await waitFor(() => expect(calls.filter(({ name }) => name === 'approvals.list')).toHaveLength(2))
})

test('who may only look sees the pictures and no answers', async () => {
  const { user, decided } = open([approvalOf(1)], ['view'])
  await shown(1)
  await screen.findByText('审批需要「订单」权限，请联系主账号。')
  await seePicture()
  await user.keyboard('{Enter}r')
  expect(decided).toEqual([])
})

test('without orders the screen says how they come here', async () => {
  open([])
  await screen.findByText(/在自动规则里用动作“待审批”/)
})
