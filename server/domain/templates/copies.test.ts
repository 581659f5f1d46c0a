import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productMode } from '../../../contract/constants'
import type { Template } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { layer, listed, openTemplateSeller } from '../../test/template-studio'
import { templateHandlers } from './handlers'

const { templateCollections, templates } = templateHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const studio = () => openTemplateSeller(domain)

describe('copy, order, delete', () => {
  const names = async (ctx: Ctx, collection: number) => (await listed(ctx, collection)).items.map((row) => row.name)

  test('a copied template is directly after its original, with the same uuids and ids of its own', async () => {
    const { ctx, collection, create } = await studio()
    const first = await create(undefined, { name: '甲' })
    await create(undefined, { name: '乙' })
    await templates.settings({ params: first, body: { enabled: false, productMode: productMode.diy } }, ctx)
    const copy = await templates.copy({ params: first, body: {} }, ctx)
    expect(copy).toMatchObject({ name: '甲 副本', revision: 1, layerCount: 1, thumbnail: first.thumbnail })
    expect(copy).toMatchObject({ enabled: false, productMode: productMode.diy })
    expect(await names(ctx, collection.id)).toEqual(['甲', '甲 副本', '乙'])
    const whole = await templates.get({ params: copy }, ctx)
    expect(whole.layers[0]).toEqual({ ...first.layers[0], id: expect.any(Number) })
    expect(whole.layers[0]?.id).not.toBe(first.layers[0]?.id)
    await templates.remove({ params: first }, ctx)
    expect(await templates.get({ params: copy }, ctx)).toEqual(whole)
  })

  test('a template copied into another collection goes last there', async () => {
    const { ctx, collection, content, image, create } = await studio()
    const other = await templateCollections.create({ body: { name: '情侣' } }, ctx)
    await templates.create({ body: { collectionId: other.id, ...content, layers: [layer(image)], name: '已有' } }, ctx)
    const made = await create(undefined, { name: '甲' })
    await templates.copy({ params: made, body: { collectionId: other.id } }, ctx)
    expect(await names(ctx, other.id)).toEqual(['已有', '甲 副本'])
    expect(await names(ctx, collection.id)).toEqual(['甲'])
    const body = { collectionId: 999_999 }
    await expectFailure(templates.copy({ params: made, body }, ctx), 'invalid', 'collectionId')
  })

  test('templates are ordered within their collection only', async () => {
    const { ctx, collection, content, image, create } = await studio()
    const a = await create(undefined, { name: 'a' })
    await create(undefined, { name: 'b' })
    const c = await create(undefined, { name: 'c' })
    await templates.order({ params: c, body: { next: a.id } }, ctx)
    expect(await names(ctx, collection.id)).toEqual(['c', 'a', 'b'])
    const other = await templateCollections.create({ body: { name: '情侣' } }, ctx)
    const far = await templates.create({ body: { collectionId: other.id, ...content, layers: [layer(image)] } }, ctx)
    await expectFailure(templates.order({ params: a, body: { next: far.id } }, ctx), 'invalid', 'next')
    await templates.remove({ params: a }, ctx)
    expect((await listed(ctx, collection.id)).items.map((row) => row.next)).toEqual([expect.any(Number), null])
  })

  test('concurrent copies, moves, saves and deletions leave a complete list', async () => {
    const { ctx, collection, image, create, save } = await studio()
    const made: Template[] = []
    for (let n = 0; n < 6; n++) made.push(await create(undefined, { name: `${n}` }))
    const at = (n: number) => made[n % made.length] ?? made[0]
    const doomed = made[5]
    const work = made
      .slice(0, 5)
      .flatMap((row, n) => [
        templates.copy({ params: row, body: {} }, ctx),
        templates.order({ params: row, body: { next: at(n + 2)?.id ?? null } }, ctx),
        save(row.id, 1, [layer(image, { left: n })]),
      ])
    if (doomed) work.push(templates.remove({ params: doomed }, ctx))
    const results = await Promise.allSettled(work)
    for (const result of results) {
      // Only a move before the template that is being deleted may fail, with this code.
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid' })
    }
    const { items, totalItems } = await listed(ctx, collection.id)
    expect(totalItems).toBe(10)
    expect(new Set(items.map((row) => row.id)).size).toBe(10)
    expect(items.map((row) => row.next)).toEqual([...items.slice(1).map((row) => row.id), null])
  })
})
