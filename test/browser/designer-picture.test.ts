/** What is saved looks as it was drawn, looks the same again, and an open designer leaves nothing behind. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Template } from '../../contract/types'
import { meanDifference, type Pixels, pixelsOf } from './support/compare'
import { studio } from './support/designer'
import { layerRow } from './support/designs'
import { jpegPicture, pngPicture } from './support/pictures'

const desk = studio('设计器 画面')
let design: Template

/** 856 px high, the canvas part is 800 px and the design 600 px on the screen: as large as its thumbnail. */
const asLargeAsItsThumbnail = { width: 1440, height: 856 }

beforeAll(async () => {
  const { shop } = desk
  const photo = await shop.picture(await jpegPicture('背景照片.jpg', 300, 450))
  const flower = await shop.picture(await pngPicture('花.png', 640, 640))
  const leaf = await shop.picture(await pngPicture('长花.png', 640, 320))
  const size = (width: number, height: number) => ({ originalWidth: width, originalHeight: height })
  design = await desk.template(
    [
      layerRow(photo, {
        uuid: '背景',
        index: 0,
        isBackground: true,
        left: -98,
        top: 0,
        width: 696,
        height: 1044,
        ...size(300, 450),
      }),
      layerRow(flower, { uuid: '转', index: 1, left: 60, top: 120, width: 260, height: 260, rotation: 33 }),
      layerRow(leaf, {
        uuid: '翻',
        index: 2,
        left: 180,
        top: 300,
        width: 300,
        height: 150,
        horizontalFlip: true,
        ...size(640, 320),
      }),
      layerRow(leaf, {
        uuid: '翻转',
        index: 3,
        left: -60,
        top: 560,
        width: 320,
        height: 160,
        rotation: -71,
        verticalFlip: true,
        ...size(640, 320),
      }),
      layerRow(flower, { uuid: '出界', index: 4, left: 380, top: 800, width: 220, height: 220, rotation: 12 }),
      layerRow(flower, { uuid: '隐藏', index: 5, left: 0, top: 0, width: 500, height: 500, hidden: true }),
    ],
    { name: '画面' },
  )
})

async function open(id = design.id, before?: (page: Page) => Promise<unknown>) {
  const opened = await desk.open(id, { ...asLargeAsItsThumbnail, ...(before && { before }) })
  await opened.page.waitForLoadState('networkidle')
  return opened
}

/** The design as it is on the screen, each layer's picture drawn. */
async function shown(page: Page): Promise<Pixels> {
  const clip = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    type Probe = { clientPoint(point: { x: number; y: number }): { x: number; y: number } }
    const event = new CustomEvent('designer-probe', { detail: { probe: null as Probe | null } })
    document.querySelector('[data-designer-canvas]')?.dispatchEvent(event)
    const { probe } = event.detail
    if (!probe) throw new Error('no canvas')
    const [from, to] = [probe.clientPoint({ x: 0, y: 0 }), probe.clientPoint({ x: 500, y: 1044 })]
    return { x: Math.round(from.x), y: Math.round(from.y), width: Math.round(to.x - from.x), height: Math.round(to.y - from.y) }
  })
  return pixelsOf(await page.screenshot({ clip }))
}

describe('the thumbnail', () => {
  test('is the canvas, scaled; and reopened the canvas is the same to the pixel', async () => {
    const { page, designer, complaints } = await open()
    const before = await shown(page)
    await designer.rename('画面二')
    await designer.save()
    const { thumbnail } = await desk.shop.template(design.id)
    const made = await pixelsOf(await (await fetch(new URL(thumbnail?.url ?? '', desk.baseUrl))).arrayBuffer())
    expect([made.width, made.height]).toEqual([287, 600])
    expect([before.width, before.height]).toEqual([287, 600])
    const { mean, share } = meanDifference(made, before)
    expect(share).toBeGreaterThan(0.5)
    expect(mean).toBeLessThan(1)

    await page.reload()
    await designer.ready()
    await page.waitForLoadState('networkidle')
    const again = await shown(page)
    expect(Buffer.compare(again.data, before.data)).toBe(0)
    expect(complaints).toEqual([])
  })

  test('is not made while a picture is missing: the save says which, and works once it is there', async () => {
    const lost = design.layers.find((layer) => layer.name === '背景')?.imageUrl ?? ''
    const path = `**${new URL(lost, desk.baseUrl).pathname}`
    const { page, designer } = await open(design.id, (one) => one.route(path, (route) => route.abort()))
    const alert = page.locator('.designer-canvas-alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('「背景」')
    const { revision } = await desk.shop.template(design.id)
    await designer.rename('缺图')
    await designer.button('保存').click()
    await designer.dialog('保存前请检查').getByRole('button', { name: '仍然保存' }).click()
    const error = page.locator('.designer-save-error')
    await error.waitFor()
    expect(await error.textContent()).toContain('图片导出失败，「背景」')
    expect((await desk.shop.template(design.id)).revision).toBe(revision)
    await page.unroute(path)
    await alert.getByRole('button', { name: '重新加载' }).click()
    await alert.waitFor({ state: 'detached' })
    await designer.save()
    expect((await desk.shop.template(design.id)).revision).toBe(revision + 1)
  })
})

describe('opening and closing', () => {
  test('twenty times leaves no canvas, no listener and no heap behind', async () => {
    const { page, context, designer, complaints } = await open()
    const client = await context.newCDPSession(page)
    const measure = async () => {
      // What one collection frees on the page's side the next one frees on the script's side.
      for (let i = 0; i < 3; i++) await client.send('HeapProfiler.collectGarbage')
      const { jsEventListeners, nodes } = await client.send('Memory.getDOMCounters')
      const { usedSize } = await client.send('Runtime.getHeapUsage')
      return { jsEventListeners, nodes, usedSize }
    }
    await designer.close()
    const round = async () => {
      await page.locator('.card-open').first().click()
      await designer.ready()
      await designer.close()
      expect(await page.locator('canvas').count()).toBe(0)
    }
    for (let i = 0; i < 5; i++) await round()
    const early = await measure()
    for (let i = 0; i < 15; i++) await round()
    const late = await measure()
    expect(late.jsEventListeners - early.jsEventListeners).toBeLessThan(30)
    expect(late.nodes - early.nodes).toBeLessThan(300)
    expect(late.usedSize - early.usedSize).toBeLessThan(3_000_000)
    expect(complaints).toEqual([])
  })
})
