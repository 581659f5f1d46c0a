/** A buyer's own work on the page: gestures, two designs, no network, a photo that is too large, a head cut out, and what is gone. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { accessibilityFindings } from './support/axe'
import { buyerPhonesOf } from './support/buyer-phones'
import { halvesPicture } from './support/buyer-shop'
import { colorsOf, meanDifference } from './support/compare'
import { fingersOf } from './support/fingers'

const baseUrl = inject('baseUrl')
const phones = buyerPhonesOf('买家设计店')

test('while fingers move a photo in its place, the case is drawn as it is afterwards', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  const box = await page.locator('.case').boundingBox()
  if (!box) throw new Error('no stage')
  const fingers = await fingersOf(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 4]
  await fingers.down({ x: x - 20, y }, { x: x + 20, y })
  for (const by of [25, 32, 40]) await fingers.move({ x: x - by, y }, { x: x + by, y })
  await fingers.up()
  // Only now is there something beside the place to drag into it.
  const before = await phone.seeCase()
  await fingers.down({ x, y })
  for (const by of [20, 45, 70]) await fingers.move({ x: x + by, y })
  await expect.poll(async () => meanDifference(before, await phone.seeCase()).worst).toBeGreaterThan(100)
  expect((await phone.changeAfterLifting(fingers)).worst).toBeLessThan(2)
})

test('without a network the design waits on the phone, and a second tab is asked which one to keep', async () => {
  const phone = await phones.openPhone()
  const { page, context } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  await context.setOffline(true)
  await page.getByRole('button', { name: '撤销' }).tap()
  await page.getByText('已存在手机上，联网后自动保存').waitFor()
  await context.setOffline(false)
  await page.reload()
  await phone.saved()

  const second = phone.another(await context.newPage())
  const other = second.page
  await other.goto(page.url())
  await other.reload()
  await other.locator('.stage canvas').waitFor()
  await phone.choosePhoto()
  await phone.saved()
  await second.choosePhoto()
  await other.getByText('这个设计在另一处修改过，请选择保留哪一个').waitFor()
  await other.getByRole('button', { name: '保留这里的' }).tap()
  await second.saved()
})

test('a page that is loaded anew without a network shows the same design, which is saved once when there is one again', async () => {
  const phone = await phones.openPhone()
  const { page, context } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  const [, id, secret] = /#d=(\d+)\.(.+)$/.exec(page.url()) ?? []
  const revision = async (): Promise<number> => {
    const reply = await fetch(`${baseUrl}/api/buyer/designs/${id}`, { headers: { authorization: `Bearer ${secret}` } })
    return ((await reply.json()) as { revision: number }).revision
  }
  const saved = await revision()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await phone.showLeftHalf()
  const waits = () => page.getByText('已存在手机上，联网后自动保存').waitFor()
  await waits()
  const drawn = () =>
    page.locator('.stage canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      const at = (x: number, y: number) =>
        canvas
          .getContext('2d')
          ?.getImageData(x * width, y * height, 1, 1)
          .data.slice(0, 3)
      return [at(0.1, 0.25), at(0.9, 0.25), at(0.5, 0.75)].map((color) => [...(color ?? [])])
    })
  const before = await drawn()
  expect(before.slice(0, 2)).toEqual([
    [255, 0, 0],
    [255, 0, 0],
  ])

  await page.reload()
  await waits()
  await expect.poll(drawn).toEqual(before)
  await context.setOffline(false)
  await phone.saved()
  expect(await revision()).toBe(saved + 1)
  await page.reload()
  await expect.poll(drawn).toEqual(before)
})

test('where the editor cannot be loaded, the page says so, and begins a design once when it is tried again', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await page.route('**/assets/buyer.workshop.*.js', (route) => route.abort())
  const begins: string[] = []
  page.on('request', (request) => request.method() === 'POST' && /\/designs$/.test(request.url()) && begins.push(request.url()))
  await page.goto(phones.shop.link.url)
  await page.getByRole('button', { name: /小米 14.*是这一款/ }).tap()
  await page.getByRole('button', { name: '合影壳' }).tap()
  await page.getByText('网络不通，请检查网络后重试').waitFor()
  // Nothing was begun that the buyer does not see.
  expect(begins).toEqual([])
  await page.unroute('**/assets/buyer.workshop.*.js')
  await page.getByRole('button', { name: '合影壳' }).tap()
  await page.locator('.stage canvas').waitFor()
  expect(begins).toHaveLength(1)

  // A known design says so, too, where the phone has kept no copy of the page.
  await page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
  })
  await page.route('**/assets/buyer.workshop.*.js', (route) => route.abort())
  await page.reload()
  await page.getByText('网络不通，请检查网络后重试').waitFor()
  await page.unroute('**/assets/buyer.workshop.*.js')
  await page.getByRole('button', { name: '再试一次' }).tap()
  await page.locator('.stage canvas').waitFor()
})

test('a page that cannot be reached says so, and opens when it is tried again', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await page.route('**/api/buyer/links/*', (route) => route.abort())
  await page.goto(phones.shop.link.url)
  await page.getByText('网络不通，请检查网络后重试').waitFor()
  await page.unroute('**/api/buyer/links/*')
  await page.getByRole('button', { name: '再试一次' }).tap()
  await phone.chooseTemplate()
})

test('one phone makes two designs, changes the case of one, and deletes the other', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  const shapeOf = async () => {
    const { width, height } = (await page.locator('.case').boundingBox()) ?? { width: 0, height: 1 }
    return width / height
  }
  const first = page.url()
  expect(await shapeOf()).toBeCloseTo(200 / 400, 2)
  await page.getByRole('button', { name: /^换手机或颜色/ }).tap()
  await page.getByRole('button', { name: '小米 15', exact: true }).tap()
  await page.getByRole('button', { name: /现在是小米 15/ }).waitFor()
  await phone.saved()
  await expect.poll(shapeOf).toBeCloseTo(200 / 360, 2)

  await phone.chooseInMenu('再做一个')
  await page.getByRole('button', { name: /小米 15.*是这一款/ }).tap()
  await page.getByRole('button', { name: '空白设计' }).tap()
  await page.getByLabel('添加照片').waitFor()
  expect(page.url()).not.toBe(first)

  await phone.chooseInMenu('我的设计')
  await page.getByRole('heading', { name: '我的设计', exact: true }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await page
    .getByRole('button', { name: /小米 15.*还没有提交/ })
    .last()
    .tap()
  await page.locator('.stage canvas').waitFor()
  await expect.poll(() => page.url()).toBe(first)

  await phone.chooseInMenu('删除这个设计')
  await page.getByRole('dialog', { name: '删除这个设计？' }).getByRole('button', { name: '删除', exact: true }).tap()
  await page.getByText('设计已经删除').waitFor()
  await page.goto(first)
  await page.reload()
  await page.getByText('这个设计已经不在了').waitFor()
})

test('a design that is deleted while its page is open says so at the next change, and another one is begun', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  const removeDesign = async () => {
    const [, id, secret] = /#d=(\d+)\.(.+)$/.exec(page.url()) ?? []
    const headers = { authorization: `Bearer ${secret}` }
    expect((await fetch(`${baseUrl}/api/buyer/designs/${id}`, { method: 'DELETE', headers })).status).toBe(200)
  }
  await phone.begin(phones.shop.link.url)
  await removeDesign()
  await page.getByRole('button', { name: /^换手机或颜色/ }).tap()
  await page.getByRole('button', { name: '小米 15', exact: true }).tap()
  await page.getByRole('alert').getByText('这个设计已经不在了').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: '重新开始' }).tap()
  await page.getByRole('button', { name: /小米 15.*是这一款/ }).tap()
  await page.getByRole('button', { name: '合影壳' }).tap()
  await page.locator('.stage canvas').waitFor()

  // Choosing a photo after the deletion gives the same message.
  await removeDesign()
  await page.getByLabel('选照片：合影').setInputFiles(await halvesPicture())
  await phone.agree()
  await page.getByRole('alert').getByText('这个设计已经不在了').waitFor()
  await page.getByRole('button', { name: '重新开始' }).tap()
  await page.getByText('您的手机是哪一款？').waitFor()
})

test('a photo that is too large for the phone’s canvas arrives whole all the same', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  // An iPhone draws nothing from pictures of more than 16,777,216 px.
  await page.addInitScript(() => {
    const draw = CanvasRenderingContext2D.prototype.drawImage as (...args: unknown[]) => void
    CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...args: unknown[]) {
      const [picture] = args
      const isTooLarge = picture instanceof HTMLImageElement && picture.naturalWidth * picture.naturalHeight > 16_777_216
      if (!isTooLarge) draw.apply(this, args)
    }
  })
  await phone.begin(phones.shop.link.url)
  await page.getByLabel('选照片：合影').setInputFiles(await halvesPicture(5000, 4000))
  await phone.agree()
  await phone.takeCrop()
  await expect.poll(() => page.getByRole('button', { name: '撤销' }).isEnabled()).toBe(true)
  const address = await page
    .getByRole('button', { name: /^选择合影/ })
    .locator('img')
    .getAttribute('src')
  const bytes = new Uint8Array(await (await fetch(new URL(address ?? '', baseUrl))).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 4096, height: 3277 })
  expect(await colorsOf(bytes, [0.1, 0.5], [0.9, 0.5])).toEqual([
    [1, 0, 0],
    [0, 0, 1],
  ])
})

test('the head of a photo is cut out by the server’s own models, and put back by one undo', async () => {
  const phone = await phones.openPhone()
  const { page, complaints } = phone
  await phone.begin(phones.shop.link.url)
  const photo = await readFile(join(import.meta.dirname, '../../fixtures/photos/astronaut.jpg'))
  await page.getByLabel('选照片：合影').setInputFiles({ name: '宇航员.jpg', mimeType: 'image/jpeg', buffer: photo })
  await phone.agree()
  await phone.takeCrop()
  // The rows of a photo on its way come and go beside the tools.
  await phone.saved()
  const thumb = page.getByRole('button', { name: /^选择合影/ }).locator('img')
  /** The alpha of the upper left corner of the place's picture. */
  const cornerAlpha = async () => {
    const reply = await fetch(new URL((await thumb.getAttribute('src')) ?? '', baseUrl))
    const { data } = await sharp(Buffer.from(await reply.arrayBuffer()))
      .ensureAlpha()
      .extract({ left: 4, top: 4, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data[3]
  }
  await page.getByRole('button', { name: '抠图' }).tap()
  await page.getByRole('button', { name: '头像', exact: true }).tap()
  await page.getByText('正在抠图，请稍等…').waitFor()
  await expect.poll(cornerAlpha).toBe(0)
  await phone.saved()
  await page.getByRole('button', { name: '撤销' }).tap()
  await expect.poll(cornerAlpha).toBe(255)
  await phone.saved()
  expect(complaints).toEqual([])
})

test('before submission the case is seen in light and turned', async () => {
  const phone = await phones.openPhone()
  const { page, complaints } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  await page.getByRole('button', { name: '完成' }).tap()
  await page.getByRole('img', { name: '带光影的效果图' }).waitFor()
  await page.getByRole('button', { name: '转动看看' }).tap()
  const solid = page.getByRole('application', { name: /立体的手机壳/ })
  await solid.locator('canvas').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: '关闭' }).tap()
  await expect.poll(() => solid.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a link that is switched off says so to the buyer', async () => {
  await phones.shop.call('PATCH', `/api/shop_customization_settings/${phones.shop.link.id}`, {
    ...phones.shop.setting,
    enabled: false,
  })
  const { page } = await phones.openPhone()
  await page.goto(phones.shop.link.url)
  await page.getByText('这个定制链接已经失效，请联系卖家获取新的链接').waitFor()
  await phones.shop.call('PATCH', `/api/shop_customization_settings/${phones.shop.link.id}`, {
    ...phones.shop.setting,
    enabled: true,
  })
})
