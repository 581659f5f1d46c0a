/** Before a photo leaves the phone its buyer agrees; a finished design is shown to a friend; the simulator's phone shows the page. */
import { expect, inject, test } from 'vitest'
import { accessibilityFindings } from './support/axe'
import { buyerPhonesOf } from './support/buyer-phones'
import { halvesPicture } from './support/buyer-shop'

const baseUrl = inject('baseUrl')
const phones = buyerPhonesOf('分享店')

test('no photo leaves the phone before its buyer agrees, who is asked once', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  const uploads: string[] = []
  page.on('request', (request) => {
    if (/\/uploads/.test(request.url())) uploads.push(request.method())
  })
  await phone.begin(phones.shop.link.url)
  const choose = page.getByLabel('选照片：合影')
  await choose.setInputFiles(await halvesPicture())
  const sheet = page.getByRole('dialog', { name: '上传照片前' })
  await sheet.getByText('只用来制作您的手机壳').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '不上传' }).tap()
  await sheet.waitFor({ state: 'detached' })
  expect([uploads, await page.getByRole('button', { name: '撤销' }).isEnabled()]).toEqual([[], false])
  await phone.choosePhoto()
  await phone.saved()
  await choose.setInputFiles(await halvesPicture(600, 600))
  await expect.poll(() => uploads.length).toBe(4)
  expect(await sheet.count()).toBe(0)
})

test('a friend sees the design on its case without its number, until it is taken back', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  const openShare = async () => {
    await page.getByRole('button', { name: '更多' }).tap()
    await page.getByRole('button', { name: /给朋友看看/ }).tap()
    return page.getByRole('dialog', { name: '给朋友看看' })
  }
  const sheet = await openShare()
  const address = (await sheet.locator('.address').textContent()) ?? ''
  await sheet.getByRole('button', { name: '做成一张图' }).tap()
  const card = sheet.getByRole('img', { name: '分享图：手机壳、店名和二维码' })
  await expect.poll(() => card.evaluate((image) => (image as HTMLImageElement).naturalHeight)).toBe(1440)
  await sheet.getByRole('link', { name: '保存图片' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '关闭' }).tap()

  const friend = await phones.openPhone()
  await friend.page.goto(address)
  await friend.page.getByRole('heading', { name: '朋友的设计' }).waitFor()
  await friend.page.getByRole('img', { name: '带光影的效果图' }).waitFor()
  await friend.page.getByText(/小米 14.*来自/).waitFor()
  expect(await accessibilityFindings(friend.page)).toEqual([])
  await friend.page.getByRole('button', { name: '我也做一个' }).tap()
  await friend.chooseTemplate()
  expect(friend.page.url()).toMatch(/#d=\d+\./)
  expect(friend.complaints).toEqual([])

  const again = await openShare()
  expect(await again.locator('.address').textContent()).toBe(address)
  await again.getByRole('button', { name: '停止分享' }).tap()
  await again.waitFor({ state: 'detached' })
  await friend.page.goto('about:blank')
  await friend.page.goto(address)
  await friend.page.getByText('可能已经停止分享，或者已经删除。').waitFor()
})

test("the simulator's phone opens a link, also inside a mini-program that chooses the photo", async () => {
  const context = await phones.openContext({ viewport: { width: 1180, height: 980 } })
  const page = await context.newPage()
  await page.goto(`${baseUrl}/simulator/phone`)
  await page.getByText('把定制链接粘贴到上面').waitFor()
  await page.getByLabel('打开方式').selectOption('微信小程序')
  await page.getByLabel('定制链接').fill(phones.shop.link.url)
  await page.getByRole('button', { name: '打开', exact: true }).click()
  const buyer = page.frameLocator('iframe[title="买家的手机"]')
  await buyer
    .getByRole('button', { name: /小米 14/ })
    .first()
    .click()
  await buyer.getByRole('button', { name: '合影壳' }).click()
  await buyer.locator('.stage canvas').waitFor()
  const choosing = page.waitForEvent('filechooser')
  await buyer.getByRole('button', { name: '选照片：合影' }).click()
  await buyer.getByRole('button', { name: '同意并上传' }).click()
  await (await choosing).setFiles(await halvesPicture())
  await expect.poll(() => buyer.getByRole('button', { name: '撤销' }).isEnabled()).toBe(true)
  expect(await accessibilityFindings(page)).toEqual([])
})
