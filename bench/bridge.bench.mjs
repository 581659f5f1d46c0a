/**
 * The bridge against bare messages, in Chromium, a page in a frame and its host around it. Both sides of the comparison cross
 * the same channel with the client's re-escaping and no added latency: latency is the same for both and would only flatter us.
 */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/lib/chromium.mjs'

const runs = 5
const calls = 10_000
const megabytes = 20

const bundle = async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome92',
    minify: true,
  })
  return outputFiles[0].text
}
const html = (body) => `<!doctype html><meta charset="utf-8"><title>bench</title><body>${body}`
const frameName = JSON.stringify({ kejiangSimulator: 1, userAgent: '' }).replaceAll('"', '&quot;')

async function serve() {
  const [host, page] = await Promise.all([bundle('bridge/host.ts'), bundle('bridge/page.ts')])
  const files = {
    '/': ['text/html', html(`<iframe name="${frameName}" src="/page"></iframe><script src="/host.js"></script>`)],
    '/page': ['text/html', html('<script src="/page.js"></script>')],
    '/host.js': ['text/javascript', host],
    '/page.js': ['text/javascript', page],
  }
  const server = createServer((request, reply) => {
    const [type, text] = files[request.url] ?? []
    reply.writeHead(text === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(text)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${server.address().port}/` }
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

export async function measure(print) {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium found: set CHROME_PATH')
  const { server, url } = await serve()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    await page.goto(url)
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    await frame.waitForFunction(() => window.bench !== undefined)
    /** Alternately, so that a busy moment of the machine hits both; the first pair only warms up. */
    const compare = async (name, unit, what, amount, atOnce) => {
      const times = { ours: [], peer: [] }
      for (let run = 0; run <= runs; run += 1) {
        for (const who of ['ours', 'peer']) {
          const ms = await frame.evaluate(([...args]) => window.bench(...args), [who, what, amount, atOnce])
          if (run > 0) times[who].push(ms)
        }
      }
      print({ name, ours: median(times.ours), peer: median(times.peer), unit, runs })
    }
    await compare('bridge: 10,000 calls, one after the other', 'ms', 'calls', calls, 1)
    await compare('bridge: 10,000 calls, 32 in flight', 'ms', 'calls', calls, 32)
    await compare('bridge: a 20 MB file in pieces', 'ms', 'file', megabytes * 1024 * 1024, 4)
  } finally {
    await browser.close()
    server.close()
  }
}
