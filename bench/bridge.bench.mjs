/**
 * The bridge against bare messages in Chromium, between a page in a frame and the host around it, on both kinds of channel: the
 * client's slot with its re-escaping, and messages between windows. Both sides use the same channel and no added latency: latency
 * would be the same for both and would only improve our ratio.
 */
import { openBrowser } from './lib/browser.mjs'
import { medianOf } from './lib/figures.mjs'
import { bundle, html, serve } from './lib/pages.mjs'

const runs = 5
const calls = 10_000
const megabytes = 20

const frameName = JSON.stringify({ kejiangSimulator: 1, userAgent: '' }).replaceAll('"', '&quot;')

async function servePages() {
  const [host, page] = await Promise.all([bundle('bridge/host.ts'), bundle('bridge/page.ts')])
  return serve({
    '/': html(`<iframe name="${frameName}" src="/page"></iframe><iframe src="/page"></iframe>`, '/host.js'),
    '/page': html('', '/page.js'),
    '/host.js': host,
    '/page.js': page,
  })
}

export async function measure(print) {
  const { url, close } = await servePages()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(url)
    for (const [i, element] of (await page.$$('iframe')).entries()) {
      const frame = await element.contentFrame()
      await frame.waitForFunction(() => window.bench !== undefined)
      const channel = i === 0 ? '' : ', between windows'
      /** Runs alternate, so that a busy moment of the machine affects both sides; the first pair only warms up. */
      const compare = async (name, unit, what, amount, atOnce) => {
        const times = { ours: [], peer: [] }
        for (let run = 0; run <= runs; run += 1) {
          for (const side of ['ours', 'peer']) {
            const ms = await frame.evaluate(([...args]) => window.bench(...args), [side, what, amount, atOnce])
            if (run > 0) times[side].push(ms)
          }
        }
        print({ name: `${name}${channel}`, ours: medianOf(times.ours), peer: medianOf(times.peer), unit })
      }
      await compare('bridge: 10,000 calls, one after the other', 'ms', 'calls', calls, 1)
      await compare('bridge: 10,000 calls, 32 in flight', 'ms', 'calls', calls, 32)
      await compare('bridge: a 20 MB file in pieces', 'ms', 'file', megabytes * 1024 * 1024, 4)
    }
  } finally {
    await browser.close()
    close()
  }
}
