/** Pushing orders to a factory, each once whatever response is lost; and the same dialog embedded in another program's page. */
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { OrdersPage } from './pages/orders-page'
import { PushDialogPage } from './pages/push-page'
import { accessibilityFindings } from './support/axe'
import { newPage, openBrowser, openProfile, type Profile } from './support/browser'
import { bindMaterial, factoryName, ordersAtFactory } from './support/factory'
import { merchantPassword } from './support/merchants'
import { type Case, makeCase, takeOrders } from './support/orders'
import { pngPicture } from './support/pictures'
import { type Caller, caller, enterWith, type Made, tokenOfMerchant, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
/** The same server under another host name is another origin and another site. */
const parentUrl = baseUrl.replace('127.0.0.1', 'localhost')
const merchant = '推送店'
const numbers = ['2712345678901234561', '2712345678901234562', '2712345678901234563', '2712345678901234564'] as const

let browser: Browser
let profile: Profile
let token: string
let call: Caller
let on: Case
let page: Page
let complaints: string[]

const atFactory = async () =>
  (await ordersAtFactory(call)).filter(({ orderOriginalId }) => numbers.some((number) => orderOriginalId.startsWith(number)))

beforeAll(async () => {
  browser = await openBrowser()
  profile = await openProfile(browser, baseUrl)
  token = await tokenOfMerchant(baseUrl, merchant)
  call = caller(baseUrl, token)
  on = await makeCase(call, baseUrl, await pngPicture('壳.png', 300, 640), { widthMm: 71.5, heightMm: 152.8 })
  const { id: shopId } = await call<Made>('POST', '/api/shops', { type: 'DOUDIAN', name: '海边小店' })
  // The size of the case at 300 dpi.
  const pixels = { width: 846, height: 1806 }
  const picture = async (index: number) => {
    const buffer = await sharp((await pngPicture('花.png', pixels.width, pixels.height)).buffer)
      .modulate({ hue: index * 40 })
      .png()
      .toBuffer()
    return (await uploadPicture(call, baseUrl, fileKind.order, { name: 'a.png', mimeType: 'image/png', buffer, ...pixels })).url
  }
  const urls = await Promise.all(numbers.map((_, index) => picture(index)))
  await takeOrders(
    call,
    shopId,
    on,
    numbers.map((originalId, at) => ({
      originalId,
      title: `定制壳 ${at + 1}`,
      quantity: at === 0 ? 2 : 1,
      images: [urls[at] ?? ''],
    })),
  )
})
beforeEach(async () => {
  ;({ page, complaints } = await profile.open())
})
afterEach(() => page.close())
afterAll(() => browser?.close())

/** Sets up the key and the models through the screens, and binds the material through the API. */
async function setUp(): Promise<void> {
  await enterWith(page, baseUrl, token, '/app/integrations')
  await page.getByRole('button', { name: '授权 key' }).click()
  await page.getByLabel('key', { exact: true }).fill('demo-factory-key')
  await page.getByRole('button', { name: '授权', exact: true }).click()
  await page.getByRole('link', { name: `绑定机型「${factoryName}」` }).click()
  await page.getByRole('checkbox', { name: '选择「小米 14」' }).check({ force: true })
  await page.getByRole('button', { name: '自动匹配' }).last().click()
  await page.getByRole('button', { name: '绑定 1 个机型' }).click()
  await page.getByText('绑定成功').waitFor()
  await bindMaterial(call, on)
}

test('three orders reach the factory once each although responses are lost', async () => {
  await setUp()
  const orders = new OrdersPage(page)
  const push = new PushDialogPage(page)
  await page.goto(`${baseUrl}/app/order_management`)
  for (const number of numbers.slice(0, 3)) await orders.tickOrder(number).press(' ')
  await orders.button('推送到工厂').click()
  await push.button('推送').click()
  await push.dialog.getByText('必须选择工厂').waitFor()
  await push.chooseFactory(factoryName)
  await push.status('共 3 个订单：推送 3 个').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  // The server loses the factory's response to the first order, and the page loses the server's response to the third.
  await call('POST', '/simulator/factory/faults', { loseAnswers: 1 })
  await page.route('**/api/erp/push_order', async (route) => {
    const reply = await route.fetch()
    if (route.request().postDataJSON().orderOriginalId === numbers[2]) await route.abort()
    else await route.fulfill({ response: reply })
  })
  await push.button('推送 3 个订单').dblclick()
  await push.status('推送完成：成功 2 个，失败 1 个').waitFor()
  expect(await push.button('推送').isDisabled()).toBe(true)
  await push.order(numbers[2]).getByText('重试会先查询，不会重复下单').waitFor()
  await page.unrouteAll()
  await push.button('重试失败的 1 个').click()
  await push.status('推送完成：成功 3 个').waitFor()

  const made = await atFactory()
  expect(made.length).toBe(3)
  for (const number of numbers.slice(0, 3)) {
    const one = made.find(({ orderOriginalId }) => orderOriginalId === number)
    expect(one).toMatchObject({
      modelCode: 'MI14',
      materialCode: 'PC-MS',
      colorCode: 'BK',
      quantity: number === numbers[0] ? 2 : 1,
    })
    await push
      .order(number)
      .getByText(one?.orderId ?? '?')
      .waitFor()
    const file = await fetch(one?.pictureUrl ?? '')
    const { width, height, density } = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    expect([file.status, width, height, density]).toEqual([200, 846, 1806, 300])
  }

  await push.button('关闭').click()
  await orders.order(numbers[0]).getByText('已推送').waitFor()
  await orders.order(numbers[0]).getByText(factoryName).waitFor()
  await orders.chooseOption('推送状态', '未推送')
  await page.getByText('共 1 个订单').waitFor()
  expect(await orders.numbers()).toEqual([numbers[3]])
  await orders.chooseOption('推送状态', '已推送')
  await page.getByText('共 3 个订单').waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check({ force: true })
  await orders.button('推送到工厂').click()
  await push.status('共 3 个订单：推送 0 个 · 3 个之前已推送').waitFor()
  expect(complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})

test('another program pushes an order through the embedded page', async () => {
  await page.goto(`${parentUrl}/simulator/parent`)
  await page.getByLabel('用户名').fill(merchant)
  await page.getByLabel('密码').fill(merchantPassword)
  await page.getByRole('button', { name: '登录并读取订单' }).click()
  await page.getByLabel(numbers[3]).check()
  const log = page.getByLabel('消息记录')
  await page.getByRole('button', { name: '查询登录状态' }).click()
  await log.getByText('← {"type":"HAS_LOGIN","hasLogin":true}').first().waitFor()
  const frame = page.frameLocator('iframe')
  await frame.getByText(`当前账号：${merchant}`).waitFor()

  // The seller now has to sign in inside the frame; the orders wait until then. A browser that denies storage to frames of other
  // sites has kept nothing.
  await frame.locator('body').evaluate(() => {
    try {
      localStorage.clear()
    } catch {}
  })
  await page.getByLabel('在地址里带上登录凭证').uncheck()
  await page.getByRole('button', { name: '查询登录状态' }).click()
  await log.getByText('← {"type":"HAS_LOGIN","hasLogin":false}').first().waitFor()
  await page.getByRole('button', { name: '推送到工厂' }).click()
  await frame.getByText('收到 1 个要推送的订单，登录后选择工厂推送。').waitFor()
  await log.getByText('← {"type":"READY"}').first().waitFor()
  await frame.getByLabel('用户名').fill(merchant)
  await frame.getByLabel('密码', { exact: true }).fill(merchantPassword)
  await frame.getByLabel('密码', { exact: true }).press('Enter')

  const push = new PushDialogPage(frame)
  await push.order(numbers[3]).waitFor()
  await push.chooseFactory(factoryName)
  await push.button('推送 1 个订单').click()
  await push.status('推送完成：成功 1 个').waitFor()
  expect(await push.button('推送').isDisabled()).toBe(true)
  expect((await atFactory()).map(({ orderOriginalId }) => orderOriginalId)).toContain(numbers[3])
  await push.button('关闭').click()
  await log.getByText('← {"type":"CLOSE_APP"}').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('the embedded page refuses messages of an unknown site', async () => {
  await page.goto(`${baseUrl}/push_order_to_factory`)
  await page.getByText('这个页面由其他系统打开').waitFor()
  expect(complaints).toEqual([])

  const otherVisitor = await newPage(browser)
  const answers = `
    <iframe src="${baseUrl}/push_order_to_factory?token=${token}"></iframe><ol></ol>
    <script>
      addEventListener('message', (event) => document.querySelector('ol').append(JSON.stringify(event.data)))
      const frame = document.querySelector('iframe')
      const message = { type: 'PUSH_ORDER_TO_FACTORY', orders: [{ orderOriginalId: '1', orderItems: [{ originalId: '1', quantity: 1, phoneCaseCustomizationInfos: [] }] }] }
      frame.onload = () => { for (const one of [message, { type: 'HAS_LOGIN' }]) frame.contentWindow.postMessage(one, '*') ; document.title = 'sent' }
    </script>`
  await otherVisitor.page.route('http://stranger.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: answers }),
  )
  // The server's content security policy keeps the browser from showing the page in the frame.
  await otherVisitor.page.goto('http://stranger.example/')
  await expect.poll(() => otherVisitor.page.title()).toBe('sent')
  expect(otherVisitor.page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
  // Without that policy, as in a packed page, the page itself refuses.
  await otherVisitor.page.route('**/push_order_to_factory?*', async (route) => {
    const reply = await route.fetch()
    const { 'content-security-policy': _, ...headers } = reply.headers()
    await route.fulfill({ response: reply, headers })
  })
  await otherVisitor.page.reload()
  await otherVisitor.page.frameLocator('iframe').getByText('打开这个页面的网站不受信任').waitFor()
  expect(await otherVisitor.page.frameLocator('iframe').getByRole('dialog').count()).toBe(0)
  expect(await otherVisitor.page.locator('ol').textContent()).toBe('')
  await otherVisitor.context.close()
})
