/** A photo on a bad line is shown at once, kept while there is no network, sent by itself, and its progress is shown in per cent. */
import { expect, test } from 'vitest'
import { accessibilityFindings } from './support/axe'
import { buyerPhonesOf } from './support/buyer-phones'
import { halvesPicture } from './support/buyer-shop'

const phones = buyerPhonesOf('断线照片店')

test('a photo chosen offline lies in its place, waits with words, keeps the submission waiting, and is sent when the line is back', async () => {
  const phone = await phones.openPhone()
  const { page, context } = phone
  await phone.begin(phones.shop.link.url)
  const before = await phone.seeCase()
  await context.setOffline(true)
  await page.getByLabel('选照片：合影').setInputFiles(await halvesPicture())
  await phone.agree()
  await phone.takeCrop()
  await page.getByText('「合影」还没有上传，联网后自动上传').waitFor()
  expect(Buffer.from((await phone.seeCase()).data).equals(Buffer.from(before.data))).toBe(false)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: '完成' }).tap()
  await page.getByText('照片还没有传完，请等传完再继续', { exact: false }).waitFor()
  await page.getByRole('checkbox').check()
  expect(await page.getByRole('button', { name: '提交' }).isDisabled()).toBe(true)
  await context.setOffline(false)
  await expect.poll(() => page.getByRole('button', { name: '提交' }).isEnabled()).toBe(true)
  await page.getByRole('button', { name: '提交' }).tap()
  await page.getByText('设计已提交').waitFor()
})

test('a photo whose upload a reload cuts off is there after it, and is sent', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  let isHeld = true
  await page.route('**/api/files/upload*', async (route) => {
    // A held upload ends with the reload.
    if (!isHeld) await route.fallback()
  })
  await page.getByLabel('选照片：合影').setInputFiles(await halvesPicture())
  await phone.agree()
  await phone.takeCrop()
  await page.getByText(/「合影」正在上传 \d+%/).waitFor()
  await page.reload()
  await page.getByText(/「合影」正在上传 \d+%/).waitFor()
  isHeld = false
  await page.reload()
  await page.getByRole('list', { name: '还没有传完的照片' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: '撤销' }).isEnabled()).toBe(true)
  await phone.saved()
})

test('a slow upload tells its progress, can be taken back, and one that fails is sent again by a button', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  const line = { isDown: false }
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/files/upload*', async (route) => {
    if (line.isDown) return route.abort()
    await held
    // The photo may have been taken back meanwhile.
    await route.fallback().catch(() => undefined)
  })
  const choose = async () => page.getByLabel('选照片：合影').setInputFiles(await halvesPicture())
  await choose()
  await phone.agree()
  await phone.takeCrop()
  await page.getByText(/「合影」正在上传 \d+%/).waitFor()
  await page.getByRole('button', { name: '取消上传「合影」' }).tap()
  await page.getByRole('list', { name: '还没有传完的照片' }).waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: '撤销' }).isDisabled()).toBe(true)
  release()

  line.isDown = true
  await choose()
  await phone.takeCrop()
  await page.getByText('照片没有上传成功，请检查网络后重试').waitFor()
  line.isDown = false
  await page.getByRole('button', { name: '重试' }).tap()
  await expect.poll(() => page.getByRole('button', { name: '撤销' }).isEnabled()).toBe(true)
  await phone.saved()
})
