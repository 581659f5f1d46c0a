/** Tests the list of what is at factories: the factory's words, asking it, and saying that it makes nothing. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Permission } from '../../contract/constants'
import type { PushLine } from '../../contract/types'
import { fakeApi } from '../api/test/fake-api'
import { renderScreen } from '../api/test/render-screen'
import { SentLines } from './sent-lines'

const line = (change: Partial<PushLine>): PushLine => ({
  customizationId: 1,
  factoryName: '晨星工厂',
  state: 'pushed',
  factoryOrderId: 'FO1',
  quantity: 2,
  message: '待生产',
  own: false,
  cancelRefusal: null,
  at: Date.UTC(2026, 10, 27, 2),
  ...change,
})

interface Shown {
  readonly permissions?: Permission[]
  readonly onlyOpen?: boolean
  readonly saidAbove?: string
}

function open(lines: PushLine[], { permissions = ['factory'], onlyOpen = false, saidAbove = '' }: Shown = {}) {
  const settled: unknown[] = []
  const cancelled: unknown[] = []
  let checks = 0
  const { api } = fakeApi({
    users: { me: { username: 'main:sub', mainUsername: 'main', permissions } },
    pushes: {
      lines: () => lines,
      cancel({ body }) {
        cancelled.push(body)
        const now = line({ state: 'cancelled', own: true })
        lines.splice(0, 1, now)
        return [{ customizationId: 1, outcome: 'cancelled', message: '已取消', line: now }]
      },
      settle({ body }) {
        settled.push(body)
        const now = line({ state: 'cancelled', message: '工厂的状态：已取消' })
        lines.splice(0, 1, now)
        return { line: now, message: body.saidBy === 'factory' ? '工厂没有生产这一单，状态：已取消' : '您已确认' }
      },
    },
  })
  const { user } = renderScreen(
    <SentLines
      customizationIds={[1, 2]}
      nameOf={(id) => `定制 ${id}`}
      onlyOpen={onlyOpen}
      saidAbove={saidAbove}
      onSettled={() => {
        checks += 1
      }}
    />,
    { api },
  )
  return { user, settled, cancelled, checks: () => checks }
}

test('the factory’s words are shown for every line, and only open lines can be settled', async () => {
  open([line({}), line({ customizationId: 2, state: 'refused', factoryOrderId: null, message: '库存不足' })])
  const rows = await screen.findAllByRole('listitem')
  expect(rows[0]?.textContent).toContain('定制 1已推送 · 晨星工厂 · 工厂订单号 FO1 · 2 件')
  expect(rows[0]?.textContent).toContain('工厂的状态：待生产')
  expect(rows[1]?.textContent).toContain('库存不足')
  await screen.findByRole('button', { name: '向工厂查询' })
  expect(screen.getAllByRole('button')).toHaveLength(2)
})

test('asking the factory shows what it says, and makes checks anew', async () => {
  const { user, settled, checks } = open([line({})])
  await user.click(await screen.findByRole('button', { name: '向工厂查询' }))
  await screen.findByText('工厂没有生产这一单，状态：已取消')
  expect(settled).toEqual([{ customizationId: 1, saidBy: 'factory' }])
  expect(checks()).toBe(1)
})

test('the seller says after a question that the factory makes nothing', async () => {
  const { user, settled } = open([line({ state: 'unsure', factoryOrderId: null, message: '库存不足。不确定' })])
  await user.click(await screen.findByRole('button', { name: '工厂没有生产这一单' }))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('会做两件')
  expect(settled).toEqual([])
  await user.click(within(question).getByRole('button', { name: '工厂已确认，没有生产' }))
  await waitFor(() => expect(settled).toEqual([{ customizationId: 1, saidBy: 'seller' }]))
  await screen.findByText(/工厂没有生产 · 晨星工厂/)
})

test('a user who may not push sees the lines without buttons', async () => {
  open([line({})], { permissions: ['orders'] })
  await screen.findByText(/FO1/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a push dialog shows only what keeps a case from another factory', async () => {
  const done = line({ customizationId: 2, state: 'cancelled', factoryOrderId: 'FO2' })
  open([done, line({ factoryOrderId: 'FO3' })], { onlyOpen: true })
  await screen.findByText(/FO3/)
  expect(screen.queryByText(/FO2/)).toBeNull()
})

test('a text above the list is not repeated in the list', async () => {
  open(
    [line({ state: 'unsure', message: '库存不足' }), line({ customizationId: 2, state: 'refused', message: '没有这个颜色' })],
    {
      saidAbove: '2 件中 0 件已推送，2 件没有成功：「红」库存不足',
    },
  )
  await screen.findByText(/不确定工厂是否收到/)
  expect(screen.queryByText('库存不足')).toBeNull()
  screen.getByText('没有这个颜色')
})

test('a line at the own print floor says how far its pieces are, and is taken back there instead of being settled', async () => {
  const { user, cancelled, checks } = open([
    line({ own: true, factoryName: '自有工厂', factoryOrderId: 'PABCDEFGC', message: '已排版 1 件，打坏重打 1 件' }),
  ])
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('已推送 · 自有工厂 · 件码 PABCDEFGC 等 · 2 件')
  expect(row.textContent).toContain('打印车间：已排版 1 件，打坏重打 1 件')
  expect(within(row).queryByRole('button', { name: '向工厂查询' })).toBeNull()
  expect(within(row).queryByRole('button', { name: '工厂没有生产这一单' })).toBeNull()
  await user.click(within(row).getByRole('button', { name: '不打印了' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '不打印了' }))
  await waitFor(() => expect(cancelled).toEqual([{ customizationIds: [1] }]))
  await waitFor(() => expect(checks()).toBe(1))
  expect(await screen.findByText(/没有打印 · 自有工厂|没有打印 · 晨星工厂/)).toBeTruthy()
})

test('a line whose pieces are printed says why it is not taken back, and offers nothing', async () => {
  open([line({ own: true, factoryName: '自有工厂', message: '已发货', cancelRefusal: '已经打印了 2 件' })])
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('不能取消打印：已经打印了 2 件')
  expect(within(row).queryByRole('button')).toBeNull()
})
