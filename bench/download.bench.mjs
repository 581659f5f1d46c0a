/**
 * 400 pictures of 1.2 MB from a local server into archives in the browser's private file system, in Chromium: the product's
 * download with its worker against client-zip in a worker. Then the page's JavaScript heap above idle, and how time and heap grow
 * with the number of pictures. `npm install --prefix bench` first.
 */
import { randomFillSync } from 'node:crypto'
import { openBrowser, pagePeak } from './lib/browser.mjs'
import { leastOf, mostOf, scaled } from './lib/figures.mjs'
import { bundle, html, serve } from './lib/pages.mjs'

const runs = 5
const count = 400
const pictureBytes = 1_200_000

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
  const entries = ['download/page.ts', '../imaging/zip/archive.worker.ts', 'download/peer.worker.js']
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
    const ours = leastOf(of('ours', 'ms'))
    print({ name: `download: ${count} pictures of 1.2 MB to archives`, ours, peer: leastOf(of('peer', 'ms')), unit: 'ms' })
    const heap = (values) => scaled(mostOf(values), 1e6)
    print({ name: `download: JavaScript heap over idle, ${count} pictures`, ours: heap(of('ours', 'heap')), unit: 'MB' })
    const memory = { ours: mostOf(of('ours', 'memory')), peer: mostOf(of('peer', 'memory')) }
    print({ name: 'download: peak of the page process', ...memory, unit: 'MB' })
    const few = count / 10
    const small = []
    for (let run = 0; run < runs; run += 1) small.push(await runOnce('ours', url, few))
    const perPicture = { ours: scaled(ours, count), peer: scaled(leastOf(small.map(({ ms }) => ms)), few) }
    print({ name: `download: one picture of ${count} against one of ${few}`, ...perPicture, unit: 'ms' })
    const smallHeap = heap(small.map((result) => result.heap))
    print({ name: `download: JavaScript heap over idle, ${few} pictures`, ours: smallHeap, unit: 'MB' })
  } finally {
    close()
  }
}
