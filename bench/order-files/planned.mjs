/** A table of order lines, planned in 导入订单 of the built product in Chromium, and read by its library alone. */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, pagePeak } from '../lib/browser.mjs'
import { bundle, html, serve } from '../lib/pages.mjs'
import { startProduct } from '../lib/product.mjs'
import { bundlePrograms, finished } from '../lib/server.mjs'

const root = join(import.meta.dirname, '../..')
const rows = 100_000

/** Runs in the page before its own scripts: keeps the longest task of the main thread. */
function watchMainThread() {
  window.benchLongest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.benchLongest = Math.max(window.benchLongest, duration)
  }).observe({ type: 'longtask' })
}

/**
 * Runs in the page: leaves a promise of the milliseconds from the choice of a file until the dialog's text matches. It rejects with
 * the words of an alert, such as the refusal of the file.
 */
function timeUntil(dialog, pattern) {
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
    dialog.addEventListener('change', observe, { capture: true, once: true })
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
    await dialog.evaluate(timeUntil, `${rows} 行`)
    await input.setInputFiles(file)
    const read = await page.evaluate(() => window.benchTime)
    // The button waits for the orders of the table; the time runs from the choice of the file.
    const start = performance.now()
    await dialog.getByRole('button', { name: '试算', exact: true }).click()
    await dialog
      .getByText(/新 [1-9]\d*/)
      .first()
      .waitFor()
    const whole = read + performance.now() - start
    return { read, whole, longest: await page.evaluate(() => window.benchLongest), memory: (await pagePeak(browser)) - idle }
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

/** Prints the figures of a table of this kind: csv or xlsx, under the name of its benchmark. */
export async function measureTable(print, area, kind) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundles = mkdtempSync(join(cache, 'bench-order-files-'))
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  try {
    await bundlePrograms(bundles, { table: join(root, 'bench/order-files/table.ts') })
    await finished(fork(join(bundles, 'table.mjs'), [folder, String(rows)]))
    const product = await startProduct()
    const bare = await serve({ '/': html('<input type="file">', '/page.js'), '/page.js': await bundle('order-files/bare.ts') })
    try {
      const file = join(folder, `orders.${kind}`)
      const peer = await bareRead(bare.url, kind, file)
      const { read, whole, longest, memory } = await planned(product, file)
      print({ name: `${area}: ${kind} of ${rows} rows, read, against its library alone`, ours: read, peer, unit: 'ms' })
      print({ name: `${area}: ${kind} of ${rows} rows, chosen to planned`, ours: whole / 1000, unit: 's' })
      print({ name: `${area}: ${kind} of ${rows} rows, longest task of the page`, ours: longest, unit: 'ms' })
      print({ name: `${area}: ${kind} of ${rows} rows, peak of the page over idle`, ours: memory, unit: 'MB' })
    } finally {
      bare.close()
      await product.stop()
    }
  } finally {
    rmSync(bundles, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}
