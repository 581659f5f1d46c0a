/** The canvas by fingers, as on a tablet: real touch input through the browser's protocol. */
import { beforeAll, expect, test } from 'vitest'
import type { Template } from '../../contract/types'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { fingersOf } from './support/fingers'
import { pngPicture } from './support/pictures'

const suite = designerSuite('设计器 触摸')
let design: Template

beforeAll(async () => {
  const flower = await suite.shop.picture(await pngPicture('花.png', 640, 640))
  const place = { uuid: '花', name: '花', index: 0, left: 100, top: 400, width: 200, height: 200 }
  design = await suite.template([layerRow(flower, { ...place, originalWidth: 640, originalHeight: 640 })], { name: '触摸' })
})

test('fingers select, move, resize and rotate a layer, pinch and pan the canvas, and a long press opens the menu', async () => {
  const tablet: { fingers?: Awaited<ReturnType<typeof fingersOf>> } = {}
  const { page, designer, complaints } = await suite.open(design.id, {
    width: 1180,
    height: 820,
    before: async (opened) => {
      tablet.fingers = await fingersOf(opened)
      await tablet.fingers.emulate()
    },
  })
  const { fingers } = tablet
  if (!fingers) throw new Error('no fingers')
  const zoom = async () => Number((await page.locator('.designer-zoom-value').textContent())?.replace('%', '')) / 100

  const centre = await designer.centreOf('花')
  await fingers.drag(centre, { x: centre.x + 40, y: centre.y + 30 })
  const moved = await designer.layerBox()
  expect(moved.left).toBeGreaterThan(130)
  expect(moved.top).toBeGreaterThan(420)

  // A finger is wider than a pointer: the handle is caught 10 px beside its middle.
  const corner = await designer.handleAt(4)
  await fingers.drag({ x: corner.x + 10, y: corner.y + 10 }, { x: corner.x + 60, y: corner.y + 60 })
  const resized = await designer.layerBox()
  expect(resized.width).toBeGreaterThan(moved.width + 30)
  expect(resized.left).toBeCloseTo(moved.left, 1)

  const turn = await designer.handleAt('rotate')
  await fingers.drag({ x: turn.x + 8, y: turn.y }, { x: turn.x + 90, y: turn.y - 40 })
  expect((await designer.layerBox()).rotation).not.toBe(0)

  // The first finger of a pinch lies on the layer, which stays where it is.
  const before = { zoom: await zoom(), box: await designer.layerBox(), at: await designer.centreOf('花') }
  const at = before.at
  await fingers.down(at)
  await fingers.move({ x: at.x - 6, y: at.y })
  await fingers.down({ x: at.x - 6, y: at.y }, { x: at.x + 60, y: at.y })
  for (const step of [10, 25, 40]) await fingers.move({ x: at.x - 6 - step, y: at.y }, { x: at.x + 60 + step, y: at.y })
  await fingers.up()
  expect(await zoom()).toBeGreaterThan(before.zoom * 1.3)
  expect(await designer.layerBox()).toEqual(before.box)

  const paused = { zoom: await zoom(), at: await designer.centreOf('花') }
  const empty = { x: paused.at.x - 150, y: 160 }
  await fingers.down(empty, { x: empty.x + 60, y: empty.y })
  for (const step of [10, 25, 40]) await fingers.move({ x: empty.x, y: empty.y + step }, { x: empty.x + 60, y: empty.y + step })
  await fingers.up()
  expect((await designer.centreOf('花')).y).toBeGreaterThan(paused.at.y + 25)
  expect(await zoom()).toBeCloseTo(paused.zoom, 1)
  expect(await designer.layerBox()).toEqual(before.box)

  await fingers.down(await designer.centreOf('花'))
  const menu = page.getByRole('menu', { name: '图层菜单' })
  await menu.waitFor()
  await fingers.up()
  await menu.getByRole('menuitem', { name: /锁定/ }).click()
  await menu.waitFor({ state: 'detached' })
  expect(await designer.layerBox()).toEqual(before.box)
  expect(complaints).toEqual([])
})
