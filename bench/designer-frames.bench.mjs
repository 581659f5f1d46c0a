/**
 * The designer's canvas with many layers in Chromium and a real mouse: frames a second while one of 300 is dragged, and the CPU time of
 * the page's main thread for a move of a box selection over 500.
 */
import { beginDrag, moveInCircle, serveScenes, withScene } from './designer-drag/drive.mjs'
import { openBrowser } from './lib/browser.mjs'
import { medianOf } from './lib/figures.mjs'

const runs = 5
const moves = 20
const framesLayers = 300
const boxLayers = 500
const framesMs = 1500

/** Returns the frames a second while a layer is dragged by a mouse that never rests. */
const framesOfDrag = (browser, url) =>
  withScene(browser, `${url}ours`, framesLayers, 0, async (page) => {
    await beginDrag(page)
    let isOver = false
    const frames = page
      .evaluate((ms) => window.bench.framesIn(ms), framesMs)
      .finally(() => {
        isOver = true
      })
    for (let i = 0; !isOver; i += 1) await moveInCircle(page, i)
    await page.mouse.up()
    return frames
  })

/** Returns CPU milliseconds of the page's main thread per move of a box selection that grows over all layers. */
const boxSelection = (browser, url) =>
  withScene(browser, `${url}ours`, boxLayers, 0, async (page, threadTime) => {
    await page.mouse.move(2, 2)
    await page.mouse.down()
    await page.mouse.move(30, 20, { steps: 3 })
    await page.waitForTimeout(100)
    const before = await threadTime()
    for (let i = 1; i <= moves; i += 1) {
      await page.mouse.move((1190 * i) / moves, (790 * i) / moves)
      await page.waitForTimeout(16)
    }
    const msPerMove = ((await threadTime()) - before) / moves
    await page.mouse.up()
    await page.waitForTimeout(50)
    const selected = await page.evaluate(() => window.bench.selected())
    if (selected !== boxLayers) throw new Error(`the box selected ${selected} of ${boxLayers} layers`)
    return msPerMove
  })

export async function measure(print) {
  const { url, close } = await serveScenes(['ours'])
  const browser = await openBrowser()
  try {
    const frames = []
    const boxes = []
    // The first round only warms up.
    for (let run = 0; run <= runs; run += 1) {
      const [fps, box] = [await framesOfDrag(browser, url), await boxSelection(browser, url)]
      if (run > 0) {
        frames.push(fps)
        boxes.push(box)
      }
    }
    print({ name: `designer-frames: frames a second with ${framesLayers} layers`, ours: medianOf(frames), unit: 'fps' })
    const unit = 'ms of processor time'
    print({ name: `designer-frames: a move of a box selection over ${boxLayers} layers`, ours: medianOf(boxes), unit })
  } finally {
    await browser.close()
    close()
  }
}
