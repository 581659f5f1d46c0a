/**
 * Random sequences of credit operations keep the ledger consistent: compared with a plain model one after another, and by its own
 * invariants all at once.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditsPerImage, type PaymentStatus } from '../../../contract/constants'
import { sized } from '../../../test/setup/size'
import { Failure } from '../../kernel/failure'
import type { Payments, TradeState } from '../../ports/payments'
import { audit, type CreditClient, type CreditShop, day, openCreditClient, paidState } from '../../test/credits'
import { expectFailure } from '../../test/domain'
import { currentCredits } from './balance'
import { charge } from './charge'
import { expireCredits } from './expiry'
import { creditsFor } from './holds'
import { creditLifeMs } from './limits'
import { priceOf } from './price'
import { refundRecharge, retryRefunds } from './refund'
import { settle } from './settle'

let books: CreditClient
beforeAll(async () => {
  books = await openCreditClient()
})
afterAll(() => books.close())

const recharges = 4
const images = 40

interface Notice {
  readonly record: number
  readonly status: TradeState['status']
  /** Quarters of the amount refunded so far, 0 to 4. */
  readonly refunded: number
}
type Step =
  | { readonly do: 'notice'; readonly notice: Notice }
  | { readonly do: 'charge'; readonly images: readonly number[] }
  | { readonly do: 'wait'; readonly days: number }
  | { readonly do: 'job' }

const notices: fc.Arbitrary<Notice> = fc.record({
  record: fc.nat(recharges - 1),
  status: fc.constantFrom('unknown', 'awaiting', 'paid', 'paid', 'paid', 'finished', 'closed'),
  refunded: fc.constantFrom(0, 0, 0, 0, 1, 2, 4),
})
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { arbitrary: fc.record({ do: fc.constant('notice' as const), notice: notices }), weight: 5 },
    {
      arbitrary: fc.record({
        do: fc.constant('charge' as const),
        images: fc.array(fc.nat(images - 1), { minLength: 1, maxLength: 25 }),
      }),
      weight: 4,
    },
    { arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 100, 364, 365) }), weight: 1 },
    { arbitrary: fc.constant({ do: 'job' as const }), weight: 1 },
  ),
  { minLength: 8, maxLength: 24 },
)

/** 1000, 2000, 3000 and 4000 credits. */
const creditsOf = (record: number): number => 1000 * (record + 1)

class Scene {
  readonly shop: CreditShop
  readonly ids: readonly number[]
  readonly numbers: readonly string[]
  private constructor(shop: CreditShop, ids: readonly number[], numbers: readonly string[]) {
    this.shop = shop
    this.ids = ids
    this.numbers = numbers
  }
  static async open(): Promise<Scene> {
    const shop = await books.shop()
    const { ids, orderId } = await shop.order(images)
    await shop.showInAnotherOrder(ids.slice(0, images / 2), { parentId: orderId })
    const numbers: string[] = []
    for (let record = 0; record < recharges; record += 1) numbers.push(await shop.createRecharge(creditsOf(record)))
    return new Scene(shop, ids, numbers)
  }
  tell({ record, status, refunded }: Notice): Promise<PaymentStatus> {
    const totalFen = priceOf(creditsOf(record))
    return settle(
      this.shop.ctx,
      paidState(this.numbers[record] ?? '', { status, totalFen, refundedFen: (totalFen * refunded) / 4 }),
    )
  }
  pay(indices: readonly number[]) {
    return charge(
      this.shop.ctx,
      indices.map((index) => this.ids[index] ?? 0),
    )
  }
}

interface ModelLot {
  left: number
  readonly ends: number
}

/** The expected behaviour, on numbers alone. */
class Model {
  readonly #paid = new Set<number>()
  readonly #records = Array.from({ length: recharges }, () => ({
    status: 1 as PaymentStatus,
    refunded: 0,
    lot: null as ModelLot | null,
  }))
  #lots(now: number): ModelLot[] {
    const open = this.#records.flatMap(({ lot }) => (lot && lot.ends > now ? [lot] : []))
    return open.sort((a, b) => a.ends - b.ends)
  }
  balance(now: number): number {
    return this.#lots(now).reduce((sum, { left }) => sum + left, 0)
  }
  tell({ record, status, refunded }: Notice, now: number): PaymentStatus {
    const it = this.#records[record]
    if (!it) throw new Error('no such record')
    const final = it.status === 4 || it.status === 5
    const unpaid = it.status === 1 || it.status === 3
    const isOpen = unpaid && (status === 'awaiting' || status === 'unknown')
    if (!final && refunded === 4 && !isOpen) it.status = 4
    else if (!final && status === 'finished') it.status = 5
    else if (unpaid && status === 'paid') it.status = 2
    else if (unpaid && status === 'closed') it.status = 3
    if (unpaid && (it.status === 2 || it.status === 5)) it.lot = { left: creditsOf(record), ends: now + creditLifeMs }
    const isPaid = it.status === 2 || it.status === 4 || it.status === 5
    const more = isPaid ? Math.max(0, refunded - it.refunded) : 0
    it.refunded += more
    if (it.lot && it.lot.ends > now) it.lot.left -= Math.min(it.lot.left, (creditsOf(record) * more) / 4)
    return it.status
  }
  pay(indices: readonly number[], now: number): { charged: number[]; insufficient: number[] } {
    const fresh = [...new Set(indices)].filter((index) => !this.#paid.has(index))
    const charged = fresh.slice(0, Math.floor(this.balance(now) / creditsPerImage))
    let cost = charged.length * creditsPerImage
    for (const lot of this.#lots(now)) {
      const taken = Math.min(cost, lot.left)
      lot.left -= taken
      cost -= taken
    }
    for (const index of charged) this.#paid.add(index)
    return { charged, insufficient: fresh.slice(charged.length) }
  }
}

test('operations on credits one after another give the result of a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const scene = await Scene.open()
      const model = new Model()
      for (const step of sequence) {
        const now = books.clock.now().getTime()
        // Lots created at the same moment expire at the same moment, and their order would be arbitrary.
        books.clock.advance(1)
        if (step.do === 'notice') {
          expect(await scene.tell(step.notice)).toBe(model.tell(step.notice, now + 1))
        } else if (step.do === 'charge') {
          const { charged, insufficient } = await scene.pay(step.images)
          const expected = model.pay(step.images, now + 1)
          expect([charged, insufficient]).toEqual([
            expected.charged.map((index) => scene.ids[index]),
            expected.insufficient.map((index) => scene.ids[index]),
          ])
        } else if (step.do === 'wait') books.clock.advance(step.days * day)
        else await expireCredits(scene.shop.ctx)
        const { credits } = await currentCredits(scene.shop.ctx)
        expect(credits).toBe(model.balance(books.clock.now().getTime()))
      }
      await expireCredits(scene.shop.ctx)
      expect(await audit(scene.shop.ctx)).toBe(model.balance(books.clock.now().getTime()))
    }),
    { numRuns: sized(4, 8) },
  )
})

test('operations on credits all at once charge and credit nothing twice and keep the books balanced', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const scene = await Scene.open()
      // Every notice and every charge comes twice: from a webhook and a poll, from two tabs.
      const work = [...sequence, ...sequence].map((step): Promise<unknown> => {
        if (step.do === 'notice') return scene.tell(step.notice)
        if (step.do === 'charge') return scene.pay(step.images)
        if (step.do === 'job') return expireCredits(scene.shop.ctx)
        return Promise.resolve()
      })
      for (const result of await Promise.allSettled(work)) {
        if (result.status === 'rejected') throw result.reason
      }
      const balance = await audit(scene.shop.ctx)
      const all = Array.from({ length: images }, (_, index) => index)
      const { charged, alreadyCharged } = await scene.pay(all)
      const unpaid = images - alreadyCharged.length
      expect(charged).toHaveLength(Math.min(Math.floor(balance / creditsPerImage), unpaid))
      expect(await audit(scene.shop.ctx)).toBe(balance - charged.length * creditsPerImage)
    }),
    { numRuns: sized(4, 8) },
  )
})

describe('a refund', () => {
  /** Reaction of the provider to a refund call: `lost` before it was executed, `unheard` after. */
  type Answer = 'done' | 'refused' | 'lost' | 'unheard'
  const unknown = () => new Failure('upstream-failed', '没有回答')

  /** A provider that reacts to its calls in turn as listed, then with `done`; each key refunds once. */
  function provider(answers: Answer[], meanwhile: () => Promise<unknown>) {
    const refunds = new Map<string, Map<string, number>>()
    const totalOf = (number: string): number => [...(refunds.get(number)?.values() ?? [])].reduce((sum, fen) => sum + fen, 0)
    const refund: Payments['refund'] = async ({ outTradeNo, amountFen, key }) => {
      const answer = answers.shift() ?? 'done'
      await meanwhile()
      if (answer === 'lost') throw unknown()
      const made = refunds.get(outTradeNo) ?? new Map<string, number>()
      refunds.set(outTradeNo, made)
      if (!made.has(key)) {
        if (answer === 'refused') throw new Failure('conflict', '没有退款')
        made.set(key, amountFen)
      }
      if (answer === 'unheard') throw unknown()
      return totalOf(outTradeNo)
    }
    return { totalOf, payments: { refund } as unknown as Payments }
  }

  const refundSteps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('refund' as const), record: fc.nat(recharges - 1) }),
      fc.record({
        do: fc.constant('charge' as const),
        images: fc.array(fc.nat(images - 1), { minLength: 1, maxLength: 25 }),
      }),
    ),
    { minLength: 4, maxLength: 14 },
  )
  const answers = fc.array(fc.constantFrom<Answer>('done', 'refused', 'lost', 'unheard'), { maxLength: 10 })

  test('a refusal of one of two requests for a refund does not return the credits that the other one pays out', async () => {
    const scene = await Scene.open()
    const number = scene.numbers[0] ?? ''
    await scene.tell({ record: 0, status: 'paid', refunded: 0 })
    let onRefused = () => {}
    const refused = new Promise<void>((resolve) => {
      onRefused = resolve
    })
    let onSent = () => {}
    const sent = new Promise<void>((resolve) => {
      onSent = resolve
    })
    let paidOut = 0
    // The first request is executed after the second was refused, and its response is lost.
    const calls: Payments['refund'][] = [
      async ({ amountFen }) => {
        onSent()
        await refused
        paidOut = amountFen
        throw unknown()
      },
      async () => {
        throw new Failure('conflict', '系统繁忙')
      },
    ]
    const refund: Payments['refund'] = async (request) => (calls.shift() ?? (async () => paidOut))(request)
    const deps = { ...scene.shop.ctx, payments: { refund } as unknown as Payments }
    const first = refundRecharge(deps, number, '协商')
    const lost = expectFailure(first, 'upstream-failed')
    await sent
    await expectFailure(refundRecharge(deps, number, '协商'), 'upstream-failed')
    onRefused()
    await lost
    books.clock.advance(10 * 60_000)
    await retryRefunds(deps, (error) => {
      throw error
    })
    const { db } = deps
    const record = await db.selectFrom('recharge_record').selectAll().where('out_trade_no', '=', number).executeTakeFirstOrThrow()
    expect(record).toMatchObject({ refunded_fen: paidOut, credits_taken_back: record.credits })
  })

  test('a refund pays out no credit that is spent while the provider responds, whatever it responds', async () => {
    await fc.assert(
      fc.asyncProperty(refundSteps, answers, async (sequence, told) => {
        const scene = await Scene.open()
        for (let record = 0; record < recharges; record += 1) await scene.tell({ record, status: 'paid', refunded: 0 })
        // The provider takes as long as two charges.
        const { payments, totalOf } = provider([...told], async () => {
          await scene.pay([1, 2, 3])
          await scene.pay([30])
        })
        const deps = { ...scene.shop.ctx, payments }
        const work = sequence.map((step): Promise<unknown> => {
          if (step.do === 'charge') return scene.pay(step.images)
          return refundRecharge(deps, scene.numbers[step.record] ?? '', '协商').catch((error: unknown) => {
            if (!(error instanceof Failure)) throw error
          })
        })
        await Promise.all(work)
        // The job completes what is open, as it does after a process died.
        for (let round = 0; round < told.length + 1; round += 1) {
          books.clock.advance(10 * 60_000)
          await retryRefunds(deps, () => undefined)
        }
        const { db, actor } = deps
        const records = await db.selectFrom('recharge_record').selectAll().where('account_id', '=', actor.accountId).execute()
        for (const record of records) {
          expect(record.refunded_fen).toBe(totalOf(record.out_trade_no))
          expect(record.credits_taken_back).toBe(creditsFor(record, record.refunded_fen))
        }
        const open = await db
          .selectFrom('refund_hold')
          .select('id')
          .where('account_id', '=', actor.accountId)
          .where('ended_at', 'is', null)
          .execute()
        expect(open).toEqual([])
        const bought = records.reduce((sum, { credits }) => sum + credits, 0)
        const takenBack = records.reduce((sum, record) => sum + record.credits_taken_back, 0)
        const lines = await db
          .selectFrom('usage_line')
          .select('customization_id')
          .where('account_id', '=', actor.accountId)
          .execute()
        expect(await audit(scene.shop.ctx)).toBe(bought - takenBack - lines.length * creditsPerImage)
      }),
      { numRuns: sized(4, 8) },
    )
  })
})
