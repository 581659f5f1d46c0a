/**
 * The bridge against bare messages in Chromium, between a page in a frame and the host around it, on both kinds of channel: the
 * client's slot with its re-escaping, and messages between windows. Both sides use the same channel and no added latency: latency
 * would be the same for both and would only improve our ratio. Then version 2 of the protocol against version 1 on the client's slot.
 */
import { openBrowser } from './lib/browser.mjs'
import { medianOf } from './lib/figures.mjs'
import { bundle, html, serve } from './lib/pages.mjs'

const runs = 5
const calls = 10_000
const megabytes = 20
/** Bytes of a reply, close to the limit of a message once the client has escaped it three times. */
const replyBytes = 300_000

const frameName = JSON.stringify({ kejiangSimulator: 1, userAgent: '' }).replaceAll('"', '&quot;')

async function servePages() {
  const [host, page] = await Promise.all([bundle('bridge/host.ts'), bundle('bridge/page.ts')])
  return serve({
    '/': html(
      `<iframe name="${frameName}" src="/page?version=2"></iframe><iframe src="/page?version=2"></iframe>
       <iframe name="${frameName}" src="/page?version=1"></iframe>`,
      '/host.js',
    ),
    '/page*': html('', '/page.js'),
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
    const frames = []
    for (const element of await page.$$('iframe')) {
      const frame = await element.contentFrame()
      await frame.waitForFunction(() => window.bench !== undefined)
      frames.push(frame)
    }
    const [slot, windows, ofVersion1] = frames
    /** Runs alternate, so that a busy moment of the machine affects both sides; the first pair only warms up. */
    const compare = async (name, sides, ...work) => {
      const times = { ours: [], peer: [] }
      for (let run = 0; run <= runs; run += 1) {
        for (const [side, [frame, half]] of Object.entries(sides)) {
          const ms = await frame.evaluate((args) => window.bench(...args), [half, ...work])
          if (run > 0) times[side].push(ms)
        }
      }
      print({ name: `bridge: ${name}`, ours: medianOf(times.ours), peer: medianOf(times.peer), unit: 'ms' })
    }
    for (const [channel, frame] of [
      ['', slot],
      [', between windows', windows],
    ]) {
      const sides = { ours: [frame, 'ours'], peer: [frame, 'peer'] }
      await compare(`10,000 calls, one after the other${channel}`, sides, 'calls', calls, 1)
      await compare(`10,000 calls, 32 in flight${channel}`, sides, 'calls', calls, 32)
      await compare(`a 20 MB file in pieces${channel}`, sides, 'file', megabytes * 1024 * 1024, 4)
    }
    const versions = { ours: [slot, 'ours'], peer: [ofVersion1, 'ours'] }
    await compare('version 2 against 1, 100 calls, one after the other', versions, 'calls', 100, 1)
    await compare('version 2 against 1, 1000 calls, 8 in flight', versions, 'calls', 1000, 8)
    await compare('version 2 against 1, a reply of 300 KB', versions, 'reply', replyBytes, 1)
  } finally {
    await browser.close()
    close()
  }
}
