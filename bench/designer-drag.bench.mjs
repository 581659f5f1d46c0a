/**
 * Dragging one of 50 and of 500 pictures with a real mouse in Chromium: CPU time of the page's main thread per move, for the
 * designer's canvas (with rules and guides) and for the same scene in Konva and Fabric. The peers need npm install --prefix
 * bench.
 */
import { beginDrag, moveInCircle, serveScenes, withScene } from './designer-drag/drive.mjs'
import { openBrowser } from './lib/browser.mjs'
import { medianOf, scaled } from './lib/figures.mjs'

const runs = 5
const moves = 20
const sides = ['ours', 'konva', 'fabric']
/** Numbers of layers in a scene; growth is measured from the first. */
const sizes = [5, 50, 500]
/** The scene with effects. */
const effects = { layers: 50, styled: 10 }
const unit = 'ms per move'

/** Returns CPU milliseconds of the page's main thread per move of one drag; for ours also the document writes during the drag. */
const drag = (browser, url, name, count, withEffects = 0) =>
  withScene(browser, url + name, count, withEffects, async (page, threadTime) => {
    await beginDrag(page)
    const before = await threadTime()
    for (let i = 0; i < moves; i += 1) {
      await moveInCircle(page, i)
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
  })

export async function measure(print) {
  const { url, close } = await serveScenes(sides)
  const browser = await openBrowser()
  try {
    const per = {}
    let writes = 0
    for (const count of sizes) {
      const times = { ours: [], konva: [], fabric: [] }
      const isSmallest = count === sizes[0]
      /**
       * Runs alternate, so that a busy moment of the machine affects all sides. Of the smallest scene a first round only warms up, for
       * all sides and scenes: each drag has a page of its own, and what stays warm between pages is the browser's.
       */
      for (let run = isSmallest ? 0 : 1; run <= runs; run += 1) {
        for (const name of sides) {
          if (isSmallest && run > 0 && name !== 'ours') continue
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
    for (let run = 1; run <= runs; run += 1) {
      for (const name of Object.keys(styled)) {
        const one = await drag(browser, url, name, effects.layers, effects.styled)
        writes += one.writes
        styled[name].push(one.took)
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
