/** The phone's back button on the buyers' page, and a design whose link was switched off. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buyerPhonesOf } from './support/buyer-phones'
import { halvesPicture } from './support/buyer-shop'

const phones = buyerPhonesOf('返回店')
const before = 'data:text/html;charset=utf-8,<title>聊天</title>聊天'

const title = (page: Page) => page.title()
const editor = (page: Page) => page.getByRole('button', { name: '完成' })

test('back closes a sheet, then goes from the last look to the editor, and only then leaves the page', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await page.goto(before)
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  await page.getByRole('button', { name: '更多' }).tap()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await editor(page).tap()
  await page.getByRole('checkbox').waitFor()
  await page.goBack()
  await editor(page).waitFor()
  // A sheet that was closed by its own button leaves no entry behind.
  await page.getByRole('button', { name: '更多' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).tap()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => page.evaluate(() => history.state?.buyerSteps ?? 0)).toBe(0)
  await page.goBack()
  await expect.poll(() => title(page)).toBe('聊天')
  expect(phone.complaints).toEqual([])
})

test('a design that was opened from another one has its own address after the list of designs is gone', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  await phone.saved()
  const first = page.url()
  await phone.chooseInMenu('再做一个')
  await phone.chooseTemplate()
  await phone.saved()
  const second = page.url()
  expect(second).not.toBe(first)
  await phone.chooseInMenu('我的设计')
  await page.getByText('还没有提交').last().tap()
  await editor(page).waitFor()
  await expect.poll(() => page.url()).toBe(first)
  await page.reload()
  await editor(page).waitFor()
  expect(page.url()).toBe(first)
})

test('who submitted a design finds its code and picture after the seller switched the link off', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  await page.getByLabel('选照片：合影').setInputFiles(await halvesPicture())
  await phone.agree()
  await phone.takeCrop()
  await phone.saved()
  const code = await phone.submit()
  const { call, link, setting } = phones.shop
  const turn = (enabled: boolean) => call('PATCH', `/api/shop_customization_settings/${link.id}`, { ...setting, enabled })
  await turn(false)
  await page.reload()
  await page.getByRole('heading', { name: '您提交的设计' }).waitFor()
  expect(await page.locator('.code').textContent()).toBe(code)
  await page.getByText(/链接/).waitFor()
  await expect
    .poll(() =>
      page.getByRole('img', { name: '您提交的设计的效果图' }).evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0)
  await turn(true)
  await page.reload()
  await page.getByText('设计已提交').waitFor()
})
