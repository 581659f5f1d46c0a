/**
 * Dragging one of 50 and of 500 pictures with a real mouse in Chromium: CPU time of the page's main thread per move, for the
 * designer's canvas (with rules and guides) and for the same scene in Konva and Fabric. The peers need npm install --prefix
 * bench.
 */
import { openBrowser } from './lib/browser.mjs'
import { medianOf, scaled } from './lib/figures.mjs'
import { bundle, html, serve } from './lib/pages.mjs'

const runs = 5
const moves = 20
const entries = { ours: 'ours.ts', konva: 'konva.js', fabric: 'fabric.js' }
/** Numbers of layers in a scene; growth is measured from the first. */
const sizes = [5, 50, 500]
/** The scene with effects. */
const effects = { layers: 50, styled: 10 }
const unit = 'ms per move'

async function servePages() {
  const files = {}
  for (const [name, entry] of Object.entries(entries)) {
    files[`/${name}.js`] = await bundle(`designer-drag/${entry}`)
    files[`/${name}`] = html('<style>body{margin:0}#host{width:1200px;height:800px}</style><div id="host"></div>', `/${name}.js`)
  }
  return serve(files)
}

/** Returns CPU milliseconds of the page's main thread per move of one drag; for ours also the document writes during the drag. */
async function drag(browser, url, name, count, withEffects = 0) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  try {
    await page.goto(url + name)
    await page.evaluate(([layers, effects]) => window.bench.show(layers, effects), [count, withEffects])
    const { x, y } = await page.evaluate(() => window.bench.spot)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const threadTime = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find((metric) => metric.name === 'TaskDuration').value * 1000
    }
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 6, y + 6, { steps: 3 })
    await page.waitForTimeout(100)
    const before = await threadTime()
    for (let i = 0; i < moves; i += 1) {
      await page.mouse.move(600 + 200 * Math.cos(i / 10), 400 + 150 * Math.sin(i / 10))
      await page.waitForTimeout(16)
    }
    const msPerMove = ((await threadTime()) - before) / moves
    const writes = name === 'ours' ? await page.evaluate(() => window.bench.writes()) : 0
    await page.mouse.up()
    if (name === 'ours') {
      await page.waitForTimeout(50)
      const steps = await page.evaluate(() => window.bench.steps())
      if (steps !== 2) throw new Error(`the drag left ${steps - 1} steps, not one: it did not take hold`)
    }
    return { took: msPerMove, writes }
  } finally {
    await page.close()
  }
}

export async function measure(print) {
  const { url, close } = await servePages()
  const browser = await openBrowser()
  try {
    const per = {}
    let writes = 0
    for (const count of sizes) {
      const times = { ours: [], konva: [], fabric: [] }
      /** Runs alternate, so that a busy moment of the machine affects all sides; the first round only warms up. */
      for (let run = 0; run <= runs; run += 1) {
        for (const name of Object.keys(entries)) {
          if (count === sizes[0] && name !== 'ours') continue
          const one = await drag(browser, url, name, count)
          writes += one.writes
          if (run > 0) times[name].push(one.took)
        }
      }
      per[count] = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, medianOf(values)]))
    }
    for (const count of sizes.slice(1)) {
      const { ours, konva, fabric } = per[count]
      print({ name: `designer-drag: one of ${count} layers, against Konva`, ours, peer: konva, unit })
      print({ name: `designer-drag: one of ${count} layers, against Fabric`, ours, peer: fabric, unit })
      const times = count / sizes[0]
      const name = `designer-drag: ${count} layers against ${times}× the cost of ${sizes[0]}`
      print({ name, ours, peer: scaled(per[sizes[0]].ours, 1 / times), unit })
    }
    const styled = { ours: [], konva: [] }
    for (let run = 0; run <= runs; run += 1) {
      for (const name of Object.keys(styled)) {
        const one = await drag(browser, url, name, effects.layers, effects.styled)
        writes += one.writes
        if (run > 0) styled[name].push(one.took)
      }
    }
    print({
      name: `designer-drag: one of ${effects.layers} layers, ${effects.styled} with shadow and blend mode, against Konva`,
      ours: medianOf(styled.ours),
      peer: medianOf(styled.konva),
      unit,
    })
    if (writes > 0) throw new Error(`${writes} document writes during the moves, where none is allowed`)
    print({ name: 'designer-drag: document writes during a move', ours: writes, unit: 'writes', runs })
  } finally {
    await browser.close()
    close()
  }
}
