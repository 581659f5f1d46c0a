/** The first hour of a seller, from signing in to an empty account to a buyer's first design: what it takes is counted, and held to a bar. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Home } from '../../contract/types'
import { BuyerPage } from './pages/buyer-page'
import { LoginPage } from './pages/login-page'
import { newPage, openBrowser } from './support/browser'
import { halvesPicture } from './support/buyer-shop'
import { countHands, typeAsPerson } from './support/hand-count'
import { type Merchant, merchantPassword } from './support/merchants'
import { caller, tokenOfMerchant } from './support/shop'

const merchant: Merchant = '第一小时店'
/** The whole way takes no more than these; the first seller who was watched needed 157 clicks and 102 keys. */
const bar = { clicks: 32, keys: 20 }

const baseUrl = inject('baseUrl')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const shoot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

test('a seller comes from an empty account to the first design of a buyer within 32 clicks and 20 keys', async () => {
  const hands = countHands()
  const { page, context, complaints } = await newPage(browser)
  await hands.watch(context)
  const way = page.getByRole('navigation', { name: '开店步骤' })
  const dialog = page.getByRole('dialog').last()
  const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name, exact: true })
  /** Goes on as the way says, which is the only way that this seller knows. */
  const goOn = async (act: string) => {
    const next = way.locator('.is-next').filter({ hasText: act })
    await next.waitFor()
    await shoot(page, `next-${act}`)
    await next.click()
  }

  await page.goto(`${baseUrl}/app`)
  await new LoginPage(page).username.click()
  await typeAsPerson(page, merchant)
  await page.keyboard.press('Tab')
  await typeAsPerson(page, merchantPassword)
  await page.keyboard.press('Enter')
  await way.waitFor()
  hands.end('0 sign in, find the beginning')

  await goOn('去授权')
  const opening = context.waitForEvent('page')
  await button('授权淘宝店铺').click()
  const granting = await opening
  await granting.getByRole('link', { name: '授权「壳匠演示店」的店铺', exact: true }).click()
  await granting.getByRole('heading', { name: '「壳匠演示店」授权成功' }).waitFor()
  await granting.getByText('可以关闭这个窗口，回到原来的窗口继续，那里会自动更新。').waitFor()
  await shoot(granting, 'granted')
  // The window is gone before Playwright has seen the end of the click.
  await Promise.all([
    granting.waitForEvent('close'),
    button('关闭窗口', granting)
      .click()
      .catch(() => undefined),
  ])
  await page.getByRole('status').getByText('「壳匠演示店」授权成功').waitFor()
  hands.end('10 shop')

  await goOn('选商品')
  await dialog.getByText('姓名定制手机壳').waitFor()
  await shoot(page, 'goods')
  await dialog.getByText('全选', { exact: true }).click()
  await button(/^同步 \d 个商品$/, dialog).click()
  hands.end('11 products')

  // The SKUs of the goods say which phones and colours are sold.
  const words = page.getByRole('dialog', { name: '按规格文字配置' })
  await words.getByRole('region', { name: '型号' }).waitFor()
  await shoot(page, 'words')
  await words.getByRole('combobox', { name: '没有写材质的都用' }).click()
  await page.getByRole('option', { name: '黑边磨砂壳（新建）' }).click()
  await shoot(page, 'words-chosen')
  await button(/^配置 \d+ 个规格$/, words).click()
  await words.waitFor({ state: 'hidden' })
  await shoot(page, 'words-done')
  hands.end('1–4 phones, material, colours, wireframes')

  await goOn('做模板')
  await shoot(page, 'starters')
  await button('添加 3 个模板', dialog).click()
  await dialog.waitFor({ state: 'hidden' })
  hands.end('8 template')

  await goOn('生成链接')
  await shoot(page, 'link')
  await button('生成链接').click()
  await dialog.getByRole('img', { name: /的二维码$/ }).waitFor()
  await shoot(page, 'qr')
  const link = await dialog.locator('.links-url').textContent()
  hands.end('12–13 link')

  const phone = await BuyerPage.on(browser)
  await hands.watch(phone.context)
  await phone.page.goto(link ?? '')
  await phone.page.getByRole('heading', { name: '您的手机是哪一款？' }).waitFor()
  await shoot(phone.page, 'buyer')
  await phone.page.getByRole('button', { name: /小米 14.*是这一款/ }).tap()
  await shoot(phone.page, 'buyer-colors')
  await phone.page.getByRole('button', { name: '云雾白' }).tap()
  await shoot(phone.page, 'buyer-templates')
  await phone.page.getByRole('button', { name: '整版照片' }).tap()
  await phone.page.locator('.stage canvas').waitFor()
  await shoot(phone.page, 'buyer-editor')
  const choosing = phone.page.waitForEvent('filechooser')
  await phone.page.getByText('放照片', { exact: true }).tap()
  hands.clickOutside()
  await (await choosing).setFiles(await halvesPicture(1200, 2400))
  await phone.agree()
  await phone.takeCrop()
  await shoot(phone.page, 'buyer-photo')
  await phone.page.getByRole('button', { name: '完成' }).tap()
  await shoot(phone.page, 'buyer-finish')
  await phone.page.getByRole('checkbox').tap()
  await phone.page.getByRole('button', { name: '提交' }).tap()
  await phone.page.getByText('设计已提交').waitFor()
  await shoot(phone.page, 'buyer-done')
  hands.end('14 buyer')

  console.info(hands.table())
  const { firstSteps } = await caller(baseUrl, await tokenOfMerchant(baseUrl, merchant))<Home>('GET', '/api/home')
  expect(firstSteps).toEqual(expect.arrayContaining(['shop', 'products', 'catalogue', 'template', 'link', 'tried']))
  expect(hands.all.clicks).toBeLessThanOrEqual(bar.clicks)
  expect(hands.all.keys).toBeLessThanOrEqual(bar.keys)
  expect([...complaints, ...phone.complaints]).toEqual([])
})
