/** Pictures of the print floor before they are paid for: no answer of the floor has more of them than the preview. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PrintPiece } from '../../contract/types'
import { readCheck } from '../domain/erp/push/check'
import { listLines } from '../domain/erp/push/stored-lines'
import { type Domain, expectFailure, only, openDomain } from './domain'
import { type FloorShop, openFloorShop } from './floor-shop'
import { buyCredits, contentOf, itemOf, orderOf } from './order-shop'
import { paint, storePicture } from './push-shop'

let domain: Domain
let shop: FloorShop
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())
beforeEach(async () => {
  shop = await openFloorShop(domain)
})

const preview = /\/files\/previews\/\d+-[\w-]{32}\.webp$/

/** Imports an order of one piece with an effect image, and pushes it. */
async function pushedWith(originalId: string, previewImageUrl: string | null): Promise<PrintPiece> {
  const info = shop.infoOf(`${originalId}/0`, shop.picture, { previewImageUrl })
  await shop.take(orderOf(originalId, [itemOf(`${originalId}-0`, contentOf(info))]))
  await shop.pushOwn(originalId)
  return only(await shop.waiting())
}

test('an unpaid picture that was stored once more as the effect image is shown as its preview alone', async () => {
  const copy = await storePicture(shop.ctx, await paint('drawn'))
  expect(copy).not.toBe(shop.picture)
  const piece = await pushedWith('U1', copy)
  expect(piece.imageUrl).toMatch(preview)
  const batch = await shop.planned()
  expect(only(batch.pieces).imageUrl).toMatch(preview)
  const scanned = await shop.floor.printPieces.scan({ query: { code: piece.code } }, shop.ctx)
  expect([scanned.piece, ...scanned.parcel].map(({ imageUrl }) => imageUrl)).toEqual([
    ...[expect.stringMatching(preview), expect.stringMatching(preview)],
  ])
  const order = await shop.find('U1')
  expect(only(only(order.orderItems).customizations).previewImageUrl).toBe(piece.imageUrl)
  await buyCredits(shop.ctx, 1000)
  expect(only((await shop.make(batch)).pieces).imageUrl).toContain(shop.picture)
})

test('an effect image of its own is shown before the payment, and a design without one as its preview', async () => {
  const effect = await storePicture(shop.ctx, await paint('uniform'))
  expect((await pushedWith('U2', effect)).imageUrl).toContain(effect)
  await shop.planned()
  expect((await pushedWith('U3', null)).imageUrl).toMatch(preview)
})

test('no answer of the floor has the address of an unpaid picture or of its copy', async () => {
  const copy = await storePicture(shop.ctx, await paint('drawn'))
  const { ctx, floor } = shop
  await shop.take(orderOf('U4', [itemOf('U4-0', contentOf(shop.infoOf('U4/0', shop.picture, { previewImageUrl: copy })))]))
  const order = await shop.seen('U4', shop.own.id)
  const answers: unknown[] = [await readCheck(ctx, order), await shop.pushOwn('U4')]
  const piece = only(await shop.waiting())
  const page = { pageNo: 1, pageSize: 10 }
  const look = async (batch: { readonly id: number } | null): Promise<void> => {
    answers.push(await floor.printPieces.list({ query: page }, ctx))
    answers.push(await floor.printPieces.scan({ query: { code: piece.code } }, ctx))
    answers.push(await floor.printBatches.list({ query: page }, ctx))
    answers.push(await floor.hotFolder.files({ query: {} }, ctx))
    answers.push(await listLines(ctx, [piece.customizationId]), await shop.find('U4'))
    if (batch) answers.push(await shop.again(batch))
  }
  await look(null)
  const { batch, left } = await shop.plan()
  answers.push(left)
  await look(batch)
  const to = { sheet: 1, slot: 'S3' }
  answers.push(await floor.printBatches.move({ params: { id: batch?.id ?? 0 }, body: { pieceId: piece.id, to } }, ctx))
  await expectFailure(floor.printBatches.make({ params: { id: batch?.id ?? 0 }, body: {} }, ctx), 'conflict')
  await expectFailure(shop.step(piece, 'printed'), 'conflict')
  await look(batch)
  const text = JSON.stringify(answers)
  expect([shop.picture, copy].filter((address) => text.includes(address))).toEqual([])
})
