import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { openOrderShop } from '../../test/order-shop'
import { keepFileProfile, readFileProfile } from './file-profile'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

test('the answers about the files of a shop are added to earlier ones, and no other account has them', async () => {
  const [mine, theirs] = [await openOrderShop(domain), await openOrderShop(domain)]
  expect(await readFileProfile(mine.ctx, mine.shopId)).toEqual({ columns: {}, states: {} })
  await keepFileProfile(mine.ctx, mine.shopId, {
    columns: { f1: { orderNo: '订单号' } },
    states: { doudian: { 备货中: 'toMake' } },
  })
  await keepFileProfile(mine.ctx, mine.shopId, { columns: { f2: { title: null } }, states: { doudian: { 待支付: 'unpaid' } } })
  expect(await readFileProfile(mine.ctx, mine.shopId)).toEqual({
    columns: { f1: { orderNo: '订单号' }, f2: { title: null } },
    states: { doudian: { 备货中: 'toMake', 待支付: 'unpaid' } },
  })
  await expectFailure(readFileProfile(mine.ctx, theirs.shopId), 'not-found')
  await expectFailure(keepFileProfile(mine.ctx, theirs.shopId, { columns: {}, states: {} }), 'not-found')
})
