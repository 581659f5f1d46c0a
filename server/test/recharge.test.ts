/** Buying credits from the form to the balance, with the embedded cashier as the payment provider. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditsPerImage } from '../../contract/constants'
import { charge } from '../domain/credits/charge'
import { closeGraceMs, maxAwaiting, paymentWindowMs, queryIntervalMs } from '../domain/credits/limits'
import { refundRecharge } from '../domain/credits/refund'
import { reconcilePayments } from '../domain/credits/sync'
import { noticeFields } from '../embedded/cashier/notices'
import { type Fields, signFields } from '../embedded/cashier/wire'
import type { Refund } from '../ports/payments'
import { expectFailure } from './domain'
import { formHeaders, notifyPath, openPaymentDriver, type PaymentDriver } from './payer'
import { testCashierKeys } from './payments'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let driver: PaymentDriver
beforeAll(async () => {
  server = await startTestServer()
  driver = openPaymentDriver(server)
})
afterAll(() => server.close())

describe('a recharge', () => {
  test('a recharge is paid on the cashier’s page and credited at once', async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(6000)
    const page = await server.call('GET', pagePath)
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/)
    for (const words of ['演示收银台', '不会产生真实扣款', '¥ 30.00', '6000 点', '确认支付', '关闭窗口'])
      expect(page.text).toContain(words)
    expect(await payer.sync(id)).toBe(1)
    const back = await driver.pressButton(pagePath, 'pay')
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/app\/payment_result\?.*total_amount=30.00/),
    ])
    expect([await payer.credits(), await payer.sync(id)]).toEqual([6000, 2])
    expect(await payer.record(id)).toMatchObject({ amount: 3000, addedCredits: 6000, paymentStatus: 2, refund: null })
    await driver.pressButton(pagePath, 'pay')
    expect((await server.call('GET', pagePath)).text).toContain('无需重复付款')
    expect(await payer.credits()).toBe(6000)
  })

  test('a payment that fails at the cashier returns with the reason and can be paid later', async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(1000)
    const back = await driver.pressButton(pagePath, 'fail')
    expect(decodeURIComponent(back.headers.get('location') ?? '')).toMatch(/^\/app\/payment_result\?error=支付未完成/)
    expect([await payer.sync(id), await payer.credits()]).toEqual([1, 0])
    await driver.pressButton(pagePath, 'pay')
    expect(await payer.credits()).toBe(1000)
  })

  test.each([
    ['x', '请输入充值点数'],
    ['0x3e8', '请输入充值点数'],
    ['1e3', '请输入充值点数'],
    ['500', '最少充值 1000 点'],
    ['1500', '整数倍'],
    ['10000001000', '一次最多充值'],
  ])('a recharge of %j credits is refused', async (credits, words) => {
    const payer = await driver.newPayer()
    const reply = await server.call('GET', `/api/account_credits/payment_form?credits=${credits}`, { token: payer.token })
    expect([reply.status, reply.body.message]).toEqual([422, expect.stringContaining(words)])
  })

  test('a recharge at another price than the seller saw is refused with the present price, and nothing is begun', async () => {
    const payer = await driver.newPayer()
    const buy = (amount: number) =>
      server.call('GET', `/api/account_credits/payment_form?credits=6000&amount=${amount}`, { token: payer.token })
    const refused = await buy(3600)
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'price-changed', message: expect.stringContaining('从 36.00 元变为 30.00 元') }),
    ])
    const records = () => server.call('GET', '/api/credit_recharge_records?pageNo=1&pageSize=10', { token: payer.token })
    expect((await records()).body).toMatchObject({ totalItems: 0 })
    const balance = await server.call('GET', '/api/account_credits/current', { token: payer.token })
    expect(balance.body).toMatchObject({ creditPrice: { unit: 1000, fen: 500, originalFen: 1000 } })
    expect((await buy(3000)).body).toMatchObject({ amount: 3000 })
  })

  test('a recharge of ten thousand million credits costs fifty million yuan', async () => {
    const payer = await driver.newPayer()
    const { pagePath } = await payer.submitForm(10_000_000_000)
    expect((await server.call('GET', pagePath)).text).toContain('¥ 50000000.00')
    await driver.pressButton(pagePath, 'pay')
    expect(await payer.credits()).toBe(10_000_000_000)
  })

  test('a recharge requested twice with one key is one record, and too many open records are refused', async () => {
    const payer = await driver.newPayer()
    const path = '/api/account_credits/payment_form?credits=1000'
    const requestForm = () => server.call('GET', path, { token: payer.token, headers: { 'idempotency-key': 'recharge-1' } })
    const replies = await Promise.all([requestForm(), requestForm()])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    for (let i = 1; i < maxAwaiting; i += 1) await payer.requestForm(1000)
    const refused = await server.call('GET', path, { token: payer.token })
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('等待付款')])
    server.clock.advance(paymentWindowMs)
    expect((await server.call('GET', path, { token: payer.token })).status).toBe(200)
  })
})

describe('payment notices', () => {
  test("a notice is accepted only with the provider's signature, for this merchant and this amount", async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(1000)
    await driver.withoutNotices(() => driver.pressButton(pagePath, 'pay'))
    const { merchant, cashier } = await testCashierKeys()
    const signed = signFields(noticeFields(await driver.tradeAt(pagePath), server.clock.now()), cashier.privateKey)
    const bent = String(new URLSearchParams({ ...signed, total_amount: '500.00' }))
    expect((await server.call('POST', notifyPath, { body: bent, headers: formHeaders })).text).toBe('failure')
    const twice = `${new URLSearchParams(signed)}&trade_status=TRADE_SUCCESS`
    expect((await server.call('POST', notifyPath, { body: twice, headers: formHeaders })).text).toBe('failure')
    expect(await driver.notify(pagePath, {}, merchant.privateKey)).toBe('failure')
    const wrong: Fields[] = [
      { total_amount: '5.01' },
      { total_amount: '' },
      { app_id: '9021000000000002' },
      { seller_id: '2088000000000002' },
      { out_trade_no: 'KJ0' },
      { trade_status: 'PAID' },
    ]
    for (const change of wrong) expect([change, await driver.notify(pagePath, change)]).toEqual([change, 'failure'])
    const reply = await server.call('POST', notifyPath, { body: 'a=b'.repeat(40_000), headers: formHeaders })
    expect([reply.text, await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual(['failure', 0, 1])
    expect(await driver.notify(pagePath)).toBe('success')
    expect(await payer.credits()).toBe(1000)
  })

  test('repeated, late and reordered notices change nothing', async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(1000)
    await driver.pressButton(pagePath, 'pay')
    expect(await Promise.all([driver.notify(pagePath), driver.notify(pagePath), driver.notify(pagePath)])).toEqual([
      'success',
      'success',
      'success',
    ])
    expect(await driver.notify(pagePath, { trade_status: 'WAIT_BUYER_PAY' })).toBe('success')
    expect(await driver.notify(pagePath, { trade_status: 'TRADE_CLOSED' })).toBe('success')
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([1000, 2])
    expect(await driver.notify(pagePath, { trade_no: '1' })).toBe('failure')
    expect(await driver.notify(pagePath, { trade_status: 'TRADE_FINISHED' })).toBe('success')
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([1000, 5])
  })

  test('a notice of success for a closed payment is verified with the provider first', async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(1000)
    server.clock.advance(paymentWindowMs)
    expect(await payer.sync(id)).toBe(3)
    expect(await driver.notify(pagePath, { trade_status: 'TRADE_SUCCESS', gmt_payment: '2026-03-01 16:00:00' })).toBe('success')
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([0, 3])
  })

  test('a notice that was not accepted is sent again', async () => {
    const payer = await driver.newPayer()
    const { pagePath } = await payer.submitForm(1000)
    await driver.withoutNotices(() => driver.pressButton(pagePath, 'pay'))
    expect(await payer.credits()).toBe(0)
    await server.cashier.deliver()
    expect(await payer.credits()).toBe(0)
    server.clock.advance(2000)
    await server.cashier.deliver()
    expect(await payer.credits()).toBe(1000)
    expect((await driver.tradeAt(pagePath)).notify_at).toBeNull()
  })
})

describe('polling a payment', () => {
  test('a poll finds a payment without notice, and the provider is asked once in three seconds however many poll', async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(1000)
    const asked = () =>
      server.deps.db.selectFrom('recharge_record').select('asked_at').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await Promise.all(Array.from({ length: 20 }, () => payer.sync(id)))).toEqual(Array(20).fill(1))
    const first = await asked()
    server.clock.advance(queryIntervalMs - 1)
    await driver.withoutNotices(() => driver.pressButton(pagePath, 'pay'))
    expect([await payer.sync(id), await asked()]).toEqual([1, first])
    server.clock.advance(1)
    const statuses = await Promise.all(Array.from({ length: 5 }, () => payer.sync(id)))
    expect(statuses).toContain(2)
    expect([await payer.sync(id), await payer.credits()]).toEqual([2, 1000])
  })

  test('a poll closes a payment that is overdue, and the cashier no longer accepts it', async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(1000)
    const unopened = await payer.requestForm(1000)
    server.clock.advance(paymentWindowMs)
    expect([await payer.sync(id), await payer.sync(unopened.id)]).toEqual([3, 1])
    server.clock.advance(closeGraceMs)
    expect(await payer.sync(unopened.id)).toBe(3)
    await driver.pressButton(pagePath, 'pay')
    expect((await server.call('GET', pagePath)).text).toContain('已关闭或超时未支付')
    expect((await driver.submit(unopened.html)).text).toContain('已超时关闭')
    expect(await payer.credits()).toBe(0)
  })

  test('polling another account’s payment answers 404', async () => {
    const { id } = await (await driver.newPayer()).requestForm(1000)
    const { token } = await server.newAccount()
    expect((await server.call('GET', `/api/credit_recharge_records/${id}/sync_payment_status`, { token })).status).toBe(404)
  })
})

test('the payment job settles and closes open records, and one failure does not stop it', async () => {
  // Closes the records that earlier tests left open.
  await server.deps.db.updateTable('recharge_record').set({ status: 3 }).where('status', '=', 1).execute()
  const payer = await driver.newPayer()
  const lost = await payer.submitForm(1000)
  const open = await payer.submitForm(1000)
  const asNobody = await payer.requestForm(1000)
  await driver.withoutNotices(() => driver.pressButton(lost.pagePath, 'pay'))
  const failures: unknown[] = []
  const { payments } = server.deps
  if (!payments) throw new Error('the test server takes payments')
  const failing = {
    ...payments,
    query: (no: string) => (no.length === 0 ? payments.query(no) : Promise.reject(new Error('no line'))),
  }
  server.clock.advance(60_000)
  await reconcilePayments({ ...server.deps, payments: failing }, (error) => failures.push(error))
  expect(failures.length).toBeGreaterThanOrEqual(3)
  server.clock.advance(60_000)
  await reconcilePayments(server.deps, (error) => failures.push(error))
  expect((await payer.record(lost.id)).paymentStatus).toBe(2)
  server.clock.advance(paymentWindowMs)
  await reconcilePayments(server.deps, (error) => failures.push(error))
  const statuses = await Promise.all([open.id, asNobody.id].map(async (id) => (await payer.record(id)).paymentStatus))
  expect([statuses, await payer.credits()]).toEqual([[3, 3], 1000])
})

describe('a refund by the provider', () => {
  const refund = async (at: string, amountFen: number, key: string) => {
    const { out_trade_no: outTradeNo } = await driver.tradeAt(at)
    const total = await server.deps.payments?.refund({ outTradeNo, amountFen, key, reason: '协商退款' })
    await server.cashier.deliver()
    return total
  }

  test('refunds take back the remaining credits of a recharge, partly or wholly, each once', async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(6000)
    await driver.pressButton(pagePath, 'pay')
    expect(await refund(pagePath, 1000, 'first')).toBe(1000)
    expect(await refund(pagePath, 1000, 'first')).toBe(1000)
    expect(await payer.record(id)).toMatchObject({ paymentStatus: 2, refund: { amount: 1000, creditsTakenBack: 2000 } })
    expect(await payer.credits()).toBe(4000)
    expect(await refund(pagePath, 2000, 'second')).toBe(3000)
    expect(await payer.record(id)).toMatchObject({ paymentStatus: 4, refund: { amount: 3000, creditsTakenBack: 6000 } })
    expect(await driver.notify(pagePath, { trade_status: 'TRADE_SUCCESS' })).toBe('success')
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([0, 4])
    await expect(refund(pagePath, 1, 'third')).rejects.toThrow('支付宝没有退款')
  })

  test('a refund that is reported before its payment results in no credits', async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(1000)
    await driver.withoutNotices(async () => {
      await driver.pressButton(pagePath, 'pay')
      await refund(pagePath, 500, 'all')
    })
    expect(await payer.sync(id)).toBe(4)
    expect(await driver.notify(pagePath, { trade_status: 'TRADE_SUCCESS', refund_fee: '' })).toBe('success')
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([0, 4])
  })
})

describe('charging for a download', () => {
  const pay = (token: string, customizationIds: readonly number[], key: string) =>
    server.call('POST', '/api/credit_usage_records', {
      token,
      body: { customizationIds, creditsPerImage },
      headers: { 'idempotency-key': key },
    })

  test('a charge that is sent twice, in two tabs or again later happens once', async () => {
    const payer = await driver.newPayer()
    await driver.pressButton((await payer.submitForm(1000)).pagePath, 'pay')
    const ids = await payer.images(4)
    const clicks = ['tab-one-1', 'tab-one-1', 'tab-two-1', 'tab-two-1', 'tab-two-1'].map((key) => pay(payer.token, ids, key))
    const replies = (await Promise.all(clicks)).map(({ body }) => body)
    expect([replies[1], replies[3], replies[4]]).toEqual([replies[0], replies[2], replies[2]])
    expect([replies[0], replies[2]].map(({ charged }) => charged.length).sort()).toEqual([0, 4])
    expect([replies[0], replies[2]].map(({ alreadyCharged }) => alreadyCharged.length).sort()).toEqual([0, 4])
    expect(await payer.credits()).toBe(760)
    // The first response is repeated, although the balance is lower now.
    await pay(payer.token, await payer.images(1), 'tab-one-2')
    expect((await pay(payer.token, ids, 'tab-one-1')).body).toEqual(replies[0])
    expect((await pay(payer.token, ids.slice(1), 'tab-one-1')).body.code).toBe('idempotency-mismatch')
    expect(await payer.credits()).toBe(700)
  })

  test('a charge without a key is refused before anything is charged', async () => {
    const payer = await driver.newPayer()
    await driver.pressButton((await payer.submitForm(1000)).pagePath, 'pay')
    const body = { customizationIds: await payer.images(1), creditsPerImage }
    const reply = await server.call('POST', '/api/credit_usage_records', { token: payer.token, body })
    expect([reply.status, await payer.credits()]).toEqual([422, 1000])
  })
})

describe('a refund by the operator', () => {
  test('the operator refunds the remaining credits of a recharge once, and none that were spent', async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(1000)
    const { out_trade_no: number } = await driver.tradeAt(pagePath)
    await expectFailure(refundRecharge(server.deps, number, '协商'), 'conflict')
    await driver.pressButton(pagePath, 'pay')
    await charge(payer.ctx, await payer.images(3))
    expect(await refundRecharge(server.deps, number, '协商')).toEqual({
      refundedFen: 410,
      creditsTakenBack: 820,
      credits: 1000,
    })
    await server.cashier.deliver()
    await expectFailure(refundRecharge(server.deps, number, '协商'), 'conflict')
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([0, 2])
    await expectFailure(refundRecharge(server.deps, 'KJ0', '协商'), 'not-found')
  })

  test('repeating a refund whose response was lost does not refund twice', async () => {
    const payer = await driver.newPayer()
    const { id, pagePath } = await payer.submitForm(1000)
    await driver.pressButton(pagePath, 'pay')
    const { out_trade_no: number } = await driver.tradeAt(pagePath)
    const { payments } = server.deps
    if (!payments) throw new Error('the test server takes payments')
    const losing = {
      ...payments,
      refund: async (of: Refund) => payments.refund(of).then(() => Promise.reject(new Error('lost'))),
    }
    await driver.withoutNotices(async () => {
      await expect(refundRecharge({ ...server.deps, payments: losing }, number, '协商')).rejects.toThrow('lost')
      expect(await refundRecharge(server.deps, number, '协商')).toMatchObject({ refundedFen: 500, creditsTakenBack: 1000 })
    })
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([0, 4])
  })
})
