/** Fingers on the buyers' page, as the browser's protocol sends them: pinching, turning, tapping twice. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buyerPhonesOf } from './support/buyer-phones'
import { halvesPicture, squarePicture } from './support/buyer-shop'
import { fingersOf } from './support/fingers'

const phones = buyerPhonesOf('触屏店')

interface Seen {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

async function boxOf(page: Page, selector: string): Promise<Seen> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not seen`)
  return box
}

/** Begins an empty design with a photo that may be moved. */
async function beginWithFreePhoto() {
  const phone = await phones.openPhone()
  const { page } = phone
  await page.goto(phones.shop.link.url)
  await page.getByRole('button', { name: /小米 14.*是这一款/ }).tap()
  await page.getByRole('button', { name: '空白设计' }).tap()
  await page.getByLabel('添加照片').setInputFiles(await squarePicture(255, 0, 0))
  await phone.agree()
  await page.locator('.frame').waitFor()
  await phone.saved()
  return phone
}

const rotationOf = (page: Page) => page.locator('.frame').evaluate((frame) => (frame as HTMLElement).style.transform)

test('a pinch scales a photo about the middle of the fingers, and a turn ends upright or lying where it is close to that', async () => {
  const phone = await beginWithFreePhoto()
  const { page } = phone
  const before = await boxOf(page, '.frame')
  // Beside the photo's centre, so that scaling about that would be seen.
  const middle = { x: before.x + before.width * 0.25, y: before.y + before.height * 0.7 }
  const apart = (by: number) =>
    [
      { x: middle.x - by, y: middle.y },
      { x: middle.x + by, y: middle.y },
    ] as const
  const fingers = await fingersOf(page)
  await fingers.down(...apart(30))
  for (const by of [33, 37, 42, 45]) await fingers.move(...apart(by))
  const scaled = async () => (await boxOf(page, '.frame')).width / before.width
  await expect.poll(scaled).toBeCloseTo(1.5, 1)
  // While fingers move it, the photo is a picture that the compositor scales: nothing is drawn.
  expect(await page.locator('.lift > *').count()).toBe(3)
  const change = await phone.changeAfterLifting(fingers)
  expect(await scaled()).toBeCloseTo(1.5, 1)
  expect(change.worst).toBeLessThan(1)
  const after = await boxOf(page, '.frame')
  const still = { x: after.x + after.width * 0.25, y: after.y + after.height * 0.7 }
  expect(Math.hypot(still.x - middle.x, still.y - middle.y)).toBeLessThan(2)

  const turned = (degrees: number) => {
    const [dx, dy] = [40 * Math.cos((degrees * Math.PI) / 180), 40 * Math.sin((degrees * Math.PI) / 180)]
    return [
      { x: middle.x - dx, y: middle.y - dy },
      { x: middle.x + dx, y: middle.y + dy },
    ] as const
  }
  await fingers.down(...turned(0))
  for (const degrees of [20, 50, 80, 87]) await fingers.move(...turned(degrees))
  await fingers.up()
  await expect.poll(() => rotationOf(page)).toBe('rotate(90deg)')
  await fingers.down(...turned(0))
  for (const degrees of [-20, -50, -80, -93]) await fingers.move(...turned(degrees))
  await fingers.up()
  await expect.poll(() => rotationOf(page)).toBe('rotate(0deg)')
  await fingers.down(...turned(0))
  for (const degrees of [10, 20, 30]) await fingers.move(...turned(degrees))
  await fingers.up()
  await expect.poll(() => rotationOf(page)).toBe('rotate(30deg)')
})

test('the point between two fingers on a photo stays between them, and two taps centre the photo again', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  await phone.choosePhoto()
  await phone.saved()
  const place = await boxOf(page, '.case')
  const y = place.y + place.height / 4
  /** Where red ends and blue begins in the photo, as a share of the case's width. */
  const edge = () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas')
      const { width = 1, height = 1 } = canvas ?? {}
      const row = canvas?.getContext('2d')?.getImageData(0, Math.floor(height / 4), width, 1).data ?? []
      for (let x = 0; x < width; x++) if ((row[4 * x + 2] ?? 0) > 128) return x / width
      return 1
    })
  await expect.poll(edge).toBeCloseTo(0.5, 2)
  const x = place.x + place.width * 0.75
  const apart = (by: number) =>
    [
      { x: x - by, y },
      { x: x + by, y },
    ] as const
  const fingers = await fingersOf(page)
  await fingers.down(...apart(20))
  for (const by of [24, 30, 36, 40]) await fingers.move(...apart(by))
  expect(await page.locator('.lift > *').count()).toBe(3)
  expect((await phone.changeAfterLifting(fingers)).worst).toBeLessThan(1)
  // Twice as far from the fingers as before: a quarter of the width to their left, and now half of it.
  await expect.poll(async () => Math.abs((await edge()) - 0.25) * place.width).toBeLessThan(2)
  await phone.saved()

  await page.touchscreen.tap(x, y)
  await page.touchscreen.tap(x, y)
  await expect.poll(edge).toBeCloseTo(0.5, 2)
  await page.getByRole('button', { name: '撤销' }).tap()
  await expect.poll(edge).toBeCloseTo(0.25, 1)
})

test('two taps let a photo cover the case, as its button does, and a trembling tap moves nothing', async () => {
  const phone = await beginWithFreePhoto()
  const { page } = phone
  const before = await boxOf(page, '.frame')
  const at = { x: before.x + before.width / 2, y: before.y + before.height / 2 }
  const fingers = await fingersOf(page)
  await fingers.down(at)
  await fingers.move({ x: at.x + 3, y: at.y + 2 })
  await fingers.up()
  await fingers.down(at)
  await fingers.up()
  const covers = async () => {
    const [frame, whole] = [await boxOf(page, '.frame'), await boxOf(page, '.case')]
    return frame.height >= whole.height - 1 && frame.width >= whole.width - 1
  }
  await expect.poll(covers).toBe(true)
  await page.getByRole('button', { name: '撤销' }).tap()
  // One step back is where the photo was: the tap before was none.
  await expect.poll(async () => Math.round((await boxOf(page, '.frame')).x)).toBe(Math.round(before.x))
  await page.getByRole('button', { name: '铺满手机壳' }).tap()
  await expect.poll(covers).toBe(true)
  await phone.saved()
})

test('a photo that would be printed too coarsely is asked about before it leaves the phone', async () => {
  const phone = await phones.openPhone()
  const { page } = phone
  await phone.begin(phones.shop.link.url)
  const uploads: string[] = []
  page.on('request', (request) => request.url().endsWith('/uploads') && uploads.push(request.url()))
  // The place is 50.8 mm wide: 100 px are 50 to the inch.
  const choose = async (side: number) => page.getByLabel('选照片：合影').setInputFiles(await halvesPicture(side, side))
  const crop = page.getByRole('dialog', { name: '裁剪照片' })
  await choose(100)
  await phone.agree()
  const sheet = page.getByRole('dialog', { name: '这张照片不够清楚' })
  await sheet.getByText('只有 50 DPI').waitFor()
  await sheet.getByRole('button', { name: '换一张' }).tap()
  await expect.poll(() => sheet.count()).toBe(0)
  expect(uploads).toEqual([])
  await choose(100)
  await sheet.getByRole('button', { name: '仍然使用' }).tap()
  await crop.getByText(/50 DPI/).waitFor()
  await phone.takeCrop()
  await page.getByText(/50 DPI），印出来会模糊/).waitFor()
  // 120 to the inch is only warned of, and 200 is good.
  await choose(240)
  await phone.takeCrop()
  await page.getByText(/120 DPI），印出来会模糊/).waitFor()
  await choose(400)
  await phone.takeCrop()
  await expect.poll(() => page.getByText(/印出来会模糊/).count()).toBe(0)
  expect(uploads).toHaveLength(3)
})
