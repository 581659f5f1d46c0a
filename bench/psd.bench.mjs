/**
 * A PSD of over 100 MB with three artboards and 63 layers, from the chosen file to a PNG of every layer, in Chromium: the
 * product's client with its worker against ag-psd on the main thread. Then the costs for the page: the longest task of the main
 * thread (0 when none reached 50 ms), the renderer's peak memory, the wait for the first layer. For comparison, npm psd-parser
 * reads the file in Node. Then the same import with fflate in place of the product's PNG encoder. Last, the peak memory with a PSB as large as the product accepts, whose groups have the blend mode pass
 * through. `npm install --prefix bench` first.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openBrowser, pagePeak } from './lib/browser.mjs'
import { leastOf, medianOf, mostOf } from './lib/figures.mjs'
import { bundle, html, serve } from './lib/pages.mjs'

const runs = 5
const layers = 63
/** psd-parser takes most of a minute, and much more on a busy machine. */
const peerTimeoutMs = 300_000

const node = (...args) => promisify(execFile)(process.execPath, args, { timeout: peerTimeoutMs, maxBuffer: 1 << 26 })

const plainPng = {
  name: 'plain-png',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/png\/png$/ }, ({ importer }) =>
      importer.includes('plain-png') ? undefined : { path: join(import.meta.dirname, 'psd/plain-png.ts') },
    ),
}

async function servePages(plugins = []) {
  // Little CMS imports Node's `module`, but only in Node.
  const options = { external: ['module'] }
  // The worker starts another one beside its own address.
  const inWorker = { ...options, plugins, define: { 'import.meta.url': 'self.location.href' } }
  const [page, worker, encoder] = await Promise.all([
    bundle('psd/page.ts', options),
    bundle('../imaging/psd/psd.worker.ts', inWorker),
    bundle('../imaging/psd/encode.worker.ts', inWorker),
  ])
  const files = { '/page.js': page, '/worker.js': worker, '/encode.worker.ts': encoder }
  return serve({ '/': html('<input type="file">', '/page.js'), ...files })
}

/** Each run has a browser of its own, so that the memory of one side is not counted with the other's. */
async function runOnce(side, url, file) {
  const browser = await openBrowser()
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

export async function measure(print) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-psd-'))
  const file = join(folder, 'big.psd')
  const { url, close } = await servePages()
  try {
    await node(join(import.meta.dirname, 'psd/big-psd.mjs'), file)
    const results = { ours: [], bare: [] }
    // Runs alternate, so that a busy moment of the machine affects both sides.
    for (let run = 0; run < runs; run += 1) {
      for (const side of ['ours', 'bare']) {
        const result = await runOnce(side, url, file)
        if (result.layers !== layers) throw new Error(`${side} made ${result.layers} layers of ${layers}`)
        results[side].push(result)
      }
    }
    const of = (side, figure) => results[side].map((result) => result[figure])
    const name = 'psd: 63 layers of a 108 MB file to PNGs'
    print({ name, ours: leastOf(of('ours', 'ms')), peer: leastOf(of('bare', 'ms')), unit: 'ms' })
    print({ name: 'psd: longest task of the main thread', ours: leastOf(of('ours', 'blocked')), unit: 'ms' })
    print({ name: 'psd: longest task of bare ag-psd', ours: leastOf(of('bare', 'blocked')), unit: 'ms' })
    print({ name: 'psd: peak of the page process', ours: mostOf(of('ours', 'memory')), unit: 'MB' })
    print({ name: 'psd: peak with bare ag-psd', ours: mostOf(of('bare', 'memory')), unit: 'MB' })
    const share = leastOf(results.ours.map(({ first, ms }) => first / ms))
    print({ name: 'psd: wait for the first layer, share of the whole', ours: share, unit: 'share' })
    await measureEncoder(print, file)
    await measureNested(print, url, join(folder, 'nested.psb'))
    await measurePeer(print, file)
  } finally {
    close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures what a seller gains by the product's PNG encoder. */
async function measureEncoder(print, file) {
  const sites = { ours: await servePages(), peer: await servePages([plainPng]) }
  try {
    const times = { ours: [], peer: [] }
    for (let run = 0; run < 3; run += 1)
      for (const [side, { url }] of Object.entries(sites)) times[side].push((await runOnce('ours', url, file)).ms)
    const name = 'psd: 63 layers, own PNG encoder against fflate'
    print({ name, ours: medianOf(times.ours), peer: medianOf(times.peer), unit: 'ms' })
  } finally {
    for (const { close } of Object.values(sites)) close()
  }
}

/** Measures the memory for the thumbnail and every layer in one run; the duration is irrelevant here. */
async function measureNested(print, url, file) {
  await node('--max-old-space-size=8192', join(import.meta.dirname, 'psd/nested-psb.mjs'), file)
  const { memory } = await runOnce('nested', url, file)
  const name = 'psd: 62 million px with groups in groups, peak of the page process'
  print({ name, ours: memory, unit: 'MB' })
}

/** psd-parser reads the file and its pixels but makes no PNGs; its time and its memory are printed separately. */
async function measurePeer(print, file) {
  try {
    const script = join(import.meta.dirname, 'psd/psd-parser.cjs')
    const { stdout } = await node('--max-old-space-size=8192', script, file)
    const { ms, memory, layers: found, decoded } = JSON.parse(stdout.trim().split('\n').pop())
    const note = `${decoded} of ${found} layers decoded`
    print({ name: 'psd: for the record, npm psd-parser in Node', ours: ms, unit: 'ms', note })
    print({ name: 'psd: for the record, memory of npm psd-parser in Node', ours: memory, unit: 'MB', note })
  } catch (error) {
    console.error(`psd-parser did not finish: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}
