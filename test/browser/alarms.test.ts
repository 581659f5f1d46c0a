/** From a push to a refund, the word of the factory, and another factory: one case, one charge. */
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import type { Factory, FactoryMaterial, Order } from '../../contract/types'
import { PushDialogPage } from './pages/push-page'
import { ScreenPage } from './pages/screen-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser, openProfile, type Profile } from './support/browser'
import { factoryName, openFactory, ordersAtFactory } from './support/factory'
import { buyCredits, type Case, makeCase } from './support/orders'
import { pngPicture } from './support/pictures'
import { type Caller, caller, enterWith, type Made, tokenOfMerchant, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
const merchant = '异常店'
const number = '2712345678901239901'
const otherFactory = '义乌彩壳工坊'
const title = '定制手机壳全包防摔磨砂情侣款生日礼物来图定制照片文字软边硬壳多机型可选超长标题用来看看会不会撑破一行'

let browser: Browser
let profile: Profile
let token: string
let call: Caller
let on: Case
let shopId: number
let imageUrl: string
let page: Page
let complaints: string[]

/** The order as the marketplace reports it in this state. */
const take = async (state: string): Promise<Order | undefined> => {
  const info = {
    ...on,
    id: `${number}-0`,
    phoneBrandName: '小米',
    phoneModelName: '小米 14',
    phoneCaseMaterialName: '硅胶',
    phoneCaseMaterialColorName: '黑',
    customizedImageUrl: imageUrl,
    previewImageUrl: null,
  }
  const content = JSON.stringify({ v: 1, phoneCaseCustomizationInfos: [info] })
  const item = { originalId: `${number}-1`, title, quantity: 1, state, customizationInfo: { content } }
  await call('POST', '/api/orders/import', {
    shopId,
    orders: [{ originalId: number, createdAt: Date.UTC(2026, 2, 3), orderItems: [item] }],
  })
  return (await call<{ items: Order[] }>('GET', `/api/orders?shopId=${shopId}`)).items[0]
}

beforeAll(async () => {
  browser = await openBrowser()
  profile = await openProfile(browser, baseUrl)
  token = await tokenOfMerchant(baseUrl, merchant)
  call = caller(baseUrl, token)
  on = await makeCase(call, baseUrl, await pngPicture('壳.png', 300, 640), { widthMm: 71.5, heightMm: 152.8 })
  shopId = (await call<Made>('POST', '/api/shops', { type: 'DOUDIAN', name: '海边小店' })).id
  const pixels = { width: 846, height: 1806 }
  const buffer = await sharp((await pngPicture('花.png', pixels.width, pixels.height)).buffer)
    .png()
    .toBuffer()
  imageUrl = (await uploadPicture(call, baseUrl, fileKind.order, { name: 'a.png', mimeType: 'image/png', buffer, ...pixels })).url
  await buyCredits(call, baseUrl, 1000)
})
beforeEach(async () => {
  ;({ page, complaints } = await profile.open())
})
afterEach(() => page.close())
afterAll(() => browser?.close())

/** Binds the case's model, material and colour at the second factory. */
async function bindOther(): Promise<void> {
  const id = (await call<Factory[]>('GET', '/api/erp/factories')).find(({ name }) => name === otherFactory)?.id
  await call('POST', '/api/erp/factory_phone_models/sync_task', { factoryId: id })
  const sync = () => call<{ status: number }>('GET', `/api/erp/factory_phone_models/sync_task?factoryId=${id}`)
  await expect.poll(async () => (await sync()).status).toBe(2)
  await call('POST', '/api/erp/factory_phone_model_bindings', {
    factoryId: id,
    phoneModelId: on.phoneModelId,
    erpPhoneModelCode: '5be18820',
  })
  const [material] = await call<FactoryMaterial[]>('GET', `/api/erp/phone_case_materials?factoryId=${id}`)
  const black = material?.colors.find(({ name }) => name === '墨黑')
  await call('POST', '/api/erp/phone_case_material_bindings', {
    factoryId: id,
    materialId: on.phoneCaseMaterialId,
    erpMaterialId: material?.id,
    erpMaterialCode: material?.code,
  })
  await call('POST', '/api/erp/phone_case_material_color_bindings', {
    factoryId: id,
    materialColorId: on.phoneCaseMaterialColorId,
    erpMaterialColorId: black?.id,
    erpMaterialColorCode: black?.code,
  })
}

const atFactories = async () => (await ordersAtFactory(call)).filter(({ orderOriginalId }) => orderOriginalId === number)
const credits = async () => (await call<{ credits: number }>('GET', '/api/account_credits/current')).credits

test('a refund after the push is listed, the factory’s word frees the case, and another factory makes it for the same charge', async () => {
  const screen = new ScreenPage(page)
  const push = new PushDialogPage(page)
  await openFactory(call, on)
  await bindOther()
  const order = await take('toMake')
  const item = order?.orderItems[0]
  const customizationId = item?.customizations[0]?.id ?? 0
  const charged = await fetch(`${baseUrl}/api/credit_usage_records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ customizationIds: [customizationId], creditsPerImage: 60 }),
  })
  expect(charged.status).toBe(200)
  const paid = await credits()
  const { id: factoryId } = (await call<Factory[]>('GET', '/api/erp/factories')).find(({ name }) => name === factoryName) ?? {
    id: 0,
  }
  const orderItems = [{ originalId: `${number}-1`, quantity: 1, phoneCaseCustomizationInfos: [{ id: customizationId }] }]
  await call('POST', '/api/erp/push_order', { factoryId, orderOriginalId: number, orderItems })

  await enterWith(page, baseUrl, token, '/app/order_management')
  await page.getByText(number).first().waitFor()
  expect(await page.getByRole('link', { name: /处理异常订单/ }).count()).toBe(0)

  // The refund comes in, and the list and the bell know of it.
  await take('refundAsked')
  await page.reload()
  await page.getByRole('link', { name: '处理异常订单（1）' }).click()
  await page.getByText('推送后申请退款：买家申请了退款，请先不要生产').waitFor()
  await page.getByText(new RegExp(`“${factoryName}”的程序没有取消接口，请打电话给工厂`)).waitFor()
  expect(await screen.button('请工厂取消').count()).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])

  // A failed call leaves the dialog and its text as they are.
  await screen.button('记为工厂已取消').click()
  await screen.field('备注', screen.dialog).fill('王姐电话确认')
  await page.route('**/api/erp/push_lines/settle', (route) => route.abort())
  await screen.button('工厂已确认取消', screen.dialog).click()
  await screen.dialog
    .getByText(/网络|没有连上|连接/)
    .first()
    .waitFor()
  await page.unrouteAll()
  expect(await screen.field('备注', screen.dialog).inputValue()).toBe('王姐电话确认')
  await screen.button('工厂已确认取消', screen.dialog).dblclick()
  await page.getByText('没有要处理的订单').waitFor()

  // The buyer takes the refund back: the case is to be made, and no factory makes it.
  await take('toMake')
  await screen.button('刷新').click()
  await page.getByText(/王姐电话确认.*不另扣点/).waitFor()
  await screen.button('换工厂推送').dblclick()
  await push.chooseFactory(otherFactory)
  await push.button('推送 1 个订单').dblclick()
  await push.status('推送完成：成功 1 个').waitFor()
  await push.button('关闭').click()
  await page.getByText('没有要处理的订单').waitFor()

  expect((await atFactories()).map(({ modelCode }) => modelCode)).toEqual(['MI14', '5be18820'])
  expect(await credits()).toBe(paid)
  const records = await call<{ items: { usedCredits: number }[] }>('GET', '/api/credit_usage_records')
  expect(records.items.map(({ usedCredits }) => usedCredits)).toEqual([60])
  expect(complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})

test('a change after the push stays on the list until its reason is given, and comes back with another change', async () => {
  const screen = new ScreenPage(page)
  await take('refundAgreed')
  await enterWith(page, baseUrl, token, '/app/order_management/alarms')
  await page.getByText('推送后待退货：已同意退款，等待买家退货，请先不要生产').waitFor()
  await screen.button('仍然生产').click()
  await screen.button('不再提示', screen.dialog).click()
  await screen.dialog.getByText('请写明原因').waitFor()
  await screen.field('原因', screen.dialog).fill('买家说还是要')
  await screen.button('不再提示', screen.dialog).click()
  await page.getByText('没有要处理的订单').waitFor()
  await take('refunded')
  await screen.button('刷新').click()
  await page.getByText('推送后已退款：已退款，请不要生产').waitFor()
  await page.getByRole('link', { name: '打开订单' }).click()
  await screen.dialog.getByText(number).first().waitFor()
  expect(complaints).toEqual([])
})
