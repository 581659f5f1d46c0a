/** Rulers, guides, grid and snapping by mouse and keyboard. */
import { beforeAll, expect, test } from 'vitest'
import type { Template } from '../../contract/types'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { pngPicture } from './support/pictures'

const suite = designerSuite('设计器 标尺')
let design: Template

beforeAll(async () => {
  const flower = await suite.shop.picture(await pngPicture('花.png', 640, 640))
  design = await suite.template(
    [
      layerRow(flower, {
        uuid: '花',
        name: '花',
        index: 0,
        left: 100,
        top: 400,
        width: 200,
        height: 200,
        originalWidth: 640,
        originalHeight: 640,
      }),
    ],
    { name: '标尺' },
  )
})

test('a guide is dragged out of the ruler, a layer snaps to it, it is moved by keys, saved, and dragged back', async () => {
  const { page, designer, complaints } = await suite.open(design.id)
  await page.keyboard.press('Shift+R')
  const ruler = page.locator('.designer-ruler[data-axis="y"]')
  const box = await ruler.boundingBox()
  if (!box) throw new Error('no ruler')
  const centre = await designer.centreOf('花')
  const zoom = await page.evaluate(() => {
    const event = new CustomEvent('designer-probe', { detail: { probe: null as null | { zoom(): number } } })
    document.querySelector('[data-designer-canvas]')?.dispatchEvent(event)
    return event.detail.probe?.zoom() ?? 1
  })
  // Out of the left ruler, to 60 px right of the layer's right side.
  const target = centre.x + 160 * zoom
  await page.mouse.move(box.x + 8, centre.y)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, centre.y, { steps: 3 })
  await page.mouse.move(target, centre.y, { steps: 5 })
  await page.mouse.up()
  const guide = page.getByRole('button', { name: /竖直参考线/ })
  await guide.waitFor()
  const at = Number((await guide.getAttribute('aria-label'))?.match(/[\d.]+/)?.[0])
  expect(Math.abs(at - 360)).toBeLessThanOrEqual(2)

  await designer.drag(centre, { x: 59 * zoom, y: 0 })
  expect((await designer.layerBox()).left).toBe(at - 200)

  await guide.focus()
  await page.keyboard.press('ArrowRight')
  await designer.save()
  expect((await suite.shop.template(design.id)).guides).toEqual({ x: [at + 1], y: [] })

  await page.reload()
  await designer.ready()
  const again = page.getByRole('button', { name: /竖直参考线/ })
  const line = await again.boundingBox()
  if (!line) throw new Error('the guide is gone')
  await page.mouse.move(line.x + 3, centre.y + 150)
  await page.mouse.down()
  await page.mouse.move(box.x + 8, centre.y + 150, { steps: 5 })
  await page.mouse.up()
  await again.waitFor({ state: 'detached' })

  // With snapping off the layer goes where the mouse puts it, beside the middle of the canvas.
  await page.keyboard.press('Shift+S')
  await designer.select('花')
  const before = (await designer.layerBox()).left
  const now = await designer.centreOf('花')
  await designer.drag(now, { x: (151 - before) * zoom, y: 0 })
  expect((await designer.layerBox()).left).not.toBe(150)
  await page.keyboard.press('Shift+S')
  expect(complaints).toEqual([])
})

test('a guide is placed by a typed value and stepped, and deleted by key', async () => {
  const { page, complaints } = await suite.open(design.id)
  await page.keyboard.press('Shift+R')
  const ruler = await page.locator('.designer-ruler[data-axis="x"]').boundingBox()
  if (!ruler) throw new Error('no ruler')
  await page.mouse.move(ruler.x + 200, ruler.y + 8)
  await page.mouse.down()
  await page.mouse.move(ruler.x + 200, ruler.y + 200, { steps: 5 })
  await page.mouse.up()
  const guides = page.getByRole('button', { name: /水平参考线/ })
  await guides.waitFor()
  const where = () => guides.evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-label')?.match(/[\d.]+/)?.[0])))
  const [dropped = 0] = await where()

  // Each step by key keeps the focus on the line.
  await guides.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(where).toEqual([dropped + 11])
  await page.keyboard.press('Enter')
  const field = page.getByRole('group', { name: '参考线位置' }).getByRole('textbox')
  await field.fill('100+20')
  await field.press('Enter')
  await expect.poll(where).toEqual([120])
  await field.press('ArrowUp')
  await field.press('ArrowUp')
  await expect.poll(where).toEqual([122])
  await page.keyboard.press('Escape')
  await guides.focus()
  await page.keyboard.press('Delete')
  await guides.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})
