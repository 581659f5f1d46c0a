/** Tests requests for one refund that overlap: each reports the outcome of the refund, whichever request led to it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Failure } from '../../kernel/failure'
import type { Payments } from '../../ports/payments'
import { audit, type CreditClient, openCreditClient } from '../../test/credits'
import { expectFailure } from '../../test/domain'
import { priceOf } from './price'
import { refundRecharge, retryRefunds } from './refund'

let books: CreditClient
beforeAll(async () => {
  books = await openCreditClient()
})
afterAll(() => books.close())

/** A provider that answers its requests for refunds one after another as listed. */
function providerOf(...answers: Payments['refund'][]): { readonly payments: Payments; readonly requested: string[] } {
  const requested: string[] = []
  const refund: Payments['refund'] = async (request) => {
    requested.push(request.outTradeNo)
    const answer = answers.shift()
    if (!answer) throw new Error('no further request was expected')
    return answer(request)
  }
  return { payments: { refund } as unknown as Payments, requested }
}

const refused = async () => {
  throw new Failure('conflict', '支付宝没有退款：交易已关闭')
}
const lost = async () => {
  throw new Failure('upstream-failed', '支付宝没有回答')
}
/** Returns a promise and the function that resolves it. */
function newSignal() {
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  return { send, sent }
}

test.each([
  ['is refused', refused],
  ['gets no response', lost],
])('a request that %s after another one has refunded reports that refund', async (_, answer) => {
  const { ctx, createPaidRecharge } = await books.shop()
  const number = await createPaidRecharge(1000)
  const firstMayEnd = newSignal()
  const secondMayEnd = newSignal()
  const { payments, requested } = providerOf(
    async ({ amountFen }) => {
      await firstMayEnd.sent
      return amountFen
    },
    async () => {
      await secondMayEnd.sent
      return answer()
    },
  )
  const deps = { ...ctx, payments }
  // Either may reach the provider first.
  const both = [refundRecharge(deps, number, '协商'), refundRecharge(deps, number, '协商')]
  await expect.poll(() => requested).toEqual([number, number])
  firstMayEnd.send()
  const result = await Promise.race(both)
  expect(result).toMatchObject({ refundedFen: priceOf(1000), creditsTakenBack: 1000 })
  secondMayEnd.send()
  expect(await Promise.all(both)).toEqual([result, result])
})

test('the job requests no refund whose credits a refusal has returned meanwhile', async () => {
  const { ctx, createPaidRecharge } = await books.shop()
  const former = await createPaidRecharge(1000)
  const latter = await createPaidRecharge(1000)
  const losing = { ...ctx, payments: providerOf(lost, lost).payments }
  for (const number of [former, latter]) await expectFailure(refundRecharge(losing, number, '协商'), 'upstream-failed')
  books.clock.advance(10 * 60_000)
  const problems: unknown[] = []
  const { payments, requested } = providerOf(async ({ amountFen }) => {
    // The operator repeats the other refund while the job waits for this one.
    await expectFailure(refundRecharge({ ...ctx, payments: providerOf(refused).payments }, latter, '协商'), 'conflict')
    return amountFen
  })
  await retryRefunds({ ...ctx, payments }, (problem) => problems.push(problem))
  expect(requested).toEqual([former])
  expect(problems).toEqual([expect.objectContaining({ code: 'conflict' })])
  expect(await audit(ctx)).toBe(1000)
})
