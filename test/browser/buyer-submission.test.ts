/** After a submission a buyer sees the code at once, the wait in words, the picture, and that changes count only when submitted again. */
import { expect, test } from 'vitest'
import { accessibilityFindings } from './support/axe'
import { buyerPhonesOf } from './support/buyer-phones'

const phones = buyerPhonesOf('提交店')
const note = '有修改还没有提交，目前制作的是之前的设计。'

test('the code is shown before the picture, also after a reload and without a network, and the wait is explained in words', async () => {
  const phone = await phones.openPhone()
  const { page, context } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  // Others wait before this design, as long as the test wants.
  const drawing = { status: 'waiting', ahead: 12, seconds: 38, error: null, pollMs: 1500 }
  const isHeld = { now: true }
  await page.route(/\/api\/buyer\/designs\/\d+(\/(submissions|drawing))?$/, async (route) => {
    if (!isHeld.now || route.request().method() === 'PUT') return route.fallback()
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ response: reply, json: { ...body, drawing, ...('code' in body && { effectImageUrl: null }) } })
  })
  await page.getByRole('button', { name: '完成' }).tap()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '提交' }).tap()
  const wait = page.getByText('前面还有 12 个，大约 40 秒')
  await wait.waitFor()
  const code = await page.locator('.code').textContent()
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.reload()
  await wait.waitFor()
  expect(await page.locator('.code').textContent()).toBe(code)
  await context.setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  expect(await wait.isVisible()).toBe(true)
  isHeld.now = false
  await context.setOffline(false)
  await wait.waitFor({ state: 'detached' })
  expect(await page.locator('.code').textContent()).toBe(code)
})

test('a change after the submission says everywhere that the former design is made, until it is submitted again', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  await phone.submit()
  await page.getByRole('button', { name: '还想改一改' }).tap()
  await page.locator('.stage canvas').waitFor()
  expect(await page.getByText(note).count()).toBe(0)
  await phone.showLeftHalf()
  await phone.saved()
  await page.getByText(note).waitFor()
  await page.reload()
  await page.getByText(note).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await phone.chooseInMenu('我的设计')
  await page.getByRole('dialog').getByText(note).waitFor()
  await page.getByRole('button', { name: '先不提交，离开' }).tap()
  await page.getByText('有修改还没有提交', { exact: true }).waitFor()
  await page.getByRole('button', { name: '重新提交' }).tap()
  await page.getByRole('heading', { name: '重新提交设计' }).waitFor()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '重新提交' }).tap()
  await page.getByRole('heading', { name: '设计已提交' }).waitFor()
  await phone.drawn()
  await phone.chooseInMenu('我的设计')
  await page.getByText(/^编号 /).waitFor()
})
