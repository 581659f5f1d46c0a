/** Tests the gateway of the demo's cashier: signatures, its keys, and that it is absent beside a real provider. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRecharge } from '../domain/credits/recharges'
import { demoMerchant } from '../embedded/cashier/gateway'
import { cashierKeys } from '../embedded/cashier/keys'
import { isSignedByMerchant } from '../embedded/cashier/wire'
import { createApp } from '../http/app'
import { createSealer } from '../infra/sealer'
import { createOwnTickets } from '../infra/storage/own-tickets'
import { transact } from '../kernel/transact'
import { openPayments } from '../providers/payments'
import { formHeaders, notifyPath, openPaymentDriver, type PaymentDriver } from './payer'
import { readForm } from './payments'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let driver: PaymentDriver
beforeAll(async () => {
  server = await startTestServer()
  driver = openPaymentDriver(server)
})
afterAll(() => server.close())

describe('the cashier’s gateway', () => {
  test("the cashier's gateway accepts no call without the merchant's signature", async () => {
    const payer = await driver.newPayer()
    const { html } = await payer.requestForm(1000)
    const { action, fields } = readForm(html)
    const bent = new URLSearchParams(fields)
    bent.set('biz_content', (bent.get('biz_content') ?? '').replace('5.00', '0.01'))
    const reply = await server.call('POST', action, { body: String(bent), headers: formHeaders })
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('无效签名')])
    const stranger = await server.call('POST', action.replace(demoMerchant.appId, '9021000000000009'), {
      body: String(fields),
      headers: formHeaders,
    })
    expect(stranger.text).toContain('AppID')
    const link = `${action}&${fields}`
    expect((await server.call('GET', link)).status).toBe(303)
  })

  test('the cashier makes its keys once, and payment forms within a transaction are signed with them', async () => {
    const { deps } = server
    const parts = { deps, address: () => '', report: (error: unknown) => expect.unreachable(String(error)) }
    const { payments } = await openPayments({ alipay: undefined, demo: true, demoFaults: false }, parts)
    const { accountId, userId } = await server.newAccount()
    const ctx = { ...deps, payments, traceId: 'test', actor: { accountId, userId, username: 'shop', permissions: [] } }
    const { paymentForm } = await transact(ctx, (inner) => startRecharge(inner, 1000))
    const { action, fields } = readForm(paymentForm)
    const sent = Object.fromEntries([...new URL(action, 'http://localhost').searchParams, ...fields])
    const [keys, again] = await Promise.all([cashierKeys(deps.db, deps.sealer), cashierKeys(deps.db, deps.sealer)])
    expect(keys).toEqual(again)
    expect(isSignedByMerchant(sent, keys.merchant.publicKey)).toBe(true)
    const { value } = await deps.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'cashier-keys')
      .executeTakeFirstOrThrow()
    expect(value).not.toContain('PRIVATE KEY')
    // Keys sealed with a lost secret are made again.
    expect(await cashierKeys(deps.db, createSealer('another secret'))).not.toEqual(keys)
  })

  test('with a real payment provider the cashier does not exist', async () => {
    const { deps } = server
    const tickets = createOwnTickets({ secret: 'only for tests', publicUrl: '', clock: server.clock })
    const checks = { database: async () => undefined, parts: {} }
    const app = createApp({ deps: { ...deps, payments: null }, tickets, checks, webDir: undefined })
    const { token } = await server.newAccount()
    const headers = { ...formHeaders, authorization: `Bearer ${token}` }
    expect((await app.request('/cashier/gateway.do', { method: 'POST', body: 'a=b', headers })).status).toBe(404)
    const reply = await app.request('/api/account_credits/payment_form?credits=1000', { headers })
    expect([reply.status, (await reply.json()).message]).toEqual([503, expect.stringContaining('尚未开通')])
    expect(await (await app.request(notifyPath, { method: 'POST', body: 'a=b', headers })).text()).toBe('failure')
  })
})
