/**
 * The designer's checks before print, in the list, on the layer and before a save; and the retry and reload after a failed save.
 */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TemplateLayerWrite, Wireframe } from '../../contract/types'
import { wireframeFrame } from '../../design/geometry/wireframe'
import { allTests } from '../setup/size'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { pngPicture } from './support/pictures'

const suite = designerSuite('设计器 检查')
let small: { readonly fileId: number; readonly url: string }
let large: { readonly fileId: number; readonly url: string }
/** A phone whose wireframe has its size in millimetres. */
let phone: {
  previewPhoneModelId: number
  previewMaterialColorId: number
  wireframe: Wireframe
}

beforeAll(async () => {
  small = await suite.shop.picture(await pngPicture('小图.png', 64, 64))
  large = await suite.shop.picture(await pngPicture('大图.png', 900, 900))
  phone = await measuredPhone()
})

async function measuredPhone(): Promise<typeof phone> {
  type Sku = { phoneModelId: number; materialColorId: number; wireframeId: number | null }
  const brands = await suite.shop.call<{ id: number }[]>('GET', '/api/phone_brands')
  for (const brand of brands) {
    const models = await suite.shop.call<{ id: number }[]>('GET', `/api/phone_brands/${brand.id}/phone_models`)
    for (const model of models) {
      const skus = await suite.shop.call<Sku[]>('GET', `/api/phone_case_skus?phoneModelIds=${model.id}`)
      const sku = skus.find((one) => one.wireframeId !== null)
      if (!sku) continue
      const [wireframe] = await suite.shop.call<Wireframe[]>('GET', `/api/phone_case_wireframes?ids=${sku.wireframeId}`)
      if (!wireframe || wireframe.widthMm === null) continue
      return { previewPhoneModelId: model.id, previewMaterialColorId: sku.materialColorId, wireframe }
    }
  }
  throw new Error('the demo shop has no phone with a size in mm')
}

const sharp = (uuid: string, index: number, change: Partial<TemplateLayerWrite> = {}) =>
  layerRow(large, { uuid, index, left: 150, top: 300, originalWidth: 900, originalHeight: 900, ...change })
const blurred = (uuid: string, index: number, change: Partial<TemplateLayerWrite> = {}) =>
  layerRow(small, { uuid, index, left: 150, top: 500, originalWidth: 64, originalHeight: 64, ...change })

const template = (...layers: TemplateLayerWrite[]) => {
  const { previewPhoneModelId, previewMaterialColorId } = phone
  return suite.template(layers, { name: '检查', previewPhoneModelId, previewMaterialColorId })
}

async function open(design: 'new' | number, before?: (page: Page) => Promise<unknown>) {
  const opened = await suite.open(design, before && { before })
  return { ...opened, list: opened.page.getByRole('region', { name: '印刷检查' }) }
}

describe('the checks of a design', () => {
  test("the checks show each picture's resolution and list the problems, each of which selects its layer", async () => {
    const { id } = await template(
      sharp('清楚', 0),
      blurred('模糊', 1),
      sharp('在外面', 2, { left: -900 }),
      sharp('藏着', 3, { hidden: true }),
    )
    const { designer, page, complaints } = await open(id)
    const row = (name: string) => designer.layers.filter({ hasText: name })
    await row('模糊').locator('.designer-dpi.is-poor').waitFor()
    expect(await row('清楚').locator('.designer-dpi').count()).toBe(0)

    await page.getByRole('button', { name: '检查 3' }).click()
    const items = page.locator('.designer-checks .designer-problem')
    expect(await items.allTextContents()).toEqual([
      expect.stringMatching(/^「模糊」分辨率过低：\d+ DPI/),
      expect.stringMatching(/^「在外面」在打印区域之外/),
      expect.stringMatching(/^「藏着」已隐藏/),
    ])
    await items.first().click()
    await designer.layer('模糊').and(page.locator('[aria-pressed=true]')).waitFor()
    expect(await page.locator('.designer-properties .designer-dpi').textContent()).toMatch(/^\d+ DPI分辨率过低$/)
    await designer.select('清楚')
    await page.locator('.designer-properties .designer-dpi.is-good').waitFor()
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('position and size are shown and set in millimetres of the preview phone, to the hundredth', async () => {
    const { id, width, height } = await template(sharp('清楚', 0))
    const { designer, page } = await open(id)
    const { wireframe } = phone
    const mm = (wireframe.widthMm ?? 0) / wireframeFrame({ width, height }, wireframe).frame.width
    await designer.select('清楚')
    await page.getByRole('group', { name: '位置与大小' }).getByText('毫米', { exact: true }).click()
    const field = (name: string) => designer.field(`${name}（毫米）`)
    expect(await field('左').inputValue()).toBe(String(Number((150 * mm).toFixed(2))))
    expect(await field('宽').inputValue()).toBe(String(Number((200 * mm).toFixed(2))))
    const type = async (name: string, text: string) => {
      await field(name).fill(text)
      await field(name).press('Enter')
    }
    await type('左', '12.34')
    await type('宽', '25')
    expect(await field('宽').inputValue()).toBe('25')
    // The proportions are kept in millimetres too.
    expect(await field('高').inputValue()).toBe('25')
    await designer.save()
    const [saved] = (await suite.shop.template(id)).layers
    expect(saved?.left).toBeCloseTo(12.34 / mm, 1)
    expect(saved?.width).toBeCloseTo(25 / mm, 1)
    await page.getByRole('group', { name: '位置与大小' }).getByText('像素', { exact: true }).click()
    expect((await designer.layerBox()).width).toBeCloseTo(25 / mm, 1)
  })

  test('the checks ask once before a save without blocking it, and going back to a problem saves nothing', async () => {
    const { id, revision } = await template(sharp('清楚', 0), blurred('模糊', 1))
    const { designer, page } = await open(id)
    const confirmation = designer.dialogWith('保存前请检查')
    await designer.rename('第一次')
    await designer.button('保存').click()
    await confirmation.locator('.designer-problem').filter({ hasText: '「模糊」分辨率过低' }).click()
    await confirmation.waitFor({ state: 'hidden' })
    await designer.layer('模糊').and(page.locator('[aria-pressed=true]')).waitFor()
    await designer.button('保存').click()
    await confirmation.getByRole('button', { name: '去修改' }).click()
    await confirmation.waitFor({ state: 'hidden' })
    expect((await suite.shop.template(id)).revision).toBe(revision)

    await designer.button('保存').click()
    await confirmation.getByRole('button', { name: '仍然保存' }).click()
    await designer.saveState.and(page.locator('.is-clean')).waitFor()
    expect((await suite.shop.template(id)).name).toBe('第一次')
    // The same problems are not asked about again.
    await designer.rename('第二次')
    await designer.button('保存').click()
    await designer.saveState.and(page.locator('.is-clean')).waitFor()
    expect(await confirmation.isVisible()).toBe(false)
    expect((await suite.shop.template(id)).name).toBe('第二次')
  })

  test.runIf(allTests)('a wireframe picture that failed to load is reported, and drawn once it loads', async () => {
    const { id } = await template(sharp('清楚', 0))
    const lost = `**${new URL(phone.wireframe.layers[0]?.imageUrl ?? '', suite.baseUrl).pathname}*`
    const { page } = await open(id, (one) => one.route(lost, (route) => route.abort()))
    const alert = page.locator('.designer-canvas-alert')
    await alert.getByText('线框图的图片没有加载成功').waitFor()
    await page.unroute(lost)
    await alert.getByRole('button', { name: '重新加载' }).click()
    await alert.waitFor({ state: 'detached' })
  })
})

describe('saving under failures', () => {
  test('after a lost response and a failed update, a reload and a retry save one template', async () => {
    const { designer, page } = await open('new')
    await designer.upload(await pngPicture('新图.png', 900, 900))
    await designer.rename('半路')
    let lose = true
    await page.route('**/api/design_templates', async (route) => {
      if (route.request().method() !== 'POST' || !lose) return route.continue()
      // The template is created, but the response is lost, also when the page sends it again by itself.
      await route.fetch()
      return route.abort()
    })
    await page.route(/\/api\/design_templates\/\d+$/, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"internal","message":"出错"}' })
        : route.continue(),
    )
    const press = async () => {
      await designer.button('保存').click()
      const confirmation = designer.dialogWith('保存前请检查')
      const shelf = designer.dialogWith('现在就上架吗')
      await confirmation.or(shelf).first().waitFor()
      if (await confirmation.isVisible()) await confirmation.getByRole('button', { name: '仍然保存' }).click()
      await shelf.getByRole('button', { name: '先保存，不上架' }).click()
      await page.locator('.designer-save-error').waitFor()
    }
    await press()
    expect(page.url()).toContain('design=new')
    lose = false
    await designer.rename('半路之后')
    await page.locator('.designer-save-error').getByRole('button', { name: '重试' }).click()
    await page.waitForURL(/design=\d+/)
    await designer.saveState.and(page.locator('.is-error')).waitFor()

    await page.unroute(/\/api\/design_templates\/\d+$/)
    await page.reload()
    await designer.ready()
    const draft = page.locator('.arco-modal').filter({ hasText: '发现未保存的草稿' })
    await draft.getByRole('button', { name: '恢复草稿' }).click()
    await designer.button('重命名模板「半路之后」').waitFor()
    await designer.save()
    expect(
      (await suite.shop.templates(suite.collectionId)).filter((one) => one.name.startsWith('半路')).map((one) => one.name),
    ).toEqual(['半路之后'])
  })

  test.runIf(allTests)("a save over another seller's newer version shows both versions beside each other", async () => {
    const { id } = await template(sharp('原图', 0))
    const { designer, page } = await open(id)
    await suite.shop.saveOver(id, (body) => ({ ...body, name: '他们的', layers: [...body.layers, sharp('他们的图', 1)] }))
    await designer.rename('我的')
    await designer.button('保存').click()
    const dialog = designer.dialogWith('模板已被修改')
    const version = (name: string) => dialog.getByRole('figure', { name })
    await version('我的修改').getByRole('img').waitFor()
    await version('最新版本').getByRole('img').waitFor()
    expect(await version('我的修改').textContent()).toContain('我的1 个图层')
    expect(await version('最新版本').textContent()).toContain('他们的2 个图层')
    await dialog.getByRole('button', { name: '载入最新版本' }).click()
    await designer.layer('他们的图').waitFor()
    expect(await page.locator('.designer-version').count()).toBe(0)
  })
})

test.runIf(allTests)('a design of 300 layers is opened, edited by key and saved completely', async () => {
  const layers = Array.from({ length: 300 }, (_, i) =>
    sharp(`层${i}`, i, { left: (i % 15) * 30, top: Math.floor(i / 15) * 50, width: 28, height: 28, rotation: i % 90 }),
  )
  const { id } = await template(...layers)
  const { designer, complaints } = await open(id)
  expect(await designer.layers.count()).toBe(300)
  await designer.select('层299')
  const { left } = await designer.layerBox()
  await designer.canvas.focus()
  await designer.page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await designer.layerBox()).left).toBe(left + 1)
  await designer.save()
  const saved = await suite.shop.template(id)
  expect(saved.layers).toHaveLength(300)
  expect(saved.layers[299]?.left).toBe(left + 1)
  expect(complaints).toEqual([])
})
