/** The last question before a download, while the balance is being read anew. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { HttpReply, Platform } from '../../../../adapters/platform'
import { createApi } from '../../../api/client'
import { creditKeys } from '../../../api/queries/credits'
import { ServicesProvider } from '../../../api/services'
import { customizationOf, itemOf, orderOf } from '../orders-for-tests'
import { usualSettings } from './download-settings'
import { picturesOf } from './pictures'
import { StartDialog } from './start-dialog'

/** The dialog over one unpaid picture, with 1000 credits as they were a moment ago; `answer` ends the reading of what they are now. */
function open() {
  const answers: ((credits: number) => void)[] = []
  const api = createApi(
    () =>
      new Promise<HttpReply>((resolve) =>
        answers.push((credits) => resolve({ status: 200, headers: {}, body: JSON.stringify({ credits }) })),
      ),
    { token: () => 't', sessionEnded: () => {}, failed: () => {} },
  )
  const queries = new QueryClient()
  queries.setQueryData(creditKeys.current(), { credits: 1000 })
  const order = orderOf(1, { orderItems: [itemOf(10, { customizations: [customizationOf(100)] })] })
  const [item] = order.orderItems
  if (!item) throw new Error('an order without an item')
  const asked = { pictures: picturesOf('customized', [{ order, item }]), settings: usualSettings }
  const onStart = vi.fn(async () => true)
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={queries}>
      <ServicesProvider api={api} platform={{} as Platform}>
        <StartDialog asked={asked} onStart={onStart} onClose={onClose} />
      </ServicesProvider>
    </QueryClientProvider>,
  )
  const answer = (credits: number) => act(async () => answers.shift()?.(credits))
  const press = () => userEvent.click(screen.getByRole('button', { name: '确认下载，扣 60 点' }))
  return { answer, press, onStart, onClose }
}

test('a press while the balance is read waits for it, and is not lost', async () => {
  const { answer, press, onStart, onClose } = open()
  await press()
  expect(onStart).not.toHaveBeenCalled()
  await answer(940)
  await expect.poll(() => onClose.mock.calls.length).toBeGreaterThan(0)
  expect(onStart).toHaveBeenCalledTimes(1)
})

test('nothing starts when the balance turns out too small: the dialog says so', async () => {
  const { answer, press, onStart } = open()
  await press()
  await answer(50)
  await screen.findByText(/点数不足：账户余额 50 点/)
  expect(onStart).not.toHaveBeenCalled()
})
