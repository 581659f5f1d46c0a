import fc from 'fast-check'
import pLimit from 'p-limit'
import { describe, expect, test } from 'vitest'
import { InvalidError } from '../../../../contract/call-errors'
import type { ItemContext, TaskItem, WholeTaskContext } from '../../../base/tasks/types'
import { findRows, findWireframe } from './catalogue'
import { existingLayers } from './decide'
import { type Combination, fileNameOf, layerKinds } from './file-name'
import { groupPictures } from './groups'
import { importInput } from './import-input'
import { planImport } from './plan'
import { createMemoryShop, type MemoryShop, pictureBlob } from './test/memory-shop'
import task, { type ImportInput, type ImportPicture, type ImportResult } from './wireframe-import-task'

const facts = (sha256: string, width = 500, height = 1044) => ({ sha256, width, height })
let made = 0
const picture = (name: string, of: ReturnType<typeof facts>): ImportPicture & { id: string } => ({
  id: String(++made),
  name,
  facts: of,
  blob: pictureBlob(of),
})

const plan = (shop: MemoryShop, pictures: readonly (ImportPicture & { id: string })[]) =>
  planImport(groupPictures(pictures), shop.catalogue)
const inputs = (shop: MemoryShop, pictures: readonly (ImportPicture & { id: string })[]) =>
  plan(shop, pictures).rows.map((row) => importInput(row, { enabled: false }))

/** Runs one item as the task engine does: its attempts share the checkpoint. */
function item(input: ImportInput, shop: MemoryShop, combinations: readonly Combination[] = []) {
  let saved: unknown
  const run = () => {
    const context: ItemContext = {
      signal: new AbortController().signal,
      progress: () => undefined,
      saved,
      checkpoint: async (value) => {
        saved = value
      },
    }
    return task.run(input, context, shop.services, combinations)
  }
  return { run }
}

async function importAll(shop: MemoryShop, pictures: readonly (ImportPicture & { id: string })[]) {
  const limit = pLimit(task.concurrency)
  const all = inputs(shop, pictures)
  const waiting = all.map((input, at): TaskItem<ImportInput, ImportResult> => {
    const key = String(at)
    return { key, name: key, input, state: 'waiting', loaded: 0, total: 0 }
  })
  // The kind reads only the items of the task.
  const context = { items: waiting } as unknown as WholeTaskContext<ImportInput, ImportResult>
  const combinations = await task.before?.(context, shop.services)
  return Promise.allSettled(all.map((input) => limit(item(input, shop, combinations).run)))
}

describe('an import', () => {
  test('an import makes brand, model, material, colour, wireframe and SKU', async () => {
    const shop = createMemoryShop()
    const pair = [picture('苹果-15-硅胶-黑-前景图.png', facts('f')), picture('苹果-15-硅胶-黑-背景图.png', facts('b'))]
    expect(await importAll(shop, pair)).toEqual([{ status: 'fulfilled', value: 'created' }])
    const { brands, models, materials, skus, wireframes } = shop.catalogue
    expect([brands, models, materials].map(([row]) => row?.name)).toEqual(['苹果', '15', '硅胶'])
    expect(skus).toMatchObject([{ phoneModelId: models[0]?.id, wireframeId: wireframes[0]?.id, enabled: false }])
    expect(wireframes).toMatchObject([{ width: 500, height: 1044 }])
    expect(existingLayers(wireframes[0] ?? { layers: [] })).toEqual(
      new Map([
        ['background', 'b'],
        ['foreground', 'f'],
      ]),
    )
  })

  test('many groups at a time make each missing row once, in the order of the files', async () => {
    const shop = createMemoryShop()
    const models = Array.from({ length: 12 }, (_, n) => `型号 ${n}`)
    const colors = ['黑', '白']
    const pictures = models.flatMap((model) =>
      colors.map((color) =>
        picture(fileNameOf({ brand: '苹果', model, material: '硅胶', color }, 'foreground'), facts(model + color)),
      ),
    )
    await importAll(shop, pictures)
    expect(shop.catalogue.brands.map(({ name }) => name)).toEqual(['苹果'])
    expect(shop.catalogue.models.map(({ name }) => name)).toEqual(models)
    expect(shop.catalogue.materials.map(({ colors: own }) => own.map(({ name }) => name))).toEqual([colors])
    expect(shop.catalogue.skus).toHaveLength(24)
  })

  const fronts = (models: readonly string[], brand = '苹果') =>
    models.map((model) =>
      picture(fileNameOf({ brand, model, material: '硅胶', color: '黑' }, 'foreground'), facts(brand + model)),
    )
  const modelCalls = (shop: MemoryShop) => shop.writes.filter((write) => write.startsWith('phoneModels'))

  test('new models of a brand are made twenty in a call, those that exist not again', async () => {
    const shop = createMemoryShop()
    const models = Array.from({ length: 45 }, (_, n) => `型号 ${n}`)
    shop.addModel(shop.addBrand('苹果').id, '型号 3')
    await importAll(shop, [...fronts(models), ...fronts(['别的'], '华为')])
    const made = models.filter((name) => name !== '型号 3')
    expect(modelCalls(shop).filter((write) => !write.endsWith('别的'))).toEqual([
      `phoneModels.createMany ${made.slice(0, 20).join('、')}`,
      `phoneModels.createMany ${made.slice(20, 40).join('、')}`,
      `phoneModels.createMany ${made.slice(40).join('、')}`,
    ])
    expect(shop.catalogue.models).toHaveLength(46)
    expect(shop.catalogue.skus).toHaveLength(46)
  })

  test('a model that is refused keeps no other from being made', async () => {
    const shop = createMemoryShop({
      async beforeAnswer(what) {
        if (what.startsWith('phoneModels') && what.includes('坏'))
          throw new InvalidError('型号不正确', { method: 'POST', url: '' }, {})
      },
    })
    const results = await importAll(shop, fronts(['一', '坏', '二']))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(shop.catalogue.models.map(({ name }) => name)).toEqual(['一', '二'])
  })

  test('the files of new rows are sent while the rows are still being made', async () => {
    let allow = () => {}
    const sent = new Promise<void>((resolve) => {
      allow = resolve
    })
    const shop = createMemoryShop({
      async beforeAnswer(what) {
        if (what === 'phoneBrands.create 苹果') await sent
        if (what.startsWith('upload')) allow()
      },
    })
    expect(await importAll(shop, [picture('苹果-15-硅胶-黑-前景图.png', facts('f'))])).toEqual([
      { status: 'fulfilled', value: 'created' },
    ])
  })

  test('an attempt whose rows cannot be made ends with its files, which the next one does not send again', async () => {
    let lost = true
    const shop = createMemoryShop({
      lossOf: (what) => (lost && what.startsWith('phoneBrands') ? 'before' : null),
    })
    const [input] = inputs(shop, [
      picture('苹果-15-硅胶-黑-前景图.png', facts('f')),
      picture('苹果-15-硅胶-黑-背景图.png', facts('b')),
    ])
    const only = item(input as ImportInput, shop)
    await expect(only.run()).rejects.toThrow('断网')
    const sent = shop.writes.filter((write) => write.startsWith('upload'))
    expect(sent).toHaveLength(2)
    lost = false
    expect(await only.run()).toBe('created')
    expect(shop.writes.filter((write) => write.startsWith('upload'))).toEqual(sent)
  })

  test('at most six files are sent at once', async () => {
    const shop = createMemoryShop()
    const brand = shop.addBrand('苹果')
    const material = shop.addMaterial('硅胶')
    shop.addColor(material.id, '黑')
    const models = Array.from({ length: 30 }, (_, n) => shop.addModel(brand.id, `${n}`))
    const { uploadFile } = shop.services.platform
    const underWay = new Set<() => void>()
    let most = 0
    const platform: typeof shop.services.platform = {
      async uploadFile(...upload) {
        await new Promise<void>((arrive) => {
          underWay.add(arrive)
          most = Math.max(most, underWay.size)
          // No upload ends before six are in progress, or as many as there can be.
          setTimeout(() => {
            underWay.delete(arrive)
            arrive()
          })
        })
        return uploadFile(...upload)
      },
    }
    const pictures = models.map(({ name }) => picture(`苹果-${name}-硅胶-黑-前景图.png`, facts(`f${name}`)))
    await importAll({ ...shop, services: { ...shop.services, platform } }, pictures)
    expect(most).toBe(6)
  })

  test('rows that somebody else made between the dry run and the import are used', async () => {
    const shop = createMemoryShop()
    const [input] = inputs(shop, [picture('苹果-15-硅胶-黑-前景图.png', facts('f'))])
    const brand = shop.addBrand('苹果')
    const model = shop.addModel(brand.id, '15')
    const material = shop.addMaterial('硅胶')
    const color = shop.addColor(material.id, '黑')
    const { id } = shop.addWireframe({
      width: 500,
      height: 1044,
      printArea: null,
      layers: [{ imageUrl: '', index: 1, sha256: 'old' }],
    })
    shop.addSku(model.id, color.id, id)
    expect(input && (await item(input, shop).run())).toBe('updated')
    expect(shop.catalogue.wireframes.find((row) => row.id === id)?.layers).toMatchObject([{ sha256: 'f' }])
    expect(shop.writes.filter((write) => /brands|Models|materials|colors|skus.create/.test(write))).toEqual([])
  })

  test('a SKU without a wireframe gets the imported one', async () => {
    const shop = createMemoryShop()
    const model = shop.addModel(shop.addBrand('苹果').id, '15')
    const material = shop.addMaterial('玻璃', true)
    const color = shop.addColor(material.id, '黑', '#000000')
    shop.addSku(model.id, color.id, null)
    await importAll(shop, [picture('苹果-15-玻璃-黑-背景图.png', facts('b')), picture('苹果-15-玻璃-红-背景图.png', facts('c'))])
    const bound = shop.catalogue.wireframes.find(({ id }) => id === shop.catalogue.skus[0]?.wireframeId)
    expect(bound?.layers).toMatchObject([{ index: -1, sha256: 'b' }])
    expect(material.colors[1]).toMatchObject({ name: '红', defaultBackgroundColor: '#c8232c' })
  })

  test('a refused row fails with its reason', async () => {
    const shop = createMemoryShop()
    const outcome = await importAll(shop, [picture('错.png', facts('f'))])
    expect(outcome).toMatchObject([{ status: 'rejected', reason: { message: expect.stringContaining('图片命名不符合规则') } }])
    expect(shop.writes).toEqual([])
  })
})

describe('an import over an unreliable network', () => {
  test.each([
    ['created', false],
    ['updated', true],
  ])('a repeated import whose response was lost tells that the wireframe was %s', async (outcome, existed) => {
    let loses = true
    const lossOf = (what: string) => (loses && /^(?:skus.create|wireframes.update)/.test(what) ? ('after' as const) : null)
    const shop = createMemoryShop({ lossOf })
    if (existed) {
      const model = shop.addModel(shop.addBrand('苹果').id, '15')
      const color = shop.addColor(shop.addMaterial('硅胶').id, '黑')
      const layers = [{ imageUrl: '', index: 1, sha256: 'old' }]
      shop.addSku(model.id, color.id, shop.addWireframe({ width: 500, height: 1044, printArea: null, layers }).id)
    }
    const [input] = inputs(shop, [picture('苹果-15-硅胶-黑-前景图.png', facts('f'))])
    if (!input) throw new Error('the plan has no row')
    const one = item(input, shop)
    await expect(one.run()).rejects.toThrow('断网')
    loses = false
    expect(await one.run()).toBe(outcome)
    expect(shop.catalogue.wireframes.map(({ layers }) => layers.map(({ sha256 }) => sha256))).toEqual([['f']])
    expect(shop.writes.filter((write) => write.startsWith('upload'))).toHaveLength(1)
  })

  const names = {
    brand: fc.constantFrom('甲', '乙'),
    model: fc.constantFrom('1', '2'),
    material: fc.constant('硅胶'),
    color: fc.constantFrom('黑', '白'),
  }
  const combination = fc.record(names)
  const size = fc.constantFrom<readonly [number, number]>([500, 1044], [600, 1200])

  test('with lost calls and responses, repeated attempts send each picture once and make each row once', async () => {
    const loss = fc.constantFrom(null, null, null, null, 'before' as const, 'after' as const)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(combination, { minLength: 1, maxLength: 5, selector: (one) => JSON.stringify(one) }),
        fc.array(loss, { maxLength: 30 }),
        async (combinations, losses) => {
          const script = [...losses]
          const shop = createMemoryShop({ lossOf: () => script.shift() ?? null })
          const pictures = combinations.flatMap((one) =>
            layerKinds.map((layer) => picture(fileNameOf(one, layer), facts(JSON.stringify(one) + layer))),
          )
          const items = inputs(shop, pictures).map((input) => item(input, shop))
          for (let round = 0; round < 40; round += 1) {
            const ended = await Promise.allSettled(items.map(({ run }) => run()))
            if (ended.every(({ status }) => status === 'fulfilled')) break
          }
          const { brands, models, materials, skus, wireframes } = shop.catalogue
          const distinct = (of: (one: (typeof combinations)[number]) => string) => new Set(combinations.map(of)).size
          expect(brands).toHaveLength(distinct(({ brand }) => brand))
          expect(models).toHaveLength(distinct(({ brand, model }) => `${brand}-${model}`))
          expect(materials.flatMap(({ colors }) => colors)).toHaveLength(distinct(({ color }) => color))
          expect(skus).toHaveLength(combinations.length)
          expect(wireframes).toHaveLength(combinations.length)
          expect(new Set(plan(shop, pictures).rows.map(({ outcome }) => outcome))).toEqual(new Set(['skip']))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('an import that is run again changes nothing, whatever was there before', async () => {
    const layerOf = fc.record({ sum: fc.constantFrom('p', 'q', 'r', null) })
    const before = fc.record({
      at: combination,
      size,
      foreground: fc.option(layerOf, { nil: null }),
      background: fc.option(layerOf, { nil: null }),
      bound: fc.constantFrom('own', 'shared', 'none'),
    })
    const incoming = fc.record({
      at: combination,
      layer: fc.constantFrom(...layerKinds),
      size,
      sum: fc.constantFrom('p', 'q', 'r'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(before, { maxLength: 6 }),
        fc.array(incoming, { minLength: 1, maxLength: 12 }),
        async (olds, news) => {
          const shop = createMemoryShop()
          for (const {
            at,
            size: [width, height],
            foreground,
            background,
            bound,
          } of olds) {
            const known = findRows(shop.catalogue, at)
            const brand = known.brand ?? shop.addBrand(at.brand)
            const model = known.model ?? shop.addModel(brand.id, at.model)
            const material = known.material ?? shop.addMaterial(at.material)
            const color = known.color ?? shop.addColor(material.id, at.color)
            const isTaken = shop.catalogue.skus.some((row) => row.phoneModelId === model.id && row.materialColorId === color.id)
            if (isTaken || bound === 'none') continue
            const layers = [
              ...(background ? [{ imageUrl: '', index: -1, sha256: background.sum }] : []),
              ...(foreground ? [{ imageUrl: '', index: 1, sha256: foreground.sum }] : []),
            ]
            const [shared] = bound === 'shared' ? shop.catalogue.wireframes : []
            const own = shared ?? (layers.length > 0 ? shop.addWireframe({ width, height, printArea: null, layers }) : null)
            shop.addSku(model.id, color.id, own?.id ?? null)
          }
          // The size is derived from the content: two pictures with one hash never differ in size.
          const pictures = news.map(({ at, layer, size: [width, height], sum }) =>
            picture(fileNameOf(at, layer), facts(`${sum}${width}`, width, height)),
          )
          const first = plan(shop, pictures)
          const ended = await importAll(shop, pictures)
          expect(ended.map(({ status }) => status)).toEqual(
            first.rows.map(({ outcome }) => (outcome === 'refuse' ? 'rejected' : 'fulfilled')),
          )
          const outcomes = { create: 'created', update: 'updated', skip: 'same', refuse: undefined }
          expect(ended.map((one) => (one.status === 'fulfilled' ? one.value : undefined))).toEqual(
            first.rows.map(({ outcome }) => outcomes[outcome]),
          )
          // Every picture that was not refused is what buyers see now.
          for (const { outcome, group } of first.rows) {
            if (outcome === 'refuse' || !group.combination) continue
            const wireframe = findWireframe(shop.catalogue, findRows(shop.catalogue, group.combination))
            const seen = existingLayers(wireframe ?? { layers: [] })
            for (const layer of layerKinds) {
              const sent = group.layers[layer]
              if (sent) expect(seen.get(layer)).toBe(sent.facts?.sha256)
            }
          }
          const stood = JSON.stringify(shop.catalogue)
          const writes = shop.writes.length
          const second = plan(shop, pictures)
          expect(second.rows.map(({ outcome }) => outcome)).toEqual(
            first.rows.map(({ outcome }) => (outcome === 'refuse' ? 'refuse' : 'skip')),
          )
          await importAll(shop, pictures)
          expect(shop.writes.slice(writes)).toEqual([])
          expect(JSON.stringify(shop.catalogue)).toBe(stood)
        },
      ),
      { numRuns: 200 },
    )
  })
})
