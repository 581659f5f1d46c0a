/** Test double: opens the push dialog on a fake server that records the calls, and finds its rows and buttons. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { useState } from 'react'
import type { HttpRequest, Platform } from '../../../adapters/platform'
import { factoryRow } from '../../../contract/test/erp'
import type { Factory, PushCheck, PushOrderBody } from '../../../contract/types'
import { createApi } from '../../api/client'
import { ServicesProvider } from '../../api/services'
import PushDialog from '../push-dialog'
import { type PushOrder, receivedOrder } from '../push-orders'

export interface Answer {
  readonly status: number
  readonly body: unknown
}
export const ok = (body: unknown): Answer => ({ status: 200, body })
export const fine: PushCheck = { lines: 1, pushed: 0, problems: [], asks: [], warnings: [], undecided: [] }
export const note = (message: string) => ({ itemOriginalId: null, customizationId: null, message, code: null })
export const chenxing = factoryRow()
export const lanhai = factoryRow({ id: 2, name: '蓝海工厂' })

const orderNumbered = (number: string): PushOrder =>
  receivedOrder({
    orderOriginalId: number,
    orderItems: [{ originalId: `${number}-1`, quantity: 1, phoneCaseCustomizationInfos: [{ id: 1 }] }],
  })

function Opened({ orders, onPushed }: { readonly orders: readonly PushOrder[]; readonly onPushed: () => void }) {
  const [open, setOpen] = useState(true)
  return <PushDialog visible={open} orders={open ? orders : null} onClose={() => setOpen(false)} onPushed={onPushed} />
}

/**
 * Opens the dialog for these orders. Checks and pushes of an order are answered as given; pushes wait in `calls.waiting` if
 * `arePushesHeld`.
 */
export function openDialog(
  numbers: readonly string[],
  {
    factories = [chenxing],
    checks = {},
    pushes = {},
    arePushesHeld = false,
  }: {
    factories?: readonly Factory[]
    checks?: Record<string, PushCheck | Answer>
    pushes?: Record<string, (Answer | 'offline')[]>
    arePushesHeld?: boolean
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
    if (arePushesHeld) await new Promise<void>((resolve) => calls.waiting.push(resolve))
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

export const row = (number: string): HTMLElement => {
  const found = screen.getByText(number).closest('li')
  if (!found) throw new Error(`${number} has no line`)
  return found
}
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
export const findText = (text: string | RegExp) => screen.findByText(text)
export const choose = async (user: ReturnType<typeof openDialog>['user'], name: string) => {
  await user.click(screen.getByRole('combobox', { name: '工厂' }))
  await user.click(await screen.findByRole('option', { name }))
}
