/** A seller's whole way with a factory's program that is as hard as real ones. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listFactories } from '../domain/erp/factories'
import { listMaterials, listModels } from '../domain/erp/lists'
import { settleLine } from '../domain/erp/push/settle'
import { listLines } from '../domain/erp/push/stored-lines'
import { orderPath } from '../embedded/erps/print-factory/simulator'
import { strictCode, strictOrderNumber } from '../embedded/erps/print-factory/strict'
import { type Domain, expectFailure, openDomain } from './domain'
import { openPushShop, type PushShop } from './push-shop'

let domain: Domain
let shop: PushShop
beforeEach(async () => {
  domain = await openDomain()
  domain.factory.strict(true)
  shop = await openPushShop(domain)
  const bind = async (factory: number, model: string, material: string, colors: readonly [string, string]) => {
    await shop.bindModel(factory, shop.model.id, strictCode(model))
    await shop.bindMaterial(factory, shop.material.id, strictCode(material), strictCode(colors[0]))
    await shop.bindColor(factory, shop.color.id, ...(colors[1].split('/').map(strictCode) as [string, string]))
  }
  await bind(shop.factories.dongguan, 'IP15', '101', ['PC-MS', '1012/BK'])
  await bind(shop.factories.yiwu, '8f3a0c17', '7c01', ['7c01', '7c01-2/7c01-2'])
})
afterEach(() => domain.close())

const idsOf = async (number: string) =>
  (await shop.find(number)).orderItems.flatMap(({ customizations }) => customizations.map(({ id }) => id))
const linesOf = async (number: string) => listLines(shop.ctx, await idsOf(number))

test('all pages of its lists are read, and every id of 19 digits is exact', async () => {
  const factories = await shop.ctx.db.selectFrom('factory').select(['original_id', 'name']).orderBy('id').execute()
  expect(factories).toEqual([
    { original_id: strictCode('DG01'), name: '东莞印客数码印刷厂' },
    { original_id: strictCode('20318'), name: '义乌彩壳工坊' },
  ])
  expect(await listFactories(shop.ctx)).toHaveLength(2)
  const models = await listModels(shop.ctx, shop.factories.dongguan)
  expect(models).toHaveLength(40)
  expect(models[0]).toMatchObject({ code: strictCode('IP12-12P'), name: '苹果 12/12Pro', widthMm: 71.3 })
  expect(domain.factory.count('/stock/list')).toBe(4 + 2)
  expect((await listMaterials(shop.ctx, shop.factories.dongguan)).map(({ code }) => code)).toEqual(
    ['PC-MS', 'TPU-TM', 'GL-JM'].map(strictCode),
  )
})

test('an order is pushed with exact ids, its exact number is shown, and a state that nobody knows as it came', async () => {
  await shop.order('A')
  const number = strictOrderNumber('F00000001')
  expect(await shop.push('A')).toMatchObject({ status: 'pushed', factoryOrderIds: [number] })
  expect(await domain.factory.orders()).toMatchObject([
    { params: { factory_id: strictCode('DG01'), product_id: strictCode('IP15'), color_id: strictCode('BK') } },
  ])
  expect(await linesOf('A')).toMatchObject([{ state: 'pushed', factoryOrderId: number, message: '转二厂' }])
})

test('a lost answer is asked for, and no case is made twice', async () => {
  await shop.order('A')
  domain.factory.loseAnswers(1, orderPath)
  expect(await shop.push('A')).toMatchObject({ status: 'pushed', factoryOrderIds: [strictOrderNumber('F00000001')] })
  expect(await domain.factory.orders()).toHaveLength(1)
})

test('a refusal in GBK behind a notice of PHP is read in the factory’s words, and the other factory makes the case', async () => {
  await shop.order('A')
  domain.factory.refuseNext('苹果 15 缺货，请联系工厂', orderPath)
  await expectFailure(shop.push('A'), 'invalid', undefined, '苹果 15 缺货，请联系工厂')
  expect(await linesOf('A')).toMatchObject([{ state: 'refused', message: '苹果 15 缺货，请联系工厂' }])
  expect(await shop.push('A', shop.factories.yiwu)).toMatchObject({ status: 'pushed', factoryName: '义乌彩壳工坊' })
})

test('an order that was cancelled there is found out, and made elsewhere', async () => {
  await shop.order('A')
  await shop.push('A')
  domain.factory.setState('F00000001', '客户已取消')
  const [id] = await idsOf('A')
  expect(await settleLine(shop.ctx, { customizationId: id ?? 0, saidBy: 'factory' })).toMatchObject({
    line: { state: 'cancelled', factoryOrderId: strictOrderNumber('F00000001') },
    message: expect.stringContaining('客户已取消'),
  })
  expect(await shop.push('A', shop.factories.yiwu)).toMatchObject({ status: 'pushed' })
  expect(await domain.factory.orders()).toHaveLength(2)
})

test('a refused key is still told from a refused order', async () => {
  await shop.order('A')
  domain.factory.rekey(['another-key'])
  await expectFailure(shop.push('A'), 'invalid', undefined, '工厂不认可这个 key（签名错误）')
})
