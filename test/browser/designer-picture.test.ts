/**
 * The saved thumbnail equals the canvas, a reopened design looks the same, and a closed designer leaves no canvas, listener or
 * memory behind.
 */
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Template } from '../../contract/types'
import { allTests, sized } from '../setup/size'
import { meanDifference, type Pixels, pixelsOf } from './support/compare'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { jpegPicture, pngPicture } from './support/pictures'

const suite = designerSuite('设计器 画面')
let design: Template

/** At a window height of 856 px the canvas area is 800 px and the design 600 px high: as large as its thumbnail. */
const asLargeAsItsThumbnail = { width: 1440, height: 856 }

beforeAll(async () => {
  const { shop } = suite
  const photo = await shop.picture(await jpegPicture('背景照片.jpg', 300, 450))
  const flower = await shop.picture(await pngPicture('花.png', 640, 640))
  const leaf = await shop.picture(await pngPicture('长花.png', 640, 320))
  const size = (width: number, height: number) => ({ originalWidth: width, originalHeight: height })
  design = await suite.template(
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
  const opened = await suite.open(id, { ...asLargeAsItsThumbnail, ...(before && { before }) })
  await opened.page.waitForLoadState('networkidle')
  return opened
}

/** Returns the pixels of the design on the screen, once everything is drawn. */
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

describe('the saved thumbnail', () => {
  test('the thumbnail is the canvas to scale, and a reopened design is drawn identically to the pixel', async () => {
    const { page, designer, complaints } = await open()
    const before = await shown(page)
    await designer.rename('画面二')
    await designer.save()
    const { thumbnail } = await suite.shop.template(design.id)
    const made = await pixelsOf(await (await fetch(new URL(thumbnail?.url ?? '', suite.baseUrl))).arrayBuffer())
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

  test('a save with a missing picture names it and stores nothing, and succeeds once the picture loads', async () => {
    const lost = design.layers.find((layer) => layer.name === '背景')?.imageUrl ?? ''
    const path = `**${new URL(lost, suite.baseUrl).pathname}`
    const { page, designer } = await open(design.id, (one) => one.route(path, (route) => route.abort()))
    const alert = page.locator('.designer-canvas-alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('「背景」')
    const { revision } = await suite.shop.template(design.id)
    await designer.rename('缺图')
    await designer.button('保存').click()
    await designer.dialogWith('保存前请检查').getByRole('button', { name: '仍然保存' }).click()
    const error = page.locator('.designer-save-error')
    await error.waitFor()
    expect(await error.textContent()).toContain('图片导出失败，「背景」')
    expect((await suite.shop.template(design.id)).revision).toBe(revision)
    await page.unroute(path)
    await alert.getByRole('button', { name: '重新加载' }).click()
    await alert.waitFor({ state: 'detached' })
    await designer.save()
    expect((await suite.shop.template(design.id)).revision).toBe(revision + 1)
  })
})

describe('opening and closing the designer', () => {
  test('the pictures are the same after layers were deleted and brought back, and after the designer was closed and opened', async () => {
    const { page, designer, complaints } = await open()
    const before = await shown(page)
    const isSame = async () => Buffer.compare((await shown(page)).data, before.data) === 0
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await expect.poll(isSame).toBe(false)
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Escape')
      await expect.poll(isSame).toBe(true)
    }
    await designer.close()
    await page.locator('.card-open').first().click()
    await designer.ready()
    await expect.poll(isSame).toBe(true)
    expect(complaints).toEqual([])
  })

  /** Opens a card and closes the designer so many times, as quickly as the page can; returns the number of canvases left. */
  const rounds = (page: Page, times: number) =>
    page.evaluate(async (count) => {
      const until = async <T>(found: () => T | null | undefined | false): Promise<T> => {
        for (;;) {
          const one = found()
          if (one) return one
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      }
      const canvas = () => document.querySelector('[data-designer-canvas]')
      const answers = () => {
        const event = new CustomEvent('designer-probe', { detail: { probe: null } })
        canvas()?.dispatchEvent(event)
        return event.detail.probe !== null
      }
      for (let i = 0; i < count; i++) {
        ;(await until(() => document.querySelector<HTMLElement>('.card-open'))).click()
        await until(answers)
        document.querySelector<HTMLElement>('[aria-label="关闭设计器"]')?.click()
        await until(() => !canvas())
      }
      return document.querySelectorAll('canvas').length
    }, times)

  test.runIf(allTests)(
    'opening and closing the designer many times leaves no canvas, no listener and no memory behind',
    async () => {
      const { page, context, designer, complaints } = await open()
      const client = await context.newCDPSession(page)
      const measure = async () => {
        // Objects freed by one garbage collection may free others on the DOM side and back, so several are needed.
        for (let i = 0; i < 3; i++) await client.send('HeapProfiler.collectGarbage')
        const { jsEventListeners, nodes } = await client.send('Memory.getDOMCounters')
        const { usedSize } = await client.send('Runtime.getHeapUsage')
        return { jsEventListeners, nodes, usedSize }
      }
      await designer.close()
      expect(await rounds(page, 5)).toBe(0)
      const before = await measure()
      expect(await rounds(page, sized(12, 50))).toBe(0)
      // Objects that a page under load releases late are gone at a later measurement; leaked ones stay.
      const measureGrowth = async () => {
        const after = await measure()
        return {
          listeners: after.jsEventListeners - before.jsEventListeners < 30,
          nodes: after.nodes - before.nodes < 300,
          memory: after.usedSize - before.usedSize < 3_000_000,
        }
      }
      await expect.poll(measureGrowth).toEqual({ listeners: true, nodes: true, memory: true })
      expect(complaints).toEqual([])
    },
  )

  test.runIf(allTests)('a development build, in which React mounts everything twice, prints no errors or warnings', async () => {
    const development = await developmentBuild()
    const { page, designer, complaints } = await suite.open(design.id, {
      ...asLargeAsItsThumbnail,
      before: async (page) => {
        await page.route(`${suite.baseUrl}/app/design_template**`, (route) =>
          route.fulfill({ contentType: 'text/html', body: development.html }),
        )
        await page.route(`${suite.baseUrl}/development.js`, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: development.script }),
        )
      },
    })
    // Only one of the two renderers that were started remains.
    expect(await page.locator('[data-designer-canvas]').count()).toBe(1)
    const canvases = await page.locator('[data-designer-canvas] canvas').count()
    await designer.select('出界')
    const { left } = await designer.layerBox()
    await page.keyboard.press('ArrowRight')
    expect((await designer.layerBox()).left).toBe(left + 1)
    await page.keyboard.press('Control+z')
    expect((await designer.layerBox()).left).toBe(left)
    expect(await designer.button('撤销').isEnabled()).toBe(false)
    await designer.close()
    expect(await rounds(page, 2)).toBe(0)
    await page.locator('.card-open').first().click()
    await designer.ready()
    expect(await page.locator('[data-designer-canvas] canvas').count()).toBe(canvases)
    expect(complaints).toEqual([])
  })
})

/** Bundles the whole plugin with React's development checks into one script; it is no part of the product's build. */
async function developmentBuild(): Promise<{ html: string; script: string }> {
  const root = join(import.meta.dirname, '../..')
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/main.tsx')],
    bundle: true,
    format: 'iife',
    target: 'chrome92',
    jsx: 'automatic',
    jsxDev: true,
    write: false,
    outdir: root,
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"development"',
      'import.meta.url': 'document.baseURI',
      __BUILD_ID__: '"development"',
      __APP_VERSION__: '"0.0.0"',
    },
    loader: {
      '.woff': 'dataurl',
      '.woff2': 'dataurl',
      '.ttf': 'dataurl',
      '.svg': 'dataurl',
      '.png': 'dataurl',
      '.wasm': 'dataurl',
    },
  })
  const text = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  const html = `<!doctype html><meta charset="utf-8"><meta name="api-base" content=""><link rel="icon" href="data:,"><style>${text('.css')}</style><div id="root"></div><script src="/development.js"></script>`
  return { html, script: text('.js') }
}
