/** The sheets of a batch: their white, how long they are kept, and how the agent at a printer fetches them. */
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { printPresets } from '../../contract/rules/print-profile'
import { sweepSheets } from '../domain/print-floor/batches'
import { createPrintProfile } from '../domain/print-profiles/print-profiles'
import { type Domain, expectFailure, only, openDomain } from './domain'
import { type FloorShop, openFloorShop } from './floor-shop'
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

test('the sheets of a printed batch are removed after a week, and the batch stays', async () => {
  await shop.ordered('E4')
  await shop.pushOwn('E4')
  const batch = await shop.make(await shop.planned())
  await shop.finish(batch)
  await sweepSheets(shop.ctx)
  expect(only((await shop.again(batch)).sheets).fileUrl).not.toBeNull()
  shop.advance(8 * 24 * 60 * 60 * 1000)
  await sweepSheets(shop.ctx)
  expect(only((await shop.again(batch)).sheets).fileUrl).toBeNull()
  const keys: string[] = []
  for await (const key of shop.ctx.storage.list('sheets/')) keys.push(key)
  const { secret } = await shop.ctx.db
    .selectFrom('print_batch')
    .select('secret')
    .where('id', '=', batch.id)
    .executeTakeFirstOrThrow()
  expect(keys.filter((key) => key.includes(secret))).toEqual([])
})

test('the white of a print follows the rule of its material', async () => {
  const { maintop } = printPresets
  const rgb = { ...maintop.profile, colors: 'rgb' as const }
  const profile = await createPrintProfile(shop.ctx, { name: '白墨', settings: { ...rgb, plates: [...rgb.plates] }, icc: null })
  const coveragesWith = async (whiteInk: 'profile' | 'none', number: string) => {
    await shop.ctx.db.updateTable('material').set({ white_ink: whiteInk }).where('id', '=', shop.material.id).execute()
    await shop.ordered(number)
    await shop.pushOwn(number)
    return only((await shop.make(await shop.planned({ profileId: profile.id }))).sheets).coverages
  }
  const [white = 0, alpha = 0] = await coveragesWith('profile', 'E2')
  expect(white).toBeGreaterThan(0.05)
  expect(await coveragesWith('none', 'E3')).toEqual([0, alpha])
})

test('the folder of the printer gets each sheet once', async () => {
  await shop.ordered('E1', 2)
  await shop.pushOwn('E1')
  const made = await shop.make(await shop.planned())
  const { hotFolder } = shop.floor
  const reply = await hotFolder.files({ query: {} }, shop.ctx)
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(reply.publicKey, 'base64').toString('base64url') },
    format: 'jwk',
  })
  expect(
    verify(null, Buffer.from(JSON.stringify({ at: reply.at, items: reply.items })), key, Buffer.from(reply.signature, 'base64')),
  ).toBe(true)
  const file = only(reply.items)
  expect(file).toMatchObject({ batchId: made.id, sheet: 1, folder: 'uv', fileName: 'B0001_1-1.tif' })
  const wrong = { batchId: file.batchId, sheet: 1, sha256: '0'.repeat(64) }
  await expectFailure(hotFolder.confirm({ body: wrong }, shop.ctx), 'conflict')
  const confirm = { batchId: file.batchId, sheet: 1, sha256: file.sha256 }
  await hotFolder.confirm({ body: confirm }, shop.ctx)
  await hotFolder.confirm({ body: confirm }, shop.ctx)
  expect(only((await shop.again(made)).sheets).deliveredAt).not.toBeNull()
  expect((await hotFolder.files({ query: {} }, shop.ctx)).items).toEqual([])
  const other = await domain.seller()
  expect((await hotFolder.files({ query: {} }, other)).items).toEqual([])
})
