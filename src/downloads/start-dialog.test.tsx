/** Tests the dialog before a download, in particular while the balance is refetched. */
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Finding } from '../../contract/rules/preflight'
import { customizationOf, itemOf, orderOf } from '../../contract/test/orders'
import type { AccountCredits } from '../../contract/types'
import { creditKeys } from '../api/queries/credits'
import { fakeApi } from '../api/test/fake-api'
import { renderScreen, testQueries } from '../api/test/render-screen'
import { defaultSettings } from './download-settings'
import { picturesOf } from './pictures'
import StartDialog, { type DownloadRequest } from './start-dialog'

/** Returns so many orders of one unpaid picture each, with the customizations 100, 200 … */
const picked = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const item = itemOf(index + 10, { customizations: [customizationOf((index + 1) * 100)] })
    const order = orderOf(index + 1, { orderItems: [item] })
    return { order, item, family: [order] }
  })

const accountOf = (credits: number, creditsPerImage: number): AccountCredits => ({
  ...{ credits, creditsPerImage, hasRecharged: true, nextExpiry: null },
  creditPrice: { unit: 1000, fen: 500, originalFen: 1000 },
})

/** Opens the dialog with a cached balance of 1000 credits, by default for one unpaid picture; `answer` completes a refetch. */
function open(pictures = picturesOf('customized', picked(1)), found: Readonly<Record<number, readonly Finding[]>> = {}) {
  // Every reading of the balance waits for `answer`, also one that begins after it: the page reads it again when it gets the focus.
  let balance: AccountCredits | undefined
  const waiting: ((read: AccountCredits) => void)[] = []
  const { api } = fakeApi({
    orders: {
      preflight: ({ body: { customizationIds } }) =>
        customizationIds.map((id) => ({ customizationId: id, findings: [...(found[id] ?? [])] })),
    },
    credits: { current: () => balance ?? new Promise((resolve) => waiting.push(resolve)) },
  })
  const queries = testQueries()
  queries.setQueryData(creditKeys.current(), accountOf(1000, 60))
  const request = { pictures, settings: defaultSettings }
  const onStart = vi.fn(async () => true)
  const onClose = vi.fn()
  renderScreen(<StartDialog visible request={request} onStart={onStart} onClose={onClose} />, { api, queries })
  const answer = (credits: number, creditsPerImage = 60) =>
    act(async () => {
      balance = accountOf(credits, creditsPerImage)
      for (const end of waiting.splice(0)) end(balance)
    })
  const press = async (name = '确认下载，扣 60 点') => userEvent.click(await screen.findByRole('button', { name }))
  return { answer, press, onStart, onClose }
}

test('a click on 确认下载 while the balance is refetched waits for it and starts one download', async () => {
  const { answer, press, onStart, onClose } = open()
  await press()
  expect(onStart).not.toHaveBeenCalled()
  await answer(940)
  await expect.poll(() => onClose.mock.calls.length).toBeGreaterThan(0)
  expect(onStart).toHaveBeenCalledTimes(1)
})

test('no download starts when the refetched balance is too small, and the dialog says so', async () => {
  const { answer, press, onStart } = open()
  await press()
  await answer(50)
  await screen.findByText(/点数不足：账户余额 50 点/)
  expect(onStart).not.toHaveBeenCalled()
})

test('findings are shown before the payment; held pictures are left out unless ticked, missing ones always', async () => {
  const { answer, press, onStart } = open(picturesOf('customized', picked(4)), {
    200: [{ code: 'held', text: '：买家申请了退款' }],
    300: [{ code: 'missing', text: '的定制图不存在' }],
    400: [{ code: 'poor', text: '的定制图只有 26 DPI' }],
  })
  await screen.findByText('2 张新图 × 60 = 120 点')
  await answer(1000)
  const [held, missing] = screen.getAllByText('1 张不下载，不扣点')
  const lineOf = (text?: HTMLElement) => within(text?.closest('li') as HTMLElement)
  expect(lineOf(missing).queryByRole('checkbox')).toBeNull()
  await userEvent.click(lineOf(held).getByRole('checkbox', { name: '仍要下载' }))
  await screen.findByText('3 张新图 × 60 = 180 点')
  await press('确认下载，扣 180 点')
  await expect.poll(() => onStart.mock.calls.length).toBe(1)
  const [[request]] = onStart.mock.calls as unknown as [[DownloadRequest]]
  expect(request.pictures.map(({ customizationId }) => customizationId)).toEqual([100, 200, 400])
  expect(request.confirmed).toEqual([200])
})

test('a price that rose since the dialog opened is shown before anything starts, and the next click agrees to it', async () => {
  const { answer, press, onStart } = open()
  await press()
  await answer(940, 80)
  await screen.findByText(/1 张新图 × 80 = 80 点/)
  expect(onStart).not.toHaveBeenCalled()
  await press('确认下载，扣 80 点')
  await expect.poll(() => onStart.mock.calls.length).toBe(1)
  expect(onStart.mock.calls[0]).toMatchObject([{ price: 80 }, false])
})

test('every finding can be left out: a whole kind or one picture of it, and the sum and what is charged follow', async () => {
  const { answer, press, onStart } = open(picturesOf('customized', picked(4)), {
    200: [{ code: 'otherPhone', text: '：买的是 Mate 70' }],
    300: [{ code: 'otherPhone', text: '：买的是 Mate 70' }],
    400: [{ code: 'poor', text: '的定制图只有 26 DPI' }],
  })
  await screen.findByText('4 张新图 × 60 = 240 点')
  await answer(1000)
  const phones = within(screen.getByText('2 张，仍会下载').closest('li') as HTMLElement)
  await userEvent.click(phones.getByRole('checkbox', { name: '仍要下载' }))
  await screen.findByText('2 张新图 × 60 = 120 点')
  expect(phones.getByText('2 张不下载，不扣点')).toBeTruthy()
  const [, one] = phones.getAllByRole('checkbox', { hidden: true })
  await userEvent.click(one as HTMLElement)
  await screen.findByText('3 张新图 × 60 = 180 点')
  expect(phones.getByText('下载 1 张，1 张不下载，不扣点')).toBeTruthy()
  await press('确认下载，扣 180 点')
  await expect.poll(() => onStart.mock.calls.length).toBe(1)
  const [[request]] = onStart.mock.calls as unknown as [[DownloadRequest]]
  expect(request.pictures.map(({ customizationId }) => customizationId)).toEqual([100, 200, 400])
  expect(request.confirmed).toEqual([])
})
