/** What a seller is told before print: in the list, on the layer, and once before a save; and what a reload finds after a bad one. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TemplateLayerWrite } from '../../contract/types'
import { DesignerPage } from './pages/designer-page'
import { newPage, openBrowser } from './support/browser'
import { layerRow, openShop, type Shop } from './support/designs'
import { pngPicture } from './support/pictures'

let browser: Browser
let shop: Shop
let collectionId: number
let small: { readonly fileId: number; readonly url: string }
let large: { readonly fileId: number; readonly url: string }
/** A phone whose size in millimetres is known. */
let phone: {
  previewPhoneModelId: number
  previewMaterialColorId: number
  wireframe: { id: number; layers: { imageUrl: string }[] }
}
const baseUrl = inject('baseUrl')

beforeAll(async () => {
  browser = await openBrowser()
  shop = await openShop(baseUrl)
  collectionId = await shop.group('设计器 检查')
  small = await shop.picture(await pngPicture('小图.png', 64, 64))
  large = await shop.picture(await pngPicture('大图.png', 900, 900))
  phone = await measuredPhone()
})
afterAll(() => browser?.close())

async function measuredPhone(): Promise<typeof phone> {
  type Sku = { phoneModelId: number; materialColorId: number; wireframeId: number | null }
  type Wire = { id: number; widthMm: number | null; layers: { imageUrl: string }[] }
  const brands = await shop.call<{ id: number }[]>('GET', '/api/phone_brands')
  for (const brand of brands) {
    const models = await shop.call<{ id: number }[]>('GET', `/api/phone_brands/${brand.id}/phone_models`)
    for (const model of models) {
      const skus = await shop.call<Sku[]>('GET', `/api/phone_case_skus?phoneModelIds=${model.id}`)
      const sku = skus.find((one) => one.wireframeId !== null)
      if (!sku) continue
      const [wireframe] = await shop.call<Wire[]>('GET', `/api/phone_case_wireframes?ids=${sku.wireframeId}`)
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
  return shop.create(collectionId, { name: '检查', layers, previewPhoneModelId, previewMaterialColorId })
}
const address = (design: 'new' | number) => `${baseUrl}/app/design_template?group=${collectionId}&design=${design}`

async function open(design: 'new' | number, before?: (page: Page) => Promise<unknown>) {
  const { page, context, complaints } = await newPage(browser, { width: 1440, height: 900 })
  await context.addInitScript(() => localStorage.setItem('kejiang.serviceAgreement', 'accepted'))
  await before?.(page)
  await page.goto(`${address(design)}&token=${shop.token}`)
  const designer = new DesignerPage(page, page)
  await designer.ready()
  return { page, context, complaints, designer, list: page.getByRole('region', { name: '印刷检查' }) }
}

describe('the checks', () => {
  test('tell each picture’s resolution, and list what to look at, each selecting its layer', async () => {
    const { id } = await template(
      sharp('清楚', 0),
      blurred('模糊', 1),
      sharp('在外面', 2, { left: -900 }),
      sharp('藏着', 3, { hidden: true }),
    )
    const { designer, page, context, complaints } = await open(id)
    const row = (name: string) => designer.layers.filter({ hasText: name })
    await row('模糊').locator('.designer-dpi.is-poor').waitFor()
    expect(await row('清楚').locator('.designer-dpi').count()).toBe(0)

    await page.getByRole('button', { name: '检查 3' }).click()
    const items = page.locator('.designer-checks .designer-problem')
    expect(await items.allTextContents()).toEqual([
      expect.stringMatching(/^「模糊」清晰度为 \d+ DPI/),
      expect.stringMatching(/^「在外面」在打印区域之外/),
      expect.stringMatching(/^「藏着」已隐藏/),
    ])
    await items.first().click()
    await designer.layer('模糊').and(page.locator('[aria-pressed=true]')).waitFor()
    expect(await page.locator('.designer-right .designer-dpi').textContent()).toMatch(/^\d+ DPI模糊$/)
    await designer.select('清楚')
    await page.locator('.designer-right .designer-dpi.is-good').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('ask once before a save, never block it, and 去修改 saves nothing', async () => {
    const { id, revision } = await template(blurred('模糊', 0))
    const { designer, context } = await open(id)
    const question = designer.dialog('保存前请检查')
    await designer.rename('第一次')
    await designer.button('保存').click()
    await question.getByText('「模糊」清晰度为').waitFor()
    await question.getByRole('button', { name: '去修改' }).click()
    await question.waitFor({ state: 'hidden' })
    expect((await shop.template(id)).revision).toBe(revision)

    await designer.button('保存').click()
    await question.getByRole('button', { name: '仍然保存' }).click()
    await designer.said('保存成功').waitFor()
    expect((await shop.template(id)).name).toBe('第一次')
    // The same again is not asked about.
    await designer.rename('第二次')
    await designer.button('保存').click()
    await designer.saveState.and(designer.page.locator('.is-clean')).waitFor()
    expect(await question.isVisible()).toBe(false)
    expect((await shop.template(id)).name).toBe('第二次')
    await context.close()
  })

  test('choosing a problem in the question goes to its layer instead of saving', async () => {
    const { id, revision } = await template(sharp('清楚', 0), blurred('模糊', 1))
    const { designer, page, context } = await open(id)
    await designer.rename('改名')
    await designer.button('保存').click()
    await designer.dialog('保存前请检查').locator('.designer-problem').first().click()
    await designer.layer('模糊').and(page.locator('[aria-pressed=true]')).waitFor()
    expect((await shop.template(id)).revision).toBe(revision)
    await context.close()
  })

  test('say that the phone’s picture did not load, and draw it once it does', async () => {
    const { id } = await template(sharp('清楚', 0))
    const lost = `**${new URL(phone.wireframe.layers[0]?.imageUrl ?? '', baseUrl).pathname}*`
    const { page, context } = await open(id, (one) => one.route(lost, (route) => route.abort()))
    const alert = page.locator('.designer-canvas-alert')
    await alert.getByText('线框图的图片没有加载成功').waitFor()
    await page.unroute(lost)
    await alert.getByRole('button', { name: '重新加载' }).click()
    await alert.waitFor({ state: 'detached' })
    await context.close()
  })
})

describe('a save', () => {
  test('that gets its row and fails after that is found again by a reload', async () => {
    const { designer, page, context } = await open('new')
    await designer.upload(await pngPicture('新图.png', 900, 900))
    await designer.rename('半路')
    let lose = true
    await page.route('**/api/design_templates', async (route) => {
      if (route.request().method() !== 'POST' || !lose) return route.continue()
      // Made, but the answer never arrives.
      lose = false
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
      const question = designer.dialog('保存前请检查')
      await question.or(page.locator('.designer-save-error')).first().waitFor()
      if (await question.isVisible()) await question.getByRole('button', { name: '仍然保存' }).click()
      await page.locator('.designer-save-error').waitFor()
    }
    await press()
    expect(page.url()).toContain('design=new')
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
    expect((await shop.templates(collectionId)).filter((one) => one.name.startsWith('半路')).map((one) => one.name)).toEqual([
      '半路之后',
    ])
    await context.close()
  })

  test('somebody else was faster with shows both versions beside each other', async () => {
    const { id } = await template(sharp('原图', 0))
    const { designer, page, context } = await open(id)
    await shop.saveOver(id, (body) => ({ ...body, name: '他们的', layers: [...body.layers, sharp('他们的图', 1)] }))
    await designer.rename('我的')
    await designer.button('保存').click()
    const dialog = designer.dialog('模板已被修改')
    const version = (name: string) => dialog.getByRole('figure', { name })
    await version('我的修改').getByRole('img').waitFor()
    await version('最新版本').getByRole('img').waitFor()
    expect(await version('我的修改').textContent()).toContain('我的1 个图层')
    expect(await version('最新版本').textContent()).toContain('他们的2 个图层')
    await dialog.getByRole('button', { name: '载入最新版本' }).click()
    await designer.layer('他们的图').waitFor()
    expect(await page.locator('.designer-version').count()).toBe(0)
    await context.close()
  })
})

test('a design of 300 layers opens, moves by key, and is saved whole', async () => {
  const many = Array.from({ length: 300 }, (_, i) =>
    sharp(`层${i}`, i, { left: (i % 15) * 30, top: Math.floor(i / 15) * 50, width: 28, height: 28, rotation: i % 90 }),
  )
  const { id } = await template(...many)
  const { designer, context, complaints } = await open(id)
  expect(await designer.layers.count()).toBe(300)
  await designer.select('层299')
  const { left } = await designer.place()
  await designer.canvas.focus()
  await designer.page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await designer.place()).left).toBe(left + 1)
  await designer.save()
  const saved = await shop.template(id)
  expect(saved.layers).toHaveLength(300)
  expect(saved.layers[299]?.left).toBe(left + 1)
  expect(complaints).toEqual([])
  await context.close()
})
