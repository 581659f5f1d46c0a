/**
 * The longest stall of the page while a worker makes a print of 60 layers at 600 dpi; for the record, the duration of the whole print.
 */
import sharp from 'sharp'
import { openBrowser } from './lib/browser.mjs'
import { medianOf } from './lib/figures.mjs'
import { bundle, html, serve } from './lib/pages.mjs'

const runs = 5

const flower = () =>
  sharp({ create: { width: 640, height: 640, channels: 4, background: { r: 230, g: 80, b: 120, alpha: 0.8 } } })
    .png()
    .toBuffer()

export async function measure(print) {
  const [page, worker] = await Promise.all([bundle('print/page.ts'), bundle('../design/print/print.worker.ts')])
  const { url, close } = await serve({
    '/': html('', '/page.js'),
    '/page.js': page,
    '/print-worker.js': worker,
    '/flower.png': ['image/png', await flower()],
  })
  const browser = await openBrowser()
  try {
    const tab = await browser.newPage()
    await tab.goto(url)
    const all = []
    for (let run = 0; run < runs; run += 1) all.push(await tab.evaluate(() => window.bench.stall()))
    print({ name: 'print: longest stall of the page', ours: medianOf(all.map(({ longest }) => longest)), unit: 'ms' })
    print({ name: 'print: the whole print', ours: medianOf(all.map(({ took }) => took)), unit: 'ms' })
  } finally {
    await browser.close()
    close()
  }
}
