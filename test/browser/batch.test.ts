/**
 * Actions on many templates: previewing them on another phone and saving the pictures as a zip; changing settings when one
 * request fails.
 */
import JSZip from 'jszip'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { productMode } from '../../contract/constants'
import type { MaterialColor, PhoneBrand, PhoneCaseMaterial, PhoneModel, Sku, Template, Wireframe } from '../../contract/types'
import { allTests } from '../setup/size'
import { BatchPage } from './pages/batch-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser, openProfile, type Profile } from './support/browser'
import { meanDifference, pixelsOf } from './support/compare'
import { layerRow, openShop, type Shop } from './support/designs'
import { type Picture, pngPicture } from './support/pictures'
import { answerSaveDialog } from './support/save-dialog'
import { enterWith, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
const canvas = { width: 500, height: 1044 }
const longName = '夏日/海边的椰子树和很长很长很长很长很长很长的名字'

let browser: Browser
let profile: Profile
let shop: Shop
let group: number
let templates: Template[]
let picture: Picture
let phone: { readonly model: PhoneModel; readonly other: PhoneModel; readonly color: MaterialColor; readonly sku: Sku }

/** Finds two models of one brand that have wireframes, and a colour of which both have a SKU. */
async function findPhones() {
  const [brand] = await shop.call<PhoneBrand[]>('GET', '/api/phone_brands')
  const models = await shop.call<PhoneModel[]>('GET', `/api/phone_brands/${brand?.id}/phone_models`)
  const ids = models.map(({ id }) => id).join(',')
  const skus = (await shop.call<Sku[]>('GET', `/api/phone_case_skus?phoneModelIds=${ids}`)).filter(
    (one) => one.wireframeId !== null,
  )
  const materials = await shop.call<PhoneCaseMaterial[]>('GET', '/api/phone_case_materials')
  const drawable = models.filter(({ id }) => skus.some(({ phoneModelId }) => phoneModelId === id))
  const [model, other] = drawable
  // The preview chooses the first material colour of a model by itself.
  const color = materials
    .flatMap(({ colors }) => colors)
    .find(({ id }) => skus.some((one) => one.phoneModelId === model?.id && one.materialColorId === id))
  const kept = skus.find((one) => one.phoneModelId === other?.id && one.materialColorId === color?.id)
  if (!model || !other || !color || !kept) throw new Error('the demo shop has no two phones of one colour')
  return { model, other, color, sku: kept }
}

beforeAll(async () => {
  browser = await openBrowser()
  profile = await openProfile(browser, baseUrl)
  shop = await openShop(baseUrl)
  group = await shop.group('批量')
  phone = await findPhones()
  picture = await pngPicture('花.png', canvas.width, canvas.height)
  const stored = await shop.picture(picture)
  const buffer = await sharp(picture.buffer).resize(287, 600, { fit: 'fill' }).png().toBuffer()
  const thumbnail = await uploadPicture(shop.call, baseUrl, 2, { ...picture, buffer })
  const layers = [layerRow(stored, { uuid: 'a', index: 0, left: 0, top: 0, ...canvas, originalWidth: 500, originalHeight: 1044 })]
  const preview = { previewPhoneModelId: phone.model.id, previewMaterialColorId: phone.color.id }
  templates = []
  for (const name of ['海浪', '海浪', longName]) {
    templates.push(await shop.create(group, { name, layers, thumbnailFileId: thumbnail.id, ...preview }))
  }
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

/** Composes the picture of the case with sharp: colour, lower wireframe pictures, design, upper wireframe pictures. */
async function drawReference(wireframe: Wireframe, paper: string): Promise<Buffer> {
  const scale = 1600 / Math.max(wireframe.width, wireframe.height)
  const size = { width: Math.round(wireframe.width * scale), height: Math.round(wireframe.height * scale) }
  const cover = await sharp(picture.buffer).resize(size.width, size.height, { fit: 'cover' }).toBuffer()
  const wire = async (wanted: (index: number) => boolean) =>
    Promise.all(
      [...wireframe.layers]
        .sort((a, b) => a.index - b.index)
        .filter(({ index }) => wanted(index))
        .map(async ({ imageUrl }) => {
          const bytes = Buffer.from(await (await fetch(new URL(imageUrl, baseUrl))).arrayBuffer())
          return sharp(bytes).resize(size.width, size.height, { fit: 'fill' }).toBuffer()
        }),
    )
  const layers = [...(await wire((index) => index < 0)), cover, ...(await wire((index) => index >= 0))]
  return sharp({ create: { ...size, channels: 4, background: paper } })
    .composite(layers.map((input) => ({ input })))
    .png()
    .toBuffer()
}

describe('many templates at once', () => {
  test('many templates are previewed on another model, viewed large, and saved as one zip of pictures', async () => {
    const savedFile = await answerSaveDialog(page)
    await enterWith(page, baseUrl, shop.token, `/app/design_template?collection=${group}`)
    await page.getByRole('button', { name: '批量设置' }).click()
    await page.getByText('请至少选择一个设计模版').waitFor()
    await batch.tickPage()
    await batch.bulkAction('批量预览').click()
    await batch.drawn()
    expect(await batch.cell('').count()).toBe(3)
    expect(await accessibilityFindings(page)).toEqual([])

    // The focus is on the first field of the drawer, whose list is closed, so Escape closes the drawer.
    await page.keyboard.press('Escape')
    await batch.drawer.waitFor({ state: 'hidden' })
    await batch.bulkAction('批量预览').click()
    await batch.drawn()
    await batch.choose('机型', phone.other.name)
    const wireframe = await shop.call<Wireframe>('GET', `/api/phone_case_wireframes/${phone.sku.wireframeId}`)
    const [layer] = wireframe.layers
    await batch.cell(longName).locator(`img[src$="${layer?.imageUrl}"]`).waitFor()
    await batch.drawn()

    await batch.lightOn(longName).waitFor()
    await batch.drawer.getByText('光影').click()
    await batch.lightOn(longName).waitFor({ state: 'detached' })
    await batch.cell(longName).click()
    await batch.sharp.waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('ArrowLeft')
    await page.getByText('第 2 个，共 3 个').waitFor()
    await page.keyboard.press('Escape')
    await batch.large.waitFor({ state: 'hidden' })
    await batch.drawer.waitFor()

    await batch.drawer.getByRole('button', { name: '保存全部预览图' }).click()
    await batch.drawer.getByText(/^已保存 3 张预览图/).waitFor()
    const saved = await savedFile()
    expect(saved?.name).toBe(`预览图 苹果 ${phone.other.name} ${phone.color.name}.zip`)
    const zip = await JSZip.loadAsync(saved?.bytes ?? Buffer.alloc(0), { checkCRC32: true })
    expect(Object.keys(zip.files)).toEqual(['海浪.jpg', '海浪 (2).jpg', `${longName.replace('/', ' ')}.jpg`])
    const jpeg = await zip.file('海浪 (2).jpg')?.async('nodebuffer')
    const ours = await pixelsOf(jpeg ?? Buffer.alloc(0))
    const theirs = await pixelsOf(await drawReference(wireframe, phone.color.defaultBackgroundColor ?? '#ffffff'))
    expect([ours.width, ours.height]).toEqual([theirs.width, theirs.height])
    const { mean, worst, share } = meanDifference(ours, theirs)
    expect(share).toBeGreaterThan(0.6)
    expect(mean).toBeLessThan(1)
    // JPEG noise at an edge reaches 4; a misplaced design gives about ten times that.
    expect(worst).toBeLessThan(8)

    // With light the same design is lit at its edges, and nothing moves.
    await batch.drawer.getByText('光影').click()
    await batch.drawer.getByRole('button', { name: '保存全部预览图' }).click()
    await expect.poll(async () => (await savedFile())?.bytes.equals(saved?.bytes ?? Buffer.alloc(0))).toBe(false)
    const litZip = await JSZip.loadAsync((await savedFile())?.bytes ?? Buffer.alloc(0), { checkCRC32: true })
    const lit = await pixelsOf((await litZip.file('海浪 (2).jpg')?.async('nodebuffer')) ?? Buffer.alloc(0))
    const difference = meanDifference(lit, theirs)
    expect(difference.mean).toBeGreaterThan(1)
    expect(difference.mean).toBeLessThan(25)

    // In a scene the case stands before a neutral ground.
    const flat = (await savedFile())?.bytes ?? Buffer.alloc(0)
    await batch.drawer.locator('.batch-pose').click()
    await page.locator('.arco-select-option:visible').getByText('场景：站立', { exact: true }).click()
    await batch.drawer.getByRole('button', { name: '保存全部预览图' }).click()
    await expect.poll(async () => (await savedFile())?.bytes.equals(flat)).toBe(false)
    const sceneZip = await JSZip.loadAsync((await savedFile())?.bytes ?? Buffer.alloc(0), { checkCRC32: true })
    const scene = await pixelsOf((await sceneZip.file('海浪 (2).jpg')?.async('nodebuffer')) ?? Buffer.alloc(0))
    expect([scene.width, scene.height]).toEqual([1200, 1600])
    await page.keyboard.press('Escape')
    await batch.drawer.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('a batch change of settings lists the template that failed and retries it alone', async () => {
    const failing = `**/api/design_templates/${templates[1]?.id}`
    await page.route(failing, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { traceId: 'tr-1', code: 'internal', message: '服务器出错' } })
        : route.continue(),
    )
    await enterWith(page, baseUrl, shop.token, `/app/design_template?collection=${group}`)
    await batch.tick('海浪')
    await page.keyboard.down('Shift')
    await batch.tick(longName)
    await page.keyboard.up('Shift')
    await page.getByText('已选 3 项').waitFor()
    await batch.bulkAction('批量设置').click()
    await batch.settings.getByRole('button', { name: '应用到 3 个模板' }).click()
    await batch.settings.getByText('请至少勾选一项要修改的设置').waitFor()
    await batch.settings.getByText('模板分组 + 自主定制').click()
    await batch.settings.getByText('国潮节日').click()
    expect(await accessibilityFindings(page)).toEqual([])
    await batch.settings.getByRole('button', { name: '应用到 3 个模板' }).click()

    const report = page.getByRole('region', { name: '修改 3 个模板的设置' })
    await report.getByText('成功 2 · 失败 1').waitFor()
    await report.getByRole('row', { name: /海浪 失败 服务器出错/ }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.unroute(failing)
    await report.getByRole('button', { name: '重试失败项' }).click()
    await page.getByText(/^操作成功：.* 3 个模板/).waitFor()
    const now = await Promise.all(templates.map(({ id }) => shop.template(id)))
    expect(now.map((one) => one.productMode)).toEqual(Array(3).fill(productMode.templateCollectionsAndDiy))
    expect(new Set(now.map((one) => one.boundDesignAssetCollectionIds.length))).toEqual(new Set([1]))
    // Settings that were not ticked are unchanged.
    expect(now.map((one) => one.previewPhoneModelId)).toEqual(Array(3).fill(phone.model.id))
    expect(complaints.filter((line) => !/500 \(Internal Server Error\)/.test(line))).toEqual([])
  })

  test('a picture is put into the layers of a name of the ticked templates, each template with its result', async () => {
    const stored = await shop.picture(picture)
    const replaced = await shop.group('换图')
    const stroke = { color: '#e5484d', width: 6, style: 'SOLID', opacity: 100, offset: 0 } as const
    const main = { uuid: '主图', width: 250, height: 522, originalWidth: 500, originalHeight: 1044 }
    const layers = [layerRow(stored, { ...main, index: 0, stroke }), layerRow(stored, { ...main, uuid: '贴纸', index: 1 })]
    const made = [
      await shop.create(replaced, { name: '甲', layers }),
      await shop.create(replaced, { name: '乙', layers: layers.slice(0, 1) }),
      await shop.create(replaced, { name: '丙', layers: [layerRow(stored, { ...main, uuid: '边框', index: 0 })] }),
    ]
    await enterWith(page, baseUrl, shop.token, `/app/design_template?collection=${replaced}`)
    await batch.tickPage()
    await batch.bulkAction('图层换成…').click()
    const dialog = batch.dialogNamed(/^把图层换成另一张图片/)
    await dialog.getByText('主图（2 个模板）').waitFor()
    await dialog.locator('input[type=file]').setInputFiles(await pngPicture('新图.png', 400, 200))
    await dialog.getByRole('img', { name: '换成的图片' }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: '替换 2 个模板' }).click()
    await page.getByText(/^操作成功：.* 2 个模板/).waitFor()
    const now = await Promise.all(made.map(({ id }) => shop.template(id)))
    for (const template of now.slice(0, 2)) {
      // The centre and the width stay; the outline and the thumbnail are made anew.
      expect(template.layers[0]).toMatchObject({ name: '主图', width: 250, height: 125, left: 100, top: 298.5, stroke })
      expect(template.layers[0]?.imageFileId).not.toBe(stored.fileId)
      expect(template.layers[0]?.strokeSvgData).toContain('<svg')
      expect(template.thumbnail).not.toBeNull()
    }
    expect(now[0]?.layers[1]?.imageFileId).toBe(stored.fileId)
    expect(now[2]?.revision).toBe(made[2]?.revision)
    expect(complaints).toEqual([])
  })
})
