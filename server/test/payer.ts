/** A seller who buys credits at the embedded cashier of a test server, and faults of the payment. */
import { expect } from 'vitest'
import { noticeFields } from '../embedded/cashier/notices'
import type { Trade } from '../embedded/cashier/trades'
import { type Fields, signFields } from '../embedded/cashier/wire'
import type { Ctx } from '../kernel/context'
import { shopOf } from './credits'
import { readForm, testCashierKeys } from './payments'
import type { TestReply, TestServer } from './server'

export const notifyPath = '/api/payments/alipay/notify'
export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

export interface Payer {
  readonly token: string
  readonly accountId: number
  readonly ctx: Ctx
  /** Submits the payment form; returns the recharge record and the path of its page at the cashier. */
  submitForm(credits: number): Promise<{ id: number; pagePath: string }>
  /** Requests the payment form without submitting it. */
  requestForm(credits: number): Promise<{ id: number; html: string }>
  sync(id: number): Promise<number>
  credits(): Promise<number>
  record(id: number): Promise<Record<string, unknown>>
  /** Creates an order and returns the ids of its customizations. */
  images(count: number): Promise<number[]>
}

export interface PaymentDriver {
  newPayer(): Promise<Payer>
  /** Submits a payment form as a browser would. */
  submit(html: string): Promise<TestReply>
  /** Presses a button of the cashier's page: `pay` or `fail`. */
  pressButton(pagePath: string, what: string): Promise<TestReply>
  tradeAt(pagePath: string): Promise<Trade>
  /**
   * Sends a payment notice with the trade's current state, optionally changed or signed with another key; empty fields are left
   * out.
   */
  notify(pagePath: string, change?: Fields, key?: string): Promise<string>
  /** Loses all notices while `work` runs. */
  withoutNotices<T>(work: () => Promise<T>): Promise<T>
}

export function openPaymentDriver(server: TestServer): PaymentDriver {
  const send = (path: string, body: string, headers = formHeaders): Promise<TestReply> =>
    server.call('POST', path, { body, headers })
  const driver: PaymentDriver = {
    async newPayer() {
      const { token, accountId } = await server.newAccount()
      const get = async (path: string) => (await server.call('GET', `/api/${path}`, { token })).body
      const actor = { accountId, userId: 0, username: 'shop', permissions: [] }
      const payer: Payer = {
        token,
        accountId,
        ctx: { ...server.deps, traceId: 'test', actor },
        async requestForm(credits) {
          const body = await get(`account_credits/payment_form?credits=${credits}`)
          return { id: body.rechargeRecordId, html: body.paymentForm }
        },
        async submitForm(credits) {
          const { id, html } = await payer.requestForm(credits)
          const reply = await driver.submit(html)
          expect(reply.status).toBe(303)
          return { id, pagePath: `/cashier/${reply.headers.get('location')}` }
        },
        sync: async (id) => (await get(`credit_recharge_records/${id}/sync_payment_status`)).paymentStatus,
        credits: async () => (await get('account_credits/current')).credits,
        record: async (id) => (await get('credit_recharge_records')).items.find((item: { id: number }) => item.id === id),
        images: async (count) => (await (await shopOf(payer.ctx)).order(count)).ids,
      }
      return payer
    },
    submit(html) {
      const { action, fields } = readForm(html)
      return send(action, String(fields))
    },
    pressButton: (pagePath, what) => send(pagePath, `do=${what}`),
    async tradeAt(pagePath) {
      const trade = await server.cashier.trade(pagePath.split('/').at(-1) ?? '')
      if (!trade) throw new Error(`no trade at ${pagePath}`)
      return trade
    },
    async notify(pagePath, change = {}, key) {
      const all = { ...noticeFields(await driver.tradeAt(pagePath), server.clock.now()), ...change }
      const fields = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
      const signed = signFields(fields, key ?? (await testCashierKeys()).cashier.privateKey)
      return (await send(notifyPath, String(new URLSearchParams(signed)))).text
    },
    async withoutNotices(work) {
      server.cashier.setDelivery(() => Promise.reject(new Error('the line is dead')))
      try {
        return await work()
      } finally {
        server.cashier.setDelivery(async (url, form) => (await send(url, form.body, { 'content-type': form.contentType })).text)
      }
    },
  }
  return driver
}
