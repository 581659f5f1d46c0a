/** Opens the push dialog over the fake API, and finds its rows and buttons. */
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { factoryRow } from '../../../contract/test/erp'
import { itemOf } from '../../../contract/test/orders'
import type { Factory, PushCheck, PushReply } from '../../../contract/types'
import { type Failure, fakeApi } from '../../api/test/fake-api'
import { fakePlatform } from '../../api/test/fake-platform'
import { renderScreen } from '../../api/test/render-screen'
import PushDialog from '../push-dialog'
import { type PushOrder, receivedOrder } from '../push-orders'

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
    checks?: Record<string, PushCheck | Failure>
    pushes?: Record<string, (PushReply | Failure)[]>
    arePushesHeld?: boolean
  } = {},
) {
  const calls = {
    checked: [] as string[],
    pushed: [] as string[],
    confirmed: [] as (number[] | undefined)[],
    decided: [] as { id: number; itemId: number; pieces: unknown }[],
    ended: 0,
    expired: 0,
    waiting: [] as (() => void)[],
  }
  const { api, dialogs } = fakeApi(
    {
      factories: { list: [...factories] },
      users: { me: { username: 'demo', permissions: [] } },
      orders: {
        decidePieces({ params, body: { pieces } }) {
          calls.decided.push({ ...params, pieces })
          return itemOf(params.itemId)
        },
      },
      pushes: {
        lines: [],
        check({ body: { factoryId, orderOriginalId } }) {
          calls.checked.push(`${factoryId}/${orderOriginalId}`)
          return checks[orderOriginalId] ?? fine
        },
        async push({ body: { factoryId, orderOriginalId, confirmed } }) {
          calls.pushed.push(`${factoryId}/${orderOriginalId}`)
          calls.confirmed.push(confirmed)
          if (arePushesHeld) await new Promise<void>((resolve) => calls.waiting.push(resolve))
          const done = { factoryName: '晨星工厂', factoryOrderIds: [`F-${orderOriginalId}`], message: '推送成功' }
          return pushes[orderOriginalId]?.shift() ?? { status: 'pushed', ...done }
        },
      },
    },
    {
      onSessionEnded() {
        calls.expired += 1
      },
    },
  )
  const links: string[] = []
  const { user } = renderScreen(
    <Opened
      orders={numbers.map(orderNumbered)}
      onPushed={() => {
        calls.ended += 1
      }}
    />,
    { api, platform: fakePlatform({ openLink: async (url) => void links.push(url) }) },
  )
  return { calls, checks, dialogs, links, user }
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
