/** Printed pieces: what failed, packing and shipping by scans, and the blanks they use up. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PrintPiece } from '../../contract/types'
import { type Domain, expectFailure, only, openDomain } from './domain'
import { type FloorShop, openFloorShop } from './floor-shop'
import { buyCredits, itemOf, orderOf } from './order-shop'

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

test('a piece is printed, packed and shipped once by scans, and a failed piece is the first of the next batch', async () => {
  await shop.ordered('C1', 3)
  await shop.pushOwn('C1')
  const batch = await shop.make(await shop.planned())
  const [good, bad, other] = batch.pieces
  if (!good || !bad || !other) throw new Error('three pieces were planned')
  const done = await shop.finish(batch, [{ pieceId: bad.id, reason: '喷头断线' }])
  expect(done).toMatchObject({ state: 'printed', failedCount: 1 })
  expect(only(await shop.waiting())).toMatchObject({ id: bad.id, failures: 1, failure: '喷头断线' })
  await expectFailure(shop.finish(batch), 'conflict')
  await shop.ordered('C0', 1)
  await shop.pushOwn('C0')
  const next = await shop.planned()
  expect(next.number).toBe(2)
  expect(next.pieces[0]).toMatchObject({ id: bad.id, slot: 'S1' })
  expect((await shop.step(good, 'packed')).piece.state).toBe('packed')
  expect((await shop.step(good, 'packed')).isRepeated).toBe(true)
  await expectFailure(shop.step(other, 'shipped'), 'conflict')
  const shipped = await shop.step(good, 'shipped')
  expect(shipped.piece.state).toBe('shipped')
  expect(shipped.parcel.map(({ state }) => state).sort()).toEqual(['planned', 'printed', 'shipped'])
  await expectFailure(shop.step(good, 'failed', '划伤'), 'conflict')
  await expectFailure(shop.step(bad, 'printed'), 'conflict')
})

test('a batch may be scanned piece by piece: the batch is printed with its last one', async () => {
  await shop.ordered('C2', 2)
  await shop.pushOwn('C2')
  const batch = await shop.make(await shop.planned())
  const [first, second] = batch.pieces
  if (!first || !second) throw new Error('two pieces were planned')
  await shop.step(first, 'printed')
  expect((await shop.again(batch)).state).toBe('made')
  // A printed piece must not be on a sheet that is made once more.
  await expectFailure(shop.floor.printBatches.reopen({ params: { id: batch.id } }, shop.ctx), 'conflict')
  await expectFailure(shop.floor.printBatches.remove({ params: { id: batch.id } }, shop.ctx), 'conflict')
  await shop.step(second, 'failed', '错位')
  expect(await shop.again(batch)).toMatchObject({ state: 'printed', failedCount: 1 })
  expect(only(await shop.waiting()).id).toBe(second.id)
  await shop.step(first, 'failed', '掉漆')
  expect(await shop.waiting()).toHaveLength(2)
})

test('a piece is not packed while its order is held, and an unknown code is refused in words', async () => {
  await shop.ordered('C3')
  await shop.pushOwn('C3')
  const batch = await shop.make(await shop.planned())
  await shop.finish(batch)
  await shop.take(orderOf('C3', [itemOf('C3-0', null, { state: 'refundAsked' })]))
  await expectFailure(shop.step(batch.pieces[0] as PrintPiece, 'packed'), 'conflict')
  const { scan } = shop.floor.printPieces
  await expectFailure(scan({ query: { code: '4502938475610293847' } }, shop.ctx), 'invalid', 'code')
})

test('a print uses up blanks, good or spoilt, which are reserved before and run low in time', async () => {
  const { blanks } = shop.floor
  const ids = { phoneModelId: shop.model.id, materialColorId: shop.color.id }
  const change = (what: object) => blanks.change({ body: { ...ids, change: what as never } }, shop.ctx)
  await expectFailure(change({ kind: 'add', quantity: 5 }), 'conflict')
  await change({ kind: 'set', quantity: 10 })
  expect(await change({ kind: 'warn', below: 8 })).toMatchObject({ quantity: 10, warnBelow: 8, isLow: false })
  await shop.ordered('D1', 3)
  await shop.pushOwn('D1')
  const row = async () => only(await blanks.list({}, shop.ctx))
  expect(await row()).toMatchObject({ quantity: 10, waiting: 3, reserved: 0, isLow: true })
  const batch = await shop.make(await shop.planned())
  expect(await row()).toMatchObject({ quantity: 10, waiting: 0, reserved: 3 })
  await shop.finish(batch, [{ pieceId: batch.pieces[0]?.id ?? 0, reason: '' }])
  expect(await row()).toMatchObject({ quantity: 7, waiting: 1, reserved: 0 })
  expect(await change({ kind: 'add', quantity: 20 })).toMatchObject({ quantity: 27, isLow: false })
})
