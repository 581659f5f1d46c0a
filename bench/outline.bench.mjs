/**
 * Outlines in Chromium: a sticker of 2000×2000 px with soft edges, a hole, an island and specks, from its pixels to a path at a
 * distance, against OpenCV's exact distance transform and contours of the same pixels in the same page, without OpenCV's
 * start-up. Then the path's error, and the duration of a slider step through the worker. `npm install --prefix bench` first.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './lib/browser.mjs'
import { leastOf, medianOf } from './lib/figures.mjs'
import { bundle, html, serve } from './lib/pages.mjs'

const runs = 15
/** Stroke widths of a slider that is dragged from 10 to 40 px and back repeatedly. */
const widths = [10, 11, 13, 16, 20, 25, 31, 40, 36, 30, 24, 18, 13, 10, 12, 15, 19, 24]
const openCv = join(import.meta.dirname, 'node_modules/@techstark/opencv-js/dist/opencv.js')

async function servePages() {
  const [page, worker] = await Promise.all([bundle('outline/page.ts'), bundle('../imaging/outline/outline.worker.ts')])
  return serve({
    '/': html('', '/opencv.js', '/page.js'),
    '/page.js': page,
    '/worker.js': worker,
    '/opencv.js': ['text/javascript', readFileSync(openCv)],
  })
}

export async function measure(print) {
  if (!existsSync(openCv)) throw new Error('OpenCV is missing: run npm install --prefix bench')
  const { url, close } = await servePages()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await page.evaluate(async () => {
      // Some versions export a promise, others report when they are ready.
      if (window.cv instanceof Promise) window.cv = await window.cv
      if (!window.cv.Mat) await new Promise((resolve) => (window.cv.onRuntimeInitialized = resolve))
    })
    const { contours, characters, pathLength } = await page.evaluate(() => ({
      ...window.bench.contours(),
      pathLength: window.bench.pathLength(),
    }))
    if (contours < 3 || pathLength < 1000)
      throw new Error(`one side found no outline: ${contours} contours, ${pathLength} characters`)
    print({ name: 'outline: length of the path', ours: pathLength, peer: characters, unit: 'characters' })
    const times = { ours: [], peer: [] }
    // Runs alternate, so that a busy moment of the machine affects both sides; the first pair only warms up.
    for (let run = 0; run <= runs; run += 1) {
      const [ours, peer] = await page.evaluate(() => [window.bench.ours(), window.bench.peer()])
      if (run === 0) continue
      times.ours.push(ours)
      times.peer.push(peer)
    }
    print({ name: 'outline: 2000 px sticker to a path', ours: leastOf(times.ours), peer: leastOf(times.peer), unit: 'ms' })

    const { mean, points } = await page.evaluate(() => window.bench.meanError())
    print({ name: 'outline: mean error of the path', ours: mean, unit: 'px', runs: points })

    const refusals = []
    for (let run = 0; run < 5; run += 1) refusals.push(await page.evaluate(() => window.bench.noiseRefused()))
    print({ name: 'outline: noise refused', ours: medianOf(refusals), unit: 'ms' })

    const [, ...steps] = await page.evaluate((all) => window.bench.previewSteps(all), widths)
    print({ name: 'outline: a step of a slider at half the resolution', ours: medianOf(steps), unit: 'ms' })
  } finally {
    await browser.close()
    close()
  }
}
