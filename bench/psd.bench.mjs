/**
 * A PSD of over 100 MB with three artboards and 63 layers, from the chosen file to a PNG of every layer, in Chromium: the product's
 * client with its worker against ag-psd itself on the main thread. Then what the page pays: the longest task of the main
 * thread (0 when none reached 50 ms), the renderer's peak of memory, the wait for the first layer. For the record, npm psd-parser
 * reading the file in Node.
 * `npm install --prefix bench` first.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/lib/chromium.mjs'

const runs = 3
const layers = 63
/** Bars of quality, not other programs: ms, share of the whole, MB. */
const bars = { blocked: 50, first: 0.25, memory: 400 }
/** psd-parser takes most of a minute, and much more on a busy machine. */
const peerPatience = 300_000

const node = (...args) => promisify(execFile)(process.execPath, args, { timeout: peerPatience, maxBuffer: 1 << 26 })

const bundle = async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome92',
    minify: true,
    // The worker of the product is started by its own address here. Little CMS awaits Node's modules, in Node only.
    define: { 'import.meta.url': '"http://127.0.0.1/"' },
    external: ['module'],
    logLevel: 'error',
  })
  return outputFiles[0].text
}

async function serve() {
  const [page, worker] = await Promise.all([bundle('psd/page.ts'), bundle('../src/imaging/psd-parser/psd.worker.ts')])
  const files = {
    '/': [
      'text/html',
      '<!doctype html><meta charset="utf-8"><title>bench</title><input type="file"><script src="/page.js"></script>',
    ],
    '/page.js': ['text/javascript', page],
    '/worker.js': ['text/javascript', worker],
  }
  const server = createServer((request, reply) => {
    const [type, text] = files[request.url] ?? []
    reply.writeHead(text === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(text)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${server.address().port}/` }
}

/** Peak resident memory of the page's process, MB; what of Chromium itself lies in it is counted too. */
async function pagePeak(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  return Math.max(0, ...peaks)
}

/** Each run in a browser of its own, so that one side's memory is not counted with the other's. */
async function runOnce(side, url, file, executablePath) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await page.setInputFiles('input', file)
    const result = await page.evaluate((one) => window.bench[one](), side)
    return { ...result, memory: await pagePeak(browser) }
  } finally {
    await browser.close()
  }
}

const least = (values) => Math.min(...values)

export async function measure(print) {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium found: set CHROME_PATH')
  const folder = mkdtempSync(join(tmpdir(), 'bench-psd-'))
  const file = join(folder, 'big.psd')
  const { server, url } = await serve()
  try {
    await node(join(import.meta.dirname, 'psd/big-psd.mjs'), file)
    const results = { ours: [], bare: [] }
    // Alternately, so that a busy moment of the machine hits both.
    for (let run = 0; run < runs; run += 1) {
      for (const side of ['ours', 'bare']) {
        const result = await runOnce(side, url, file, executablePath)
        if (result.layers !== layers) throw new Error(`${side} made ${result.layers} layers of ${layers}`)
        results[side].push(result)
      }
    }
    const of = (side, figure) => results[side].map((result) => result[figure])
    // Other work on the machine only ever adds: the best run of each side is what it can do.
    const name = 'psd: 63 layers of a 108 MB file to PNGs'
    print({ name, ours: least(of('ours', 'ms')), peer: least(of('bare', 'ms')), unit: 'ms', runs })
    print({
      name: `${name}, longest task of the main thread`,
      ours: least(of('ours', 'blocked')),
      peer: bars.blocked,
      unit: 'ms',
      runs,
    })
    const bareBlocked = least(of('bare', 'blocked'))
    print({ name: `${name}, longest task of bare ag-psd`, ours: bareBlocked, peer: bars.blocked, unit: 'ms', runs })
    print({
      name: `${name}, peak of the page process`,
      ours: Math.max(...of('ours', 'memory')),
      peer: bars.memory,
      unit: 'MB',
      runs,
    })
    print({
      name: `${name}, peak with bare ag-psd`,
      ours: Math.max(...of('bare', 'memory')),
      peer: bars.memory,
      unit: 'MB',
      runs,
    })
    const share = least(results.ours.map(({ first, ms }) => first / ms))
    print({ name: `${name}, wait for the first layer`, ours: share, peer: bars.first, unit: 'share', runs })
    await measurePeer(print, file, least(of('ours', 'ms')))
  } finally {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** It reads the file and its pixels, but makes no PNG of them; its memory is beside the time. */
async function measurePeer(print, file, ours) {
  try {
    const script = join(import.meta.dirname, 'psd/psd-parser.cjs')
    const { stdout } = await node('--max-old-space-size=8192', script, file)
    const { ms, memory, layers: found, decoded } = JSON.parse(stdout.trim().split('\n').pop())
    print({ name: `psd: npm psd-parser in Node, ${decoded} of ${found} layers decoded`, ours, peer: ms, unit: 'ms', runs: 1 })
    print({ name: 'psd: npm psd-parser in Node, memory', ours: bars.memory, peer: memory, unit: 'MB', runs: 1 })
  } catch (error) {
    console.error(`psd-parser did not finish: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}
