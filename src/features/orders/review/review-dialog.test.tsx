/** 待审核 over a simulated server: nothing, one design, five hundred, a refusal. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { HttpRequest, Platform } from '../../../../adapters/platform'
import type { BuyerDesignRow } from '../../../../contract/types'
import { createApi } from '../../../api/client'
import { ServicesProvider } from '../../../api/services'
import ReviewDialog from './review-dialog'

const designOf = (id: number): BuyerDesignRow => ({
  id,
  shopId: 1,
  code: `K7QX${String(id).padStart(4, '0')}`,
  status: 'submitted',
  phoneBrandName: '苹果',
  phoneModelName: 'iPhone 15',
  phoneCaseMaterialName: '硅胶',
  phoneCaseMaterialColorName: '黑',
  templateName: null,
  effectImageUrl: null,
  orderId: null,
  orderOriginalId: id === 1 ? '2612345678909000077' : null,
  rejectReason: null,
  delivery: null,
  shopName: '海边小店',
  isUnderReview: true,
  submittedRevision: 3,
  drawing: null,
  hasUnsubmittedChanges: false,
  reviewReasons: id === 1 ? ['内容检查服务没有回应'] : [],
  createdAt: 0,
  submittedAt: Date.UTC(2026, 10, 23),
})

function openQueue(count: number) {
  const world = {
    waiting: Array.from({ length: count }, (_, at) => designOf(at + 1)),
    refusing: false,
    asked: [] as HttpRequest[],
  }
  const api = createApi(
    async (request) => {
      const at = new URL(request.path, 'http://x')
      const pageNo = Number(at.searchParams.get('pageNo'))
      if (request.method === 'GET') {
        const items = world.waiting.slice((pageNo - 1) * 20, pageNo * 20)
        return { status: 200, headers: {}, body: JSON.stringify({ items, totalItems: world.waiting.length }) }
      }
      world.asked.push(request)
      const refused = { traceId: 't', code: 'conflict', message: '买家刚刚重新提交了这个设计，请看过新的设计再决定' }
      if (world.refusing) return { status: 409, headers: {}, body: JSON.stringify(refused) }
      const id = Number(/\d+/.exec(at.pathname)?.[0])
      const design = designOf(id)
      world.waiting = world.waiting.filter((one) => one.id !== id)
      return { status: 200, headers: {}, body: JSON.stringify(design) }
    },
    { token: () => 't', onSessionEnded: () => undefined, onFailure: () => undefined },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesProvider api={api} platform={{} as Platform}>
        <ReviewDialog visible onClose={() => undefined} />
      </ServicesProvider>
    </QueryClientProvider>,
  )
  const asked = () => world.asked.map(({ method, path, body }) => [method, path, JSON.parse(body ?? '{}')])
  return { world, asked, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) }
}

test('an empty queue says that everything was reviewed', async () => {
  openQueue(0)
  await screen.findByText('都审核完了。')
})

test('designs are allowed one after another by the keyboard, and sent back with a reason', async () => {
  const { asked, user } = openQueue(3)
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
  expect(asked()).toEqual([
    ['POST', '/api/buyer_designs/1/allowance', { submittedRevision: 3 }],
    ['POST', '/api/buyer_designs/2/rejection', { reason: '照片太暗' }],
  ])
})

test('five hundred designs are shown twenty at a time, and a refusal is shown', async () => {
  const { world, user } = openQueue(500)
  await screen.findByText('共 500 个设计')
  expect(screen.getAllByRole('button', { name: /^通过/ })).toHaveLength(20)
  await user.click(screen.getByText('25', { selector: '.arco-pagination-item' }))
  await screen.findByRole('button', { name: '通过 K7QX-0500' })
  world.refusing = true
  await user.click(screen.getByRole('button', { name: '通过 K7QX-0500' }))
  expect((await screen.findByRole('alert')).textContent).toContain('买家刚刚重新提交了这个设计，请看过新的设计再决定')
})
