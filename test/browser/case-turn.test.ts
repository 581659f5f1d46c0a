/**
 * A case is turned as a solid by mouse, keys and wheel, and shown flat with a sentence where the browser draws no WebGL. Tests that
 * need WebGL are skipped with a reason where this machine's Chromium has none.
 */
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { PhoneBrand, PhoneModel, Sku } from '../../contract/types'
import { BatchPage } from './pages/batch-page'
import { accessibilityFindings } from './support/axe'
import { drawsWebGl, openBrowser, openProfile, type Profile } from './support/browser'
import { layerRow, openShop, type Shop } from './support/designs'
import { pngPicture } from './support/pictures'
import { enterWith, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
const canvas = { width: 500, height: 1044 }

let browser: Browser
let profile: Profile
let shop: Shop
let group: number
let hasWebGl: boolean

beforeAll(async () => {
  browser = await openBrowser(drawsWebGl)
  profile = await openProfile(browser, baseUrl)
  shop = await openShop(baseUrl)
  group = await shop.group('转动')
  const [brand] = await shop.call<PhoneBrand[]>('GET', '/api/phone_brands')
  const models = await shop.call<PhoneModel[]>('GET', `/api/phone_brands/${brand?.id}/phone_models`)
  const skus = await shop.call<Sku[]>('GET', `/api/phone_case_skus?phoneModelIds=${models.map(({ id }) => id).join(',')}`)
  const sku = skus.find(({ wireframeId }) => wireframeId !== null)
  if (!sku) throw new Error('the demo shop has no phone with a wireframe')
  const picture = await pngPicture('花.png', canvas.width, canvas.height)
  const stored = await shop.picture(picture)
  const buffer = await sharp(picture.buffer).resize(287, 600, { fit: 'fill' }).png().toBuffer()
  const thumbnail = await uploadPicture(shop.call, baseUrl, 2, { ...picture, buffer })
  await shop.create(group, {
    name: '海浪',
    layers: [layerRow(stored, { uuid: 'a', index: 0, left: 0, top: 0, ...canvas, originalWidth: 500, originalHeight: 1044 })],
    thumbnailFileId: thumbnail.id,
    previewPhoneModelId: sku.phoneModelId,
    previewMaterialColorId: sku.materialColorId,
  })
  const probe = await browser.newPage()
  hasWebGl = await probe.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null)
  await probe.close()
})
afterAll(() => browser?.close())

let page: Page
let complaints: string[]
let batch: BatchPage
beforeEach(async () => {
  ;({ page, complaints } = await profile.open())
  batch = new BatchPage(page)
  return () => page.close()
})

/** Chromium says so when a screenshot is taken of what the graphics processor drew. */
const ofScreenshots = /GPU stall due to ReadPixels/

async function openLargeView(): Promise<void> {
  await enterWith(page, baseUrl, shop.token, `/app/design_template?collection=${group}`)
  await batch.tickPage()
  await batch.bulkAction('批量预览').click()
  await batch.drawn()
  await batch.cell('海浪').click()
  await batch.large.waitFor()
}

/** Share of the stage that is not its light ground. */
async function coloured(): Promise<number> {
  const { data, info } = await sharp(await batch.stage.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at], data[at + 1], data[at + 2]] as [number, number, number]
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 24 || Math.max(red, green, blue) < 90) count++
  }
  return count / (info.width * info.height)
}

describe('a case that is turned', () => {
  test('the mouse turns it, the wheel brings it nearer, keys do both, and Escape closes it', async ({ skip }) => {
    skip(!hasWebGl, 'this Chromium draws no WebGL 2')
    await openLargeView()
    await page.getByRole('button', { name: '转动看看' }).click()
    const first = await batch.turn()
    expect(first).toBe('-24.00 8.00 1.00')
    expect(await accessibilityFindings(page)).toEqual([])
    const shown = await coloured()
    expect(shown).toBeGreaterThan(0.05)

    const box = await batch.stage.boundingBox()
    if (!box) throw new Error('the stage has no box')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + box.width * 0.3, y, { steps: 5 })
    await page.mouse.up()
    // Three tenths of the picture are three tenths of half a round.
    await expect.poll(() => batch.stage.getAttribute('data-turn')).toMatch(/^30\.\d\d 8\.00 1\.00$|^29\.\d\d 8\.00 1\.00$/)
    const afterDrag = await batch.turn()
    await page.mouse.move(x, y - 20)
    expect(await batch.stage.getAttribute('data-turn')).toBe(afterDrag)

    await page.mouse.wheel(0, -400)
    const nearer = await batch.turn(afterDrag)
    expect(Number(nearer.split(' ')[2])).toBeGreaterThan(1.5)
    expect(await coloured()).toBeGreaterThan(shown * 1.3)

    await page.keyboard.press('ArrowDown')
    expect((await batch.turn(nearer)).split(' ')[1]).toBe('14.00')
    await batch.turning.getByRole('button', { name: '复位' }).click()
    await expect.poll(() => batch.stage.getAttribute('data-turn')).toBe(first)

    await page.keyboard.press('Escape')
    await batch.turning.waitFor({ state: 'hidden' })
    // The large view stays, and its arrow keys are its own again.
    await batch.large.waitFor()
    expect(await page.locator('canvas').count()).toBe(0)
    expect(complaints.filter((line) => !ofScreenshots.test(line))).toEqual([])
  })

  test('a picture that the system takes away becomes the flat one, and can be had back', async ({ skip }) => {
    skip(!hasWebGl, 'this Chromium draws no WebGL 2')
    await openLargeView()
    await page.getByRole('button', { name: '转动看看' }).click()
    await batch.turn()
    await page
      .locator('.turn-view-stage canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext())
    await batch.turning.getByText('3D 画面被系统收回了，下面是平面效果图。').waitFor()
    await batch.turning.locator('.batch-case').waitFor()
    await batch.turning.getByRole('button', { name: '再试一次' }).click()
    await batch.turn()
    await batch.turning.getByRole('button', { name: '关闭' }).last().click()
    await batch.turning.waitFor({ state: 'hidden' })
  })

  test('without WebGL the flat picture is shown, with the reason', async () => {
    await page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return /webgl/.test(kind) ? null : Reflect.apply(getContext, this, [kind, ...rest])
      } as typeof getContext
    })
    await openLargeView()
    await page.getByRole('button', { name: '转动看看' }).click()
    await batch.turning.getByText('这台电脑的浏览器没有开启 3D 显示（WebGL），下面是平面效果图。').waitFor()
    await batch.turning.locator('.batch-case').waitFor()
    expect(await batch.turning.getByRole('button', { name: '再试一次' }).count()).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await batch.turning.waitFor({ state: 'hidden' })
    await batch.large.waitFor()
    expect(complaints).toEqual([])
  })
})
