/** The looks of materials on the preview pictures that are saved: a clear case shows what it lies on. */
import JSZip from 'jszip'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { PhoneBrand } from '../../contract/types'
import { BatchPage } from './pages/batch-page'
import { openBrowser, openProfile, type Profile } from './support/browser'
import { type Pixels, pixelsOf } from './support/compare'
import { layerRow, openShop, type Shop } from './support/designs'
import { pngPicture } from './support/pictures'
import { answerSaveDialog } from './support/save-dialog'
import { enterWith, type Made, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')

let browser: Browser
let profile: Profile
let shop: Shop

beforeAll(async () => {
  browser = await openBrowser()
  profile = await openProfile(browser, baseUrl)
  shop = await openShop(baseUrl)
})
afterAll(() => browser?.close())

const canvas = { width: 300, height: 600 }

/** Uploads a rounded case as a part of a wireframe. */
async function casePart(style: string): Promise<number> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="600"><rect x="10" y="10" width="280" height="580" rx="40" ${style}/></svg>`
  const buffer = await sharp(Buffer.from(svg)).png().toBuffer()
  return (await uploadPicture(shop.call, baseUrl, 4, { name: '壳.png', mimeType: 'image/png', buffer, ...canvas })).id
}

/** Makes a model with a clear case, whose wireframe has a dark red body. */
async function clearPhone(): Promise<{ readonly phoneModelId: number; readonly materialColorId: number }> {
  const { call } = shop
  const [brand] = await call<PhoneBrand[]>('GET', '/api/phone_brands')
  if (!brand) throw new Error('the demo shop has no brand')
  const { id: phoneModelId } = await call<Made>('POST', `/api/phone_brands/${brand.id}/phone_models`, { name: '透明机' })
  const { id: materialId } = await call<Made>('POST', '/api/phone_case_materials', { name: '水晶', look: 'clear' })
  const { id: materialColorId } = await call<Made>('POST', `/api/phone_case_materials/${materialId}/colors`, { name: '酒红' })
  const { id: wireframeId } = await call<Made>('POST', '/api/phone_case_wireframes', {
    ...canvas,
    foregroundImageFileId: await casePart('fill="none" stroke="#333" stroke-width="4"'),
    backgroundImageFileId: await casePart('fill="#400000"'),
  })
  const sku = { enabled: true, wireframeId, materialColorId, materialId, phoneBrandId: brand.id, phoneModelId }
  await call('POST', '/api/phone_case_skus', sku)
  return { phoneModelId, materialColorId }
}

/** Mean colour of a square of 24 px around a point that is given in shares of the picture. */
function colorAt({ data, width, height }: Pixels, across: number, down: number): number[] {
  const [left, top] = [Math.round(width * across) - 12, Math.round(height * down) - 12]
  const sum = [0, 0, 0]
  for (let y = top; y < top + 24; y++) {
    for (let x = left; x < left + 24; x++) {
      const at = (y * width + x) * 3
      for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0)
    }
  }
  return sum.map((one) => one / 576)
}

test('in light a clear case shows the white ground through its body, and the print hides it', async () => {
  const { phoneModelId, materialColorId } = await clearPhone()
  const group = await shop.group('透明')
  const stored = await shop.picture(await pngPicture('花.png', 200, 200))
  const size = { width: 200, height: 200, originalWidth: 200, originalHeight: 200 }
  await shop.create(group, {
    name: '花',
    ...canvas,
    layers: [layerRow(stored, { uuid: 'a', index: 0, left: 50, top: 150, ...size })],
    previewPhoneModelId: phoneModelId,
    previewMaterialColorId: materialColorId,
  })
  const { page, complaints } = await profile.open()
  const savedFile = await answerSaveDialog(page)
  const batch = new BatchPage(page)
  await enterWith(page, baseUrl, shop.token, `/app/design_template?collection=${group}`)
  await batch.tickPage()
  await batch.bulkAction('批量预览').click()
  await batch.cell('花').waitFor()
  const save = async () => {
    const before = (await savedFile())?.bytes
    await batch.drawer.getByRole('button', { name: '保存全部预览图' }).click()
    await expect.poll(async () => (await savedFile())?.bytes.equals(before ?? Buffer.alloc(0)) ?? true).toBe(false)
    const zip = await JSZip.loadAsync((await savedFile())?.bytes ?? Buffer.alloc(0))
    return pixelsOf((await zip.file('花.jpg')?.async('nodebuffer')) ?? Buffer.alloc(0))
  }
  await batch.lightOn('花').waitFor()
  const lit = await save()
  await batch.drawer.getByText('光影').click()
  const flat = await save()
  const body = (pixels: Pixels) => colorAt(pixels, 0.5, 0.85)
  const middleOfFlower = (pixels: Pixels) => colorAt(pixels, 0.5, 250 / canvas.height)
  expect(body(flat).map(Math.round)).toEqual([64, 0, 0])
  // Seven tenths of the white ground and three of the red body; its light and JPEG move that by a few.
  for (const [channel, expected] of [198, 178, 178].entries())
    expect(Math.abs((body(lit)[channel] ?? 0) - expected)).toBeLessThan(16)
  for (const [channel, value] of middleOfFlower(lit).entries()) {
    expect(Math.abs(value - (middleOfFlower(flat)[channel] ?? 0))).toBeLessThan(8)
  }
  expect(complaints).toEqual([])
})
