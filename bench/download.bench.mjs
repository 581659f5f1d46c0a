/**
 * 400 pictures of 1.2 MB from a local server to archives on the browser's own disk, in Chromium: the product's engine with its worker
 * against client-zip in a worker. Then what the page pays (its JavaScript heap over idle), and how time and heap grow with the
 * number of pictures. `npm install --prefix bench` first.
 */
import { randomFillSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/lib/chromium.mjs'

const runs = 3
const count = 400
const pictureBytes = 1_200_000
/** Bar of quality, not another program: MB. */
const maxHeap = 64

const bundle = async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome92',
    minify: true,
    define: { 'import.meta.url': '"http://127.0.0.1/"' },
    logLevel: 'error',
  })
  return outputFiles[0].text
}

/** One picture's bytes, a PNG by its head; each address the same, so that making them costs the server nothing. */
function picture() {
  const bytes = randomFillSync(Buffer.alloc(pictureBytes))
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 4, 0xb0, 0, 0, 9, 0xc4]).copy(
    bytes,
  )
  return bytes
}

async function serve() {
  const entries = ['download/page.ts', '../src/imaging/zip/archive.worker.ts', 'download/peer.worker.js']
  const [page, worker, peer] = await Promise.all(entries.map(bundle))
  const script = 'text/javascript'
  const files = {
    '/': ['text/html', '<!doctype html><meta charset="utf-8"><title>bench</title><script src="/page.js"></script>'],
    '/page.js': [script, page],
    '/archive-worker.js': [script, worker],
    '/peer-worker.js': [script, peer],
  }
  const bytes = picture()
  const server = createServer((request, reply) => {
    if (request.url.startsWith('/p/'))
      return reply.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length }).end(bytes)
    const [type, text] = files[request.url] ?? []
    return reply.writeHead(text === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(text)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${server.address().port}/` }
}

/** Peak resident memory of the page's process, MB; Chromium's own part of it is counted too. */
async function pagePeak(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  return Math.max(0, ...peaks)
}

/** Each run in a browser of its own, so that one side's memory is not counted with the other's. */
async function runOnce(side, url, pictures, executablePath) {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(url)
    const result = await page.evaluate(([one, n]) => window.bench[one](n), [side, pictures])
    if (result.bytes < pictures * pictureBytes) throw new Error(`${side} packed ${result.bytes} bytes of ${pictures} pictures`)
    return { ...result, memory: await pagePeak(browser) }
  } finally {
    await browser.close()
  }
}

const least = (values) => Math.min(...values)

export async function measure(print) {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium found: set CHROME_PATH')
  const { server, url } = await serve()
  try {
    const results = { ours: [], peer: [] }
    // Alternately, so that a busy moment of the machine hits both.
    for (let run = 0; run < runs; run += 1) {
      for (const side of ['ours', 'peer']) results[side].push(await runOnce(side, url, count, executablePath))
    }
    const of = (side, figure) => results[side].map((result) => result[figure])
    const name = `download: ${count} pictures of 1.2 MB to archives`
    // Other work on the machine only ever adds: the best run of each side is what it can do.
    print({ name, ours: least(of('ours', 'ms')), peer: least(of('peer', 'ms')), unit: 'ms', runs })
    const heap = Math.max(...of('ours', 'heap')) / 1e6
    print({ name: `${name}, JavaScript heap over idle`, ours: heap, peer: maxHeap, unit: 'MB', runs })
    const [memory, peerMemory] = [Math.max(...of('ours', 'memory')), Math.max(...of('peer', 'memory'))]
    print({ name: `${name}, peak of the page process`, ours: memory, peer: peerMemory, unit: 'MB', runs })
    const small = await runOnce('ours', url, count / 10, executablePath)
    const perPicture = { ours: least(of('ours', 'ms')) / count, peer: small.ms / (count / 10) }
    print({ name: 'download: one picture of 400 against one of 40', ...perPicture, unit: 'ms', runs: 1 })
    print({ name: 'download: heap with 400 against 40', ours: heap, peer: Math.max(small.heap / 1e6, 1), unit: 'MB', runs: 1 })
  } finally {
    server.close()
  }
}
