/** Pushing orders to 自有工厂: the pieces it makes, and what the order's line says of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PrintPiece } from '../../contract/types'
import { cancelLines } from '../domain/erp/push/cancel'
import { settleLine } from '../domain/erp/push/settle'
import { listLines } from '../domain/erp/push/stored-lines'
import { type Domain, expectFailure, only, openDomain } from './domain'
import { type FloorShop, openFloorShop, printMm } from './floor-shop'
import { buyCredits } from './order-shop'

let domain: Domain
let shop: FloorShop
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())
beforeEach(async () => {
  shop = await openFloorShop(domain)
  await buyCredits(shop.ctx, 1000)
})

describe('pushing to 自有工厂', () => {
  test('a push makes a piece for each case, with the facts of its design, and no more when it is pushed again', async () => {
    await shop.ordered('A1', 3)
    const reply = await shop.pushOwn('A1')
    expect(reply).toMatchObject({ status: 'pushed', factoryName: '自有工厂' })
    const pieces = await shop.waiting()
    expect(pieces.map(({ number, count, orderNumber, state }) => [number, count, orderNumber, state])).toEqual([
      ...[
        [1, 3, 'A1', 'waiting'],
        [2, 3, 'A1', 'waiting'],
        [3, 3, 'A1', 'waiting'],
      ],
    ])
    expect(pieces[0]).toMatchObject({
      phoneModelName: 'iPhone 15',
      phoneCaseMaterialColorName: '黑',
      ...printMm,
      isReplaced: false,
    })
    expect(new Set(pieces.map(({ code }) => code)).size).toBe(3)
    expect(reply.factoryOrderIds).toEqual([pieces.map(({ code }) => code).sort()[0]])
    expect(await shop.pushOwn('A1')).toMatchObject({ status: 'already' })
    expect(await shop.waiting()).toHaveLength(3)
  })

  test('a push needs neither a key nor bindings, and is not among the programs that ask for a key', async () => {
    expect(shop.own).toMatchObject({ own: true, unbound: { models: 0, materials: 0, colors: 0 } })
    const { listIntegrations } = await import('../domain/erp/integrations')
    const { listPrograms } = await import('../domain/erp/programs')
    expect((await listIntegrations(shop.ctx)).map(({ erp }) => erp)).toEqual([1])
    expect((await listPrograms(shop.ctx)).map(({ erp }) => erp)).toEqual([1])
    await shop.floor.printFloor.open({}, shop.ctx)
    const { listFactories } = await import('../domain/erp/factories')
    expect((await listFactories(shop.ctx)).filter(({ own }) => own)).toHaveLength(1)
  })

  test('a push is refused in words without a size in millimetres', async () => {
    await shop.ctx.db
      .updateTable('wireframe')
      .set({ width_mm: null, height_mm: null })
      .where('id', '=', shop.wireframe.id)
      .execute()
    await shop.ordered('A2')
    const failure = await shop.pushOwn('A2').catch((error: Error) => error)
    expect((failure as Error).message).toContain('毫米尺寸')
    expect(await shop.waiting()).toEqual([])
  })

  test('a push can be cancelled until a sheet has it, and ordered again with other codes', async () => {
    await shop.ordered('A3')
    await shop.pushOwn('A3')
    const piece = only(await shop.waiting())
    const batch = await shop.planned()
    expect(only(await cancelLines(shop.ctx, [piece.customizationId])).outcome).toBe('cancelled')
    await expectFailure(shop.again(batch), 'not-found')
    expect(await shop.waiting()).toEqual([])
    await shop.pushOwn('A3')
    const other = only(await shop.waiting())
    expect(other.code).not.toBe(piece.code)
    await shop.make(await shop.planned())
    const refused = only(await cancelLines(shop.ctx, [piece.customizationId]))
    expect(refused).toMatchObject({ outcome: 'kept' })
    expect(refused.message).toContain('退回排版')
    expect(refused.line?.cancelRefusal).toContain('退回排版')
  })
})

describe('the push of an order to 自有工厂', () => {
  const words = async (piece: PrintPiece | undefined) => only(await listLines(shop.ctx, [piece?.customizationId ?? 0])).message

  test('its line says how far its pieces are, without asking, from 待打印 to 已发货', async () => {
    await shop.ordered('F1', 2)
    await shop.pushOwn('F1')
    const [piece] = await shop.waiting()
    expect(await words(piece)).toBe('待打印')
    const batch = await shop.make(await shop.planned())
    expect(await words(piece)).toBe('已排版')
    const [first, second] = batch.pieces
    if (!first || !second) throw new Error('two pieces were planned')
    await shop.finish(batch, [{ pieceId: second.id, reason: '错位' }])
    expect(await words(piece)).toBe('已打印 1 件，打坏重打 1 件')
    await shop.step(first, 'packed')
    expect(await words(piece)).toBe('已包装 1 件，打坏重打 1 件')
    await shop.finish(await shop.make(await shop.planned()))
    await shop.step(second, 'packed')
    await shop.step(first, 'shipped')
    expect(await words(piece)).toBe('已发货 1 件，已包装 1 件')
    await shop.step(second, 'shipped')
    expect(await words(piece)).toBe('已发货')
  })

  test('a push is taken back while no sheet has its pieces, and never again once a piece is printed', async () => {
    await shop.ordered('F3', 2)
    await shop.pushOwn('F3')
    const { customizationId } = (await shop.waiting())[0] ?? { customizationId: 0 }
    const refusal = async () => only(await listLines(shop.ctx, [customizationId])).cancelRefusal
    expect(await refusal()).toBeNull()
    const planned = await shop.planned()
    expect(await refusal()).toBeNull()
    const batch = await shop.make(planned)
    expect(await refusal()).toContain('退回排版')
    const [first, second] = batch.pieces
    if (!first || !second) throw new Error('two pieces were planned')
    await shop.finish(batch, [{ pieceId: second.id, reason: '错位' }])
    for (const step of ['packed', 'shipped'] as const) {
      expect(await refusal()).toBe('已经打印了 1 件')
      expect(only(await cancelLines(shop.ctx, [customizationId]))).toMatchObject({
        outcome: 'kept',
        message: expect.stringContaining('已经打印了 1 件'),
      })
      await shop.step(first, step)
    }
    expect(await refusal()).toBe('已经打印了 1 件')
    expect(only(await shop.waiting()).id).toBe(second.id)
  })

  test('its line is not settled by a word, which would leave its pieces to be printed, and is cancelled instead', async () => {
    await shop.ordered('F2')
    await shop.pushOwn('F2')
    const { customizationId } = only(await shop.waiting())
    await expectFailure(settleLine(shop.ctx, { customizationId, saidBy: 'seller' }), 'conflict')
    expect(await shop.waiting()).toHaveLength(1)
    expect(only(await cancelLines(shop.ctx, [customizationId])).outcome).toBe('cancelled')
    expect(await shop.waiting()).toEqual([])
  })
})
