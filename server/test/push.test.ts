/** The state of an order after its push, and which stored order a push refers to. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PushCheck } from '../../contract/types'
import { erpOf } from '../domain/erp/programs'
import { readCheck } from '../domain/erp/push/check'
import { pushOrder } from '../domain/erp/push/push'
import type { Ctx } from '../kernel/context'
import { type Domain, expectFailure, openDomain } from './domain'
import { childOf, contentOf, imageOf, itemOf, orderOf } from './order-shop'
import { openPushShop, type PushShop, paint, storePicture } from './push-shop'

let domain: Domain
let shop: PushShop
beforeAll(async () => {
  domain = await openDomain()
  shop = await openPushShop(domain)
})
afterAll(() => domain.close())

let numbers = 0
const next = (): string => `T${++numbers}`
const problems = ({ problems: all }: PushCheck): string[] => all.map(({ message }) => message)
const warnings = ({ warnings: all }: PushCheck): string[] => all.map(({ message }) => message)
const name = '「苹果 iPhone 15 · 硅胶 · 黑」'
const atFactory = async () => (await domain.factory.orders()).map(({ params }) => params)

test('a pushed line reaches the factory with its codes, its number and a print address', async () => {
  const number = next()
  await shop.take(orderOf(number, [itemOf('i', contentOf(shop.infoOf(number, shop.picture)), { quantity: 3 })]))
  const before = (await atFactory()).length
  const reply = await shop.push(number)
  const made = (await domain.factory.orders()).slice(before)
  expect(made.map(({ params }) => params)).toEqual([
    {
      factory_id: 'DG01',
      third_id: expect.stringMatching(/^KJ[0-9a-f]{30}$/),
      third_order_no: number,
      product_id: 'IP15',
      mobile_shell_id: 'PC-MS',
      color_id: 'BK',
      quantity: '3',
      image_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4600\/print_files\/\d+-7160x14760-[\w-]{32}\.png$/),
    },
  ])
  const id = made[0]?.orderId
  const factoryName = reply.factoryName
  expect(reply).toEqual({ status: 'pushed', factoryName, factoryOrderIds: [id], message: `已推送 1 件到工厂“${factoryName}”` })
  expect(await shop.check(number)).toEqual({ lines: 1, pushed: 1, problems: [], asks: [], warnings: [], undecided: [] })
  expect((await shop.find(number)).push).toEqual({
    status: 'pushed',
    factoryName,
    message: `工厂订单号 ${id}`,
    at: shop.ctx.clock.now().getTime(),
  })
  expect(await shop.push(number)).toMatchObject({ status: 'already', factoryOrderIds: [id] })
  expect((await atFactory()).length).toBe(before + 1)
})

test('an unknown order, and one that has changed since it was shown, are not pushed', async () => {
  const number = next()
  await shop.order(number)
  const body = await shop.seen(number)
  const other = { ...body, orderOriginalId: 'nowhere' }
  expect(problems(await readCheck(shop.ctx, other))).toEqual(['订单 nowhere 不在壳匠中，请先在订单管理同步订单后再推送'])
  await expectFailure(pushOrder(shop.ctx, other), 'not-found', undefined, '请先在订单管理同步订单')
  const stranger: Ctx = { ...shop.ctx, actor: { ...shop.ctx.actor, accountId: (await domain.seller()).actor.accountId } }
  await expectFailure(pushOrder(stranger, body), 'not-found', undefined, '工厂')
  const newer = await storePicture(shop.ctx, await paint('drawn', { width: 900, height: 1855 }))
  await shop.order(number, [newer])
  expect(problems(await readCheck(shop.ctx, body))).toEqual(['订单内容已变化，请刷新后再推送'])
  await expectFailure(pushOrder(shop.ctx, body), 'conflict', undefined, '订单内容已变化')
  expect(problems(await shop.check(number))).toEqual([])
})

test.each([
  ['another number', { quantity: 2 }],
  ['another item', { originalId: 'other' }],
  ['a case less', { phoneCaseCustomizationInfos: [] }],
  ['another case', { phoneCaseCustomizationInfos: [{ id: 999_999 }] }],
  ['a case of another model', { phoneCaseCustomizationInfos: [{ phoneModelId: 999_999 }] }],
  ['a case nothing is said of', { phoneCaseCustomizationInfos: [{}] }],
])('an order that differs from the stored one is not pushed: %s', async (_, change) => {
  const number = next()
  await shop.order(number)
  const body = await shop.seen(number)
  await expectFailure(
    pushOrder(shop.ctx, { ...body, orderItems: body.orderItems.map((item) => ({ ...item, ...change })) }),
    'conflict',
  )
})

test('a customization without an id is found by its model, material, colour and picture', async () => {
  const number = next()
  await shop.order(number)
  const body = await shop.seen(number)
  const [made] = body.orderItems.flatMap(({ phoneCaseCustomizationInfos: infos }) => infos)
  // The first address is the preview that this server shows before payment, the second the address that the order came with.
  for (const picture of [made?.customizedImageUrl, await imageOf(shop.ctx, { id: made?.id ?? 0 })]) {
    const orderItems = body.orderItems.map((item) => ({
      ...item,
      phoneCaseCustomizationInfos: item.phoneCaseCustomizationInfos.map(({ id: _, ...info }) => ({
        ...info,
        customizedImageUrl: `https://shop.example.com${picture}`,
      })),
    }))
    expect(problems(await readCheck(shop.ctx, { ...body, orderItems }))).toEqual([])
  }
})

test('a case that one factory has is not ordered at another, and a refused one may be', async () => {
  const { yiwu, dongguan } = shop.factories
  await shop.bindModel(yiwu, shop.model.id, '8f3a0c17')
  const {
    original_id: id,
    code,
    colors,
  } = await shop.ctx.db
    .selectFrom('factory_material')
    .select(['original_id', 'code', 'colors'])
    .where('factory_id', '=', yiwu)
    .executeTakeFirstOrThrow()
  await shop.bindMaterial(yiwu, shop.material.id, id, code)
  const [color] = colors
  if (color) await shop.bindColor(yiwu, shop.color.id, color.originalId, color.code)
  const number = next()
  await shop.order(number)
  domain.factory.refuseNext('机器维修中', '/order/create')
  await expectFailure(shop.push(number, dongguan), 'invalid', undefined, '机器维修中')
  expect((await shop.find(number)).push).toMatchObject({ status: 'failed', message: '机器维修中' })
  const { factoryOrderIds } = await shop.push(number, yiwu)
  const text = `已推送到工厂“${(await shop.find(number)).push.factoryName}”（工厂订单号 ${factoryOrderIds[0]}），不能再推送到其他工厂`
  expect(problems(await shop.check(number, dongguan))).toEqual([`${name}${text}`])
  await expectFailure(shop.push(number, dongguan), 'invalid', undefined, '不能再推送到其他工厂')
  expect(await shop.push(number, yiwu)).toMatchObject({ status: 'already', factoryOrderIds })
})

test('a merged order and its sub-orders make each case once, and all show its state', async () => {
  const parts = [next(), next()]
  const number = next()
  const items = parts.map((part) => itemOf(part, contentOf(shop.infoOf(part, shop.picture))))
  const children = items.map((item, at) => childOf(orderOf(parts[at] ?? '', [item]), 'MERGE_CHILD'))
  await shop.take(orderOf(number, items, { mergeSplitStatus: 'MERGE_PARENT', childOrders: children }))
  const before = (await atFactory()).length
  await shop.push(parts[0] ?? '')
  expect((await shop.find(number)).push).toMatchObject({ status: 'none', message: '2 件中 1 件已推送' })
  expect((await shop.find(parts[0] ?? '')).push.status).toBe('pushed')
  expect((await shop.find(parts[1] ?? '')).push.status).toBe('none')
  expect(await shop.push(number)).toMatchObject({ status: 'pushed' })
  for (const one of [number, ...parts]) expect((await shop.find(one)).push.status).toBe('pushed')
  expect(await shop.push(parts[1] ?? '')).toMatchObject({ status: 'already' })
  expect((await atFactory()).length).toBe(before + 2)
})

test('a parent shown with the items of its sub-orders is pushed with them', async () => {
  const [number, part] = [next(), next()]
  const items = [itemOf(part, contentOf(shop.infoOf(part, shop.picture)))]
  const children = [childOf(orderOf(part, items), 'SPLIT_CHILD')]
  await shop.take(orderOf(number, [], { mergeSplitStatus: 'SPLIT_PARENT', childOrders: children }))
  const { orderItems } = await shop.seen(part)
  expect(await pushOrder(shop.ctx, { factoryId: shop.factories.dongguan, orderOriginalId: number, orderItems })).toMatchObject({
    status: 'pushed',
  })
  expect((await shop.find(number)).push.status).toBe('pushed')
})

test('a later picture is another case at the factory, and the seller is warned', async () => {
  const number = next()
  await shop.order(number)
  const { factoryOrderIds } = await shop.push(number)
  await shop.order(number, [await storePicture(shop.ctx, await paint('drawn', { width: 860, height: 1773 }))])
  expect((await shop.find(number)).push.status).toBe('none')
  const check = await shop.check(number)
  expect(check).toMatchObject({ lines: 1, pushed: 0, problems: [] })
  expect(warnings(check)).toEqual([expect.stringContaining(`工厂订单号 ${factoryOrderIds[0]}）已被买家更换，再次推送会另做`)])
  // With the first picture again it is the case that is already pushed.
  await shop.order(number)
  expect(await shop.push(number)).toMatchObject({ status: 'already', factoryOrderIds })
})

test('a changed quantity and a case that was pushed with another order are reported', async () => {
  const [number, other] = [next(), next()]
  const content = contentOf(shop.infoOf('shared', shop.picture))
  await shop.take(orderOf(number, [itemOf('i', content)]))
  await shop.push(number)
  await shop.take(orderOf(other, [itemOf('i', content, { quantity: 2 })]))
  expect(warnings(await shop.check(other))).toEqual([
    expect.stringContaining(`已随订单 ${number} 推送`),
    expect.stringContaining('推送时是 1 件，现在订单是 2 件'),
  ])
  await shop.take(orderOf(other, [itemOf('i', content, { quantity: 2 }), itemOf('j', content)]))
  const check = await shop.check(other)
  expect(problems(check)).toEqual([])
  expect(warnings(check)).toContainEqual(expect.stringContaining('推送时是 1 件，现在订单是 3 件'))
})

test('a design of two items goes to the factory once with the pieces of both, and not with those of one alone', async () => {
  const number = next()
  const content = contentOf(shop.infoOf(number, shop.picture))
  await shop.take(orderOf(number, [itemOf('i', content, { quantity: 2 }), itemOf('j', content, { title: '第二件' })]))
  const seen = await shop.seen(number)
  const one = { ...seen, orderItems: seen.orderItems.slice(0, 1) }
  expect(problems(await readCheck(shop.ctx, one))).toEqual([`${name}也是商品「第二件」的定制，请一起勾选推送`])
  expect(await shop.push(number)).toMatchObject({ status: 'pushed', message: expect.stringContaining('已推送 1 件') })
  const id = (await shop.find(number)).orderItems[0]?.customizations[0]?.id ?? 0
  const line = await shop.ctx.db.selectFrom('push_line').select('quantity').where('customization_id', '=', id).executeTakeFirst()
  expect(line?.quantity).toBe(3)
  expect(await shop.push(number)).toMatchObject({ status: 'already' })
})

test('a real factory needs a server address that it can reach', async () => {
  const number = next()
  await shop.order(number)
  const real = erpOf(shop.ctx, 1)
  const erps = { 1: { ...real, program: { ...real.program, name: '真工厂', demoKey: null } } }
  const from = async (change: Partial<Ctx>) =>
    problems(await readCheck({ ...shop.ctx, erps, ...change }, await shop.seen(number)))
  const expectedProblems = ['工厂读不到这台服务器上的图片，请服务商把 PUBLIC_URL 设为工厂能访问的公网地址']
  for (const origin of [
    'http://127.0.0.1:4600',
    'http://localhost',
    'https://192.168.1.4',
    'http://[::1]:80',
    'http://nas.local',
  ]) {
    expect(await from({ origin }), origin).toEqual(expectedProblems)
  }
  expect(await from({ origin: 'https://case.example.com' })).toEqual([])
  expect(await from({ publicUrl: 'https://case.example.com' })).toEqual([])
})

test('without a factory program nothing is checked or pushed', async () => {
  const number = next()
  await shop.order(number)
  const ctx = { ...shop.ctx, erps: {} }
  await expectFailure(readCheck(ctx, await shop.seen(number)), 'unavailable')
  await expectFailure(pushOrder(ctx, await shop.seen(number)), 'unavailable')
})
