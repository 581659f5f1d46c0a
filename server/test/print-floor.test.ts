/** The own print floor: pushed pieces, batches, what failed, scanning, blanks and the agents' files. */
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { printPresets } from '../../contract/rules/print-profile'
import type { PrintPiece } from '../../contract/types'
import { cancelLines } from '../domain/erp/push/cancel'
import { settleLine } from '../domain/erp/push/settle'
import { listLines } from '../domain/erp/push/stored-lines'
import { sweepSheets } from '../domain/print-floor/batches'
import { createPrintProfile } from '../domain/print-profiles/print-profiles'
import { type Domain, expectFailure, openDomain } from './domain'
import { type FloorShop, openFloorShop, printMm } from './floor-shop'
import { buyCredits, itemOf, orderOf } from './order-shop'

type PrintBatch = NonNullable<Awaited<ReturnType<FloorShop['plan']>>['batch']>

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

const only = <T>(items: readonly T[]): T => {
  expect(items).toHaveLength(1)
  return items[0] as T
}
const planned = async (change: object = {}): Promise<PrintBatch> => {
  const { batch } = await shop.plan(change)
  if (!batch) throw new Error('nothing was planned')
  return batch
}
const again = (batch: PrintBatch) => shop.floor.printBatches.get({ params: { id: batch.id } }, shop.ctx)
const finish = (batch: PrintBatch, failed: { pieceId: number; reason: string }[] = []) =>
  shop.floor.printBatches.finish({ params: { id: batch.id }, body: { failed } }, shop.ctx)
const step = (piece: PrintPiece, to: 'printed' | 'packed' | 'shipped' | 'failed', reason?: string) =>
  shop.floor.printPieces.step({ body: { code: piece.code, step: to, ...(reason !== undefined && { reason }) } }, shop.ctx)

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
    const batch = await planned()
    expect(only(await cancelLines(shop.ctx, [piece.customizationId])).outcome).toBe('cancelled')
    await expectFailure(again(batch), 'not-found')
    expect(await shop.waiting()).toEqual([])
    await shop.pushOwn('A3')
    const other = only(await shop.waiting())
    expect(other.code).not.toBe(piece.code)
    await shop.make(await planned())
    const refused = only(await cancelLines(shop.ctx, [piece.customizationId]))
    expect(refused).toMatchObject({ outcome: 'kept' })
    expect(refused.message).toContain('退回排版')
  })
})

describe('the push of an order to 自有工厂', () => {
  const words = async (piece: PrintPiece | undefined) => only(await listLines(shop.ctx, [piece?.customizationId ?? 0])).message

  test('its line says how far its pieces are, without asking, from 待打印 to 已发货', async () => {
    await shop.ordered('F1', 2)
    await shop.pushOwn('F1')
    const [piece] = await shop.waiting()
    expect(await words(piece)).toBe('待打印')
    const batch = await shop.make(await planned())
    expect(await words(piece)).toBe('已排版')
    const [first, second] = batch.pieces
    if (!first || !second) throw new Error('two pieces were planned')
    await finish(batch, [{ pieceId: second.id, reason: '错位' }])
    expect(await words(piece)).toBe('已打印 1 件，打坏重打 1 件')
    await step(first, 'packed')
    expect(await words(piece)).toBe('已包装 1 件，打坏重打 1 件')
    await finish(await shop.make(await planned()))
    await step(second, 'packed')
    await step(first, 'shipped')
    expect(await words(piece)).toBe('已发货 1 件，已包装 1 件')
    await step(second, 'shipped')
    expect(await words(piece)).toBe('已发货')
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

describe('a batch', () => {
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
    const batch = await planned()
    const [first, second] = batch.pieces
    const move = (pieceId: number | undefined, to: { sheet: number; slot: string } | null) =>
      shop.floor.printBatches.move({ params: { id: batch.id }, body: { pieceId: pieceId ?? 0, to } }, shop.ctx)
    const slots = (now: PrintBatch) =>
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
    const batch = await planned()
    expect(batch.unpaid).toHaveLength(1)
    const make = () => shop.floor.printBatches.make({ params: { id: batch.id }, body: {} }, shop.ctx)
    await expectFailure(make(), 'conflict')
    expect((await again(batch)).state).toBe('planned')
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
    const batch = await planned()
    await shop.take(orderOf('B6', [itemOf('B6-0', null, { state: 'refundAsked' })]))
    const failure = await shop.floor.printBatches
      .make({ params: { id: batch.id }, body: {} }, shop.ctx)
      .catch((error: Error) => error)
    expect((failure as Error).message).toContain('请先把这些件移出批次')
  })

  test('a batch is reopened and removed with its sheets, and its pieces wait again', async () => {
    await shop.ordered('B7', 2)
    await shop.pushOwn('B7')
    const made = await shop.make(await planned())
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
    const batch = await planned()
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
})

describe('what was printed', () => {
  test('a piece is printed, packed and shipped once by scans, and a failed piece is the first of the next batch', async () => {
    await shop.ordered('C1', 3)
    await shop.pushOwn('C1')
    const batch = await shop.make(await planned())
    const [good, bad, other] = batch.pieces
    if (!good || !bad || !other) throw new Error('three pieces were planned')
    const done = await finish(batch, [{ pieceId: bad.id, reason: '喷头断线' }])
    expect(done).toMatchObject({ state: 'printed', failedCount: 1 })
    expect(only(await shop.waiting())).toMatchObject({ id: bad.id, failures: 1, failure: '喷头断线' })
    await expectFailure(finish(batch), 'conflict')
    await shop.ordered('C0', 1)
    await shop.pushOwn('C0')
    const next = await planned()
    expect(next.number).toBe(2)
    expect(next.pieces[0]).toMatchObject({ id: bad.id, slot: 'S1' })
    expect((await step(good, 'packed')).piece.state).toBe('packed')
    expect((await step(good, 'packed')).isRepeated).toBe(true)
    await expectFailure(step(other, 'shipped'), 'conflict')
    const shipped = await step(good, 'shipped')
    expect(shipped.piece.state).toBe('shipped')
    expect(shipped.parcel.map(({ state }) => state).sort()).toEqual(['planned', 'printed', 'shipped'])
    await expectFailure(step(good, 'failed', '划伤'), 'conflict')
    await expectFailure(step(bad, 'printed'), 'conflict')
  })

  test('a batch may be scanned piece by piece: the batch is printed with its last one', async () => {
    await shop.ordered('C2', 2)
    await shop.pushOwn('C2')
    const batch = await shop.make(await planned())
    const [first, second] = batch.pieces
    if (!first || !second) throw new Error('two pieces were planned')
    await step(first, 'printed')
    expect((await again(batch)).state).toBe('made')
    // A printed piece must not be on a sheet that is made once more.
    await expectFailure(shop.floor.printBatches.reopen({ params: { id: batch.id } }, shop.ctx), 'conflict')
    await expectFailure(shop.floor.printBatches.remove({ params: { id: batch.id } }, shop.ctx), 'conflict')
    await step(second, 'failed', '错位')
    expect(await again(batch)).toMatchObject({ state: 'printed', failedCount: 1 })
    expect(only(await shop.waiting()).id).toBe(second.id)
    await step(first, 'failed', '掉漆')
    expect(await shop.waiting()).toHaveLength(2)
  })

  test('a piece is not packed while its order is held, and an unknown code is refused in words', async () => {
    await shop.ordered('C3')
    await shop.pushOwn('C3')
    const batch = await shop.make(await planned())
    await finish(batch)
    await shop.take(orderOf('C3', [itemOf('C3-0', null, { state: 'refundAsked' })]))
    await expectFailure(step(batch.pieces[0] as PrintPiece, 'packed'), 'conflict')
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
    const batch = await shop.make(await planned())
    expect(await row()).toMatchObject({ quantity: 10, waiting: 0, reserved: 3 })
    await finish(batch, [{ pieceId: batch.pieces[0]?.id ?? 0, reason: '' }])
    expect(await row()).toMatchObject({ quantity: 7, waiting: 1, reserved: 0 })
    expect(await change({ kind: 'add', quantity: 20 })).toMatchObject({ quantity: 27, isLow: false })
  })
})

describe('sheets', () => {
  test('the sheets of a printed batch are removed after a week, and the batch stays', async () => {
    await shop.ordered('E4')
    await shop.pushOwn('E4')
    const batch = await shop.make(await planned())
    await finish(batch)
    await sweepSheets(shop.ctx)
    expect(only((await again(batch)).sheets).fileUrl).not.toBeNull()
    shop.advance(8 * 24 * 60 * 60 * 1000)
    await sweepSheets(shop.ctx)
    expect(only((await again(batch)).sheets).fileUrl).toBeNull()
    const keys: string[] = []
    for await (const key of shop.ctx.storage.list('sheets/')) keys.push(key)
    const { secret } = await shop.ctx.db
      .selectFrom('print_batch')
      .select('secret')
      .where('id', '=', batch.id)
      .executeTakeFirstOrThrow()
    expect(keys.filter((key) => key.includes(secret))).toEqual([])
  })

  test('a batch outlives an order that was deleted with its pieces', async () => {
    await shop.ordered('E5', 2)
    await shop.ordered('E6')
    await shop.pushOwn('E5')
    await shop.pushOwn('E6')
    const batch = await planned()
    await shop.ctx.db
      .deleteFrom('shop_order')
      .where('original_id', '=', 'E5')
      .where('account_id', '=', shop.ctx.actor.accountId)
      .execute()
    const made = await shop.make(batch)
    expect(made.pieces.map(({ orderNumber }) => orderNumber)).toEqual(['E6'])
    expect(await finish(made)).toMatchObject({ state: 'printed' })
  })

  test('the white of a print follows the rule of its material', async () => {
    const { maintop } = printPresets
    const rgb = { ...maintop.profile, colors: 'rgb' as const }
    const profile = await createPrintProfile(shop.ctx, { name: '白墨', settings: { ...rgb, plates: [...rgb.plates] }, icc: null })
    const coveragesWith = async (whiteInk: 'profile' | 'none', number: string) => {
      await shop.ctx.db.updateTable('material').set({ white_ink: whiteInk }).where('id', '=', shop.material.id).execute()
      await shop.ordered(number)
      await shop.pushOwn(number)
      return only((await shop.make(await planned({ profileId: profile.id }))).sheets).coverages
    }
    const [white = 0, alpha = 0] = await coveragesWith('profile', 'E2')
    expect(white).toBeGreaterThan(0.05)
    expect(await coveragesWith('none', 'E3')).toEqual([0, alpha])
  })

  test('the folder of the printer gets each of them once', async () => {
    await shop.ordered('E1', 2)
    await shop.pushOwn('E1')
    const made = await shop.make(await planned())
    const { hotFolder } = shop.floor
    const reply = await hotFolder.files({ query: {} }, shop.ctx)
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(reply.publicKey, 'base64').toString('base64url') },
      format: 'jwk',
    })
    expect(
      verify(
        null,
        Buffer.from(JSON.stringify({ at: reply.at, items: reply.items })),
        key,
        Buffer.from(reply.signature, 'base64'),
      ),
    ).toBe(true)
    const file = only(reply.items)
    expect(file).toMatchObject({ batchId: made.id, sheet: 1, folder: 'uv', fileName: 'B0001_1-1.tif' })
    const wrong = { batchId: file.batchId, sheet: 1, sha256: '0'.repeat(64) }
    await expectFailure(hotFolder.confirm({ body: wrong }, shop.ctx), 'conflict')
    const confirm = { batchId: file.batchId, sheet: 1, sha256: file.sha256 }
    await hotFolder.confirm({ body: confirm }, shop.ctx)
    await hotFolder.confirm({ body: confirm }, shop.ctx)
    expect(only((await again(made)).sheets).deliveredAt).not.toBeNull()
    expect((await hotFolder.files({ query: {} }, shop.ctx)).items).toEqual([])
    const other = await domain.seller()
    expect((await hotFolder.files({ query: {} }, other)).items).toEqual([])
  })
})
