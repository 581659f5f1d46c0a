/** The list components in Chromium: 10,000 rows, 500 cards, sorting by mouse and keyboard, and tasks that survive a reload. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import { build } from 'esbuild'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { accessibilityFindings } from './support/axe'
import { newPage, openBrowser } from './support/browser'

let browser: Browser
let server: Server
let origin = ''
let page: Page
let context: BrowserContext
let complaints: string[]
/** Uploads that wait for a response. */
const pendingReplies: { readonly body: string; readonly reply: ServerResponse }[] = []

beforeAll(async () => {
  const bundle = await build({
    entryPoints: ['test/browser/support/list-harness.tsx'],
    bundle: true,
    write: false,
    outdir: 'out',
    format: 'iife',
    target: 'chrome92',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    logLevel: 'silent',
  })
  const files = new Map(bundle.outputFiles.map((file) => [file.path.split('.').at(-1), file.text]))
  const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>清单</title><link rel="stylesheet" href="/harness.css"><div id="root"></div><script src="/harness.js"></script></html>`
  server = createServer((request, reply) => {
    const path = (request.url ?? '').split('?')[0]
    if (path === '/harness.js') return reply.setHeader('content-type', 'text/javascript').end(files.get('js'))
    if (path === '/harness.css') return reply.setHeader('content-type', 'text/css').end(files.get('css'))
    if (path === '/') return reply.setHeader('content-type', 'text/html').end(html)
    if (path !== '/hold') return reply.writeHead(404).end()
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => pendingReplies.push({ body, reply }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})
afterEach(async () => {
  await context?.close()
  // The test lets the server refuse one upload on purpose.
  expect(complaints.filter((line) => !line.includes('/hold') && !line.includes('favicon'))).toEqual([])
})

async function show(search: string, size?: { width: number; height: number }) {
  ;({ page, context, complaints } = await newPage(browser, size))
  await page.goto(`${origin}/?${search}`)
}

/** Returns how many rows or cards were rendered during `act`. */
async function countDrawnWhile(action: () => Promise<void>): Promise<number> {
  const count = () => page.evaluate(() => (globalThis as unknown as { drawn: { count: number } }).drawn.count)
  const before = await count()
  await action()
  return (await count()) - before
}

const firstNames = (count: number) =>
  page
    .locator('tbody tr[data-id] td:nth-child(3)')
    .evaluateAll((cells, most) => cells.slice(0, most).map((cell) => cell.textContent), count)
const name = (id: number) => `苹果 iPhone ${id} Pro Max`

describe('tables', () => {
  test('a table of 10,000 rows renders one screenful at a time and one row for a tick, and is sorted by mouse', async () => {
    await show('view=table&count=10000')
    await page.getByRole('table', { name: '型号' }).waitFor()
    expect(await page.locator('tbody tr[data-id]').count()).toBeLessThan(60)
    const scrolled = await countDrawnWhile(async () => {
      await page.locator('.data-table').evaluate((element) => element.scrollTo(0, 9000 * 48))
      await page.getByText(name(9002), { exact: true }).waitFor()
    })
    expect(scrolled).toBeLessThan(60)
    const ticked = await countDrawnWhile(async () => {
      await page.getByRole('checkbox', { name: `选择「${name(9002)}」` }).click()
      await page.getByText('已选 1 项').waitFor()
    })
    expect(ticked).toBeLessThanOrEqual(2)
    await page.getByRole('button', { name: '选择全部 10000 条' }).click()
    await page.getByText('已选 10000 项').waitFor()
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')
    expect(await accessibilityFindings(page)).toEqual([])

    // Rows are sorted by mouse after scrolling too.
    await page.getByRole('button', { name: '清空' }).click()
    await page.locator('.data-table').evaluate((element) => element.scrollTo(0, 0))
    const handle = page.getByRole('button', { name: `拖动排序「${name(2)}」` })
    const from = await handle.boundingBox()
    const row = await page.locator('tr[data-id="5"]').boundingBox()
    if (!from || !row) throw new Error('not on screen')
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 8, from.y + 40, { steps: 4 })
    await page.mouse.move(from.x + 8, row.y + row.height / 2 + 4, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => firstNames(5)).toEqual([1, 3, 4, 5, 2].map(name))
  })

  test.runIf(allTests)('a table is sorted by keyboard with Chinese announcements', async () => {
    await show('view=table&count=20')
    await page.getByRole('button', { name: `拖动排序「${name(1)}」` }).focus()
    await page.keyboard.press('Space')
    const announcement = page.locator('[aria-live=assertive]').filter({ hasText: '已' })
    await page.getByText(`已拿起「${name(1)}」，第 1 位，共 20 个。`).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.getByText(`「${name(1)}」移到第 2 位，共 20 个。`).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.getByText(`「${name(1)}」移到第 3 位，共 20 个。`).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await page.getByText(`「${name(1)}」已放到第 3 位，共 20 个。`).waitFor({ state: 'attached' })
    await expect.poll(() => firstNames(3)).toEqual([2, 3, 1].map(name))
    expect(await page.getByRole('menu').count()).toBe(0)
    // Enter opens the menu instead.
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: '置底' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => firstNames(3)).toEqual([2, 3, 4].map(name))
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(`拖动排序「${name(1)}」`)
    expect(await announcement.count()).toBeLessThan(2)

    // A narrow window must not make the page scroll sideways.
    await page.setViewportSize({ width: 760, height: 600 })
    const sizes = await page.evaluate(() => {
      const main = document.querySelector('.shell-main')
      return { page: document.documentElement.scrollWidth, main: main?.scrollWidth, seen: main?.clientWidth }
    })
    expect(sizes.page).toBeLessThanOrEqual(760)
    expect(sizes.main).toBe(sizes.seen)
    expect(await page.getByRole('columnheader', { name: '位置' }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: `编辑「${name(2)}」` }).isVisible()).toBe(true)
  })
})

describe('a grid of 500 cards', () => {
  test.runIf(allTests)('dragging or ticking one of 500 cards renders only the cards concerned', async () => {
    await show('view=grid&count=500')
    const handle = page.getByRole('button', { name: `拖动排序「${name(1)}」` })
    const from = await handle.boundingBox()
    if (!from) throw new Error('not on screen')
    await page.mouse.move(from.x + 4, from.y + 4)
    const dragged = await countDrawnWhile(async () => {
      await page.mouse.down()
      await page.mouse.move(from.x + 30, from.y + 4, { steps: 3 })
      await page.locator('.sortable-item.is-dragging').waitFor()
      await page.mouse.move(from.x + 500, from.y + 4, { steps: 10 })
    })
    // Only the dragged card is rendered.
    expect(dragged).toBeLessThanOrEqual(2)
    await page.mouse.up()
    await expect.poll(() => page.locator('.card-name').first().textContent()).toBe(name(2))
    const ticked = await countDrawnWhile(async () => {
      await page.getByRole('checkbox', { name: `选择「${name(3)}」` }).click()
      await page.locator('.sortable-item.is-selected').waitFor()
    })
    expect(ticked).toBe(1)
  })
})

describe('long tasks', () => {
  const answer = async (count: number, status = 200) => {
    for (let done = 0; done < count; done++) {
      await expect.poll(() => pendingReplies.length).toBeGreaterThan(0)
      pendingReplies.shift()?.reply.writeHead(status).end('ok')
    }
  }

  test('a task continues after a reload with its files, does no item twice, and retries what failed', async () => {
    await show('view=tasks')
    await page.getByRole('button', { name: '开始' }).click()
    await answer(2)
    await page.getByText('进行中 2/6').waitFor()
    await expect.poll(() => pendingReplies).toHaveLength(2)
    pendingReplies.length = 0
    await page.reload()
    await page.getByText('进行中 2/6').waitFor()
    await expect.poll(() => pendingReplies.map(({ body }) => body)).toEqual(['picture 2', 'picture 3'])
    // Another window of the same browser only watches.
    const other = await context.newPage()
    await other.goto(`${origin}/?view=tasks`)
    await other.getByText('在另一个窗口里，那里关闭后在这里继续').waitFor()
    await answer(3)
    await answer(1, 500)
    await page.getByText('成功 5 · 失败 1').waitFor()
    await page.getByRole('row', { name: /失败 服务器不收/ }).waitFor()
    await page.getByRole('button', { name: '重试失败项' }).click()
    await answer(1)
    await page.getByText('全部完成，共 6 项').waitFor()
    // The other window takes over when this one closes; only the results are left.
    await page.close()
    await other.getByText('全部完成，共 6 项').waitFor()
    expect(pendingReplies).toHaveLength(0)
  })
})
