import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssetType, assetType, fileKind } from '../../../contract/constants'
import { sized } from '../../../test/setup/size'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain, pictureFile } from '../../test/domain'
import { afterMove, moveConcurrently, sorted } from '../../test/expected-order'
import { assetHandlers } from './handlers'

const { designAssetCollections, designAssets } = assetHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const picture = (ctx: Ctx, of: Parameters<typeof pictureFile>[1] = {}) =>
  pictureFile(ctx, { kind: fileKind.designAsset, width: 300, height: 600, ...of })
const page = { pageNo: 1, pageSize: 50 }

/** A seller with two sticker collections, three stickers in the first. */
async function library() {
  const ctx = await domain.seller()
  const type = assetType.sticker
  const first = await designAssetCollections.create({ body: { type, name: '可爱' } }, ctx)
  const second = await designAssetCollections.create({ body: { type, name: '国潮' } }, ctx)
  const put = (collectionId: number, fileId: number) => designAssets.create({ body: { type, collectionId, fileId } }, ctx)
  const files = [await picture(ctx), await picture(ctx), await picture(ctx)]
  const assets = []
  for (const fileId of files) assets.push(await put(first.id, fileId))
  const ids = async (collectionId: number) =>
    (await designAssets.list({ query: { ...page, collectionId } }, ctx)).items.map((asset) => asset.id)
  return { ctx, type, first, second, put, files, assets, ids }
}

describe('collections', () => {
  test('collections of assets are listed per type, in order, with their counts and first four pictures', async () => {
    const { ctx, type, first, second, put, assets } = await library()
    await designAssetCollections.create({ body: { type: assetType.image, name: '图库一' } }, ctx)
    for (let n = 0; n < 2; n += 1) await put(first.id, await picture(ctx))
    const listed = await designAssetCollections.list({ query: { type } }, ctx)
    expect(listed).toEqual([
      { id: first.id, name: '可爱', type, count: 5, coverUrls: expect.any(Array), next: second.id },
      { id: second.id, name: '国潮', type, count: 0, coverUrls: [], next: null },
    ])
    expect(listed[0]?.coverUrls.slice(0, 3)).toEqual(assets.map((asset) => asset.url))
    expect(listed[0]?.coverUrls).toHaveLength(4)
    expect(await designAssetCollections.list({ query: { type: assetType.background } }, ctx)).toEqual([])
  })

  test('a renamed collection of assets keeps its position', async () => {
    const { ctx, type, first, second } = await library()
    const renamed = await designAssetCollections.update({ params: first, body: { id: first.id, name: '萌宠' } }, ctx)
    expect(renamed).toMatchObject({ id: first.id, type, name: '萌宠', count: 3, next: second.id })
    const wrong = { params: { id: first.id }, body: { id: second.id, name: '错' } }
    await expectFailure(designAssetCollections.update(wrong, ctx), 'invalid', 'id', '编号不一致')
  })

  test('collections of assets are moved within their type only', async () => {
    const { ctx, type, first, second } = await library()
    const image = await designAssetCollections.create({ body: { type: assetType.image, name: '图库一' } }, ctx)
    await designAssetCollections.order({ params: second, body: { next: first.id } }, ctx)
    const order = async (of: AssetType) => (await designAssetCollections.list({ query: { type: of } }, ctx)).map((row) => row.id)
    expect(await order(type)).toEqual([second.id, first.id])
    await expectFailure(designAssetCollections.order({ params: second, body: { next: image.id } }, ctx), 'invalid', 'next')
    await expectFailure(designAssetCollections.order({ params: image, body: { next: first.id } }, ctx), 'invalid', 'next')
    await designAssetCollections.order({ params: second, body: { id: second.id, next: null } }, ctx)
    expect(await order(type)).toEqual([first.id, second.id])
    expect(await order(assetType.image)).toEqual([image.id])
  })

  test('deleting a collection deletes its assets, and only those', async () => {
    const { ctx, type, first, second, put, files, ids } = await library()
    await put(second.id, files[0] ?? 0)
    expect(await designAssetCollections.remove({ params: first }, ctx)).toEqual({ ok: true })
    await expectFailure(designAssets.list({ query: { ...page, collectionId: first.id } }, ctx), 'not-found')
    await expectFailure(designAssetCollections.remove({ params: first }, ctx), 'not-found')
    expect(await ids(second.id)).toHaveLength(1)
    const left = await ctx.db.selectFrom('asset').select('id').where('account_id', '=', ctx.actor.accountId).execute()
    expect(left).toHaveLength(1)
    expect((await designAssetCollections.list({ query: { type } }, ctx)).map((row) => row.id)).toEqual([second.id])
  })

  test('an upload that finishes while its collection is deleted is refused or deleted with it, never left over', async () => {
    const { ctx, first, put } = await library()
    const fileIds = [await picture(ctx), await picture(ctx), await picture(ctx)]
    const [, ...puts] = await Promise.allSettled([
      designAssetCollections.remove({ params: first }, ctx),
      ...fileIds.map((fileId) => put(first.id, fileId)),
    ])
    for (const result of puts) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid' })
    }
    const left = await ctx.db.selectFrom('asset').select('id').where('account_id', '=', ctx.actor.accountId).execute()
    expect(left).toEqual([])
  })
})

describe('assets', () => {
  test('a listed asset contains its file’s address, name and size', async () => {
    const { ctx, first, files, assets } = await library()
    const { items, totalItems } = await designAssets.list({ query: { ...page, collectionId: first.id } }, ctx)
    expect(totalItems).toBe(3)
    expect(items[0]).toEqual({
      id: assets[0]?.id,
      url: expect.stringMatching(/^\/files\/test\/\d+\.png$/),
      collectionId: first.id,
      type: assetType.sticker,
      fileId: files[0],
      name: 'picture.png',
      width: 300,
      height: 600,
      size: 1000,
      next: assets[1]?.id,
    })
  })

  test('assets are listed in pages, and next of a page’s last row is the first of the following page', async () => {
    const { ctx, first, assets } = await library()
    const [a, b, c] = assets.map((asset) => asset.id)
    const read = async (pageNo: number) => {
      const { items, totalItems } = await designAssets.list({ query: { collectionId: first.id, pageNo, pageSize: 2 } }, ctx)
      return [items.map((asset) => [asset.id, asset.next]), totalItems]
    }
    expect(await read(1)).toEqual([
      [
        [a, b],
        [b, c],
      ],
      3,
    ])
    expect(await read(2)).toEqual([[[c, null]], 3])
    expect(await read(3)).toEqual([[], 3])
  })

  test('the same file twice in one collection is one asset, also from eight calls at once', async () => {
    const { ctx, first, second, put, files, assets, ids } = await library()
    expect(await put(first.id, files[0] ?? 0)).toMatchObject({ id: assets[0]?.id, next: assets[1]?.id })
    expect(await ids(first.id)).toEqual(assets.map((asset) => asset.id))
    const fileId = await picture(ctx)
    const made = await Promise.all(Array.from({ length: 8 }, () => put(second.id, fileId)))
    expect(new Set(made.map((asset) => asset.id)).size).toBe(1)
    expect(await ids(second.id)).toHaveLength(1)
  })

  test('an asset must be of the type of its collection', async () => {
    const { ctx, first } = await library()
    const body = { type: assetType.background, collectionId: first.id, fileId: await picture(ctx) }
    const text = '素材类型与分组不一致：该分组属于“贴纸”，提交的是“背景”素材'
    await expectFailure(designAssets.create({ body }, ctx), 'invalid', 'type', text)
  })

  test('an asset must be a finished upload of this account, meant for the library', async () => {
    const { ctx, first, put, ids, assets } = await library()
    const stranger = await domain.seller()
    for (const fileId of [
      await picture(ctx, { kind: fileKind.wireframe }),
      await picture(ctx, { status: 'pending' }),
      await picture(stranger),
      999_999,
    ]) {
      await expectFailure(put(first.id, fileId), 'invalid', 'fileId', '文件不存在或尚未上传完成')
    }
    await expectFailure(put(999_999, await picture(ctx)), 'invalid', 'collectionId', '分组不存在')
    expect(await ids(first.id)).toEqual(assets.map((asset) => asset.id))
  })

  test('assets are deleted one by one', async () => {
    const { ctx, first, assets, ids } = await library()
    const [a, b, c] = assets.map((asset) => asset.id)
    await designAssets.remove({ params: { id: b ?? 0 } }, ctx)
    expect(await ids(first.id)).toEqual([a, c])
    await expectFailure(designAssets.remove({ params: { id: b ?? 0 } }, ctx), 'not-found')
  })

  test('a file uploaded just before the sweep stays once it is in a collection', async () => {
    const { ctx, first, put } = await library()
    const fileId = await picture(ctx)
    await ctx.db
      .updateTable('file')
      .set({ unused_since: new Date(0) })
      .where('id', '=', fileId)
      .execute()
    await put(first.id, fileId)
    const row = await ctx.db.selectFrom('file').select('unused_since').where('id', '=', fileId).executeTakeFirstOrThrow()
    expect(row.unused_since).toBeNull()
  })
})

describe('a name and a place of their own', () => {
  test('renaming changes only the asset, moving puts it last, and neither affects another account', async () => {
    const { ctx, first, second, put, files, assets, ids } = await library()
    const [a, b, c] = assets.map((asset) => asset.id)
    const twin = await put(second.id, files[1] ?? 0)
    const params = { id: a ?? 0 }
    expect(await designAssets.update({ params, body: { name: ' 小猫 ' } }, ctx)).toMatchObject({ id: a, next: b })
    const moved = await designAssets.update({ params, body: { id: a, collectionId: second.id } }, ctx)
    expect(moved).toMatchObject({ id: a, name: ' 小猫 ', collectionId: second.id, next: null })
    expect([await ids(first.id), await ids(second.id)]).toEqual([
      [b, c],
      [twin.id, a],
    ])
    const stranger = await domain.seller()
    await expectFailure(designAssets.update({ params, body: { name: '偷' } }, stranger), 'not-found')
    await expectFailure(designAssets.update({ params, body: { id: 999_999, name: '错' } }, ctx), 'invalid', 'id')
  })

  test('an asset cannot be moved to a collection of another type or account, or an unknown one', async () => {
    const { ctx, first, assets, ids } = await library()
    const stranger = await library()
    const images = await designAssetCollections.create({ body: { type: assetType.image, name: '图' } }, ctx)
    const move = (collectionId: number) =>
      designAssets.update({ params: { id: assets[0]?.id ?? 0 }, body: { collectionId } }, ctx)
    await expectFailure(move(images.id), 'invalid', 'type')
    await expectFailure(move(999_999), 'invalid', 'collectionId')
    await expectFailure(move(stranger.first.id), 'invalid', 'collectionId')
    expect(await ids(first.id)).toEqual(assets.map((asset) => asset.id))
  })

  test('an asset moved to a collection with the same file merges with it, and opposite moves both end', async () => {
    const { ctx, first, second, put, files, assets, ids } = await library()
    const [a, b, c] = assets.map((asset) => asset.id)
    const there = await put(second.id, files[0] ?? 0)
    const move = (id: number | undefined, collectionId: number) =>
      designAssets.update({ params: { id: id ?? 0 }, body: { collectionId } }, ctx)
    expect(await move(a, second.id)).toMatchObject({ id: there.id, collectionId: second.id })
    expect([await ids(first.id), await ids(second.id)]).toEqual([[b, c], [there.id]])
    await Promise.all([move(b, second.id), move(there.id, first.id), move(c, second.id), move(there.id, first.id)])
    expect([await ids(first.id), new Set(await ids(second.id))]).toEqual([[there.id], new Set([b, c])])
  })

  test('assets are found by name in all collections of a type, by their ids, and by the content of their files', async () => {
    const { ctx, type, first, second, put, files, assets } = await library()
    const [a, b, c] = assets.map((asset) => asset.id)
    const images = await designAssetCollections.create({ body: { type: assetType.image, name: '图' } }, ctx)
    const sum = 'ab'.repeat(32)
    const stored = 'cd'.repeat(32)
    await ctx.db
      .updateTable('file')
      .set({ sha256: stored })
      .where('id', '=', files[0] ?? 0)
      .execute()
    const added = await designAssets.create(
      { body: { type, collectionId: second.id, fileId: await picture(ctx), sha256: sum } },
      ctx,
    )
    const image = { type: assetType.image, collectionId: images.id, fileId: await picture(ctx), sha256: sum }
    await designAssets.create({ body: image }, ctx)
    await put(second.id, files[0] ?? 0)
    await designAssets.update({ params: { id: b ?? 0 }, body: { name: '小猫' } }, ctx)
    const named = await designAssets.names({ query: { type } }, ctx)
    expect(named.slice(0, 4).map(({ id, collectionId, name }) => [id, collectionId, name])).toEqual([
      [a, first.id, 'picture.png'],
      [b, first.id, '小猫'],
      [c, first.id, 'picture.png'],
      [added.id, second.id, 'picture.png'],
    ])
    const some = await designAssets.some({ query: { ids: [c ?? 0, 999_999, b ?? 0] } }, ctx)
    expect(some.map((asset) => [asset.id, asset.name, asset.type])).toEqual([
      [c, 'picture.png', type],
      [b, '小猫', type],
    ])
    const known = await designAssets.known({ body: { type, sums: [sum, stored, 'ef'.repeat(32), sum] } }, ctx)
    expect(known).toEqual([
      { sha256: sum, id: added.id, name: 'picture.png', collectionId: second.id, collectionName: '国潮' },
      { sha256: stored, id: a, name: 'picture.png', collectionId: first.id, collectionName: '可爱' },
    ])
    const stranger = await domain.seller()
    expect(await designAssets.names({ query: { type } }, stranger)).toEqual([])
    expect(await designAssets.some({ query: { ids: [a ?? 0] } }, stranger)).toEqual([])
    expect(await designAssets.known({ body: { type, sums: [sum] } }, stranger)).toEqual([])
  })
})

describe('order', () => {
  test('any moves, insertions and deletions of assets give the same order as an array, whatever page is read', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('insert' as const) }),
      fc.record({ kind: fc.constant('delete' as const), item: fc.nat() }),
      fc.record({ kind: fc.constant('move' as const), item: fc.nat(), next: fc.option(fc.nat()) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), async (steps, pageSize) => {
        const { ctx, first, put, assets } = await library()
        let model = assets.map((asset) => asset.id)
        const pick = (n: number): number => model[n % model.length] ?? 0
        for (const action of steps) {
          if (action.kind === 'insert') model = [...model, (await put(first.id, await picture(ctx))).id]
          else if (model.length === 0) continue
          else if (action.kind === 'delete') {
            const id = pick(action.item)
            await designAssets.remove({ params: { id } }, ctx)
            model = model.filter((other) => other !== id)
          } else {
            const [id, next] = [pick(action.item), action.next === null ? null : pick(action.next)]
            await designAssets.order({ params: { id }, body: { id, next } }, ctx)
            model = afterMove(model, id, next)
          }
        }
        const read = []
        for (let pageNo = 1; read.length < model.length; pageNo += 1) {
          const { items } = await designAssets.list({ query: { collectionId: first.id, pageNo, pageSize } }, ctx)
          if (items.length === 0) break
          read.push(...items)
        }
        expect(read.map((asset) => asset.id)).toEqual(model)
        expect(read.map((asset) => asset.next)).toEqual(model.length > 0 ? [...model.slice(1), null] : [])
      }),
      { numRuns: sized(10, 25) },
    )
  })

  test('eight concurrent movers of assets with uploads and deletions lose, repeat and resurrect nothing', async () => {
    const { ctx, first, put, ids, assets } = await library()
    const kept = assets.map((asset) => asset.id)
    for (let n = 0; n < 9; n += 1) kept.push((await put(first.id, await picture(ctx))).id)
    const dropped = [(await put(first.id, await picture(ctx))).id, (await put(first.id, await picture(ctx))).id]
    const files = await Promise.all(Array.from({ length: 6 }, () => picture(ctx)))
    const [added] = await Promise.all([
      Promise.all(files.map((fileId) => put(first.id, fileId))),
      moveConcurrently(kept, (id, next) => designAssets.order({ params: { id }, body: { next } }, ctx)),
      ...dropped.map((id) => designAssets.remove({ params: { id } }, ctx)),
    ])
    expect(sorted(await ids(first.id))).toEqual(sorted([...kept, ...added.map((asset) => asset.id)]))
  })

  test('eight concurrent movers of collections of two types keep both lists complete', async () => {
    const ctx = await domain.seller()
    const lists = new Map<AssetType, number[]>()
    for (const type of [assetType.sticker, assetType.background]) {
      const made = []
      for (let n = 0; n < 8; n += 1) made.push((await designAssetCollections.create({ body: { type, name: `组${n}` } }, ctx)).id)
      lists.set(type, made)
    }
    const move = (id: number, next: number | null) => designAssetCollections.order({ params: { id }, body: { next } }, ctx)
    await Promise.all([...lists.values()].map((made) => moveConcurrently(made, move)))
    for (const [type, made] of lists) {
      const rows = await designAssetCollections.list({ query: { type } }, ctx)
      expect(sorted(rows.map((row) => row.id))).toEqual(sorted(made))
      expect(rows.map((row) => row.next)).toEqual([...rows.slice(1).map((row) => row.id), null])
    }
  })
})

test('another account’s assets and collections can neither be read nor changed', async () => {
  const mine = await library()
  const { ctx, type } = await library()
  const { first, assets, ids } = mine
  const [asset] = assets
  const params = { id: asset?.id ?? 0 }
  const before = await ids(first.id)
  await expectFailure(designAssets.list({ query: { ...page, collectionId: first.id } }, ctx), 'not-found')
  await expectFailure(designAssets.remove({ params }, ctx), 'not-found')
  await expectFailure(designAssets.order({ params, body: { next: null } }, ctx), 'not-found')
  await expectFailure(designAssetCollections.update({ params: first, body: { name: '夺' } }, ctx), 'not-found')
  await expectFailure(designAssetCollections.remove({ params: first }, ctx), 'not-found')
  await expectFailure(designAssetCollections.order({ params: first, body: { next: null } }, ctx), 'not-found')
  const into = { type, collectionId: first.id, fileId: await picture(ctx) }
  await expectFailure(designAssets.create({ body: into }, ctx), 'invalid', 'collectionId')
  expect(await ids(first.id)).toEqual(before)
  expect((await designAssetCollections.list({ query: { type } }, ctx)).map((row) => row.id)).not.toContain(first.id)
})
