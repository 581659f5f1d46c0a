/** A design of one order is corrected in the designer, drawn again by the server, and downloaded: the zip holds the new version once. */
import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import type { OrderImport } from '../../contract/types'
import { DesignerPage } from './pages/designer-page'
import { DownloadPage } from './pages/download-page'
import { OrdersPage } from './pages/orders-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import { merchantPassword } from './support/merchants'
import { buyCredits, makeCase } from './support/orders'
import { pngPicture } from './support/pictures'
import { type Caller, enterWith, type Made, tokenOf, uploadPicture } from './support/shop'

let page: Page
let orders: OrdersPage

const { baseUrl, call, ownComplaints } = journey(
  '修改店',
  (opened) => {
    page = opened.page
    orders = new OrdersPage(page)
  },
  { downloads: true },
)

const number = '2612345678909000001'
const picture = async (red: number, green: number, blue: number) => ({
  ...(await pngPicture('照片.png', 200, 200)),
  buffer: await sharp({ create: { width: 200, height: 200, channels: 3, background: { r: red, g: green, b: blue } } })
    .png()
    .toBuffer(),
})

/** An order whose design is a red square at the left of a canvas of 200 × 400; its print file is all green. */
async function takeOrder(send: Caller): Promise<void> {
  const { id: shopId } = await send<Made>('POST', '/api/shops', { type: 'DOUDIAN', name: '海边小店' })
  const size = { widthMm: 50.8, heightMm: 101.6 }
  const on = await makeCase(send, baseUrl, await pngPicture('壳.png', 200, 400), size)
  const photo = await uploadPicture(send, baseUrl, fileKind.order, await picture(255, 0, 0))
  const print = await uploadPicture(send, baseUrl, fileKind.order, await picture(0, 255, 0))
  const layer = {
    id: 1,
    uuid: 'photo',
    name: '合影',
    type: 'IMAGE',
    imageUrl: photo.url,
    imageFileId: photo.id,
    rotation: 0,
    width: 100,
    height: 100,
    originalWidth: 200,
    originalHeight: 200,
    left: 0,
    top: 150,
    index: 0,
    locked: false,
    isBackground: false,
    isUserUploadImage: true,
    horizontalFlip: false,
    verticalFlip: false,
  }
  const design = { canvas: { width: 200, height: 400 }, layers: [layer] }
  const info = { ...on, id: 'one', phoneBrandName: '小米', phoneModelName: '小米 14', phoneCaseMaterialName: '硅胶' }
  const content = JSON.stringify({
    v: 1,
    phoneCaseCustomizationInfos: [{ ...info, phoneCaseMaterialColorName: '黑', customizedImageUrl: print.url, design }],
  })
  const orderItems = [{ originalId: `${number}-1`, title: '合影壳', quantity: 1, customizationInfo: { content } }]
  const body: OrderImport = { shopId, orders: [{ originalId: number, createdAt: Date.UTC(2026, 2, 3), orderItems }] }
  await send('POST', '/api/orders/import', body)
}

let token: string
beforeAll(async () => {
  // Correcting a design needs no permission for templates, pictures or fonts.
  const colleague = { username: '跟单', password: merchantPassword, permissions: ['orders'] }
  await call('POST', '/api/users/sub_accounts', colleague)
  await takeOrder(call)
  await buyCredits(call, baseUrl, 1000)
  token = await tokenOf(baseUrl, '修改店:跟单', merchantPassword)
})

const enter = async () => {
  await enterWith(page, baseUrl, token, '/app/order_management?days=2026-03-01_2026-03-05')
  await orders.order(number).waitFor()
}

test('a design is drawn again, compared, corrected in the designer, and downloaded once as it was corrected', async () => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await enter()
  await orders.open(number)

  // Old and new side by side; the old picture is green, the design gives a red square on nothing.
  await orders.button('重新生成').click()
  const comparison = orders.dialogNamed('重新生成「小米 14」的定制图')
  await comparison.getByRole('img', { name: '差别' }).waitFor()
  await comparison.getByText('像素看得出差别，请对照后决定').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await comparison.getByRole('button', { name: '使用新图' }).click()
  await comparison.waitFor({ state: 'detached' })
  await expect.poll(() => orders.fact('打印文件').textContent()).toBe('300 DPI · 600 × 1200 px · 50.8 × 101.6 mm · PNG')

  // The buyer's photo is a preview in the designer; it is moved to the right, and another one is added.
  await orders.button('修改设计').click()
  const designer = new DesignerPage(page)
  await designer.ready()
  expect(await page.locator('.designer-title-text').textContent()).toMatch(/^修改定制 \d+$/)
  await designer.select('合影')
  await designer.field('左（像素）').fill('100')
  await page.keyboard.press('Tab')
  await designer.upload(await picture(0, 0, 255))
  await designer.field('上（像素）').fill('-100')
  await page.keyboard.press('Tab')
  await designer.save()
  await designer.button('关闭设计器').click()
  await designer.canvas.waitFor({ state: 'detached' })

  await orders.button('历史版本').click()
  const versions = orders.dialogWith('的历史版本')
  await versions.getByText('第 3 版 · 修改设计').waitFor()
  await versions.getByText('第 2 版 · 重新生成').waitFor()
  await versions.getByText('第 1 版 · 随订单而来').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await orders.dialogWith('的历史版本').locator('.arco-modal-close-icon').click()
  await orders.dialogWith('的历史版本').waitFor({ state: 'hidden' })
  await orders.dialog.getByRole('button', { name: '关闭', exact: true }).last().click()

  const downloads = new DownloadPage(page)
  await downloads.tick('合影壳')
  await downloads.button('下载定制图').click()
  await downloads.dialogNamed('下载定制图').getByText('1 张新图 × 60 = 60 点').waitFor()
  const saved = await downloads.saves(() => downloads.button('确认下载，扣 60 点').click())
  const zip = await JSZip.loadAsync(await readFile(await saved.path()))
  const pictures = Object.keys(zip.files).filter((name) => name.endsWith('.png'))
  expect(pictures).toHaveLength(1)
  const bytes = (await zip.file(pictures[0] ?? '')?.async('nodebuffer')) ?? Buffer.alloc(0)
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  expect([info.width, info.height, at(450, 600), at(150, 600)[3]]).toEqual([600, 1200, [255, 0, 0, 255], 0])
  expect(at(300, 150)).toEqual([0, 0, 255, 255])

  // A customization that was paid for can no longer be changed.
  await orders.open(number)
  await expect.poll(() => orders.button('修改设计').isDisabled()).toBe(true)
  await orders.button('历史版本').click()
  await expect.poll(() => orders.dialogWith('的历史版本').getByRole('button', { name: '恢复' }).first().isDisabled()).toBe(true)
  await orders.dialogWith('的历史版本').locator('.arco-modal-close-icon').click()
  await orders.dialogWith('的历史版本').waitFor({ state: 'hidden' })

  // Made once more, it is another design of the order, which can be corrected again.
  await orders.button('重做').click()
  await page.getByText('下载时另外扣点').waitFor()
  await page.locator('.arco-popconfirm').getByRole('button', { name: '重做' }).click()
  const designs = orders.dialog.getByRole('navigation', { name: '订单里的商品' }).getByRole('button')
  await expect.poll(() => designs.count()).toBe(2)
  expect(await designs.first().textContent()).toContain('已重做')
  await expect.poll(() => designs.nth(1).getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => orders.button('修改设计').isEnabled()).toBe(true)
  expect(await accessibilityFindings(page)).toEqual([])

  // A task draws many customizations again: paid ones stay unchanged, and the remake looks as before.
  await orders.dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
  await orders.dialog.waitFor({ state: 'detached' })
  await orders.button('重新生成').click()
  const question = orders.dialogWith('重新生成 1 张定制图？')
  await question.getByText('另有 1 张没有设计图层，或已下载、已推送，保持不变').waitFor()
  await question.getByRole('button', { name: '重新生成' }).click()
  await orders.message('已重新生成 1 张定制图：0 张换成新图，1 张没有差别').waitFor()
  expect(ownComplaints()).toEqual([])
})
