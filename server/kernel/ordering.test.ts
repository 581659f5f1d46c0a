import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sized } from '../../test/setup/size'
import { createBrand, listBrands, moveBrand, removeBrand } from '../domain/catalogue/brands'
import { type Domain, expectFailure, openDomain } from '../test/domain'
import { afterMove } from '../test/expected-order'
import type { Ctx } from './context'
import { lockList, positionAfter, positionGap } from './ordering'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

async function sellerWith(count: number): Promise<{ ctx: Ctx; ids: number[] }> {
  const ctx = await domain.seller()
  const ids: number[] = []
  for (let n = 1; n <= count; n++) ids.push((await createBrand(ctx, { name: `品牌${n}` })).id)
  return { ctx, ids }
}

/** The order as a reader sees it; every `next` must agree with the order of the rows. */
async function order(ctx: Ctx): Promise<number[]> {
  const rows = await listBrands(ctx)
  const ids = rows.map((row) => row.id)
  expect(rows.map((row) => row.next)).toEqual([...ids.slice(1), ...(ids.length > 0 ? [null] : [])])
  return ids
}

describe('an ordered list', () => {
  test('a new item of an ordered list goes last', async () => {
    const { ctx, ids } = await sellerWith(4)
    expect(await order(ctx)).toEqual(ids)
  })

  test('a move puts the item directly before next, and null puts it at the end', async () => {
    const { ctx, ids } = await sellerWith(4)
    const [a = 0, b = 0, c = 0, d = 0] = ids
    await moveBrand(ctx, d, a)
    expect(await order(ctx)).toEqual([d, a, b, c])
    await moveBrand(ctx, a, c)
    expect(await order(ctx)).toEqual([d, b, a, c])
    await moveBrand(ctx, d, null)
    expect(await order(ctx)).toEqual([b, a, c, d])
  })

  test('a move to the same position, or before the item itself, changes nothing', async () => {
    const { ctx, ids } = await sellerWith(3)
    const [a = 0, b = 0, c = 0] = ids
    const positions = () => ctx.db.selectFrom('phone_brand').select(['id', 'position']).orderBy('id').execute()
    const before = await positions()
    await moveBrand(ctx, a, b)
    await moveBrand(ctx, b, b)
    await moveBrand(ctx, c, null)
    expect(await positions()).toEqual(before)
  })

  test('moving an unknown item is 404, and before an unknown or foreign next it is 422 on body.next', async () => {
    const { ctx, ids } = await sellerWith(2)
    const other = await sellerWith(1)
    const [a = 0] = ids
    const [foreign = 0] = other.ids
    await expectFailure(moveBrand(ctx, 999_999_999, a), 'not-found')
    await expectFailure(moveBrand(ctx, foreign, a), 'not-found')
    await expectFailure(moveBrand(ctx, a, 999_999_999), 'invalid', 'next')
    await expectFailure(moveBrand(ctx, a, foreign), 'invalid', 'next')
    expect(await order(ctx)).toEqual(ids)
    expect(await order(other.ctx)).toEqual(other.ids)
  })

  test('sixty moves into the same gap renumber the list and keep its order', async () => {
    const { ctx, ids } = await sellerWith(3)
    const [first = 0, b = 0, c = 0] = ids
    let model = ids
    for (let n = 0; n < 60; n++) {
      const item = n % 2 === 0 ? c : b
      const next = item === c ? b : c
      await moveBrand(ctx, item, next)
      model = afterMove(model, item, next)
    }
    expect(await order(ctx)).toEqual(model)
    expect(model[0]).toBe(first)
  })

  test('sixty moves to the front, and positions at the edge of exact numbers, still work', async () => {
    const { ctx, ids } = await sellerWith(3)
    await ctx.db
      .updateTable('phone_brand')
      .set({ position: Number.MAX_SAFE_INTEGER })
      .where('id', '=', ids[2] ?? 0)
      .execute()
    await ctx.db
      .updateTable('phone_brand')
      .set({ position: Number.MIN_SAFE_INTEGER })
      .where('id', '=', ids[0] ?? 0)
      .execute()
    const { id } = await createBrand(ctx, { name: '最后' })
    let model = [...ids, id]
    expect(await order(ctx)).toEqual(model)
    for (let n = 0; n < 60; n++) {
      const item = model.at(-1) ?? 0
      const next = model[0] ?? 0
      await moveBrand(ctx, item, next)
      model = afterMove(model, item, next)
    }
    expect(await order(ctx)).toEqual(model)
  })

  test('insertions directly after an item work until and after the gap is exhausted', async () => {
    const { ctx, ids } = await sellerWith(2)
    const [a = 0, b = 0] = ids
    const scope = {
      list: { table: 'phone_brand', scope: 'account_id', parent: 'account', itemName: '品牌', parentName: '账号' },
      accountId: ctx.actor.accountId,
      id: ctx.actor.accountId,
    }
    const added: number[] = []
    for (let n = 0; n < 45; n++) {
      await ctx.db.transaction().execute(async (db) => {
        await lockList(db, scope)
        const position = await positionAfter(db, scope, a)
        const values = { account_id: ctx.actor.accountId, name: `插入${n}`, position }
        const row = await db.insertInto('phone_brand').values(values).returning('id').executeTakeFirstOrThrow()
        added.unshift(row.id)
      })
    }
    expect(await order(ctx)).toEqual([a, ...added, b])
  })

  test('locking a list outside a transaction is refused', async () => {
    const { ctx } = await sellerWith(0)
    const list = { table: 'phone_brand', scope: 'account_id', parent: 'account', itemName: '品牌', parentName: '账号' }
    await expect(lockList(ctx.db, { list, accountId: ctx.actor.accountId, id: ctx.actor.accountId })).rejects.toThrow(
      'outside a transaction',
    )
  })
})

describe('as an array', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('insert' as const) }),
    fc.record({ kind: fc.constant('delete' as const), item: fc.nat() }),
    fc.record({ kind: fc.constant('move' as const), item: fc.nat(), next: fc.option(fc.nat()) }),
  )

  test('any sequence of inserts, moves and deletions gives the same order as an array', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const { ctx, ids } = await sellerWith(4)
        let model = ids
        let made = 0
        const pick = (n: number): number => model[n % model.length] ?? 0
        for (const action of steps) {
          if (action.kind === 'insert') {
            model = [...model, (await createBrand(ctx, { name: `新${ids.length}-${made++}` })).id]
          } else if (model.length === 0) {
            continue
          } else if (action.kind === 'delete') {
            const gone = pick(action.item)
            await removeBrand(ctx, gone)
            model = model.filter((id) => id !== gone)
          } else {
            const item = pick(action.item)
            const next = action.next === null ? null : pick(action.next)
            await moveBrand(ctx, item, next)
            model = afterMove(model, item, next)
          }
          expect(await order(ctx)).toEqual(model)
        }
      }),
      { numRuns: sized(15, 40) },
    )
  })
})

describe('at the same time', () => {
  test('concurrent moves, inserts and deletions never lose, repeat or resurrect an item', async () => {
    const { ctx, ids } = await sellerWith(12)
    const dropped = ids.slice(10)
    const kept = ids.slice(0, 10)
    const at = (n: number): number => kept[n % kept.length] ?? 0
    const moves = Array.from({ length: 80 }, (_, n) => moveBrand(ctx, at(n * 7 + 3), n % 9 === 0 ? null : at(n * 5 + 1)))
    const inserts = Array.from({ length: 10 }, (_, n) => createBrand(ctx, { name: `并发${n}` }))
    const deletions = dropped.map((id) => removeBrand(ctx, id))
    const [created] = await Promise.all([Promise.all(inserts), ...moves, ...deletions])
    const end = await order(ctx)
    expect([...end].sort((a, b) => a - b)).toEqual([...kept, ...created.map((row) => row.id)].sort((a, b) => a - b))
  })

  test('concurrent moves into a nearly exhausted gap all succeed', async () => {
    const { ctx, ids } = await sellerWith(8)
    const positions = ids.map((_, n) => positionGap + n)
    for (const [n, id] of ids.entries()) {
      await ctx.db
        .updateTable('phone_brand')
        .set({ position: positions[n] ?? 0 })
        .where('id', '=', id)
        .execute()
    }
    const target = ids[1] ?? 0
    await Promise.all(ids.slice(2).map((id) => moveBrand(ctx, id, target)))
    const end = await order(ctx)
    expect([...end].sort((a, b) => a - b)).toEqual(ids)
    expect(end[0]).toBe(ids[0])
    expect(end.at(-1)).toBe(target)
  })
})
