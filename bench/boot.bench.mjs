/**
 * The first screen of the built product in Chromium with the processor slowed down four times, from the address with a token to a list
 * that answers, on a server that has answered before: the templates of the demo, and a page of 20,000 orders. The peer is the smallest
 * page that shows the same rows (boot/peer.tsx), from the same server. Each run is a browser context of its own, which has nothing cached.
 * Run `npm run build` before.
 */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './lib/browser.mjs'
import { medianOf, scaled } from './lib/figures.mjs'
import { bundle, html } from './lib/pages.mjs'
import { startProduct } from './lib/product.mjs'
import { bundlePrograms, finished } from './lib/server.mjs'

const runs = 5
const orders = 20_000
const root = join(import.meta.dirname, '..')

/** Adds the orders to the data folder of the demo. */
async function fillOrders(folder) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundleDir = mkdtempSync(join(cache, 'bench-boot-'))
  try {
    await bundlePrograms(bundleDir, { fill: join(root, 'bench/boot/fill.ts') })
    await finished(fork(join(bundleDir, 'fill.mjs'), [folder, String(orders)]))
  } finally {
    rmSync(bundleDir, { recursive: true, force: true })
  }
}

/**
 * Runs in the page. Resolves, in the frame after the first such element, with the ms since the navigation, and with the compressed bytes of
 * all scripts so far and of those that the HTML itself names.
 */
function whenShown([selector, named]) {
  return new Promise((resolve) => {
    const check = () => {
      if (!document.querySelector(selector)) return requestAnimationFrame(check)
      requestAnimationFrame(() => {
        const ms = performance.now()
        const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.js($|\?)/.test(name))
        const bytesOf = (some) => some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
        const first = scripts.filter(({ name }) => named.some((path) => name.endsWith(path)))
        resolve({ ms, bytes: bytesOf(scripts), first: bytesOf(first) })
      })
    }
    check()
  })
}

/** Returns the files of the peer's page by their path; they are answered here, its rows by the product's server. */
async function peerFiles() {
  const define = { 'process.env.NODE_ENV': '"production"' }
  const script = await bundle('boot/peer.tsx', { define, jsx: 'automatic' })
  const style = '<style>body{font-family:"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}</style>'
  return { '/peer': html(style, '/peer.js'), '/peer.js': script }
}

async function open(browser, [address, selector], { named, files }) {
  const context = await browser.newContext({ viewport: { width: 1180, height: 760 } })
  try {
    const page = await context.newPage()
    for (const [path, [contentType, body]] of Object.entries(files)) {
      await page.route(
        (url) => url.pathname === path,
        (route) => route.fulfill({ contentType, body }),
      )
    }
    const client = await context.newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(address, { waitUntil: 'commit' })
    return await page.evaluate(whenShown, [selector, named])
  } finally {
    await context.close()
  }
}

export async function measure(print) {
  const { url, token, stop } = await startProduct(
    {},
    { fill: fillOrders, name: 'boot', files: ['bench/boot/fill.ts', 'bench/lib/orders.ts'] },
  )
  const browser = await openBrowser()
  try {
    const screens = {
      templates: [`${url}/app/design_template?token=${token}`, '.card:not(.card-skeleton)'],
      orders: [`${url}/app/order_management?token=${token}`, '.orders-head'],
    }
    const text = await (await fetch(screens.templates[0])).text()
    const named = [...text.matchAll(/<script[^>]* src="([^"]+)"/g)].map((match) => match[1].replace(/^\.?\//, ''))
    const files = await peerFiles()
    const peers = {
      templates: [`${url}/peer?list=templates&token=${token}`, '.row'],
      orders: [`${url}/peer?list=orders&token=${token}`, '.row'],
    }
    const seen = { templates: [], orders: [] }
    const bare = { templates: [], orders: [] }
    // The first round only warms the server up.
    for (let run = 0; run <= runs; run += 1) {
      for (const name of Object.keys(screens)) {
        const ours = await open(browser, screens[name], { named, files: {} })
        const peer = await open(browser, peers[name], { named: [], files })
        if (run === 0) continue
        seen[name].push(ours)
        bare[name].push(peer)
      }
    }
    const times = (of) => medianOf(of.map(({ ms }) => ms))
    const scripts = (which) => scaled(medianOf(seen.templates.map((one) => one[which])), 1000)
    print({ name: 'boot: JavaScript that the page names', ours: scripts('first'), unit: 'KB gz' })
    print({ name: 'boot: JavaScript before the first list', ours: scripts('bytes'), unit: 'KB gz' })
    const report = (name, list) => print({ name: `boot: ${name}`, ours: times(seen[list]), peer: times(bare[list]), unit: 'ms' })
    report('address to a usable list, processor ÷ 4', 'templates')
    report('first rows of 20,000 orders, processor ÷ 4', 'orders')
  } finally {
    await browser.close()
    await stop()
  }
}
