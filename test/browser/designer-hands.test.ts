/** What hands expect at the selection: the bar's picture actions, lost layers, sums in fields, selecting by name. */
import { beforeAll, expect, test } from 'vitest'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { pngPicture } from './support/pictures'

const suite = designerSuite('设计器 顺手')
let stored: { readonly fileId: number; readonly url: string }
beforeAll(async () => {
  stored = await suite.shop.picture(await pngPicture('方块.png', 64, 64))
})

async function open(...places: readonly { readonly uuid: string; readonly left: number; readonly top: number }[]) {
  const layers = places.map((place, index) => layerRow(stored, { width: 100, height: 100, ...place, index }))
  const { id } = await suite.template(layers, { name: '顺手' })
  return suite.open(id)
}

test('the bar at a picture crops and replaces it, and its place stays', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 200, top: 400 })
  const centre = await designer.centreOf('a')
  await page.mouse.click(centre.x, centre.y)
  const bar = page.getByRole('group', { name: '所选图层' })
  await bar.getByRole('button', { name: '裁剪图片' }).click()
  await page.getByRole('region', { name: '裁剪图片' }).waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor()
  const before = await designer.layerBox()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), bar.getByRole('button', { name: '替换图片' }).click()])
  const { name, mimeType, buffer } = await pngPicture('圆圈.png', 80, 80)
  await chooser.setFiles({ name, mimeType, buffer })
  await designer.button('撤销').and(page.locator(':not([disabled])')).waitFor()
  expect(await designer.layerBox()).toEqual(before)
  expect(await designer.layers.count()).toBe(1)
  expect(complaints).toEqual([])
})

test('a layer that lies off the canvas is brought back by its menu', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 200, top: 400 }, { uuid: 'lost', left: -900, top: 100 })
  await designer.layer('lost').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '移回画布' }).click()
  const box = await designer.layerBox()
  expect(box.left).toBeGreaterThanOrEqual(0)
  await designer.layer('a').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '水平翻转' }).waitFor()
  expect(await page.getByRole('menuitem', { name: '移回画布' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('fields take sums and per cent, and a name in the search selects all that have it', async () => {
  const places = ['花一', '花二', '草一', '草二'].map((uuid, index) => ({ uuid, left: 40 + 60 * index, top: 120 * (index + 1) }))
  const { page, designer, complaints } = await open(...places)
  await designer.select('草一')
  const left = designer.field('左（像素）')
  await left.fill('100+10%')
  await left.press('Enter')
  await expect.poll(async () => (await designer.layerBox()).left).toBe(110)
  await left.fill('50%')
  await left.press('Enter')
  await expect.poll(async () => (await designer.layerBox()).left).toBe(55)

  const search = page.getByRole('searchbox', { name: '搜索图层' }).or(page.getByLabel('搜索图层')).first()
  await search.fill('花')
  await search.press('Enter')
  await expect
    .poll(() => page.locator('.designer-layer.is-selected .designer-layer-name').allTextContents())
    .toEqual(['花二', '花一'])
  await search.press('Escape')
  await expect.poll(() => designer.layers.count()).toBe(4)
  await page.getByRole('group', { name: '所选图层' }).waitFor()
  expect(complaints).toEqual([])
})

test('a gradient gets a stop by a click, which is moved by mouse and keys and removed by dragging it away', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 200, top: 400 })
  await designer.select('a')
  const effects = page.getByRole('button', { name: '效果', exact: true })
  if ((await effects.getAttribute('aria-expanded')) === 'false') await effects.click()
  await page
    .locator('section, details, div')
    .filter({ has: effects })
    .last()
    .getByRole('button', { name: '添加' })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '渐变叠加' }).click()
  const stops = page.getByRole('slider', { name: /^色标 / })
  await expect.poll(() => stops.count()).toBe(2)
  const line = page.locator('.designer-gradient-bar')
  await line.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const bar = await line.boundingBox()
  if (!bar) throw new Error('no bar')
  await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2)
  await expect.poll(() => stops.count()).toBe(3)
  await expect.poll(() => stops.nth(1).getAttribute('aria-valuenow')).toBe('50')
  await designer.dragMouse(
    { x: bar.x + bar.width / 2, y: bar.y + bar.height / 2 },
    { x: bar.x + bar.width * 0.7, y: bar.y + bar.height / 2 },
  )
  await expect.poll(() => stops.nth(1).getAttribute('aria-valuenow')).toBe('70')
  await stops.nth(1).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => stops.nth(1).getAttribute('aria-valuenow')).toBe('69')
  await designer.dragMouse(
    { x: bar.x + bar.width * 0.69, y: bar.y + bar.height / 2 },
    { x: bar.x + bar.width * 0.69, y: bar.y + bar.height / 2 - 120 },
  )
  await expect.poll(() => stops.count()).toBe(2)
  await page.getByRole('button', { name: '渐变：彩虹' }).click()
  await expect.poll(() => stops.count()).toBe(5)
  await stops.nth(2).focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => stops.count()).toBe(4)
  expect(await designer.layers.count()).toBe(1)
  expect(complaints).toEqual([])
})

test('what is set for several layers applies to each of them in one step: size, outline, and a name finds them', async () => {
  const { page, designer, complaints } = await open(
    { uuid: '花一', left: 60, top: 200 },
    { uuid: '花二', left: 60, top: 400 },
    { uuid: '草', left: 60, top: 600 },
  )
  await page.keyboard.press('Control+f')
  await page.keyboard.type('花')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '已选择 2 个图层' }).waitFor()
  const width = designer.field('宽（像素）')
  await width.fill('150')
  await width.press('Enter')
  await page.getByRole('radio', { name: '实线', exact: true }).check({ force: true })
  await page.getByRole('slider', { name: '粗细' }).waitFor()
  await designer.button('撤销').and(page.locator(':not([disabled])')).waitFor()
  const id = Number(new URL(page.url()).searchParams.get('design'))
  await designer.save()
  const saved = async () =>
    (await suite.shop.template(id)).layers.map(({ name, width, stroke, strokeSvgData }) => [
      name,
      width,
      stroke?.style ?? null,
      strokeSvgData !== null,
    ])
  expect(await saved()).toEqual([
    ['花一', 150, 'SOLID', true],
    ['花二', 150, 'SOLID', true],
    ['草', 100, null, false],
  ])
  await designer.button('撤销').click()
  await designer.save()
  expect((await saved()).map(([, , style]) => style)).toEqual([null, null, null])
  expect(complaints).toEqual([])
})

test('what the camera hides is marked on the canvas by a key, and by the menu again not', async () => {
  const { page, designer, complaints } = await open({ uuid: 'a', left: 0, top: 0 })
  const canvasPicture = () => designer.canvas.screenshot()
  await designer.centreOf('a')
  const plain = await canvasPicture()
  await page.keyboard.press('Shift+O')
  await expect.poll(async () => (await canvasPicture()).equals(plain)).toBe(false)
  await page.getByRole('button', { name: '视图' }).click()
  await page.getByRole('menuitem', { name: /✓ 标出不可见区域/ }).click()
  await expect.poll(async () => (await canvasPicture()).equals(plain)).toBe(true)
  expect(complaints).toEqual([])
})
