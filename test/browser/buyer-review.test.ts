/** Buyers' texts are judged: a forbidden text is refused with its name, a doubtful one waits for the seller before an order has it. */
import { expect, inject, test } from 'vitest'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
import { buyerPhonesOf } from './support/buyer-phones'
import { enterWith, makeFont } from './support/shop'

const baseUrl = inject('baseUrl')
const number = '2612345678909000123'
const phones = buyerPhonesOf('审核店', async (shop) => {
  await makeFont(shop.call, baseUrl, '快乐体')
  const orderItems = [{ originalId: `${number}-1`, title: '来图定制壳', quantity: 1 }]
  const order = { originalId: number, createdAt: Date.UTC(2026, 2, 3), orderItems }
  await shop.call('POST', '/api/orders/import', { shopId: shop.shopId, orders: [order] })
})

test('a forbidden text is refused, a doubtful one is submitted and reaches its order when the seller allows it', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await page.goto(phones.shop.link.url)
  await page.getByRole('button', { name: /小米 14.*是这一款/ }).tap()
  await page.getByRole('button', { name: '空白设计' }).tap()
  await page.getByRole('button', { name: '添加文字' }).tap()
  const words = page.getByRole('textbox', { name: '文字' })
  const write = async (text: string) => {
    await words.fill(text)
    await words.press('Enter')
    await expect.poll(() => words.getAttribute('aria-busy')).toBe('false')
    await phone.saved()
  }
  const submit = async () => {
    await page.getByRole('button', { name: '完成' }).tap()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '提交', exact: true }).tap()
  }
  await words.waitFor()
  await write('违禁的字')
  await submit()
  await page
    .getByRole('alert')
    .getByText(/违禁的字|文字/)
    .waitFor()
  await page.getByRole('button', { name: '继续修改' }).tap()
  await page.getByRole('button', { name: /^选择文字/ }).tap()
  await write('可疑的字')
  await submit()
  await page.getByRole('heading', { name: '设计已提交，卖家看过后就可以制作' }).waitFor()
  const code = (await page.locator('.code').textContent()) ?? ''
  await page.getByLabel('已经拍下？填写订单号').fill(number)
  await page.getByRole('button', { name: '放进这个订单' }).tap()
  await page.getByText(new RegExp(`${number}`)).waitFor()
  await phone.drawn()

  const desk = await (await phones.openContext({ viewport: { width: 1180, height: 760 } })).newPage()
  await enterWith(desk, baseUrl, phones.shop.token, '/app/order_management?days=2026-03-01_2026-03-05')
  const orders = new OrdersPage(desk)
  await orders.order(number).waitFor()
  expect(await orders.order(number).getByText('共 1 个定制').count()).toBe(0)
  await desk.getByRole('button', { name: /待审核/ }).click()
  const dialog = desk.getByRole('dialog', { name: '待审核' })
  await dialog.getByText(`通过后放进订单 ${number}`).waitFor()
  expect(await accessibilityFindings(desk)).toEqual([])
  await dialog.getByRole('button', { name: `通过 ${code}` }).click()
  await dialog.getByText('都审核完了。').waitFor()
  await desk.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await orders.open(number)
  await orders.dialog
    .getByRole('img', { name: /定制|效果/ })
    .first()
    .waitFor()

  await page.reload()
  await page.getByRole('heading', { name: '设计已经用于您的订单' }).waitFor()
})
