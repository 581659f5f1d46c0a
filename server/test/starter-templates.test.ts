/** Starter templates: finished designs for an account that has none. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultWireframe, starterKeys } from '../../contract/constants'
import { rightsByLayer } from '../../contract/rules/buyer-rights'
import type { Template } from '../../contract/types'
import { storedKey } from '../domain/files/addresses'
import { fontHandlers } from '../domain/fonts/handlers'
import { templateHandlers } from '../domain/templates/handlers'
import type { Ctx } from '../kernel/context'
import { type Domain, openDomain } from './domain'

const { templates, templateCollections } = templateHandlers
let domain: Domain
let ctx: Ctx
beforeAll(async () => {
  domain = await openDomain()
  ctx = await domain.seller()
})
afterAll(() => domain.close())

const add = (of: Ctx, collectionId: number | null, starters = [...starterKeys]) =>
  templates.addStarters({ body: { collectionId, starters } }, of)
const read = (ids: readonly number[]): Promise<Template[]> => Promise.all(ids.map((id) => templates.get({ params: { id } }, ctx)))
const switches = {
  ...{ imageUploadEnabled: true, stickerAssetEnabled: true, imageAssetEnabled: true },
  ...{ textEnabled: true, backgroundEnabled: true },
}

describe('starter templates', () => {
  test('an account without templates has a group with three that are on the shelf, whose buyers are asked for a photo and for words, and for nothing else', async () => {
    const { collectionId, templateIds } = await add(ctx, null)
    expect(await templateCollections.list({}, ctx)).toMatchObject([{ id: collectionId, name: '示例模板' }])
    const made = await read(templateIds)
    expect(made.map(({ name, enabled, width, height }) => ({ name, enabled, width, height }))).toEqual(
      ['极简姓名', '整版照片', '贴纸首字母'].map((name) => ({ name, enabled: true, ...defaultWireframe })),
    )
    const asked = made.map(({ layers }) => {
      const rights = rightsByLayer(layers, switches)
      return layers.flatMap(({ uuid, name }) => {
        const own = rights.get(uuid)
        return own?.has('picture') || own?.has('text') ? [name] : []
      })
    })
    expect(asked).toEqual([
      ['名字', '日期'],
      ['照片', '一句话', '日期'],
      ['首字母', '小字'],
    ])
  })

  test('an account has them again in the same group, each drawn in many colours, with every layer on the canvas', async () => {
    const { templateIds } = await add(ctx, null)
    expect(await templateCollections.list({}, ctx)).toHaveLength(1)
    for (const { thumbnail, layers, width, height } of await read(templateIds)) {
      const object = await ctx.storage.get(storedKey(thumbnail?.url ?? '') ?? '')
      const parts: Buffer[] = []
      for await (const part of object?.stream ?? []) parts.push(Buffer.from(part))
      const { channels } = await sharp(Buffer.concat(parts)).stats()
      expect(Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev))).toBeGreaterThan(20)
      for (const layer of layers) {
        expect([layer.left >= -1, layer.top >= -1]).toEqual([true, true])
        expect([layer.left + layer.width <= width + 1, layer.top + layer.height <= height + 1]).toEqual([true, true])
      }
    }
  })
})

test('more are added to a group that is named, with the font that is there already', async () => {
  const fonts = (await fontHandlers.shopFonts.list({}, ctx)).length
  const { id } = await templateCollections.create({ body: { name: '夏天' } }, ctx)
  const { collectionId, templateIds } = await add(ctx, id, ['photo'])
  expect([collectionId, templateIds.length]).toEqual([id, 1])
  expect((await fontHandlers.shopFonts.list({}, ctx)).length).toBe(fonts)
})

test('a group of another account is refused, and nothing is left behind', async () => {
  const other = await domain.seller()
  const { id } = await templateCollections.create({ body: { name: '夏天' } }, ctx)
  await expect(add(other, id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await fontHandlers.shopFonts.list({}, other)).toEqual([])
})
