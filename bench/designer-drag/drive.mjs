/** Shows the scene of a drag on a page of its own and moves a real mouse over it. */
import { bundle, html, serve } from '../lib/pages.mjs'

const entries = { ours: 'ours.ts', konva: 'konva.js', fabric: 'fabric.js' }

/** Serves a page for each of these sides: the designer's canvas, Konva, Fabric. */
export async function serveScenes(sides) {
  const files = {}
  for (const name of sides) {
    files[`/${name}.js`] = await bundle(`designer-drag/${entries[name]}`)
    files[`/${name}`] = html('<style>body{margin:0}#host{width:1200px;height:800px}</style><div id="host"></div>', `/${name}.js`)
  }
  return serve(files)
}

/** Shows a scene on a new page, and gives it and a clock of its main thread's CPU time, ms, to `work`. */
export async function withScene(browser, url, count, withEffects, work) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  try {
    await page.goto(url)
    await page.evaluate(([layers, effects]) => window.bench.show(layers, effects), [count, withEffects])
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const threadTime = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find((metric) => metric.name === 'TaskDuration').value * 1000
    }
    return await work(page, threadTime)
  } finally {
    await page.close()
  }
}

/** Presses the layer that is dragged and begins to move it. */
export async function beginDrag(page) {
  const { x, y } = await page.evaluate(() => window.bench.spot)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 6, y + 6, { steps: 3 })
  await page.waitForTimeout(100)
}

/** Moves the mouse to the place of a step on a circle around the middle of the scene. */
export const moveInCircle = (page, i) => page.mouse.move(600 + 200 * Math.cos(i / 10), 400 + 150 * Math.sin(i / 10))
