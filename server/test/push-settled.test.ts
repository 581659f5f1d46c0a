/** A line that a factory cancelled, refused in doubtful words or never got can be made, by it or by another one, and only once. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '../../contract/types'
import { leaseMs } from '../domain/erp/push/claims'
import { settleLine } from '../domain/erp/push/settle'
import { listLines } from '../domain/erp/push/stored-lines'
import { orderPath } from '../embedded/erps/print-factory/simulator'
import { type Domain, expectFailure, openDomain } from './domain'
import { openPushShop, type PushShop } from './push-shop'

let domain: Domain
let shop: PushShop
beforeEach(async () => {
  domain = await openDomain()
  shop = await openPushShop(domain)
  const { yiwu } = shop.factories
  await shop.bindModel(yiwu, shop.model.id, '8f3a0c17')
  await shop.bindMaterial(yiwu, shop.material.id, '7c01', '7c01')
  await shop.bindColor(yiwu, shop.color.id, '7c01-2', '7c01-2')
})
afterEach(() => domain.close())

const idsOf = ({ orderItems }: Order): number[] => orderItems.flatMap(({ customizations }) => customizations.map(({ id }) => id))
const queryPath = '/order/query'
const made = () => domain.factory.orders()
const lineOf = async (number: string) => {
  const [line] = await listLines(shop.ctx, idsOf(await shop.find(number)))
  if (!line) throw new Error(`${number} has no line`)
  return line
}
const settle = async (number: string, saidBy: 'factory' | 'seller') =>
  settleLine(shop.ctx, { customizationId: (await lineOf(number)).customizationId, saidBy })
const answerWith = (body: unknown, path: string = orderPath) => domain.factory.answerNext(200, JSON.stringify(body), path)
const credits = () => shop.ctx.db.selectFrom('posting').selectAll().execute()

describe('an order that the factory cancelled', () => {
  test('a cancelled order whose answer was lost is no success: the factory’s words are shown, and it is made elsewhere with another number and no charge', async () => {
    await shop.order('A')
    const before = await credits()
    domain.factory.loseAnswers(1, orderPath)
    domain.factory.loseCalls(4, queryPath)
    await expectFailure(shop.push('A'), 'upstream-failed')
    answerWith({ code: 0, data: { order_id: 'FO1', state: '已取消' } }, queryPath)
    await expectFailure(shop.push('A'), 'invalid', undefined, '工厂的状态：已取消')
    expect((await shop.find('A')).push).toMatchObject({ status: 'failed', message: expect.stringContaining('FO1') })
    expect(await lineOf('A')).toMatchObject({ state: 'cancelled', factoryOrderId: 'FO1' })
    expect(await shop.push('A', shop.factories.yiwu)).toMatchObject({ status: 'pushed', factoryName: '义乌彩壳工坊' })
    const ids = (await made()).map(({ params }) => params.third_id)
    expect(new Set(ids).size, 'the cancelled order and the new one have numbers of their own').toBe(2)
    expect(await credits()).toEqual(before)
  })

  test.each(['已关闭', '创建失败', 'CANCELED', '-1'])('an order cancelled at once as %s can be pushed again', async (state) => {
    await shop.order('A')
    answerWith({ code: 0, data: { order_id: 'FO1', state } })
    await expectFailure(shop.push('A'), 'invalid', undefined, state)
    expect(await shop.push('A')).toMatchObject({ status: 'pushed' })
    expect(await made()).toHaveLength(1)
  })

  test('later is found out by asking', async () => {
    await shop.order('A')
    await shop.push('A')
    answerWith({ code: 0, data: { order_id: 'F00000001', state: '已作废' } }, queryPath)
    const { line, message } = await settle('A', 'factory')
    expect(line).toMatchObject({ state: 'cancelled', factoryOrderId: 'F00000001' })
    expect(message).toContain('已作废')
    expect(await shop.push('A', shop.factories.yiwu)).toMatchObject({ status: 'pushed' })
  })

  test('later is said by the seller, which is kept in the audit log', async () => {
    await shop.order('A')
    await shop.push('A')
    const check = await shop.check('A', shop.factories.yiwu)
    expect(check.problems.map(({ message }) => message).join()).toContain('不能再推送到其他工厂')
    const { line } = await settle('A', 'seller')
    expect(line).toMatchObject({ state: 'cancelled', factoryOrderId: 'F00000001' })
    expect((await shop.check('A', shop.factories.yiwu)).problems).toEqual([])
    await shop.push('A', shop.factories.yiwu)
    const audit = await shop.ctx.db.selectFrom('audit').select(['action', 'subject', 'details']).orderBy('id').execute()
    expect(audit).toContainEqual({
      action: 'pushed',
      subject: 'cancelledPushes',
      details: { id: line.customizationId, factoryOrderId: 'F00000001', saidBy: 'seller' },
    })
  })

  test('an order that is pushed again after the factory cancelled it is another order there, also after a second cancellation', async () => {
    await shop.order('A')
    for (const _ of [1, 2, 3]) {
      await shop.push('A')
      await settle('A', 'seller')
    }
    const ids = (await made()).map(({ params }) => params.third_id)
    expect(new Set(ids).size).toBe(3)
  })
})

describe('an order of which nobody knows whether the factory has it', () => {
  test('an order in doubt is refused when the factory says the same doubtful words again, and can be made elsewhere', async () => {
    await shop.order('A')
    answerWith({ code: 200, msg: '库存不足，剩 3', data: null })
    await expectFailure(shop.push('A'), 'upstream-failed', undefined, '库存不足，剩 3')
    await expectFailure(shop.push('A', shop.factories.yiwu), 'invalid', undefined, '请先在那里再推送一次')
    answerWith({ code: 200, msg: '库存不足，剩 2', data: null })
    await expectFailure(shop.push('A'), 'invalid', undefined, '库存不足，剩 2')
    expect(await lineOf('A')).toMatchObject({ state: 'refused', message: '库存不足，剩 2' })
    expect(await shop.push('A', shop.factories.yiwu)).toMatchObject({ status: 'pushed' })
  })

  test('an order in doubt stays in doubt when the factory says other words, or words of success, again', async () => {
    await shop.order('A')
    for (const msg of ['库存不足', '型号停产', '已受理', '已受理']) {
      answerWith({ code: 200, msg, data: null })
      await expectFailure(shop.push('A'), 'upstream-failed', undefined, msg)
    }
    expect(await lineOf('A')).toMatchObject({ state: 'unsure' })
  })

  test('an order in doubt is settled when the factory does not find it, once a lost request can no longer arrive', async () => {
    await shop.order('A')
    answerWith({ code: 0, msg: '已受理', data: null })
    await expectFailure(shop.push('A'), 'upstream-failed')
    expect(await settle('A', 'factory')).toMatchObject({
      line: { state: 'unsure' },
      message: expect.stringContaining('2 分钟后'),
    })
    shop.advance(leaseMs)
    expect(await settle('A', 'factory')).toMatchObject({
      line: { state: 'refused' },
      message: expect.stringContaining('查询不到'),
    })
    expect(await shop.push('A', shop.factories.yiwu)).toMatchObject({ status: 'pushed' })
  })

  test('an order in doubt is found by asking', async () => {
    await shop.order('A')
    domain.factory.loseAnswers(1, orderPath)
    domain.factory.loseCalls(4, queryPath)
    await expectFailure(shop.push('A'), 'upstream-failed')
    expect(await settle('A', 'factory')).toMatchObject({ line: { state: 'pushed', factoryOrderId: 'F00000001' } })
    expect((await shop.find('A')).push.status).toBe('pushed')
  })

  test('an order in doubt is settled by the seller, and found after all when it is pushed there again', async () => {
    await shop.order('A')
    domain.factory.loseAnswers(1, orderPath)
    domain.factory.loseCalls(4, queryPath)
    await expectFailure(shop.push('A'), 'upstream-failed')
    expect(await settle('A', 'seller')).toMatchObject({ line: { state: 'refused' } })
    expect(await shop.push('A')).toMatchObject({ status: 'pushed' })
    expect(await made()).toHaveLength(1)
  })

  test('an order in doubt stays as it is when the factory does not answer the question', async () => {
    await shop.order('A')
    domain.factory.loseAnswers(1, orderPath)
    domain.factory.loseCalls(8, queryPath)
    await expectFailure(shop.push('A'), 'upstream-failed')
    const before = await lineOf('A')
    await expectFailure(settle('A', 'factory'), 'upstream-failed')
    expect(await lineOf('A')).toEqual(before)
  })
})

test('an order that no factory has cannot be settled', async () => {
  await shop.order('A')
  domain.factory.refuseNext('型号缺货', orderPath)
  await expectFailure(shop.push('A'), 'invalid')
  for (const saidBy of ['factory', 'seller'] as const)
    await expectFailure(settle('A', saidBy), 'conflict', undefined, '可以直接推送')
})

test('a refusal with a number is not recorded as refused while the factory has the order', async () => {
  await shop.order('A')
  domain.factory.loseCalls(4, queryPath)
  answerWith({ code: 2001, msg: '订单已存在', data: { order_sn: 'FO1' } })
  await expectFailure(shop.push('A'), 'upstream-failed')
  expect(await lineOf('A')).toMatchObject({ state: 'unsure' })
})
