/** Each case is made once, whatever responses are lost, windows compete or servers die. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PushReply } from '../../contract/types'
import { sized } from '../../test/setup/size'
import { erpOf } from '../domain/erp/programs'
import { leaseMs } from '../domain/erp/push/claims'
import { sweepClaims } from '../domain/erp/push/ended-claims'
import { pushOrder } from '../domain/erp/push/push'
import { orderPath } from '../embedded/erps/print-factory/simulator'
import type { Ctx } from '../kernel/context'
import { Failure } from '../kernel/failure'
import { type Erp, ErpFailure } from '../ports/erp'
import { type Domain, expectFailure, openDomain } from './domain'
import { openPushShop, type PushShop } from './push-shop'

let domain: Domain
let shop: PushShop
/** A context that fails the test when a case would be ordered again. */
let strictCtx: Ctx
beforeEach(async () => {
  domain = await openDomain()
  shop = await openPushShop(domain)
  strictCtx = { ...shop.ctx, erps: { 1: strict(erpOf(shop.ctx, 1)) } }
})
afterEach(() => domain.close())

const made = () => domain.factory.orders()
const failureOf = (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => Promise.reject(new Error('it went through')),
    (error: unknown) => (error instanceof Failure ? error : Promise.reject(error)),
  )

/** Expects exactly one order at the factory for each customization that is recorded as pushed. */
async function expectTrue(): Promise<void> {
  const orders = await made()
  const ids = orders.map(({ params }) => params.third_id)
  expect(new Set(ids).size).toBe(ids.length)
  const rows = await shop.ctx.db.selectFrom('push_line').selectAll().execute()
  const outside = new Map(rows.map((row) => [row.outside_id, row]))
  for (const { params, orderId } of orders) {
    const row = outside.get(params.third_id ?? '')
    expect(row?.status, 'what the factory has is not said to be refused').not.toBe('failed')
    if (row?.status === 'pushed') expect(row.factory_order_id).toBe(orderId)
  }
  for (const row of rows) if (row.status === 'pushed') expect(ids).toContain(row.outside_id)
}

/** The embedded factory itself refuses a second line of the same case; this wrapper fails the test when one is even requested. */
function strict(real: Erp): Erp {
  return {
    ...real,
    async createLine(key, factoryId, line) {
      const known = (await made()).map(({ params }) => params.third_id)
      expect(known, 'what the factory has is not ordered again').not.toContain(line.outsideId)
      return real.createLine(key, factoryId, line)
    },
  }
}

/** A context of a server that dies before or after a call of the factory: its request never continues. */
function dying(when: 'before create' | 'after create' | 'before find'): { ctx: Ctx; dead: Promise<void> } {
  let die: () => void
  const dead = new Promise<void>((resolve) => {
    die = resolve
  })
  const never = <T>(): Promise<T> => {
    die()
    return new Promise<T>(() => undefined)
  }
  const real = erpOf(strictCtx, 1)
  const erp: Erp = {
    ...real,
    findLine: (...args) => (when === 'before find' ? never() : real.findLine(...args)),
    async createLine(...args) {
      if (when === 'before create') return never()
      const answer = real.createLine(...args)
      if (when === 'before find') return answer
      await answer.catch((error: unknown) => {
        if (!(error instanceof ErpFailure)) throw error
      })
      return never()
    },
  }
  return { ctx: { ...shop.ctx, erps: { 1: erp } }, dead }
}

test('three orders of which one response is lost for good are pushed again, and the factory has exactly three', async () => {
  const numbers = ['A', 'B', 'C']
  for (const number of numbers) await shop.order(number)
  await shop.push('A')
  // The order arrives, its response is lost, and the queries about it are lost too.
  domain.factory.loseAnswers(1, orderPath)
  domain.factory.loseCalls(4, '/order/query')
  const lost = await failureOf(shop.push('B'))
  expect(lost).toMatchObject({ code: 'upstream-failed', message: expect.stringContaining('不会重复下单') })
  expect((await shop.find('B')).push).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('不确定工厂是否已收到'),
  })
  await shop.push('C')
  expect(await made()).toHaveLength(3)
  for (const number of numbers) await shop.push(number)
  expect((await made()).map(({ params }) => params.third_order_no)).toEqual(numbers)
  for (const number of numbers) expect((await shop.find(number)).push.status).toBe('pushed')
  await expectTrue()
})

test('a lost response whose order can be queried is no failure', async () => {
  await shop.order('A')
  domain.factory.loseAnswers(1, orderPath)
  expect(await shop.push('A')).toMatchObject({ status: 'pushed' })
  expect(await made()).toHaveLength(1)
})

test('a request that never reaches the factory leaves nothing behind, and the message offers to push again', async () => {
  await shop.order('A')
  domain.factory.loseCalls(1, orderPath)
  await expectFailure(shop.push('A'), 'upstream-failed', undefined, '不会重复下单')
  expect(await made()).toHaveLength(0)
  await shop.push('A')
  expect(await made()).toHaveLength(1)
})

test('an unreadable response of the factory is shown as it came', async () => {
  await shop.order('A')
  domain.factory.answerNext(502, '<html>Bad Gateway</html>')
  await expectFailure(shop.push('A'), 'upstream-failed', undefined, '<html>Bad Gateway</html>')
})

test('a refused line leaves the other lines pushed, and the message counts both', async () => {
  await shop.order('A', [shop.picture, shop.picture, shop.picture])
  domain.factory.refuseNext('型号缺货', orderPath)
  const failure = await failureOf(shop.push('A'))
  expect(failure).toMatchObject({
    code: 'invalid',
    message: '3 件中 2 件已推送，1 件没有成功：「苹果 iPhone 15 · 硅胶 · 黑」型号缺货',
  })
  expect((await shop.find('A')).push).toMatchObject({ status: 'failed', message: '3 件中 2 件已推送；型号缺货' })
  expect(await shop.push('A')).toMatchObject({
    status: 'pushed',
    factoryOrderIds: [expect.any(String), expect.any(String), expect.any(String)],
  })
  expect(await made()).toHaveLength(3)
  await expectTrue()
})

test('a refused key ends the push of an order with nothing made', async () => {
  await shop.order('A', [shop.picture, shop.picture])
  domain.factory.rekey(['another-key'])
  const failure = await failureOf(shop.push('A'))
  expect(failure).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^2 件中 0 件已推送.*key.*还有 1 件没有发送$/),
  })
  domain.factory.rekey(['demo-factory-key'])
  await shop.push('A')
  expect(await made()).toHaveLength(2)
})

test('five windows that push at once make each case once, and the losers are told why', async () => {
  await shop.order('A', [shop.picture, shop.picture])
  const body = await shop.seen('A')
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => pushOrder(strictCtx, body)))
  expect(await made()).toHaveLength(2)
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'in-progress', message: expect.stringContaining('另一个窗口') })
    else expect(['pushed', 'already']).toContain((result.value as PushReply).status)
  }
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await shop.push('A')).toMatchObject({ status: 'already' })
  expect((await shop.find('A')).push.status).toBe('pushed')
  await expectTrue()
})

test.each(['before create', 'after create'] as const)(
  'the lease of a server that dies %s expires, then another request continues the push',
  async (when) => {
    await shop.order('A')
    const { ctx, dead } = dying(when)
    void pushOrder(ctx, await shop.seen('A'))
    await dead
    expect((await shop.find('A')).push.status).toBe('pushing')
    await expectFailure(shop.push('A'), 'in-progress', undefined, '正在由另一个窗口推送')
    shop.advance(leaseMs)
    expect(await shop.push('A')).toMatchObject({ status: 'pushed' })
    expect(await made()).toHaveLength(1)
    expect(domain.factory.count(orderPath)).toBe(1)
    await expectTrue()
  },
)

test('an order whose push died is shown as failed once its lease has expired', async () => {
  await shop.order('A')
  const { ctx, dead } = dying('after create')
  void pushOrder(ctx, await shop.seen('A'))
  await dead
  await sweepClaims(shop.ctx)
  expect((await shop.find('A')).push.status).toBe('pushing')
  shop.advance(leaseMs)
  await sweepClaims(shop.ctx)
  expect((await shop.find('A')).push).toMatchObject({ status: 'failed', message: expect.stringContaining('推送中断') })
  expect(await shop.push('A')).toMatchObject({ status: 'pushed' })
  expect(await made()).toHaveLength(1)
})

test('a slow request that returns after another took its line over changes nothing', async () => {
  await shop.order('A')
  let go = (): void => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const real = erpOf(shop.ctx, 1)
  let arrived = (): void => undefined
  const there = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const slow: Erp = {
    ...real,
    async createLine(...args) {
      arrived()
      await held
      return real.createLine(...args)
    },
  }
  const late = pushOrder({ ...shop.ctx, erps: { 1: slow } }, await shop.seen('A'))
  await there
  shop.advance(leaseMs)
  const { factoryOrderIds } = await shop.push('A')
  go()
  expect(await late).toMatchObject({ status: 'pushed', factoryOrderIds })
  expect(await made()).toHaveLength(1)
  await expectTrue()
})

test('an order that changes between the check and the factory is not sent', async () => {
  await shop.order('A')
  const storage = shop.ctx.storage
  let changed = false
  const meddling: Ctx = {
    ...shop.ctx,
    storage: {
      ...storage,
      async get(key, range) {
        if (!changed) {
          changed = true
          await shop.order('A', [shop.picture], { orderItems: [] })
        }
        return storage.get(key, range)
      },
    },
  }
  await expectFailure(pushOrder(meddling, await shop.seen('A')), 'conflict', undefined, '请刷新后再推送')
  expect(await made()).toHaveLength(0)
})

describe('a random sequence of pushes, faults and deaths', () => {
  type Step =
    | { readonly do: 'push'; readonly orders: readonly number[] }
    | { readonly do: 'die'; readonly order: number; readonly when: 'before create' | 'after create' | 'before find' }
    | { readonly do: 'answers' | 'calls' | 'questions'; readonly times: number }
    | { readonly do: 'refuse' | 'wait' | 'import' }

  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      arbitrary: fc.record({ do: fc.constant('push' as const), orders: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }) }),
      weight: 4,
    },
    {
      arbitrary: fc.record({
        do: fc.constant('die' as const),
        order: fc.nat(2),
        when: fc.constantFrom('before create', 'after create', 'before find'),
      }),
      weight: 2,
    },
    {
      arbitrary: fc.record({ do: fc.constantFrom('answers', 'calls', 'questions'), times: fc.integer({ min: 1, max: 5 }) }),
      weight: 2,
    },
    { arbitrary: fc.record({ do: fc.constantFrom('refuse', 'wait', 'import') }), weight: 2 },
  )

  test('the factory has each case at most once, and every case that is recorded as pushed', async () => {
    let run = 0
    const play = async (steps: readonly Step[]): Promise<void> => {
      run += 1
      const numbers = [`${run}-0`, `${run}-1`, `${run}-2`]
      const take = async () => {
        await shop.order(numbers[0] ?? '')
        await shop.order(numbers[1] ?? '', [shop.picture, shop.picture])
        await shop.order(numbers[2] ?? '')
      }
      await take()
      const push = async (ctx: Ctx, order: number): Promise<void> => {
        const failure = await pushOrder(ctx, await shop.seen(numbers[order] ?? '')).catch((error: unknown) => error)
        if (failure instanceof Error && !(failure instanceof Failure)) throw failure
      }
      for (const at of steps) {
        if (at.do === 'push') await Promise.all(at.orders.map((order) => push(strictCtx, order)))
        else if (at.do === 'die') {
          const { ctx, dead } = dying(at.when)
          await Promise.race([dead, push(ctx, at.order)])
        } else if (at.do === 'answers') domain.factory.loseAnswers(at.times, orderPath)
        else if (at.do === 'calls') domain.factory.loseCalls(at.times)
        else if (at.do === 'questions') domain.factory.loseAnswers(at.times, '/order/query')
        else if (at.do === 'refuse') domain.factory.refuseNext('不行')
        else if (at.do === 'wait') shop.advance(leaseMs)
        else await take()
        await expectTrue()
      }
      // At the end every order can be pushed, each once.
      for (let tries = 0; tries < 40; tries += 1) {
        shop.advance(leaseMs)
        for (const order of [0, 1, 2]) await push(strictCtx, order)
        const open = await Promise.all(numbers.map(async (number) => (await shop.find(number)).push.status !== 'pushed'))
        if (!open.includes(true)) break
      }
      for (const number of numbers) expect((await shop.find(number)).push.status).toBe('pushed')
      const mine = (await made()).filter(({ params }) => params.third_order_no?.startsWith(`${run}-`))
      expect(mine).toHaveLength(4)
      await expectTrue()
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), play), { numRuns: sized(4, 12) })
  })
})
