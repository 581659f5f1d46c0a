/** A buyer gives his photo a look, which screen and print show alike. */
import { expect, test } from 'vitest'
import { accessibilityFindings } from './support/axe'
import { buyerPhonesOf } from './support/buyer-phones'
import type { Pixels } from './support/compare'

const phones = buyerPhonesOf('滤镜店')

/** Share of pixels that have a colour in the upper fifth of the case, where only the photo is; 0–1. */
function coloured({ data: all, width, height }: Pixels): number {
  const data = all.subarray(0, width * Math.floor(height / 5) * 3)
  let count = 0
  for (let i = 0; i < data.length; i += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3)
    if (Math.max(r, g, b) - Math.min(r, g, b) > 24) count += 1
  }
  return count / (data.length / 3)
}

test('a photo becomes black and white by a tap, coloured again by another, and so it is submitted', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  const before = coloured(await phone.seeCase())
  expect(before).toBeGreaterThan(0.9)
  const chooser = page.getByRole('button', { name: '滤镜' })
  if ((await chooser.count()) === 0) await page.getByRole('button', { name: /^选择合影/ }).tap()
  await chooser.tap()
  const look = (name: string) => page.getByRole('group', { name: '滤镜' }).getByRole('button', { name, exact: true })
  await look('黑白').tap()
  await expect.poll(async () => coloured(await phone.seeCase())).toBeLessThan(0.02)
  expect(await look('黑白').getAttribute('aria-pressed')).toBe('true')
  expect(await accessibilityFindings(page)).toEqual([])
  await look('原图').tap()
  await expect.poll(async () => coloured(await phone.seeCase())).toBeCloseTo(before, 1)
  await phone.saved()
  await look('黑白').tap()
  await phone.saved()
  await page.reload()
  await page.locator('.stage canvas').waitFor()
  await expect.poll(async () => coloured(await phone.seeCase())).toBeLessThan(0.02)
  await phone.submit()
  expect(phone.complaints).toEqual([])
})
