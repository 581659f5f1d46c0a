/** 填毫米: the millimetres of many wireframes in one table, with the clicks that it takes. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { WireframesPage } from './pages/wireframes-page'
import { accessibilityFindings } from './support/axe'
import { journey } from './support/journey'
import { type Made, uploadPicture } from './support/shop'

let page: Page
let complaints: string[]
let wireframes: WireframesPage

const seller = journey('尺寸店', (opened) => {
  ;({ page, complaints } = opened)
  wireframes = new WireframesPage(page)
})
const { call, baseUrl } = seller

const names = [
  ...['iPhone 17 Pro Max', 'iPhone 17 Pro', 'iPhone 17', 'iPhone Air', 'iPhone 16 Pro Max', 'iPhone 16 Pro', 'iPhone 16 Plus'],
  ...['iPhone 16', 'iPhone 16e', 'iPhone 15 Pro Max', 'iPhone 15 Pro', 'iPhone 15 Plus', 'iPhone 15', 'iPhone 14 Pro Max'],
]
const colorNames = ['黑色', '白色', '远峰蓝']
const count = names.length * colorNames.length

interface Sku {
  readonly wireframeId: number
}
interface Frame {
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly printArea: unknown
}

let brandId: number
let modelIds: readonly number[]
/** The wireframes of a page's list, in its order. */
const stored = async (): Promise<Frame[]> => {
  const skus = await call<Sku[]>('GET', `/api/phone_case_skus?phoneModelIds=${modelIds.join(',')}`)
  const ids = skus.map(({ wireframeId }) => wireframeId)
  return call<Frame[]>('GET', `/api/phone_case_wireframes?ids=${ids.join(',')}`)
}
const withMm = async () => (await stored()).filter(({ widthMm, heightMm }) => widthMm !== null && heightMm !== null).length

/** A frame with a transparent middle, as sellers have them: 500 × 964 px with a border of 24 px. */
const frame =
  '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="964"><path d="M0 0H500V964H0zM24 24V940H476V24z" fill="#fff" fill-rule="evenodd"/></svg>'

beforeAll(async () => {
  brandId = (await call<Made>('POST', '/api/phone_brands', { name: '苹果' })).id
  const models = await call<Made[]>('POST', `/api/phone_brands/${brandId}/phone_models/batch`, { names })
  modelIds = models.map(({ id }) => id)
  const { id: materialId } = await call<Made>('POST', '/api/phone_case_materials', { name: '加厚防摔液态硅胶全包保护壳' })
  const buffer = await sharp(Buffer.from(frame)).png().toBuffer()
  const picture = await uploadPicture(call, baseUrl, 4, {
    name: '前.png',
    mimeType: 'image/png',
    buffer,
    width: 500,
    height: 964,
  })
  for (const name of colorNames) {
    const color = { name, defaultBackgroundColor: '#336699' }
    const { id } = await call<Made>('POST', `/api/phone_case_materials/${materialId}/colors`, color)
    const wireframe = { width: 500, height: 964, foregroundImageFileId: picture.id }
    const ids = { phoneBrandId: brandId, materialId, materialColorId: id, wireframeId: null, enabled: false }
    const items = modelIds.map((phoneModelId) => ({ ...ids, phoneModelId, wireframe }))
    await call('POST', '/api/phone_case_skus/batch', { items })
  }
})

declare global {
  interface Window {
    clicks: number
  }
}
/** Counts what the seller clicks from now on. */
const countClicks = () =>
  page.evaluate(() => {
    window.clicks = 0
    addEventListener('click', ({ isTrusted }) => isTrusted && window.clicks++, true)
  })
const clicks = () => page.evaluate(() => window.clicks)
const table = () => wireframes.dialog.getByRole('table', { name: '线框图的毫米尺寸' })
const field = (side: '宽' | '高', model: string, color = '黑色') =>
  wireframes.dialog.getByRole('textbox', { name: `「苹果 ${model} 加厚防摔液态硅胶全包保护壳 ${color}」的${side}（毫米）` })
const apply = (n: number) => wireframes.dialog.getByRole('button', { name: `填写 ${n} 张`, exact: true })

beforeEach(async () => {
  await seller.visit(`/app/phone_case_material/wireframe?brand=${brandId}`)
  await wireframes.rows.first().waitFor()
  await countClicks()
})

test('all wireframes without millimetres get those of the library in two clicks, and the toast takes them back', async () => {
  await page.getByRole('button', { name: '填毫米' }).click()
  await table().waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await apply(count).click()
  await expect.poll(withMm).toBe(count)
  expect(await clicks()).toBe(2)
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await expect.poll(withMm).toBe(0)
  expect(complaints).toEqual([])
})

test('ticked wireframes take a column of Excel in six clicks, what disagrees with the picture is named, and the keyboard goes down', async () => {
  await page.getByRole('combobox', { name: '型号' }).click()
  await page.getByRole('option', { name: `全部 ${names.length} 个型号` }).click()
  await expect.poll(() => wireframes.rows.count()).toBe(5)
  await wireframes.tickPage()
  await page.getByRole('button', { name: `选择全部 ${count} 条` }).click()
  await wireframes.runBulkAction('填毫米')
  await table().waitFor()
  // The first two models have three colours each: one row reads as no length, one has other proportions.
  const column = ['宽\t高', '79.2\t165.4', '79.2\t165.4', '7.92cm\t165.4', '', '七十五\t150', '160.5×76.9', '60\t150.2']
  await wireframes.pasteText(field('宽', 'iPhone 17 Pro Max'), column.join('\r\n'))
  await expect.poll(() => field('宽', 'iPhone 17 Pro', '白色').inputValue()).toBe('七十五')
  await wireframes.dialog.getByText('1 张填写有误，改好或取消勾选').waitFor()
  expect(await apply(count - 1).isDisabled()).toBe(true)
  await wireframes.dialog.getByText(/与图片的比例不一致.*苹果 iPhone 17（比例不符：相差 \d/).waitFor()

  await field('宽', 'iPhone 17 Pro', '白色').focus()
  await page.keyboard.type('75.5 mm')
  await page.keyboard.press('Enter')
  expect(await field('宽', 'iPhone 17 Pro', '远峰蓝').evaluate((own) => own === document.activeElement)).toBe(true)
  expect(await field('宽', 'iPhone 17 Pro', '远峰蓝').inputValue()).toBe('76.9')
  expect(await field('宽', 'iPhone 17 Pro', '白色').inputValue()).toBe('75.5')
  await apply(count).click()
  await expect.poll(withMm).toBe(count)
  expect(await clicks()).toBeLessThanOrEqual(6)
  const sizes = (await stored()).map(({ widthMm, heightMm }) => `${widthMm}×${heightMm}`)
  expect(sizes).toEqual(expect.arrayContaining(['79.2×165.4', '75.5×150', '76.9×160.5', '60×150.2']))
  expect(complaints).toEqual([])
})

test('the foreground’s hole becomes the print area where the seller wants it', async () => {
  await page.getByRole('button', { name: '填毫米' }).click()
  await table().waitFor()
  await wireframes.dialog.getByText('同时用前景图透明的部分').click()
  await wireframes.dialog.getByRole('checkbox', { name: '选择全部' }).check({ force: true })
  await apply(count).click()
  const area = { left: 24, right: 24, top: 24, bottom: 24 }
  await expect.poll(async () => (await stored()).filter(({ printArea }) => printArea !== null).length).toBe(count)
  expect((await stored())[0]?.printArea).toEqual(area)
  expect(complaints).toEqual([])
})
