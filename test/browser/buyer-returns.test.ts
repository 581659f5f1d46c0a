/** A buyer comes back to a design from another phone, by its address or its code, also when the link is no more. */
import { expect, test } from 'vitest'
import type { BuyerPage } from './pages/buyer-page'
import { accessibilityFindings } from './support/axe'
import { buyerPhonesOf } from './support/buyer-phones'

const phones = buyerPhonesOf('找回店')

async function find(phone: BuyerPage, code: string, digits: string): Promise<void> {
  await phone.page.getByLabel('定制编号').fill(code)
  await phone.page.getByLabel('手机号后 4 位').fill(digits)
  await phone.page.getByRole('button', { name: '找回设计' }).tap()
}

test('a design is found on another phone by its code and four digits, wrong ones are refused in words, and both phones change it', async () => {
  const first = await phones.openPhone()
  await first.begin(phones.shop.link.url)
  await first.choosePhoto()
  await first.saved()
  const code = await first.submit()
  await first.page.getByRole('button', { name: '换手机也能打开' }).tap()
  await first.page.getByRole('img', { name: '这个设计的二维码' }).waitFor()
  await first.page.getByRole('button', { name: '留下后 4 位' }).tap()
  await first.page.getByRole('alert').getByText('请填写手机号的后 4 位数字').waitFor()
  await first.page.getByLabel('手机号后 4 位').fill('尾号 0427')
  await first.page.getByRole('button', { name: '留下后 4 位' }).tap()
  await first.page.getByText(/^好了：在另一台手机的“我的设计”里填编号/).waitFor()
  expect(await accessibilityFindings(first.page)).toEqual([])

  const second = await phones.openPhone()
  await second.page.goto(phones.shop.link.url)
  await second.page.getByRole('button', { name: '我的设计' }).tap()
  await find(second, code, '9999')
  await second.page
    .getByRole('alert')
    .getByText(/没有找到/)
    .waitFor()
  expect(await second.page.getByLabel('定制编号').inputValue()).toBe(code)
  expect(await accessibilityFindings(second.page)).toEqual([])
  await find(second, code.toLowerCase(), '0427')
  await second.page.getByText('设计已提交').waitFor()
  expect(await second.page.locator('.code').textContent()).toBe(code)
  await second.page.reload()
  await second.page.getByText('设计已提交').waitFor()
  await first.page.reload()
  await first.page.getByText('设计已提交').waitFor()
  // The browser notes each refused call by itself.
  expect(second.complaints.filter((text) => !text.includes('status of 4'))).toEqual([])
  expect(first.complaints).toEqual([])
})

test('a phone that never saw the design finds it after its link was switched off', async () => {
  const first = await phones.openPhone()
  await first.begin(phones.shop.link.url)
  await first.choosePhoto()
  await first.saved()
  const code = await first.submit()
  await first.page.getByRole('button', { name: '换手机也能打开' }).tap()
  await first.page.getByLabel('手机号后 4 位').fill('1234')
  await first.page.getByRole('button', { name: '留下后 4 位' }).tap()
  await first.page.getByText(/^好了：/).waitFor()
  const { call, link, setting } = phones.shop
  const turn = (enabled: boolean) => call('PATCH', `/api/shop_customization_settings/${link.id}`, { ...setting, enabled })
  await turn(false)
  const second = await phones.openPhone()
  await second.page.goto(link.url)
  await second.page.getByRole('heading', { name: '打不开这个定制链接' }).waitFor()
  await find(second, code, '1234')
  await second.page.getByRole('heading', { name: '您提交的设计' }).waitFor()
  expect(await second.page.locator('.code').textContent()).toBe(code)
  expect(await accessibilityFindings(second.page)).toEqual([])
  await turn(true)
})
