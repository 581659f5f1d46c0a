/** Tests the lists of a factory, read by the task runner from the embedded program. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { taskStatus } from '../../../contract/constants'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { type Catalogue, embedded, runFactorySyncs, withCatalogue, withFactories } from '../../test/factories'
import { readFactory } from './factories'
import { listIntegrations } from './integrations'
import { listMaterials, listModels, readMaterials, readModels } from './lists'
import { listMaterialBindings, putMaterialBinding } from './material-bindings'
import { listModelBindings, putModelBinding } from './model-bindings'
import { beginFactorySync, factorySync, lastFactorySync } from './sync'

let domain: Domain
let ctx: Ctx
let own: Catalogue
let dongguan: number
let yiwu: number
beforeAll(async () => {
  domain = await openDomain()
})
beforeEach(async () => {
  domain.factory.rekey([embedded.key])
  domain.factory.relist(embedded.factories)
  ctx = await domain.seller()
  own = await withCatalogue(ctx)
  const ids = await withFactories(ctx, { sync: false })
  dongguan = ids.dongguan
  yiwu = ids.yiwu
})
afterAll(() => domain.close())

async function sync(factoryId = dongguan) {
  await beginFactorySync(ctx, factoryId)
  const reported = await runFactorySyncs(ctx)
  return { task: await lastFactorySync(ctx, factoryId), reported }
}

const [first, second] = embedded.factories
if (!first || !second) throw new Error('the demo has two factories')

test('a factory has no lists until they are read, then all of them in its own order', async () => {
  expect(await lastFactorySync(ctx, dongguan)).toBeNull()
  expect(await listModels(ctx, dongguan)).toEqual([])
  const begun = await beginFactorySync(ctx, dongguan)
  expect(begun).toMatchObject({ status: taskStatus.running, errorMessage: null, finishedAt: null })
  expect(await beginFactorySync(ctx, dongguan)).toEqual(begun)
  expect(await lastFactorySync(ctx, dongguan)).toEqual(begun)
  expect(await runFactorySyncs(ctx)).toEqual([])
  expect(await lastFactorySync(ctx, dongguan)).toMatchObject({ id: begun.id, status: taskStatus.done, errorMessage: null })
  const models = await listModels(ctx, dongguan)
  expect(models).toHaveLength(40)
  expect(models[0]).toEqual({ code: 'IP12-12P', name: '苹果 12/12Pro', widthMm: 71.3, heightMm: 146.5, stock: 5000 })
  expect(models.find(({ code }) => code === 'MI14U')?.stock).toBe(0)
  const materials = await listMaterials(ctx, dongguan)
  expect(materials.map(({ code, colors }) => [code, colors.length])).toEqual([
    ['PC-MS', 4],
    ['TPU-TM', 0],
    ['GL-JM', 2],
  ])
  expect(materials[0]?.colors[0]).toEqual({ id: '1011', code: 'WH', name: '白色' })
  expect(await listModels(ctx, yiwu)).toEqual([])
})

test('an item that is no longer listed stays for its bindings, and can return', async () => {
  await sync()
  const [iphone15] = own.models
  await putModelBinding(ctx, { factoryId: dongguan, phoneModelId: iphone15, erpPhoneModelCode: 'IP15' })
  const bound = { factoryId: dongguan, materialId: own.material, erpMaterialId: '101', erpMaterialCode: 'PC-MS' }
  await putMaterialBinding(ctx, bound)
  domain.factory.relist([
    {
      ...first,
      models: first.models.filter(({ code }) => code !== 'IP15' && code !== 'IP16').map((model) => ({ ...model, stock: 7 })),
      materials: first.materials.slice(1),
    },
  ])
  await sync()
  expect(await listModels(ctx, dongguan)).toHaveLength(38)
  expect((await listModels(ctx, dongguan))[0]?.stock).toBe(7)
  const factory = await readFactory(ctx, dongguan)
  expect((await readModels(ctx, factory)).filter(({ gone }) => gone)).toMatchObject([{ code: 'IP15', name: '苹果 15' }])
  expect((await readMaterials(ctx, factory)).filter(({ gone }) => gone)).toMatchObject([{ code: 'PC-MS' }])
  expect(await listMaterials(ctx, dongguan)).toHaveLength(2)
  expect(await listModelBindings(ctx, { factoryId: dongguan })).toMatchObject([{ erpPhoneModelCode: 'IP15', gone: true }])
  expect(await listMaterialBindings(ctx, dongguan)).toEqual([{ ...bound, gone: true }])
  domain.factory.relist(embedded.factories)
  await sync()
  expect(await listModels(ctx, dongguan)).toHaveLength(40)
  expect(await listModelBindings(ctx, { factoryId: dongguan })).toMatchObject([{ gone: false }])
  expect(await listMaterialBindings(ctx, dongguan)).toEqual([{ ...bound, gone: false }])
})

test('a material whose code changed is not the bound one', async () => {
  await sync()
  const bound = { factoryId: dongguan, materialId: own.material, erpMaterialId: '101', erpMaterialCode: 'PC-MS' }
  await putMaterialBinding(ctx, bound)
  domain.factory.relist([
    { ...first, materials: first.materials.map((one) => (one.id === '101' ? { ...one, code: 'PC-2' } : one)) },
  ])
  await sync()
  expect(await listMaterialBindings(ctx, dongguan)).toEqual([{ ...bound, gone: true }])
})

test.each([
  ['/stock/list', '库房系统维护中'],
  ['/goods/list', '材质系统维护中'],
])('one refused read, of %s, changes nothing and is reported in the factory’s words', async (path, message) => {
  await sync()
  domain.factory.relist([{ ...first, models: first.models.slice(0, 3), materials: [] }])
  domain.factory.refuseNext(message, path)
  const { task, reported } = await sync()
  expect(task).toMatchObject({ status: taskStatus.failed, errorMessage: message })
  expect(reported).toEqual([])
  expect(await listModels(ctx, dongguan)).toHaveLength(40)
  expect(await listMaterials(ctx, dongguan)).toHaveLength(3)
})

test('an unreadable response is shown as it is', async () => {
  for (let tries = 0; tries < 4; tries += 1) domain.factory.answerNext(502, '<html>Bad Gateway</html>')
  const { task } = await sync()
  expect(task).toMatchObject({
    status: taskStatus.failed,
    errorMessage: '工厂的回应无法识别（HTTP 502），请稍后再试。工厂的回应：<html>Bad Gateway</html>',
  })
})

test('a factory read whose response was lost is retried', async () => {
  domain.factory.loseAnswers(2)
  expect((await sync()).task).toMatchObject({ status: taskStatus.done })
})

test('an empty list of a factory is not accepted', async () => {
  await sync()
  domain.factory.relist([{ ...first, models: [] }])
  expect((await sync()).task).toMatchObject({
    status: taskStatus.failed,
    errorMessage: expect.stringContaining('没有列出任何机型'),
  })
  expect(await listModels(ctx, dongguan)).toHaveLength(40)
})

test('a refused key is reported by the sync, and marked', async () => {
  domain.factory.rekey([])
  expect((await sync()).task).toMatchObject({
    status: taskStatus.failed,
    errorMessage: '工厂不认可这个 key（签名错误），请检查或重新授权',
  })
  expect(await listIntegrations(ctx)).toMatchObject([{ problem: '工厂不认可这个 key（签名错误），请检查或重新授权' }])
})

test('codes that the contract does not allow are left out, and names are cleaned', async () => {
  const [model] = first.models
  if (!model) throw new Error('the factory lists models')
  domain.factory.relist([
    {
      ...first,
      models: [
        { ...model, code: 'A', name: `长${'名'.repeat(300)}`, stock: 3_000_000_000 },
        { ...model, code: 'B\0', name: 'x' },
        { ...model, code: 'C'.repeat(201), name: 'y' },
        { ...model, code: 'D', name: '\0' },
      ],
    },
  ])
  await sync()
  const listed = await listModels(ctx, dongguan)
  expect(listed.map(({ code, name, stock }) => [code, name.length, stock])).toEqual([
    ['A', 200, 2_147_483_647],
    ['D', 1, model.stock],
  ])
})

test('a process that lost its task to another one writes nothing', async () => {
  const begun = await beginFactorySync(ctx, dongguan)
  const task = {
    id: begun.id,
    accountId: ctx.actor.accountId,
    subject: `factory:${dongguan}`,
    params: {},
    progress: {},
    signal: new AbortController().signal,
    save: async () => {
      throw new Error('taken over')
    },
    willRetry: () => false,
    giveWay: () => undefined,
  }
  await expect(factorySync(ctx).run(task)).rejects.toThrow('taken over')
  const factory = await readFactory(ctx, dongguan)
  expect(await readModels(ctx, factory)).toEqual([])
  expect(await readMaterials(ctx, factory)).toEqual([])
})

test('a factory of another account, or one no longer listed, is not read', async () => {
  const stranger = await domain.seller()
  await expectFailure(beginFactorySync(stranger, dongguan), 'not-found')
  await expectFailure(lastFactorySync(stranger, dongguan), 'not-found')
  await expectFailure(listModels(stranger, dongguan), 'not-found')
  await expectFailure(listMaterials(stranger, dongguan), 'not-found')
  await ctx.db.updateTable('factory').set({ gone_since: ctx.clock.now() }).where('id', '=', yiwu).execute()
  await expectFailure(beginFactorySync(ctx, yiwu), 'invalid', undefined, '已不在工厂程序的列表中')
})

test('a list that lacks most of the stored models, or materials, changes nothing until the seller accepts it', async () => {
  await sync()
  const [iphone15] = own.models
  await putModelBinding(ctx, { factoryId: dongguan, phoneModelId: iphone15, erpPhoneModelCode: 'MI14' })
  domain.factory.relist([{ ...first, models: first.models.slice(0, 19) }])
  expect((await sync()).task).toMatchObject({
    status: taskStatus.failed,
    asksToAccept: true,
    errorMessage: expect.stringMatching(/列出 19 个机型，原有的 40 个里有 21 个不在其中/),
  })
  expect(await listModels(ctx, dongguan)).toHaveLength(40)
  domain.factory.relist([{ ...first, materials: first.materials.slice(2) }])
  expect((await sync()).task).toMatchObject({ asksToAccept: true, errorMessage: expect.stringContaining('个材质') })
  domain.factory.relist([{ ...first, models: first.models.slice(0, 19) }])
  await beginFactorySync(ctx, dongguan, true)
  await runFactorySyncs(ctx)
  expect(await lastFactorySync(ctx, dongguan)).toMatchObject({ status: taskStatus.done, asksToAccept: false })
  expect(await listModels(ctx, dongguan)).toHaveLength(19)
  expect(await listModelBindings(ctx, { factoryId: dongguan })).toMatchObject([{ gone: true }])
})

test('a list of models of which only the first page can be read changes nothing, and the error says so', async () => {
  await sync()
  const list = first.models.map(({ code, name }) => ({ product_id: code, name_cn: name })).slice(0, 30)
  for (let page = 0; page < 2; page += 1) {
    domain.factory.answerNext(200, JSON.stringify({ code: 0, data: { list, total: 324 } }), '/stock/list')
  }
  expect((await sync()).task).toMatchObject({
    status: taskStatus.failed,
    asksToAccept: false,
    errorMessage: expect.stringContaining('工厂只给出 30 个机型，却说共有 324 个'),
  })
  expect(await listModels(ctx, dongguan)).toHaveLength(40)
})
