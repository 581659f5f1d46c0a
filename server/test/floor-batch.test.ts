/** Batches of the print floor: which pieces they take, where they lie, and what their making costs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Domain, expectFailure, only, openDomain } from './domain'
import { type FloorBatch, type FloorShop, openFloorShop } from './floor-shop'
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

test('a batch fills the slots of its jig with the oldest pieces, sheet by sheet', async () => {
  await shop.ordered('B1', 8)
  await shop.pushOwn('B1')
  const { batch, left } = await shop.plan()
  expect(left).toEqual([])
  expect(batch).toMatchObject({
    number: 1,
    state: 'planned',
    sheetCount: 2,
    pieceCount: 8,
    printerName: 'UV 3042',
    jigName: '六位',
  })
  expect(batch?.pieces.map(({ sheet, slot }) => `${sheet}${slot}`)).toEqual([
    '1S1',
    '1S2',
    '1S3',
    '1S4',
    '1S5',
    '1S6',
    '2S1',
    '2S2',
  ])
  expect(batch?.pieces[0]).toMatchObject({ xMm: 10 + (80 - 71.8) / 2, yMm: 10 + (165 - 148) / 2, turn: 0, state: 'planned' })
  expect(await shop.waiting()).toEqual([])
})

test('a batch leaves a sheet that is not full enough, held and chosen pieces, and says why of each', async () => {
  await shop.ordered('B2', 7)
  await shop.pushOwn('B2')
  const { batch, left } = await shop.plan({ minFill: 100 })
  expect(batch).toMatchObject({ sheetCount: 1, pieceCount: 6 })
  expect(only(left).reason).toContain('不够满')
  await shop.ctx.db
    .updateTable('shop_order')
    .set({ held_back: '等买家确认', held_back_by: '店主' })
    .where('original_id', '=', 'B2')
    .execute()
  const held = await shop.plan()
  expect(held.batch).toBeNull()
  expect(only(held.left).reason).toContain('等买家确认')
  const inBatch = batch?.pieces[0]
  expect(only((await shop.plan({ pieceIds: [inBatch?.id] })).left).reason).toContain('已经在批次 1 里')
})

test('a batch does not lay a case on a jig that has no slot for its model, and says so', async () => {
  await shop.floor.jigs.save(
    { params: { id: shop.jig.id }, body: { ...shop.jig, groups: [{ name: '通用', phoneModelIds: [shop.model2.id] }] } },
    shop.ctx,
  )
  await shop.ordered('B3')
  await shop.pushOwn('B3')
  const { batch, left } = await shop.plan()
  expect(batch).toBeNull()
  expect(only(left).reason).toMatch(/没有适合 苹果 iPhone 15（71\.8×148 毫米）的工位/)
})

test('a batch lets a person move a piece, exchange two, and take one out', async () => {
  await shop.ordered('B4', 2)
  await shop.pushOwn('B4')
  const batch = await shop.planned()
  const [first, second] = batch.pieces
  const move = (pieceId: number | undefined, to: { sheet: number; slot: string } | null) =>
    shop.floor.printBatches.move({ params: { id: batch.id }, body: { pieceId: pieceId ?? 0, to } }, shop.ctx)
  const slots = (now: FloorBatch) =>
    Object.fromEntries(now.pieces.map(({ id, sheet, slot }) => [id === first?.id ? 'first' : 'second', `${sheet}${slot}`]))
  expect(slots(await move(first?.id, { sheet: 1, slot: 'S2' }))).toEqual({ first: '1S2', second: '1S1' })
  expect(slots(await move(first?.id, { sheet: 2, slot: 'S6' }))).toEqual({ first: '2S6', second: '1S1' })
  // A sheet without pieces goes.
  const moved = await move(second?.id, { sheet: 2, slot: 'S5' })
  expect(moved.sheetCount).toBe(1)
  expect(slots(moved)).toEqual({ first: '1S6', second: '1S5' })
  await expectFailure(move(first?.id, { sheet: 1, slot: 'S99' }), 'invalid', 'to')
  expect((await move(first?.id, null)).pieces).toHaveLength(1)
  expect(only(await shop.waiting()).id).toBe(first?.id)
})

test('a batch without a jig lays its pieces tightly on the bed, and names one that is larger', async () => {
  await shop.ordered('B9', 12)
  await shop.pushOwn('B9')
  const { batch, left } = await shop.plan({ jigId: null, gapMm: 2, marginMm: 4, marks: true })
  expect(left).toEqual([])
  expect(batch).toMatchObject({ jigName: null, sheetCount: 2, widthMm: 300, heightMm: 420, hasMarks: true })
  expect(batch?.pieces.every(({ xMm, yMm }) => xMm >= 4 && yMm >= 4)).toBe(true)
  const made = await shop.make({ id: batch?.id ?? 0 })
  expect(made.sheets.map(({ fileName }) => fileName)).toEqual(['B0001_1-2.tif', 'B0001_2-2.tif'])
})

test('a batch pays for each design once, and for nothing when the credits do not suffice', async () => {
  shop = await openFloorShop(domain)
  await shop.ordered('B5', 4)
  await shop.pushOwn('B5')
  const batch = await shop.planned()
  expect(batch.unpaid).toHaveLength(1)
  const make = () => shop.floor.printBatches.make({ params: { id: batch.id }, body: {} }, shop.ctx)
  await expectFailure(make(), 'conflict')
  expect((await shop.again(batch)).state).toBe('planned')
  await buyCredits(shop.ctx, 1000)
  const made = await shop.make(batch)
  expect(made).toMatchObject({ state: 'made', unpaid: [], done: 1 })
  const lines = await shop.ctx.db
    .selectFrom('usage_line')
    .selectAll()
    .where('account_id', '=', shop.ctx.actor.accountId)
    .execute()
  expect(lines).toHaveLength(1)
  await expectFailure(make(), 'conflict')
})

test('a batch is not made with a piece whose order is held since', async () => {
  await shop.ordered('B6')
  await shop.pushOwn('B6')
  const batch = await shop.planned()
  await shop.take(orderOf('B6', [itemOf('B6-0', null, { state: 'refundAsked' })]))
  const failure = await shop.floor.printBatches
    .make({ params: { id: batch.id }, body: {} }, shop.ctx)
    .catch((error: Error) => error)
  expect((failure as Error).message).toContain('请先把这些件移出批次')
})

test('a batch is reopened and removed with its sheets, and its pieces wait again', async () => {
  await shop.ordered('B7', 2)
  await shop.pushOwn('B7')
  const made = await shop.make(await shop.planned())
  expect(only(made.sheets)).toMatchObject({ fileName: 'B0001_1-1.tif', fileUrl: expect.stringContaining('/files/sheets/') })
  const open = await shop.floor.printBatches.reopen({ params: { id: made.id } }, shop.ctx)
  expect(open).toMatchObject({ state: 'planned', done: 0 })
  await shop.floor.printBatches.remove({ params: { id: made.id } }, shop.ctx)
  expect(await shop.waiting()).toHaveLength(2)
  expect(await shop.ctx.db.selectFrom('print_batch').select('id').where('id', '=', made.id).execute()).toEqual([])
})

test('a batch of another account is neither seen nor changed', async () => {
  await shop.ordered('B8')
  await shop.pushOwn('B8')
  const batch = await shop.planned()
  const other = await domain.seller()
  const { printBatches, printPieces } = shop.floor
  await expectFailure(printBatches.get({ params: { id: batch.id } }, other), 'not-found')
  await expectFailure(printBatches.remove({ params: { id: batch.id } }, other), 'not-found')
  await expectFailure(printPieces.scan({ query: { code: batch.pieces[0]?.code ?? '' } }, other), 'not-found')
  expect((await printBatches.list({ query: { pageNo: 1, pageSize: 10 } }, other)).totalItems).toBe(0)
  await expectFailure(
    printBatches.plan(
      { body: { printerId: shop.printer.id, jigId: null, minFill: 0, gapMm: 3, marginMm: 5, marks: false } },
      other,
    ),
    'not-found',
  )
})

test('a batch outlives an order that was deleted with its pieces', async () => {
  await shop.ordered('E5', 2)
  await shop.ordered('E6')
  await shop.pushOwn('E5')
  await shop.pushOwn('E6')
  const batch = await shop.planned()
  await shop.ctx.db
    .deleteFrom('shop_order')
    .where('original_id', '=', 'E5')
    .where('account_id', '=', shop.ctx.actor.accountId)
    .execute()
  const made = await shop.make(batch)
  expect(made.pieces.map(({ orderNumber }) => orderNumber)).toEqual(['E6'])
  expect(await shop.finish(made)).toMatchObject({ state: 'printed' })
})
