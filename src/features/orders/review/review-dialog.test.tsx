/** 待审核 over a simulated server: nothing, one design, five hundred, a refusal. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buyerDesignOf } from '../../../../contract/test/buyer-designs'
import type { BuyerDesignRow } from '../../../../contract/types'
import { fakeApi, Refusal } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import ReviewDialog from './review-dialog'

const designOf = (id: number): BuyerDesignRow =>
  buyerDesignOf(id, {
    isUnderReview: true,
    orderOriginalId: id === 1 ? '2612345678909000077' : null,
    reviewReasons: id === 1 ? ['内容检查服务没有回应'] : [],
  })

function openQueue(count: number) {
  const world = { waiting: Array.from({ length: count }, (_, at) => designOf(at + 1)) }
  const decide = (id: number) => {
    world.waiting = world.waiting.filter((one) => one.id !== id)
    return designOf(id)
  }
  const { api, writes, failing } = fakeApi({
    buyerDesigns: {
      list: ({ query: { pageNo, pageSize } }) => ({
        items: world.waiting.slice((pageNo - 1) * pageSize, pageNo * pageSize),
        totalItems: world.waiting.length,
      }),
      allow: ({ params }) => decide(params.id),
      reject: ({ params }) => decide(params.id),
    },
  })
  const { user } = renderScreen(<ReviewDialog visible onClose={() => undefined} />, { api })
  return { failing, writes, user }
}

test('an empty queue says that everything was reviewed', async () => {
  openQueue(0)
  await screen.findByText('都审核完了。')
})

test('designs are allowed one after another by the keyboard, and sent back with a reason', async () => {
  const { writes, user } = openQueue(3)
  const first = await screen.findByRole('button', { name: '通过 K7QX-0001' })
  expect(screen.getByText('通过后放进订单 2612345678909000077')).toBeTruthy()
  expect(screen.getByText('内容检查服务没有回应')).toBeTruthy()
  first.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('通过 K7QX-0002'))
  const [sendBack] = screen.getAllByRole('button', { name: /^退\s?回$/ })
  if (!sendBack) throw new Error('no design can be sent back')
  await user.click(sendBack)
  await user.type(await screen.findByLabelText('退回的原因'), '照片太暗')
  await user.click(document.querySelector('.arco-popconfirm .arco-btn-primary') as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('button', { name: '通过 K7QX-0002' })).toBeNull())
  expect(writes()).toEqual([
    'POST /api/buyer_designs/1/allowance {"submittedRevision":3}',
    'POST /api/buyer_designs/2/rejection {"reason":"照片太暗"}',
  ])
})

test('five hundred designs are shown twenty at a time, and a refusal is shown', async () => {
  const { failing, user } = openQueue(500)
  await screen.findByText('共 500 个设计')
  expect(screen.getAllByRole('button', { name: /^通过/ })).toHaveLength(20)
  await user.click(screen.getByText('25', { selector: '.arco-pagination-item' }))
  await screen.findByRole('button', { name: '通过 K7QX-0500' })
  failing.set('buyerDesigns.allow', new Refusal('conflict', '买家刚刚重新提交了这个设计，请看过新的设计再决定'))
  await user.click(screen.getByRole('button', { name: '通过 K7QX-0500' }))
  expect((await screen.findByRole('alert')).textContent).toContain('买家刚刚重新提交了这个设计，请看过新的设计再决定')
})
