/** The check before a push, which reports everything that prevents it, and every warning, at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PushCheck } from '../../contract/types'
import { updateFactory } from '../domain/erp/factories'
import { checkOrder, readCheck } from '../domain/erp/push/check'
import { claimLine } from '../domain/erp/push/claims'
import { pushOrder } from '../domain/erp/push/push'
import { decidePieces } from '../domain/orders/pieces'
import type { Ctx } from '../kernel/context'
import { type Domain, expectFailure, openDomain } from './domain'
import { contentOf, itemOf, orderOf } from './order-shop'
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

test('an order with a sharp design for a bound case has no findings', async () => {
  const number = next()
  await shop.order(number)
  expect(await shop.check(number)).toEqual({ lines: 1, pushed: 0, problems: [], asks: [], warnings: [], undecided: [] })
})

test('an order for a case whose standard wireframe nobody has checked says so once, and how it is checked', async () => {
  const number = next()
  await shop.order(number, [shop.picture, await storePicture(shop.ctx, await paint('drawn', { width: 850, height: 1750 }))])
  const mark = (standard: 'library' | null) =>
    shop.ctx.db.updateTable('wireframe').set({ standard }).where('id', '=', shop.wireframe.id).execute()
  await mark('library')
  const check = await shop.check(number)
  expect(warnings(check)).toEqual([expect.stringMatching(/^「.*」的线框图还是标准线框：.*点“已核对”$/)])
  expect(problems(check)).toEqual([])
  await mark(null)
  expect(warnings(await shop.check(number))).toEqual([])
})

test('all findings of an order are reported at once, each with what to do', async () => {
  const number = next()
  const info = (id: string, url: string | null, change: object = {}) => shop.infoOf(`${number}/${id}`, url, change)
  const blank = await storePicture(shop.ctx, await paint('transparent'))
  const one = await storePicture(shop.ctx, await paint('uniform'))
  const small = await storePicture(shop.ctx, await paint('drawn', { width: 300, height: 618 }))
  const drawing = await storePicture(
    shop.ctx,
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20"><rect width="9" height="9"/></svg>'),
  )
  const unbound = {
    phoneModelId: shop.model2.id,
    phoneModelName: 'iPhone 16',
    phoneCaseMaterialColorId: shop.color2.id,
    phoneCaseMaterialColorName: '白',
  }
  await shop.take(
    orderOf(number, [
      itemOf('held', contentOf(info('held', shop.picture)), { hold: '买家正在申请退款，请先处理' }),
      itemOf('odd', contentOf(info('a', shop.picture), info('b', shop.picture)), { quantity: 3 }),
      itemOf('plain', null, { title: '钥匙扣' }),
      itemOf('unbound', contentOf(info('unbound', shop.picture, unbound))),
      itemOf('strange', contentOf(info('strange', shop.picture, { phoneModelId: null, phoneModelName: '锤子 T1' }))),
      itemOf('unfinished', contentOf(info('unfinished', null))),
      itemOf('blank', contentOf(info('blank', blank))),
      itemOf('one', contentOf(info('one', one))),
      itemOf('small', contentOf(info('small', small))),
      itemOf('drawing', contentOf(info('drawing', drawing))),
      itemOf('lost', contentOf(info('lost', `/files/${'0'.repeat(32)}/${'0'.repeat(16)}.png`))),
      itemOf('foreign', contentOf(info('foreign', 'https://evil.example.com/a.png'))),
    ]),
  )
  const check = await shop.check(number)
  const { name: factory } = await shop.ctx.db
    .selectFrom('factory')
    .select('name')
    .where('id', '=', shop.factories.dongguan)
    .executeTakeFirstOrThrow()
  expect(problems(check)).toEqual([
    '「定制手机壳」买了 3 件，定制有 2 个，请在订单详情里填写每个定制做几件',
    `「苹果 iPhone 16 · 硅胶 · 白」的型号“苹果 iPhone 16”还没有绑定工厂“${factory}”的机型，请到 工厂对接 › 机型绑定 中绑定`,
    `「苹果 iPhone 16 · 硅胶 · 白」的颜色“白”还没有绑定工厂“${factory}”的颜色，请到 工厂对接 › 材质绑定 中绑定`,
    '「苹果 锤子 T1 · 硅胶 · 黑」的型号“苹果 锤子 T1”不在“品牌与型号”中，工厂无法识别，请在订单详情里点“换型号”选择型号',
    `${name}的定制图还没有，买家还没有完成定制`,
    `${name}的定制图是空白的（全透明），请让买家重新定制`,
    `${name}的定制图只有一种颜色，没有图案，请让买家重新定制`,
    `${name}的定制图是矢量图（SVG），不能直接印刷，请让买家重新定制`,
    `${name}的定制图不存在或不属于本账号，请让买家重新定制`,
    `${name}的定制图在 evil.example.com 上，不属于允许的图片空间，请联系服务商添加（PICTURE_HOSTS）`,
  ])
  expect(check.problems.map(({ itemOriginalId }) => itemOriginalId)).toEqual([
    'odd',
    'unbound',
    'unbound',
    'strange',
    'unfinished',
    'blank',
    'one',
    'drawing',
    'lost',
    'foreign',
  ])
  expect(check.asks).toMatchObject([
    { itemOriginalId: 'unbound', code: 'otherPhone' },
    { itemOriginalId: 'strange', code: 'otherPhone' },
    {
      itemOriginalId: 'small',
      code: 'poor',
      message: `${name}的定制图分辨率过低：300×618 像素，印出来约 106 DPI（至少 150），会模糊，请换更清晰的图`,
      imageUrl: expect.stringMatching(/^\/files\/previews\//),
    },
  ])
  expect(warnings(check)).toContain('「定制手机壳」没有推送：买家正在申请退款，请先处理')
  expect(warnings(check)).toContain('「钥匙扣」没有定制信息，不会推送')
  const before = (await atFactory()).length
  await expectFailure(shop.push(number), 'invalid', undefined, '买了 3 件，定制有 2 个')
  expect((await atFactory()).length).toBe(before)
  expect((await shop.find(number)).push.status).toBe('none')
})

test('small deviations in resolution or shape are warnings, and a wrong shape prevents the push', async () => {
  const number = next()
  const of = async (content: 'drawn' | 'plain', width: number, height: number) =>
    storePicture(shop.ctx, await paint(content, { width, height }))
  await shop.order(number, [
    await of('drawn', 500, 1031),
    await of('drawn', 3600, 1747),
    await of('drawn', 1000, 1800),
    await of('drawn', 870, 1748),
    await of('plain', 848, 1748),
  ])
  const check = await shop.check(number)
  expect(problems(check)).toEqual([
    `${name}的定制图（3600×1747 像素）与印刷区域（71.6×147.6 毫米）比例不符：横竖相反，请让买家重新定制`,
    `${name}的定制图（1000×1800 像素）与印刷区域（71.6×147.6 毫米）比例不符：相差 14.5%，请让买家重新定制`,
  ])
  expect(warnings(check)).toEqual([
    `${name}的定制图分辨率偏低：500×1031 像素，印出来约 177 DPI（建议 200），可能不够清晰`,
    `${name}的定制图（870×1748 像素）与印刷区域（71.6×147.6 毫米）比例略有偏差：相差 2.6%，边上会裁掉一点`,
    `${name}的定制图看起来只有底色，没有图案，请确认`,
  ])
  expect(check.asks).toEqual([])
})

test('a picture with too low a resolution is pushed when the seller confirms that picture', async () => {
  const number = next()
  const coarse = async (width: number) =>
    storePicture(shop.ctx, await paint('drawn', { width, height: Math.round((width * 1476) / 716) }))
  await shop.order(number, [await coarse(300), await coarse(310)])
  const body = await shop.seen(number)
  const [first = 0, second = 0] = body.orderItems.flatMap(
    ({ phoneCaseCustomizationInfos }) => phoneCaseCustomizationInfos[0]?.id ?? 0,
  )
  expect((await readCheck(shop.ctx, body)).asks.map(({ customizationId }) => customizationId)).toEqual([first, second])
  await expectFailure(pushOrder(shop.ctx, body), 'invalid', undefined, '会模糊')
  await expectFailure(pushOrder(shop.ctx, { ...body, confirmed: [first] }), 'invalid', undefined, '310×')
  expect(await readCheck(shop.ctx, { ...body, confirmed: [first, second] })).toMatchObject({ problems: [], asks: [] })
  expect(await pushOrder(shop.ctx, { ...body, confirmed: [first, second] })).toMatchObject({ status: 'pushed' })
})

test('undecided pieces are pushed as the seller decided, also after the order was imported again', async () => {
  const number = next()
  const order = orderOf(number, [
    itemOf('two', contentOf(shop.infoOf(`${number}/a`, shop.picture), shop.infoOf(`${number}/b`, shop.picture)), { quantity: 4 }),
  ])
  await shop.take(order)
  expect(problems(await shop.check(number))).toEqual(['「定制手机壳」买了 4 件，定制有 2 个，请在订单详情里填写每个定制做几件'])
  expect((await shop.check(number)).undecided).toMatchObject([
    { orderId: (await shop.find(number)).id, item: { quantity: 4, customizations: [{}, {}] } },
  ])
  const { id, orderItems } = await shop.find(number)
  const [item] = orderItems
  const [first = 0, second = 0] = item?.customizations.map((one) => one.id) ?? []
  const decide = (a: number, b: number) =>
    decidePieces(shop.ctx, id, item?.id ?? 0, [
      { customizationId: first, pieces: a },
      { customizationId: second, pieces: b },
    ])
  await expectFailure(decide(3, 2), 'invalid', undefined, '加起来须是 4')
  await expectFailure(
    decidePieces(shop.ctx, id, item?.id ?? 0, [{ customizationId: first, pieces: 4 }]),
    'conflict',
    undefined,
    '定制已变化',
  )
  const stranger: Ctx = { ...shop.ctx, actor: { ...shop.ctx.actor, accountId: (await domain.seller()).actor.accountId } }
  await expectFailure(decidePieces(stranger, id, item?.id ?? 0, []), 'not-found')
  expect((await decide(3, 1)).decidedPieces).toEqual([
    { customizationId: first, pieces: 3 },
    { customizationId: second, pieces: 1 },
  ])
  // The order is synced again with a new title, which does not make it another item.
  await shop.take({ ...order, orderItems: order.orderItems.map((one) => ({ ...one, title: '新标题' })) })
  const before = (await atFactory()).length
  expect((await shop.check(number)).undecided).toEqual([])
  // A decision made after the check also counts for the line that is being sent.
  const body = await shop.seen(number)
  const { lines } = await checkOrder(shop.ctx, body)
  const [line] = lines
  if (!line) throw new Error('no line')
  await decide(1, 3)
  expect(await claimLine(shop.ctx, line, { factoryId: body.factoryId, orderId: id })).toEqual({ kind: 'changed' })
  await decide(3, 1)
  await shop.push(number)
  expect((await atFactory()).slice(before).map(({ quantity }) => quantity)).toEqual(['3', '1'])
  // The quantity has changed, so the decision no longer applies.
  await shop.take({ ...order, orderItems: order.orderItems.map((one) => ({ ...one, quantity: 5 })) })
  expect(problems(await shop.check(number))).toEqual([expect.stringContaining('买了 5 件，定制有 2 个')])
})

test('a case is printed in its designed size, and scaled to the mould only where the seller chose it', async () => {
  const number = next()
  const picture = await storePicture(shop.ctx, await paint('drawn', { width: 909, height: 1807 }))
  await shop.order(number, [picture])
  const { customizations } = (await shop.find(number)).orderItems[0] ?? { customizations: [] }
  const id = customizations[0]?.id ?? 0
  await shop.ctx.db.updateTable('customization').set({ width_mm: 77, height_mm: 153 }).where('id', '=', id).execute()
  const differs = `${name}的设计 77×153 毫米，工厂机型 71.6×147.6 毫米：宽 −5.4 毫米（−7%）、高 −5.4 毫米（−3.5%）`
  expect(warnings(await shop.check(number))).toEqual([`${differs}，按 1:1 印刷，四周的出血会裁掉`])
  await updateFactory(shop.ctx, shop.factories.dongguan, { printSize: 'mould' })
  expect(warnings(await shop.check(number))).toEqual([
    `${name}的定制图（909×1807 像素）与印刷区域（71.6×147.6 毫米）比例略有偏差：相差 3.7%，边上会裁掉一点`,
    `${differs}，会缩放到 96.5%`,
  ])
  await updateFactory(shop.ctx, shop.factories.dongguan, { printSize: 'true-size' })
  const before = (await atFactory()).length
  await shop.push(number)
  expect((await atFactory())[before]?.image_url).toMatch(/-7700x15300-/)
})

const setStock = (code: string, stock: number | null) =>
  shop.ctx.db
    .updateTable('factory_phone_model')
    .set({ stock })
    .where('factory_id', '=', shop.factories.dongguan)
    .where('code', '=', code)
    .execute()

const setGone = (table: 'factory' | 'factory_phone_model' | 'factory_material', gone: boolean) =>
  shop.ctx.db
    .updateTable(table)
    .set({ gone_since: gone ? shop.ctx.clock.now() : null })
    .where(table === 'factory' ? 'id' : 'factory_id', '=', shop.factories.dongguan)
    .execute()

test('a push needs enough stock of the mould, not counting the cases that are already pushed', async () => {
  const number = next()
  await shop.order(number, [shop.picture, shop.picture])
  await setStock('IP15', 1)
  expect(problems(await shop.check(number))).toEqual([
    `${name}需要工厂机型“苹果 15”2 个，工厂库存只有 1 个，请联系工厂补货，或同步机型后再推送`,
  ])
  const body = await shop.seen(number)
  await pushOrder(shop.ctx, { ...body, orderItems: body.orderItems.slice(0, 1) })
  expect((await shop.find(number)).push).toMatchObject({ status: 'none', message: '2 件中 1 件已推送' })
  expect(await shop.check(number)).toEqual({ lines: 2, pushed: 1, problems: [], asks: [], warnings: [], undecided: [] })
  await setStock('IP15', null)
  expect(await shop.push(number)).toMatchObject({ status: 'pushed', message: expect.stringContaining('其中 1 件此前已推送') })
  await setStock('IP15', 500)
})

test('codes that the factory no longer lists, and factories that are gone, prevent the push', async () => {
  const number = next()
  await shop.order(number)
  await setGone('factory_phone_model', true)
  await setGone('factory_material', true)
  expect(problems(await shop.check(number))).toEqual([
    expect.stringContaining('绑定的工厂机型“苹果 15”已不在工厂的列表中'),
    expect.stringContaining('已不在工厂的列表中，请到 工厂对接 › 材质绑定 中重新绑定'),
  ])
  await setGone('factory_phone_model', false)
  await setGone('factory_material', false)
  await shop.bindColor(shop.factories.dongguan, shop.color.id, '9999', 'XX')
  expect(problems(await shop.check(number))).toEqual([expect.stringContaining('绑定的工厂颜色“XX”不在工厂材质')])
  await shop.bindColor(shop.factories.dongguan, shop.color.id, '1012', 'BK')
  await setGone('factory', true)
  expect(problems(await shop.check(number))).toEqual([
    expect.stringContaining('已不在工厂程序的列表中，请同步工厂或选择其他工厂'),
  ])
  await expectFailure(shop.push(number), 'invalid', undefined, '已不在工厂程序的列表中')
  await setGone('factory', false)
  expect(problems(await shop.check(number))).toEqual([])
})
