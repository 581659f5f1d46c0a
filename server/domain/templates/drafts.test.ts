/** Drafts of templates: one per user, seen by colleagues, and never by buyers or by other accounts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Domain, expectFailure, openDomain, pictureFile } from '../../test/domain'
import { layer, openTemplateSeller } from '../../test/template-studio'
import { sweepUnused } from '../files/unused'
import { templateHandlers } from './handlers'

const { templates, templateDrafts } = templateHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

async function open() {
  const { ctx, image, create, save } = await openTemplateSeller(domain)
  const made = await create()
  const put = (of: typeof ctx, change: object = {}) =>
    templateDrafts.put({ params: made, body: { revision: 1, width: 500, height: 1044, layers: [layer(image)], ...change } }, of)
  /** A colleague of the seller. */
  const wang = { ...ctx, actor: { ...ctx.actor, userId: ctx.actor.userId + 100_000, username: 'demo:小王' } }
  return { ctx, wang, image, made, put, save }
}

test("a user's draft takes the place of his earlier one, is seen by his colleagues, and leaves the template as it is", async () => {
  const { ctx, wang, image, made, put } = await open()
  expect(await templateDrafts.list({ params: made }, ctx)).toEqual([])
  await put(wang, { name: '第一稿' })
  const second = [layer(image, { name: '猫' }), layer(image, { uuid: 'b', index: 1 })]
  expect(await put(wang, { name: '第二稿', layers: second })).toMatchObject({ username: 'demo:小王', revision: 1, layerCount: 2 })
  const [row, ...others] = await templateDrafts.list({ params: made }, ctx)
  expect(others).toEqual([])
  expect(row).toMatchObject({ userId: wang.actor.userId, username: 'demo:小王', revision: 1, layerCount: 2 })
  const draft = await templateDrafts.get({ params: { id: made.id, userId: row?.userId ?? 0 } }, ctx)
  expect(draft).toMatchObject({ name: '第二稿', width: 500, guides: null, boundDesignAssetCollectionIds: [] })
  expect(draft.layers.map(({ uuid, imageUrl }) => [uuid, imageUrl])).toEqual([
    ['a', expect.stringMatching(/^\/files\/test\//)],
    ['b', expect.stringMatching(/^\/files\/test\//)],
  ])
  expect(await templates.get({ params: made }, ctx)).toEqual(made)
})

test('a draft stays while others save, and goes when its user gives it up or the template is deleted', async () => {
  const { ctx, wang, image, made, put, save } = await open()
  await put(ctx)
  await put(wang)
  await save(made.id, 1, [layer(image, { left: 1 })])
  expect((await templateDrafts.list({ params: made }, ctx)).map(({ revision }) => revision)).toEqual([1, 1])
  await templateDrafts.discard({ params: made }, wang)
  await templateDrafts.discard({ params: made }, wang)
  expect((await templateDrafts.list({ params: made }, ctx)).map(({ userId }) => userId)).toEqual([ctx.actor.userId])
  await templates.remove({ params: made }, ctx)
  await expectFailure(templateDrafts.list({ params: made }, ctx), 'not-found')
})

test('a draft is checked as a save is, and its pictures stay while it does', async () => {
  const { ctx, made, put } = await open()
  const stranger = await openTemplateSeller(domain)
  await expectFailure(put(ctx, { layers: [layer(stranger.image)] }), 'invalid', 'layers.0.imageFileId')
  await expectFailure(templateDrafts.list({ params: made }, stranger.ctx), 'not-found')
  await expectFailure(templateDrafts.get({ params: { id: made.id, userId: ctx.actor.userId } }, stranger.ctx), 'not-found')
  const image = await pictureFile(ctx, { kind: 3, width: 10, height: 10 })
  await put(ctx, { layers: [layer(image)] })
  await sweepUnused(domain.deps)
  const unused = () => ctx.db.selectFrom('file').select('unused_since').where('id', '=', image).executeTakeFirstOrThrow()
  expect((await unused()).unused_since).toBeNull()
  await templateDrafts.discard({ params: made }, ctx)
  await sweepUnused(domain.deps)
  expect((await unused()).unused_since).not.toBeNull()
})
