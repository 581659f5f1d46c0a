/** Payments at a cashier that behaves as badly as the real world, and money that becomes no credits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentWindowMs } from '../domain/credits/limits'
import { endByHand, listUnbooked, returnUnbooked, sumUnbooked } from '../domain/credits/unbooked'
import { payAgain, payClosed, quiet, refundElsewhere, strict } from '../embedded/cashier/faults'
import { expectFailure } from './domain'
import { openPaymentDriver, type Payer, type PaymentDriver } from './payer'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let driver: PaymentDriver
beforeAll(async () => {
  server = await startTestServer()
  driver = openPaymentDriver(server)
})
afterAll(() => server.close())

const bought = async (credits = 1000) => {
  const payer = await driver.newPayer()
  const { id, pagePath } = await payer.submitForm(credits)
  return { payer, id, pagePath, trade: await driver.tradeAt(pagePath) }
}
const listed = async (outTradeNo: string) => (await listUnbooked(server.deps.db)).filter((row) => row.out_trade_no === outTradeNo)
const pay = (pagePath: string) => driver.pressButton(pagePath, 'pay')
const unbookedOf = async (payer: Payer, id: number) => (await payer.record(id)).unbooked

describe('a strict cashier', () => {
  test('a recharge is credited once when its notices come in GBK, twice, out of order and without optional fields', async () => {
    server.cashierFaults.behave(strict)
    const { payer, id, pagePath, trade } = await bought()
    await pay(pagePath)
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([1000, 2])
    await refundElsewhere(server.deps, trade.out_trade_no, 100)
    await server.cashier.deliver()
    expect(await payer.record(id)).toMatchObject({ paymentStatus: 2, refund: { amount: 100, creditsTakenBack: 200 } })
    await refundElsewhere(server.deps, trade.out_trade_no, 400)
    await server.cashier.deliver()
    expect(await payer.record(id)).toMatchObject({ paymentStatus: 4, refund: { amount: 500, creditsTakenBack: 1000 } })
    expect([await payer.credits(), await listed(trade.out_trade_no)]).toEqual([0, []])
    server.cashierFaults.behave(quiet)
  })

  test('a payment whose notice is late is found by asking, and its notice changes nothing later', async () => {
    server.cashierFaults.behave({ lateMs: 60_000 })
    const { payer, id, pagePath } = await bought()
    await pay(pagePath)
    expect(await payer.credits()).toBe(0)
    server.clock.advance(3000)
    expect([await payer.sync(id), await payer.credits()]).toEqual([2, 1000])
    server.clock.advance(60_000)
    await server.cashier.deliver()
    expect([await payer.credits(), (await driver.tradeAt(pagePath)).notify_at]).toEqual([1000, null])
    server.cashierFaults.behave(quiet)
  })

  test('the page of faults makes the cashier strict and pays a number twice', async () => {
    const { payer, pagePath, trade } = await bought()
    const post = (body: unknown) => server.call('POST', '/simulator/cashier/faults', { body })
    expect((await post({ strict: true })).status).toBe(200)
    await pay(pagePath)
    expect((await post({ payAgain: trade.out_trade_no, strict: false })).status).toBe(200)
    expect([await payer.credits(), (await listed(trade.out_trade_no)).length]).toEqual([1000, 1])
    expect((await post({ copies: 0 })).status).toBe(422)
    expect((await post({ refund: { outTradeNo: 'KJ0', amountFen: 1 } })).status).toBe(404)
  })

  test('a payment that crossed the closing of its trade is credited, however its notice comes', async () => {
    const { payer, id, trade } = await bought()
    server.clock.advance(paymentWindowMs)
    expect(await payer.sync(id)).toBe(3)
    await payClosed(server.deps, trade.out_trade_no)
    await server.cashier.deliver()
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([1000, 2])
    expect(await listed(trade.out_trade_no)).toEqual([])
  })
})

describe('money that becomes no credits', () => {
  test('a second payment of one recharge is listed with its full numbers, shown to its seller and returned by one command', async () => {
    const { payer, id, pagePath, trade } = await bought()
    await pay(pagePath)
    const second = await payAgain(server.deps, trade.out_trade_no)
    await server.cashier.deliver()
    await server.cashier.deliver()
    expect(await listed(trade.out_trade_no)).toMatchObject([
      { trade_no: second, amount_fen: 500, refunded_fen: 0, reason: 'second-payment', account_id: payer.accountId },
    ])
    expect([await payer.credits(), await unbookedOf(payer, id)]).toEqual([1000, { amount: 500, returned: false }])
    expect(await returnUnbooked(server.deps, second, '重复付款')).toBe(500)
    expect(await unbookedOf(payer, id)).toEqual({ amount: 500, returned: true })
    await expectFailure(returnUnbooked(server.deps, second, '重复付款'), 'not-found')
    await server.cashier.deliver()
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([1000, 2])
  })

  test('a second payment that the merchant centre refunds leaves the list by its notice, in parts', async () => {
    const { pagePath, trade } = await bought()
    await pay(pagePath)
    const second = await payAgain(server.deps, trade.out_trade_no)
    const own = `${trade.out_trade_no}-${second}`
    await server.cashier.deliver()
    await refundElsewhere(server.deps, own, 200)
    await server.cashier.deliver()
    expect(await listed(trade.out_trade_no)).toMatchObject([{ refunded_fen: 200 }])
    await refundElsewhere(server.deps, own, 300)
    await server.cashier.deliver()
    expect(await listed(trade.out_trade_no)).toEqual([])
  })

  test('a payment of an unknown number is listed without an account and can be ended by hand', async () => {
    const { pagePath, trade } = await bought()
    const before = await sumUnbooked(server.deps.db)
    const number = `KJunknown${trade.trade_no}`
    expect(await driver.notify(pagePath, { out_trade_no: number, trade_no: 'T-unknown', trade_status: 'TRADE_SUCCESS' })).toBe(
      'failure',
    )
    expect(await listed(number)).toMatchObject([{ account_id: null, account: null, reason: 'unknown-number', amount_fen: 500 }])
    expect(await sumUnbooked(server.deps.db)).toEqual({ payments: before.payments + 1, fen: before.fen + 500 })
    await endByHand(server.deps, 'T-unknown')
    expect(await listed(number)).toEqual([])
    // A repetition of the notice does not put it on the list again.
    await driver.notify(pagePath, { out_trade_no: number, trade_no: 'T-unknown', trade_status: 'TRADE_SUCCESS' })
    expect(await sumUnbooked(server.deps.db)).toEqual(before)
  })

  test.each([
    ['less', '4.99', 499],
    ['more', '5.01', 501],
    ['no known amount', '', null],
  ])('a payment of %s than the recharge costs is listed, and ends when the right amount is reported', async (_, total, fen) => {
    const { payer, id, pagePath, trade } = await bought()
    await driver.withoutNotices(() => pay(pagePath))
    expect(await driver.notify(pagePath, { total_amount: total })).toBe('failure')
    expect(await listed(trade.out_trade_no)).toMatchObject([{ amount_fen: fen, reason: 'other-amount' }])
    expect([await payer.credits(), await unbookedOf(payer, id)]).toEqual([0, { amount: fen, returned: false }])
    expect(await driver.notify(pagePath)).toBe('success')
    expect([await listed(trade.out_trade_no), await payer.credits(), await unbookedOf(payer, id)]).toEqual([[], 1000, null])
  })

  test('a recharge that was paid with another amount is closed when its time is over', async () => {
    const { payer, id, pagePath } = await bought()
    await driver.notify(pagePath, { total_amount: '4.99', trade_status: 'TRADE_SUCCESS' })
    expect((await payer.record(id)).paymentStatus).toBe(1)
    server.clock.advance(paymentWindowMs)
    await driver.notify(pagePath, { total_amount: '4.99', trade_status: 'TRADE_SUCCESS' })
    expect((await payer.record(id)).paymentStatus).toBe(3)
  })

  test('a payment of a closed recharge that the provider does not confirm is listed, and is credited when it does', async () => {
    const { payer, id, pagePath, trade } = await bought()
    server.clock.advance(paymentWindowMs)
    await payer.sync(id)
    expect(await driver.notify(pagePath, { trade_status: 'TRADE_SUCCESS' })).toBe('success')
    expect(await listed(trade.out_trade_no)).toMatchObject([{ reason: 'closed', amount_fen: 500 }])
    await payClosed(server.deps, trade.out_trade_no)
    await server.cashier.deliver()
    expect([await listed(trade.out_trade_no), await payer.credits()]).toEqual([[], 1000])
  })

  test('a payer who gives one trade up and pays another for the same number gets the credits', async () => {
    const { payer, id, pagePath, trade } = await bought()
    // The provider reports the first trade while it waits, which makes it the known one.
    await driver.notify(pagePath, { trade_status: 'WAIT_BUYER_PAY' })
    const second = await payAgain(server.deps, trade.out_trade_no)
    await server.cashier.deliver()
    expect([await payer.credits(), (await payer.record(id)).paymentStatus]).toEqual([1000, 2])
    expect(await listed(trade.out_trade_no)).toEqual([])
    await pay(pagePath)
    expect(await listed(trade.out_trade_no)).toMatchObject([{ trade_no: trade.trade_no, reason: 'second-payment' }])
    expect([await payer.credits(), second === trade.trade_no]).toEqual([1000, false])
  })

  test('sellers see only the money that came for their own recharges', async () => {
    const { payer, id, pagePath, trade } = await bought()
    await pay(pagePath)
    await payAgain(server.deps, trade.out_trade_no)
    await server.cashier.deliver()
    const other = await bought()
    expect(await unbookedOf(other.payer, other.id)).toBeNull()
    expect(await unbookedOf(payer, id)).toEqual({ amount: 500, returned: false })
  })
})
