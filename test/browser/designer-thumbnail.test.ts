/** The picture that the canvas exports of a design. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CanvasPage, type LayerChange } from './pages/canvas-page'
import type { Harness } from './support/canvas-harness'
import { halfPicture, plain } from './support/canvas-pictures'
import { pngFile } from './support/harness-page'

declare const harness: Harness

let canvas: CanvasPage
let page: Page
const red: readonly [string, LayerChange] = ['red', { imageUrl: '/files/red.png', left: 50, top: 100 }]

beforeAll(async () => {
  canvas = await CanvasPage.open({
    '/files/red.png': pngFile(await plain('#ff0000')),
    '/files/green.png': pngFile(await plain('#00ff00')),
    '/files/half.png': pngFile(await halfPicture()),
  })
  page = canvas.page
})
afterEach(() => {
  expect(canvas.harness.complaints().filter((line) => !line.includes('missing.png'))).toEqual([])
})
afterAll(() => canvas?.harness.close())

describe('the exported picture of a design', () => {
  test('the thumbnail is 600 px high, as wide as the canvas, and has each layer where the document says', async () => {
    await canvas.show([
      ['red', { imageUrl: '/files/red.png', left: -50, top: 0, width: 100, height: 100 }],
      ['half', { imageUrl: '/files/half.png', left: 200, top: 500, width: 200, height: 200, horizontalFlip: true }],
      ['green', { imageUrl: '/files/green.png', left: 0, top: 900, hidden: true }],
    ])
    const points = [
      { x: 20, y: 50 },
      { x: 80, y: 50 },
      { x: 250, y: 600 },
      { x: 350, y: 600 },
      { x: 50, y: 950 },
    ]
    const made = await page.evaluate((wanted) => harness.thumbnail(wanted), points)
    expect(made).toMatchObject({ type: 'image/png', width: 287, height: 600 })
    expect(made.pixels).toEqual([
      [255, 0, 0, 255],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 170, 0, 255],
      [0, 0, 0, 0],
    ])
  })

  test("the thumbnail is refused with the layer's name while a picture is missing", async () => {
    await canvas.show([red, ['lost', { name: '海边', imageUrl: '/files/missing.png', left: 200, top: 300 }]])
    const refusal = await page.evaluate(() => harness.thumbnailRefusal())
    expect(refusal).toMatch(/^图片导出失败，「海边」的图片没有加载成功/)
    expect(refusal).not.toContain('red')
  })

  test('a thumbnail that the engine cannot encode is reported with what to do', async () => {
    await canvas.show([red])
    const refusal = await page.evaluate(async () => {
      const { toBlob } = HTMLCanvasElement.prototype
      HTMLCanvasElement.prototype.toBlob = (callback) => callback(null)
      const refusal = await harness.thumbnailRefusal()
      HTMLCanvasElement.prototype.toBlob = toBlob
      return refusal
    })
    expect(refusal).toBe('图片导出失败，可能是内存不足，请关闭一些页面后重试；仍然不行请刷新页面')
  })
})
