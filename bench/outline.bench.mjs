/**
 * Outlines in Chromium: a sticker of 2000×2000 px with soft edges, a hole, an island and specks, from its pixels to a path at a
 * distance, against OpenCV's exact distance transform and contours of the same pixels in the same page, without OpenCV's start.
 * Then how exact the path is, and how long a step of a slider takes through the worker. `npm install --prefix bench` first.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/lib/chromium.mjs'

const runs = 15
/** A slider drawn from 10 to 40 px, back and forth. */
const widths = [10, 11, 13, 16, 20, 25, 31, 40, 36, 30, 24, 18, 13, 10, 12, 15, 19, 24]
/** What a preview may take to feel live, and how far a path may be off: design/quality bars, not other programs. */
const bars = { preview: 50, error: 0.05 }
const openCv = join(import.meta.dirname, 'node_modules/@techstark/opencv-js/dist/opencv.js')

const bundle = async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome92',
    minify: true,
    // The worker of the product is started by its own address here.
    define: { 'import.meta.url': '"http://127.0.0.1/"' },
    logLevel: 'error',
  })
  return outputFiles[0].text
}

async function serve() {
  const [page, worker] = await Promise.all([bundle('outline/page.ts'), bundle('../src/imaging/outline/outline.worker.ts')])
  const files = {
    '/': [
      'text/html',
      '<!doctype html><meta charset="utf-8"><title>bench</title><script src="/opencv.js"></script><script src="/page.js"></script>',
    ],
    '/page.js': ['text/javascript', page],
    '/worker.js': ['text/javascript', worker],
    '/opencv.js': ['text/javascript', readFileSync(openCv)],
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
  if (!existsSync(openCv)) throw new Error('OpenCV is missing: run npm install --prefix bench')
  const { server, url } = await serve()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await page.evaluate(async () => {
      // Some versions hand out a promise, some tell when they are ready.
      if (window.cv instanceof Promise) window.cv = await window.cv
      if (!window.cv.Mat) await new Promise((resolve) => (window.cv.onRuntimeInitialized = resolve))
    })
    const { contours, pathLength } = await page.evaluate(() => ({
      contours: window.bench.contours(),
      pathLength: window.bench.pathLength(),
    }))
    if (contours < 3 || pathLength < 1000)
      throw new Error(`one side found no outline: ${contours} contours, ${pathLength} characters`)
    const times = { ours: [], peer: [] }
    // Alternately, so that a busy moment of the machine hits both; the first pair only warms up.
    for (let run = 0; run <= runs; run += 1) {
      const [ours, peer] = await page.evaluate(() => [window.bench.ours(), window.bench.peer()])
      if (run === 0) continue
      times.ours.push(ours)
      times.peer.push(peer)
    }
    // Other work on the machine only ever adds: the best run of each side is what it can do.
    const [ours, peer] = [Math.min(...times.ours), Math.min(...times.peer)]
    print({ name: 'outline: 2000 px sticker to a path', ours, peer, unit: 'ms', runs })

    const { mean, points } = await page.evaluate(() => window.bench.meanError())
    print({ name: 'outline: mean error of the path, against the bar', ours: mean, peer: bars.error, unit: 'px', runs: points })

    const [, ...steps] = await page.evaluate((all) => window.bench.previewSteps(all), widths)
    const name = 'outline: a step of a slider at half the resolution, against the bar'
    print({ name, ours: median(steps), peer: bars.preview, unit: 'ms', runs: steps.length })
    const slowest = Math.max(...steps)
    print({ name: `${name}, slowest`, ours: slowest, peer: bars.preview, unit: 'ms', runs: steps.length })
  } finally {
    await browser.close()
    server.close()
  }
}
