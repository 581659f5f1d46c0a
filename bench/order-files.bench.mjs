/**
 * A table of 100,000 order lines of Taobao, as CSV and as a workbook, through 导入订单 of the built product in Chromium, up to its plan;
 * then calls of an import on the embedded database against bare inserts. Run `npm run build` before.
 */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, pagePeak } from './lib/browser.mjs'
import { medianOf } from './lib/figures.mjs'
import { bundle, html, serve } from './lib/pages.mjs'
import { startProduct } from './lib/product.mjs'
import { answer, bundlePrograms, finished } from './lib/server.mjs'

const root = join(import.meta.dirname, '..')
const rows = 100_000
/** Calls of 200 orders that are imported, and the orders of such a call. */
const calls = 50
const perCall = 200
const kinds = ['csv', 'xlsx']

/** Runs in the page before its own scripts: keeps the longest task of the main thread. */
function watchMainThread() {
  window.benchLongest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.benchLongest = Math.max(window.benchLongest, duration)
  }).observe({ type: 'longtask' })
}

/**
 * Runs in the page: leaves a promise of the milliseconds from the next event of this type until the dialog's text matches. It rejects with
 * the words of an alert, such as the refusal of the file.
 */
function timeUntil(dialog, [eventType, pattern]) {
  window.benchTime = new Promise((resolve, reject) => {
    const expected = new RegExp(pattern)
    const observe = () => {
      const start = performance.now()
      const observer = new MutationObserver(() => {
        const alert = dialog.querySelector('.arco-alert-error, [role="alert"]')
        if (alert === null && !expected.test(dialog.textContent)) return
        observer.disconnect()
        if (alert === null) resolve(performance.now() - start)
        else reject(new Error(alert.textContent))
      })
      observer.observe(dialog, { childList: true, subtree: true, characterData: true })
    }
    dialog.addEventListener(eventType, observe, { capture: true, once: true })
  })
}

/** Reads the file and plans its import in a browser of its own. */
async function planned({ url, token }, file) {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(150_000)
    await page.addInitScript(watchMainThread)
    await page.goto(`${url}/app/order_management?token=${token}`)
    await page.getByRole('button', { name: '导入订单' }).click()
    const dialog = page.getByRole('dialog')
    const input = dialog.getByLabel('选择表格文件', { exact: true })
    await input.waitFor({ state: 'attached' })
    const idle = await pagePeak(browser)
    await page.evaluate(() => {
      window.benchLongest = 0
    })
    const timed = async (eventType, pattern, act) => {
      await dialog.evaluate(timeUntil, [eventType, pattern])
      await act()
      return page.evaluate(() => window.benchTime)
    }
    const read = await timed('change', '100000 行', () => input.setInputFiles(file))
    const plan = await timed('click', '新 [1-9]\\d*', () => dialog.getByRole('button', { name: '试算', exact: true }).click())
    return { read, plan, longest: await page.evaluate(() => window.benchLongest), memory: (await pagePeak(browser)) - idle }
  } finally {
    await browser.close()
  }
}

async function bareRead(url, kind, file) {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await page.setInputFiles('input', file)
    const result = await page.evaluate((side) => window.bench.read(side), kind)
    if (result.rows < rows) throw new Error(`the peer read ${result.rows} rows of ${kind}`)
    return result.ms
  } finally {
    await browser.close()
  }
}

/** Starts a bundled program of the benchmark and resolves with its message. */
async function run(program, ...args) {
  const child = fork(program, args)
  const ended = finished(child)
  const result = await answer(child)
  await ended
  return result
}

export async function measure(print) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundles = mkdtempSync(join(cache, 'bench-order-files-'))
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  try {
    const entries = ['table', 'imports'].map((name) => [name, join(root, `bench/order-files/${name}.ts`)])
    await bundlePrograms(bundles, Object.fromEntries(entries))
    const times = await run(join(bundles, 'imports.mjs'), folder, String(calls))
    const perOrder = (step) => medianOf(times[step].map((ms) => ms / perCall))
    print({
      name: 'order-files: an order of an import, against bare inserts',
      ours: perOrder('imported'),
      peer: perOrder('bare'),
      unit: 'ms',
    })
    const whole = times.imported.reduce((sum, ms) => sum + ms, 0) / 1000
    print({ name: 'order-files: orders imported a second', ours: (calls * perCall) / whole, unit: 'orders' })
    print({ name: 'order-files: an order of a plan, none known', ours: perOrder('planned'), unit: 'ms' })
    print({ name: 'order-files: an order of a plan, all known', ours: perOrder('plannedAgain'), unit: 'ms' })
    print({ name: 'order-files: an order that is the same', ours: perOrder('importedAgain'), unit: 'ms' })

    await finished(fork(join(bundles, 'table.mjs'), [folder, String(rows)]))
    const product = await startProduct()
    const bare = await serve({ '/': html('<input type="file">', '/page.js'), '/page.js': await bundle('order-files/bare.ts') })
    try {
      for (const kind of kinds) {
        const file = join(folder, `orders.${kind}`)
        const peer = await bareRead(bare.url, kind, file)
        const { read, plan, longest, memory } = await planned(product, file)
        print({ name: `order-files: ${kind} of ${rows} rows, read, against its library alone`, ours: read, peer, unit: 'ms' })
        print({ name: `order-files: ${kind} of ${rows} rows, chosen to planned`, ours: (read + plan) / 1000, unit: 's' })
        print({ name: `order-files: ${kind} of ${rows} rows, longest task of the page`, ours: longest, unit: 'ms' })
        print({ name: `order-files: ${kind} of ${rows} rows, peak of the page over idle`, ours: memory, unit: 'MB' })
      }
    } finally {
      bare.close()
      await product.stop()
    }
  } finally {
    rmSync(bundles, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}
