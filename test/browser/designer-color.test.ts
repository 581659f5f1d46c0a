/** Colours of strokes: picked from the canvas, typed, chosen from the pictures, and remembered. */
import { beforeAll, expect, test } from 'vitest'
import type { Template } from '../../contract/types'
import { StrokeSection } from './pages/designer-stroke'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { pngPicture } from './support/pictures'

const suite = designerSuite('设计器 取色')
const petal = '#e8437a'
const heart = '#ffd23f'
let design: Template

beforeAll(async () => {
  const flower = await suite.shop.picture(await pngPicture('花.png', 640, 640))
  const place = { uuid: '花', name: '花', index: 0, left: 100, top: 400, width: 200, height: 200 }
  design = await suite.template([layerRow(flower, { ...place, originalWidth: 640, originalHeight: 640 })], { name: '取色' })
})

test('a colour is picked from the canvas, typed and chosen from the picture, and the last ones are remembered', async () => {
  const { page, designer, complaints } = await suite.open(design.id)
  await designer.select('花')
  const strokes = new StrokeSection(page)
  await strokes.style('实线')
  const field = strokes.root.getByLabel('颜色', { exact: true })
  const eyedropper = page.getByRole('application', { name: /从画布取色/ })

  // Esc gives up the pick and keeps the selection.
  await designer.button('颜色：从画布取色').click()
  await eyedropper.waitFor()
  await page.keyboard.press('Escape')
  await eyedropper.waitFor({ state: 'detached' })
  await designer.button('颜色：从画布取色').click()
  const centre = await designer.centreOf('花')
  await page.mouse.move(centre.x, centre.y, { steps: 3 })
  const seen = eyedropper.getByText(heart)
  await seen.waitFor()
  // The colour is shown beside the pointer.
  const chip = await seen.boundingBox()
  expect(Math.hypot((chip?.x ?? 0) - centre.x, (chip?.y ?? 0) - centre.y)).toBeLessThan(40)
  await page.mouse.click(centre.x, centre.y)
  await eyedropper.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe(heart)
  await strokes.settled()

  await designer.button('颜色：更多颜色').click()
  await designer.button(`颜色：图中 ${petal}`).click()
  expect(await field.inputValue()).toBe(petal)
  await strokes.settled()
  const digits = strokes.root.getByLabel('颜色：色值')
  await digits.fill('0AF')
  await digits.press('Enter')
  expect(await field.inputValue()).toBe('#00aaff')
  await strokes.settled()

  // Each choice is one step.
  await digits.blur()
  await page.keyboard.press('Control+z')
  expect(await field.inputValue()).toBe(petal)
  await designer.save()
  expect((await suite.shop.template(design.id)).layers[0]?.stroke?.color).toBe(petal)

  await page.reload()
  await designer.ready()
  await designer.select('花')
  await designer.button('颜色：更多颜色').click()
  const recent = strokes.root.getByRole('button', { name: /^颜色：最近/ })
  expect(await recent.evaluateAll((buttons) => buttons.map((one) => one.getAttribute('title')))).toEqual([
    '#00aaff',
    petal,
    heart,
  ])
  expect(complaints).toEqual([])
})
