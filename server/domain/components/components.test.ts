import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind } from '../../../contract/constants'
import { newInstance } from '../../../contract/rules/component'
import type { TemplateLayerWrite } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { layer, openTemplateSeller } from '../../test/template-studio'
import { storeOwnFile } from '../files/service'
import { templateHandlers } from '../templates/handlers'
import { drawDueThumbnails } from '../templates/thumbnails'
import { trashHandlers } from '../trash/handlers'
import { componentHandlers } from './handlers'
import { drawDueComponentThumbnails } from './thumbnails'

const { designComponents } = componentHandlers
const { templates } = templateHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const upright = { rotation: 0, originalWidth: 90, originalHeight: 90, verticalFlip: false }
const rectangle = (color: string): TemplateLayerWrite['shape'] => ({
  form: { kind: 'rect', radius: 0 },
  fill: { kind: 'solid', color },
  border: { color: '#ffffff', width: 4 },
})

/** A seller with a component of one layer at the corner of a box of 200 × 100. */
async function open() {
  const seller = await openTemplateSeller(domain)
  const { ctx, image } = seller
  const mark = layer(image, { ...upright, uuid: 'mark', left: 0, top: 0 })
  const drawn = { width: 200, height: 100, thumbnailFileId: seller.thumbnail }
  const component = await designComponents.create({ body: { name: '店标', ...drawn, layers: [mark] } }, ctx)
  let uuid = 0
  /** The layers of a copy of this revision, as the designer inserts it. */
  const copyAt = (of: { id: number; revision: number; layers: readonly TemplateLayerWrite[] }, x: number, y: number, scale = 1) =>
    newInstance({ ...of, layers: of.layers }, { scale, rotation: 0, x, y }, () => `copy-${++uuid}`)
  const withIndexes = (layers: readonly TemplateLayerWrite[]) => layers.map((one, index) => ({ ...one, index }))
  const put = (revision: number, layers: readonly TemplateLayerWrite[], change: object = {}) =>
    designComponents.save({ params: component, body: { revision, ...drawn, layers: [...layers], ...change } }, ctx)
  const get = (id: number) => templates.get({ params: { id } }, ctx)
  return { ...seller, component, mark, drawn, copyAt, withIndexes, put, get }
}
const placesOf = (layers: readonly TemplateLayerWrite[]) =>
  layers.map(({ left, top, width, height, component }) => [left, top, width, height, component?.layer ?? null])

describe('a component', () => {
  test('a seller makes, reads, renames and deletes a component, and finds it in the trash', async () => {
    const { ctx, component, image } = await open()
    expect(component).toMatchObject({ name: '店标', revision: 1, width: 200, layerCount: 1, templates: 0, enabledTemplates: 0 })
    expect(component.layers).toMatchObject([{ uuid: 'mark', imageFileId: image, imageUrl: expect.stringContaining('/files/') }])
    expect(component.thumbnail).toMatchObject({ width: 287, height: 600 })
    await designComponents.rename({ params: component, body: { name: '新店标' } }, ctx)
    expect(await designComponents.list({}, ctx)).toMatchObject([{ id: component.id, name: '新店标' }])
    await designComponents.remove({ params: component }, ctx)
    expect(await designComponents.list({}, ctx)).toEqual([])
    await trashHandlers.trash.restore({ body: { kind: 'component', ids: [component.id] } }, ctx)
    const restored = await designComponents.get({ params: component }, ctx)
    expect(restored).toEqual({ ...component, name: '新店标' })
  })
  test('another account neither sees nor changes a component, and its copies there are only layers', async () => {
    const { component, mark, drawn, copyAt } = await open()
    const other = await openTemplateSeller(domain)
    expect(await designComponents.list({}, other.ctx)).toEqual([])
    await expectFailure(designComponents.get({ params: component }, other.ctx), 'not-found')
    const body = { revision: 1, ...drawn, layers: [mark] }
    await expectFailure(designComponents.save({ params: component, body }, other.ctx), 'not-found')
    await expectFailure(designComponents.revert({ params: component, body: { revision: 1, to: 1 } }, other.ctx), 'not-found')
    await expectFailure(designComponents.versions({ params: component }, other.ctx), 'not-found')
    const [copy] = copyAt(component, 10, 10)
    if (!copy) throw new Error('no layer')
    const template = await other.create([
      { ...copy, imageFileId: other.image, component: { id: component.id, revision: 99, layer: 'x' } },
    ])
    expect(template.layers).toMatchObject([{ left: 10, width: 90 }])
  })
  test('a component refuses another component, a background, a hidden layer and a font of somebody else', async () => {
    const { ctx, component, mark, drawn, image } = await open()
    const create = (change: Partial<TemplateLayerWrite>) =>
      designComponents.create({ body: { name: '坏', ...drawn, layers: [{ ...mark, ...change }] } }, ctx)
    const nested = { id: component.id, revision: 1, layer: 'mark' }
    await expectFailure(create({ component: nested }), 'invalid', 'layers.0.component', '不能再放组件')
    await expectFailure(create({ isBackground: true }), 'invalid', 'layers.0.isBackground')
    await expectFailure(create({ hidden: true }), 'invalid', 'layers.0.hidden')
    await expectFailure(create({ type: 'TEXT', text: '字', fontId: 987_654 }), 'invalid', 'layers.0.fontId')
    await expectFailure(create({ imageFileId: image + 900_000 }), 'invalid', 'layers.0.imageFileId')
  })
})

describe('a change of a component', () => {
  test('every template shows the new content at the place and in the size of its copy, and its other layers stay', async () => {
    const { ctx, component, mark, image, create, copyAt, withIndexes, put, get } = await open()
    const under = layer(image, { uuid: 'under' })
    const over = layer(image, { uuid: 'over' })
    const first = await create(withIndexes([under, ...copyAt(component, 100, 50), over]))
    const second = await create(withIndexes([...copyAt(component, 0, 0, 2), ...copyAt(component, 300, 300)]), { enabled: false })
    const untouched = await create()
    expect(await designComponents.list({}, ctx)).toMatchObject([{ templates: 2, enabledTemplates: 1 }])
    const text = { ...mark, uuid: 'text', left: 100, top: 20, width: 60, height: 30, originalWidth: 60, originalHeight: 30 }
    expect(await put(1, [mark, { ...text, index: 1 }])).toMatchObject({
      revision: 2,
      layerCount: 2,
      templates: 2,
      enabledTemplates: 1,
    })

    const now = await get(first.id)
    expect(now.revision).toBe(2)
    expect(placesOf(now.layers)).toEqual([
      [10.5, -20, 90, 90, null],
      [100, 50, 90, 90, 'mark'],
      [200, 70, 60, 30, 'text'],
      [10.5, -20, 90, 90, null],
    ])
    expect(now.layers[1]?.uuid).toBe(first.layers[1]?.uuid)
    expect(now.layers[1]?.id).toBe(first.layers[1]?.id)
    expect(now.layers[1]?.groupId).toBe(now.layers[2]?.groupId)
    expect(placesOf((await get(second.id)).layers)).toEqual([
      [0, 0, 180, 180, 'mark'],
      [200, 40, 120, 60, 'text'],
      [300, 300, 90, 90, 'mark'],
      [400, 320, 60, 30, 'text'],
    ])
    expect(await get(untouched.id)).toEqual({ ...untouched, next: null })
  })
  test('a change is taken back in every template, and one on top of an older revision is refused', async () => {
    const { ctx, component, mark, create, copyAt, withIndexes, put, get } = await open()
    const template = await create(withIndexes(copyAt(component, 20, 20)))
    await put(1, [{ ...mark, width: 40, height: 40 }])
    await expectFailure(put(1, [mark]), 'stale-revision')
    const reverted = await designComponents.revert({ params: component, body: { revision: 2, to: 1 } }, ctx)
    expect(reverted.revision).toBe(3)
    expect(placesOf((await get(template.id)).layers)).toEqual([[20, 20, 90, 90, 'mark']])
    expect(await designComponents.versions({ params: component }, ctx)).toMatchObject([
      { revision: 3 },
      { revision: 2 },
      { revision: 1, createdBy: ctx.actor.username },
    ])
    await expectFailure(designComponents.revert({ params: component, body: { revision: 3, to: 9 } }, ctx), 'not-found')
  })
  test('a shape is drawn for the size of each copy, so that its border is never stretched', async () => {
    const { component, mark, create, copyAt, withIndexes, put, get } = await open()
    const small = await create(withIndexes(copyAt(component, 0, 0)))
    const large = await create(withIndexes(copyAt(component, 0, 0, 2)))
    await put(1, [{ ...mark, shape: rectangle('#ff0000') }])
    const [one] = (await get(small.id)).layers
    const [other] = (await get(large.id)).layers
    expect(one).toMatchObject({ imageFileId: mark.imageFileId, originalWidth: 90 })
    expect(other).toMatchObject({ width: 180, originalWidth: 180, originalHeight: 180 })
    expect(other?.imageFileId).not.toBe(mark.imageFileId)
    const { storage_key: key } = await domain.deps.db
      .selectFrom('file')
      .select('storage_key')
      .where('id', '=', other?.imageFileId ?? 0)
      .executeTakeFirstOrThrow()
    expect(key).toMatch(/\.svg$/)
  })
  test('a change that would give a template too many layers changes nothing and names the template', async () => {
    const { component, mark, image, create, copyAt, withIndexes, put, get } = await open()
    const many = Array.from({ length: 499 }, (_, at) => layer(image, { uuid: `l${at}` }))
    const template = await create(withIndexes([...many, ...copyAt(component, 0, 0)]), { name: '满的' })
    const text = { ...mark, uuid: 'text', index: 1 }
    await expectFailure(put(1, [mark, text]), 'invalid', 'layers', '满的')
    expect((await get(template.id)).revision).toBe(1)
  })
  test('two hundred templates change at once', async () => {
    const { ctx, component, mark, create, copyAt, withIndexes, put } = await open()
    const ids: number[] = []
    for (let at = 0; at < 200; at++)
      ids.push((await create(withIndexes([layer(mark.imageFileId), ...copyAt(component, at, 0)]), { enabled: at % 2 === 0 })).id)
    expect(await put(1, [{ ...mark, width: 45, height: 45 }])).toMatchObject({ templates: 200, enabledTemplates: 100 })
    const rows = await ctx.db
      .selectFrom('template')
      .innerJoin('template_layer', 'template_layer.template_id', 'template.id')
      .select(['template.revision', 'template.thumbnail_due', 'template_layer.data'])
      .where('template.id', 'in', ids)
      .where('template_layer.index', '=', 1)
      .execute()
    expect(rows).toHaveLength(200)
    for (const { revision, thumbnail_due, data } of rows) {
      expect({ revision, thumbnail_due }).toEqual({ revision: 2, thumbnail_due: true })
      expect(data).toMatchObject({ width: 45, component: { id: component.id, revision: 2 } })
    }
  })
})

describe('a template that was open while its component changed', () => {
  test('its save loses nothing and has the new content where the seller left the copy', async () => {
    const { component, mark, create, save, copyAt, withIndexes, put } = await open()
    const opened = await create(withIndexes(copyAt(component, 0, 0)))
    await put(1, [{ ...mark, width: 45, height: 45 }])
    const moved = opened.layers.map((one) => ({ ...one, left: 200, top: 80 }))
    const saved = await save(opened.id, opened.revision, moved)
    expect(saved.revision).toBe(3)
    // The corner of the component's box stays where the copy has it.
    expect(saved.layers).toMatchObject([{ left: 200, top: 80, width: 45, component: { revision: 2 } }])
    await expectFailure(save(opened.id, opened.revision, moved), 'stale-revision')
  })
  test('its save is refused as before when a colleague saved it, too', async () => {
    const { component, mark, create, save, copyAt, withIndexes, put } = await open()
    const opened = await create(withIndexes(copyAt(component, 0, 0)))
    await save(opened.id, 1, withIndexes(copyAt(component, 5, 5)))
    await put(1, [{ ...mark, width: 45, height: 45 }])
    await expectFailure(save(opened.id, 1, opened.layers), 'stale-revision')
    await save(opened.id, 2, opened.layers)
  })
  test('a revision that the component never had is refused, and a deleted component leaves its copies as they are', async () => {
    const { ctx, component, create, copyAt, withIndexes } = await open()
    const [copy] = copyAt(component, 0, 0)
    if (!copy) throw new Error('no layer')
    const from = (revision: number) => [{ ...copy, component: { id: component.id, revision, layer: 'mark' } }]
    await expectFailure(create(from(2)), 'invalid', 'layers.0.component')
    await designComponents.remove({ params: component }, ctx)
    expect((await create(withIndexes(from(2)))).layers).toMatchObject([{ component: { revision: 2 } }])
  })
  test('a template that is restored from the trash has what its component has by then', async () => {
    const { ctx, component, mark, create, copyAt, withIndexes, put, get } = await open()
    const template = await create(withIndexes(copyAt(component, 0, 0)))
    await templates.remove({ params: template }, ctx)
    await put(1, [{ ...mark, width: 45, height: 45 }])
    await trashHandlers.trash.restore({ body: { kind: 'template', ids: [template.id] } }, ctx)
    expect((await get(template.id)).layers).toMatchObject([{ width: 45, component: { revision: 2 } }])
  })
  test('a copy of a template is a copy of the component, too', async () => {
    const { ctx, component, mark, create, copyAt, withIndexes, put, get } = await open()
    const template = await create(withIndexes(copyAt(component, 0, 0)))
    const copy = await templates.copy({ params: template, body: {} }, ctx)
    expect(await put(1, [{ ...mark, width: 45, height: 45 }])).toMatchObject({ templates: 2 })
    expect((await get(copy.id)).layers).toMatchObject([{ width: 45 }])
  })
})

describe('a thumbnail of a template that a component changed', () => {
  const drawDue = async (ctx: Ctx): Promise<unknown[]> => {
    const failures: unknown[] = []
    const job = { accountId: ctx.actor.accountId, signal: new AbortController().signal }
    await drawDueThumbnails(domain.deps, job, (error) => failures.push(error))
    return failures
  }

  test('the former thumbnail stays until the new one is drawn, and goes where a picture is lost', async () => {
    const { ctx, component, mark, create, copyAt, withIndexes, put, get } = await open()
    const template = await create(withIndexes(copyAt(component, 0, 0)))
    const source = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
    const { id } = await storeOwnFile(ctx, { kind: fileKind.templateLayer, name: 'mark.svg', source })
    await put(1, [{ ...mark, imageFileId: id }])
    expect((await get(template.id)).thumbnail).toEqual(template.thumbnail)
    expect(await drawDue(ctx)).toEqual([])
    const { thumbnail } = await get(template.id)
    expect(thumbnail).toMatchObject({ width: 287, height: 600 })
    expect(thumbnail?.url).not.toBe(template.thumbnail?.url)
    // The pictures of the first revision were never stored.
    await designComponents.revert({ params: component, body: { revision: 2, to: 1 } }, ctx)
    expect(await drawDue(ctx)).toHaveLength(1)
    expect((await get(template.id)).thumbnail).toBeNull()
    expect(await drawDue(ctx)).toEqual([])
  })
})

test('a component that a program stores without a thumbnail gets one, and has none where its picture is lost', async () => {
  const { ctx, mark, drawn } = await open()
  const source = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
  const { id } = await storeOwnFile(ctx, { kind: fileKind.templateLayer, name: 'mark.svg', source })
  const bare = { ...drawn, thumbnailFileId: null }
  const seal = await designComponents.create({ body: { name: '印章', ...bare, layers: [{ ...mark, imageFileId: id }] } }, ctx)
  // The picture of the seller's other designs was never stored.
  const lost = await designComponents.create({ body: { name: '丢图', ...bare, layers: [mark] } }, ctx)
  expect([seal.thumbnail, lost.thumbnail]).toEqual([null, null])
  const failures: unknown[] = []
  const job = { accountId: ctx.actor.accountId, signal: new AbortController().signal }
  const draw = () => drawDueComponentThumbnails(domain.deps, job, (error) => failures.push(error))
  await draw()
  await draw()
  expect(failures).toHaveLength(1)
  const rows = await designComponents.list({}, ctx)
  expect(rows.find(({ name }) => name === '印章')?.thumbnail).toMatchObject({ width: 1200, height: 600 })
  expect(rows.find(({ name }) => name === '丢图')?.thumbnail).toBeNull()
})
