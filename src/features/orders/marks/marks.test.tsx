/** Tests the tags and holds of orders over a simulated server: in the list, in an order, and set by hand. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order, OrderTag } from '../../../../contract/types'
import { fakeApi, Refusal } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import { OrderMarks } from '../detail/order-marks'
import { HeadMarks } from './head-marks'
import { MarkButton } from './mark-button'

const marksOf = (change: Partial<NonNullable<Order['marks']>> = {}): NonNullable<Order['marks']> => ({
  tagIds: [],
  heldBack: null,
  heldBackBy: null,
  assignee: null,
  approval: null,
  approvalBy: null,
  approvalAt: null,
  approvalReason: null,
  ...change,
})

function open(shown: React.ReactElement) {
  let tags: OrderTag[] = [{ id: 3, name: '加急', color: 'bad', orders: 12 }]
  const fake = fakeApi({
    users: { me: { username: 'demo', permissions: [] } },
    orderTags: {
      list: () => tags,
      create: ({ body }) => {
        const made = { id: 9, name: body.name, color: 'plain', orders: 0 } as const
        tags = [...tags, made]
        return made
      },
      update: ({ params, body }) => {
        tags = tags.map((tag) => (tag.id === params.id ? { ...tag, ...(body.name !== undefined && { name: body.name }) } : tag))
        return tags[0] as OrderTag
      },
      remove: { ok: true },
    },
    orders: { mark: ({ body }) => ({ changed: body.orderIds.length }) },
  })
  return { ...fake, ...renderScreen(shown, { api: fake.api }) }
}

test('the list shows the tags of an order, the reason of its hold, and that it waits for an approval', async () => {
  open(<HeadMarks marks={marksOf({ tagIds: [3], heldBack: '等买家确认', heldBackBy: '小王', approval: 'waiting' })} />)
  await screen.findByText('加急')
  screen.getByText('搁置：等买家确认')
  screen.getByTitle('小王搁置：等买家确认')
  expect(screen.getByRole('link', { name: '待审批' }).getAttribute('href')).toBe('/app/order_management/approvals')
})

test('an order says who answered about its pictures and when, and ends its hold', async () => {
  const at = Date.parse('2026-11-28T13:00:00Z')
  const answered = { approval: 'rejected', approvalBy: '小王', approvalAt: at, approvalReason: '图片模糊' } as const
  const marks = marksOf({ tagIds: [3], heldBack: '审批退回：图片模糊', heldBackBy: '小王', assignee: '小李', ...answered })
  const { user, writes } = open(<OrderMarks orderId={7} marks={marks} />)
  await screen.findByText('加急')
  screen.getByText('由 小李 处理')
  screen.getByText('2026-11-28 21:00 小王 审批退回：图片模糊')
  await user.click(await screen.findByRole('button', { name: '取消搁置' }))
  await waitFor(() => expect(writes()).toEqual(['POST /api/orders/mark {"orderIds":[7],"heldBack":null}']))
})

test('orders are held together with a reason, which is asked for; a failure keeps what was typed', async () => {
  const { user, writes, failing } = open(<MarkButton orderIds={[7, 8, 8]} />)
  await user.click(await screen.findByRole('button', { name: '标签与搁置' }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('标签与搁置：2 个订单')
  await user.click(within(dialog).getByRole('radio', { name: '搁置，不推送' }))
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await within(dialog).findByText('请填写搁置的原因')
  await user.type(within(dialog).getByRole('textbox', { name: '搁置的原因' }), '等买家')
  failing.set('orders.mark', new Refusal('not-found', '订单不存在'))
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await within(dialog).findByText(/订单不存在/)
  failing.clear()
  await user.dblClick(within(dialog).getByRole('button', { name: '保存' }))
  const sent = 'POST /api/orders/mark {"orderIds":[7,8],"heldBack":"等买家"}'
  await waitFor(() => expect(writes().filter((write) => write === sent)).toHaveLength(2))
})

test('a tag is made, renamed, and deleted after the number of its orders was said', async () => {
  const { user, writes } = open(<MarkButton orderIds={[7]} />)
  await user.click(await screen.findByRole('button', { name: '标签与搁置' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: '管理标签' }))
  await user.type(within(dialog).getByRole('textbox', { name: '新标签' }), '老客{Enter}')
  const name = await within(dialog).findByRole('textbox', { name: '标签「加急」的名称' })
  await user.clear(name)
  await user.type(name, '特急{Enter}')
  await user.click(await within(dialog).findByRole('button', { name: '删除标签「特急」' }))
  await screen.findByText(/12 个订单有这个标签/)
  await user.click(screen.getByRole('button', { name: '删除「特急」' }))
  await waitFor(() =>
    expect(writes()).toEqual([
      'POST /api/order_tags {"name":"老客"}',
      'PATCH /api/order_tags/3 {"name":"特急"}',
      expect.stringContaining('DELETE /api/order_tags/3'),
    ]),
  )
})
