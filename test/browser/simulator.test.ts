import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { allTests, sized } from '../setup/size'
import { bundleHarness, openHarness, simulatorPath } from './conformance/serve'
import { newPage, openBrowser } from './support/browser'

const baseUrl = inject('baseUrl')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Returns what axe finds wrong with the simulator itself; other tests cover the plugin in its frame. */
const findings = async (): Promise<string[]> => {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run(document, { iframes: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

let browser: Browser
let script: string
let page: Page
const open = async (options: { width?: number; height?: number } = {}) => {
  const opened = await newPage(browser, options)
  page = opened.page
  return opened
}

beforeAll(async () => {
  script = await bundleHarness()
  browser = await openBrowser()
})
afterEach(() => page?.context().close())
afterAll(() => browser?.close())

describe('the client simulator', () => {
  test('the client simulator hosts the plugin in a client’s window and connects to it', async () => {
    const { complaints } = await open({ width: 1600, height: 900 })
    await page.goto(`${baseUrl}/simulator`)
    await page.getByRole('heading', { name: '千牛客户端模拟器' }).waitFor()
    await page.getByText('已连接').waitFor()
    const plugin = page.frameLocator('iframe')
    await plugin.getByRole('textbox').first().waitFor()
    expect(await plugin.locator('body').evaluate(() => /Qianniu\//.test(navigator.userAgent))).toBe(true)
    expect(complaints).toEqual([])
  })

  test('the simulator stores its settings in the address, resizes the window and folds its panel', async () => {
    await open({ width: 1180, height: 760 })
    await page.goto(`${baseUrl}/simulator`)
    await page.getByRole('button', { name: '故障面板' }).click()
    await page.getByLabel('窗口大小').selectOption({ label: '760 × 600' })
    await page.getByLabel('丢失（%）').fill('5')
    await page.getByLabel('丢失（%）').press('Tab')
    // The address changes shortly after the field does.
    await expect.poll(() => new URL(page.url()).search).toBe('?size=760x600&loss=5')
    const frame = page.locator('iframe')
    expect(await frame.evaluate((node) => [node.clientWidth, node.clientHeight])).toEqual([760, 600])
    await page.getByRole('button', { name: '故障面板' }).click()
    expect(await page.getByRole('complementary', { name: '故障面板' }).isVisible()).toBe(false)
    await page.reload()
    expect(await page.getByLabel('丢失（%）').inputValue()).toBe('5')
  })

  const sizes = [
    [900, 700, false],
    [1600, 900, true],
    [1280, 800, false],
    [1920, 1080, true],
  ] as const
  test.each(sizes.slice(0, sized(1, 4)))(
    'in the simulator at %i × %i the plugin and the open panel are both usable',
    async (width, height, unfolded) => {
      await open({ width, height })
      await page.goto(`${baseUrl}/simulator`)
      const panel = page.getByRole('complementary', { name: '故障面板' })
      const toggle = page.getByRole('button', { name: '故障面板' })
      await page.getByText('已连接').waitFor()
      expect(await panel.isVisible()).toBe(unfolded)
      const plugin = page.locator('iframe')
      const widthOf = async () => (await plugin.boundingBox())?.width ?? 0
      if (!unfolded) {
        expect(await widthOf()).toBe(width)
        await toggle.click()
      }
      const [frame, side] = [await plugin.boundingBox(), await panel.boundingBox()]
      if (!frame || !side) throw new Error('the plugin or the panel has no place')
      expect(side.x + side.width).toBe(width)
      expect(side.y + side.height).toBe(height)
      // Both are side by side. Only a window without room for both lets the open panel cover the plugin.
      if (width > 1000) expect(frame.x + frame.width).toBe(side.x)
      await page.getByRole('button', { name: '重新加载插件' }).scrollIntoViewIfNeeded()
      await page.getByRole('list', { name: '消息记录' }).getByText('应答握手').waitFor()
      expect(await findings()).toEqual([])
      await page.getByLabel('插件地址').press('Escape')
      expect(await panel.isVisible()).toBe(false)
      expect(await widthOf()).toBe(width)
    },
  )

  test.runIf(allTests)(
    'in the simulator a window wider than the screen scrolls in its area and stays beside the panel',
    async () => {
      await open({ width: 1280, height: 700 })
      await page.goto(`${baseUrl}/simulator?size=1180x760`)
      await page.getByRole('button', { name: '故障面板' }).click()
      const stage = page.getByRole('main')
      expect(
        await stage.evaluate((node) => [node.scrollWidth > node.clientWidth, node.scrollHeight > node.clientHeight]),
      ).toEqual([true, true])
      const [area, side] = [await stage.boundingBox(), await page.getByRole('complementary').boundingBox()]
      expect((area?.x ?? 0) + (area?.width ?? 0)).toBe(side?.x)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
    },
  )

  test.runIf(allTests)("an invalid value in the simulator's panel is marked and changes nothing", async () => {
    await open({ width: 1600, height: 900 })
    await page.goto(`${baseUrl}/simulator`)
    await page.getByLabel('丢失（%）').fill('500')
    await page.getByLabel('丢失（%）').press('Tab')
    expect(await page.getByLabel('丢失（%）').getAttribute('aria-invalid')).toBe('true')
    expect(new URL(page.url()).search).toBe('')
  })
})

describe('uploads over an unreliable connection', () => {
  test('5 % of the frames lost, doubled and swapped: the same pictures, none twice, none orphaned', async () => {
    await open()
    const frame = await openHarness(page, baseUrl, script, simulatorPath('&loss=5&duplicate=5&reorder=5&latency=8&jitter=12'))
    const pictures = sized(6, 16)
    const result = await frame.evaluate((count) => window.harness.uploads(count, 4), pictures)
    expect(result.failures).toEqual([])
    expect(result.widths).toEqual(Array.from({ length: pictures }, (_, i) => 20 + i))
    expect(new Set(result.fileIds).size).toBe(pictures)
    expect(result.orphans).toBe(0)
    expect((await page.evaluate(() => window.kejiangSimulator.counters())).lost).toBeGreaterThan(0)
  })

  const restarts = [
    ['the transfer', 'restart-after-transfer'],
    ['an answer that was lost', 'restart-after-answer'],
    ['the store config', 'restart-after-config'],
    ['the file save', 'restart-after-save'],
  ] as const
  test.each(restarts.slice(0, sized(1, 4)))(
    'the client restarts after %s: the upload says so, nothing is left behind, the next one works',
    async (_, event) => {
      await open()
      const frame = await openHarness(page, baseUrl, script, simulatorPath('&latency=60'))
      const result = await frame.evaluate((what) => window.harness.uploadWhile(what), event)
      expect(result).toEqual({ first: '上传失败: 千牛数据返回超时', second: 'ok', orphans: 0 })
    },
  )

  test.runIf(allTests)('the reply is lost: it is asked for again and the picture is there once', async () => {
    await open()
    const frame = await openHarness(page, baseUrl, script, simulatorPath())
    const result = await frame.evaluate(() => window.harness.uploadWhile('drop'))
    expect(result).toEqual({ first: 'ok', second: 'ok', orphans: 0 })
  })
})

describe('the handshake', () => {
  test.runIf(allTests)('a welcome just before the time limit connects', async () => {
    await open()
    const frame = await openHarness(page, baseUrl, script, simulatorPath('&welcomeDelay=2500'))
    expect(await frame.evaluate(() => window.harness.environment())).toBe('qianniu')
  })

  test('a welcome that never comes shows 千牛数据返回超时 inside the client', async () => {
    await open()
    const frame = await openHarness(page, baseUrl, script, simulatorPath('&loss=100'))
    expect(await frame.evaluate(() => window.harness.environment())).toBe('TIMEOUT 千牛数据返回超时')
  })

  test('a welcome after the timeout message still connects, and the plugin opens by itself', async () => {
    await open()
    await page.goto(`${baseUrl}/simulator?loss=100`)
    const plugin = page.frameLocator('iframe')
    await plugin.getByRole('heading', { name: '千牛数据返回超时' }).waitFor()
    await page.evaluate(() => window.kejiangSimulator.change({ loss: 0 }))
    await page.evaluate(() => window.kejiangSimulator.reloadHost())
    await plugin.getByRole('button', { name: '登录', exact: true }).waitFor()
  })

  test.runIf(allTests)('… and 当前可能不是千牛环境 inside another program', async () => {
    await open()
    const frame = await openHarness(page, baseUrl, script, simulatorPath('&loss=100&userAgent=AlipayClient%2F10.5'))
    expect(await frame.evaluate(() => window.harness.environment())).toBe('NOT_QIANNIU 当前可能不是千牛环境')
  })

  test('a host is understood in whichever form its events come', async () => {
    await open()
    const frame = await openHarness(page, baseUrl, script, simulatorPath())
    for (const shape of ['value', 'detail', 'data', 'text'] as const) {
      await page.evaluate((next) => window.kejiangSimulator.change({ shape: next }), shape)
      expect(await frame.evaluate(() => window.harness.environment()), shape).toBe('qianniu')
    }
  })
})
