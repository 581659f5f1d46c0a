/**
 * 400 pictures of 1.2 MB from a local server into archives in the browser's private file system, in Chromium: the product's
 * download with its worker against client-zip in a worker. Then the page's JavaScript heap above idle, and how time and heap grow
 * with the number of pictures. `npm install --prefix bench` first.
 */
import { randomFillSync } from 'node:crypto'
import { openBrowser, pagePeak } from './lib/browser.mjs'
import { least } from './lib/figures.mjs'
import { bundle, html, serve } from './lib/pages.mjs'

const runs = 3
const count = 400
const pictureBytes = 1_200_000
/** Limit of the page's JavaScript heap above idle, in MB; a fixed limit, not a measured peer. */
const maxHeap = 64

/**
 * Returns the bytes that every address serves, with the head of a PNG; they are made once, so that the server spends no time on
 * them.
 */
function picture() {
  const bytes = randomFillSync(Buffer.alloc(pictureBytes))
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 4, 0xb0, 0, 0, 9, 0xc4]).copy(
    bytes,
  )
  return bytes
}

async function servePages() {
  const entries = ['download/page.ts', '../src/imaging/zip/archive.worker.ts', 'download/peer.worker.js']
  const [page, worker, peer] = await Promise.all(entries.map((entry) => bundle(entry)))
  return serve({
    '/': html('', '/page.js'),
    '/page.js': page,
    '/archive-worker.js': worker,
    '/peer-worker.js': peer,
    '/p/*': ['image/png', picture()],
  })
}

/** Each run has a browser of its own, so that the memory of one side is not counted with the other's. */
async function runOnce(side, url, pictures) {
  const browser = await openBrowser('--enable-precise-memory-info')
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

export async function measure(print) {
  const { url, close } = await servePages()
  try {
    const results = { ours: [], peer: [] }
    // Runs alternate, so that a busy moment of the machine affects both sides.
    for (let run = 0; run < runs; run += 1) {
      for (const side of ['ours', 'peer']) results[side].push(await runOnce(side, url, count))
    }
    const of = (side, figure) => results[side].map((result) => result[figure])
    const name = `download: ${count} pictures of 1.2 MB to archives`
    print({ name, ours: least(of('ours', 'ms')), peer: least(of('peer', 'ms')), unit: 'ms', runs })
    const heap = Math.max(...of('ours', 'heap')) / 1e6
    print({ name: `${name}, JavaScript heap over idle`, ours: heap, peer: maxHeap, unit: 'MB', runs })
    const [memory, peerMemory] = [Math.max(...of('ours', 'memory')), Math.max(...of('peer', 'memory'))]
    print({ name: `${name}, peak of the page process`, ours: memory, peer: peerMemory, unit: 'MB', runs })
    const small = await runOnce('ours', url, count / 10)
    const perPicture = { ours: least(of('ours', 'ms')) / count, peer: small.ms / (count / 10) }
    print({ name: 'download: one picture of 400 against one of 40', ...perPicture, unit: 'ms', runs: 1 })
    print({ name: 'download: heap with 400 against 40', ours: heap, peer: Math.max(small.heap / 1e6, 1), unit: 'MB', runs: 1 })
  } finally {
    close()
  }
}
