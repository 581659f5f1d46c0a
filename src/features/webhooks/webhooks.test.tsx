/** 事件通知 with a simulated server: adding one shows its secret once, a test says what came of it, and deliveries are sent again. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Webhook, WebhookDelivery } from '../../../contract/types'
import { fakeApi } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import { Page } from '../../ui/page'
import { WebhookList } from './webhook-list'

const at = Date.UTC(2026, 2, 1)
const webhook: Webhook = {
  id: 7,
  name: '仓库',
  url: 'https://erp.example.com/kejiang',
  events: ['order.created', 'push.done'],
  shopIds: null,
  enabled: true,
  createdBy: '晨曦',
  createdAt: at,
  failingSince: null,
  stoppedWhy: null,
  oldSecretUntil: null,
}
const delivery: WebhookDelivery = {
  id: 3,
  eventId: '81',
  event: 'push.done',
  eventAt: at,
  status: 'failed',
  tries: 11,
  last: { at, status: 500, ms: 1234, problem: '对方返回 500', answer: 'no' },
  nextAt: null,
}

afterEach(cleanup)

function open(rows: readonly Webhook[], tested: WebhookDelivery = delivery) {
  const { api, calls } = fakeApi({
    shops: { list: [] },
    webhooks: {
      list: [...rows],
      create: ({ body }) => ({ webhook: { ...webhook, ...body, shopIds: body.shopIds ?? null }, secret: 'whsec_shown-once' }),
      rotate: () => ({ webhook: { ...webhook, oldSecretUntil: at }, secret: 'whsec_next' }),
      update: webhook,
      test: tested,
      replay: { replayed: 2 },
    },
    webhookDeliveries: {
      list: { items: [delivery], totalItems: 1 },
      get: { ...delivery, body: '{"id":"81"}', attempts: delivery.last ? [delivery.last] : [] },
      replay: { ok: true },
    },
  })
  renderScreen(
    <Page title="账号">
      <WebhookList />
    </Page>,
    { api, address: '/app/account/webhooks' },
  )
  return { bodyOf: (wanted: (typeof calls)[number]['name']) => calls.find(({ name }) => name === wanted)?.body }
}

const press = async (name: string | RegExp, within_: { findByRole: typeof screen.findByRole } = screen) =>
  fireEvent.click(await within_.findByRole('button', { name }))

test('a new webhook is asked for an address and events, and its secret is shown once', async () => {
  const { bodyOf } = open([])
  await press('添加事件通知')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('名称'), { target: { value: '仓库' } })
  fireEvent.change(dialog.getByLabelText('接收地址'), { target: { value: 'erp.example.com' } })
  await press('添加并生成密钥', dialog as never)
  await dialog.findByText(/请填写完整的地址/)
  fireEvent.change(dialog.getByLabelText('接收地址'), { target: { value: ' https://erp.example.com/kejiang ' } })
  await press('添加并生成密钥', dialog as never)
  expect(await screen.findByDisplayValue('whsec_shown-once')).toBeTruthy()
  expect(bodyOf('webhooks.create')).toEqual({
    name: '仓库',
    url: 'https://erp.example.com/kejiang',
    events: ['order.created', 'design.bound', 'push.done', 'push.failed', 'refund.after_push'],
    shopIds: null,
  })
})

test('a webhook that was switched off says why', async () => {
  open([{ ...webhook, enabled: false, stoppedWhy: '连续 3 天都没有发送成功' }])
  await screen.findByText('已停用：连续 3 天都没有发送成功')
})

test('the deliveries of a webhook show what each answer was, what was sent, and are sent again', async () => {
  const { bodyOf } = open([webhook])
  await press(/发送记录/)
  const drawer = within(await screen.findByRole('dialog', { name: /发送记录/ }))
  await drawer.findByText('对方返回 500 · 1.2 秒，共 11 次')
  await press(/详情/, drawer as never)
  await drawer.findByText(/"id": "81"/)
  await press('返回列表', drawer as never)
  await press('重发没有收到的', drawer as never)
  await press('重发', within(await screen.findByRole('dialog', { name: /重发最近 30 天/ })) as never)
  await waitFor(() => expect(bodyOf('webhooks.replay')).toEqual({ since: expect.any(Number) }))
})
