/**
 * An arrow key on one selected layer of a design with 30 and with 300 layers, in the built product and Chromium: CPU time of the
 * page's main thread per press, including panels, canvas and draft, and its growth with the number of layers. Run `npm run build` before.
 */
import { openBrowser } from './lib/browser.mjs'
import { medianOf, scaled } from './lib/figures.mjs'
import { sticker } from './lib/pictures.mjs'
import { callsOf, startProduct } from './lib/product.mjs'

const runs = 5
const presses = 40
/** Numbers of layers in a design; growth is measured from the first. */
const sizes = [30, 300]
const pictures = 12

/** Creates a design with so many layers and returns its id. */
async function design({ call, upload }, collectionId, count) {
  const stored = []
  for (let i = 0; i < pictures; i += 1) stored.push(await upload(3, await sticker(i)))
  const layers = Array.from({ length: count }, (_, index) => {
    const { id, url } = stored[index % pictures]
    return {
      id: null,
      uuid: `layer-${index}`,
      name: `图层 ${index}`,
      type: 'IMAGE',
      imageUrl: url,
      imageFileId: id,
      rotation: (index * 23) % 360,
      width: 90,
      height: 90,
      originalWidth: 640,
      originalHeight: 640,
      left: (index % 6) * 80,
      top: (Math.floor(index / 6) * 19) % 950,
      index,
      locked: false,
      hidden: false,
      isBackground: false,
      isUserUploadImage: true,
      horizontalFlip: false,
      verticalFlip: false,
      stroke: null,
      strokeSvgData: null,
    }
  })
  const body = { collectionId, name: `${count} 个图层`, width: 500, height: 1044, thumbnailFileId: null, layers }
  return (await call('POST', '/api/design_templates', body)).id
}

/** Returns CPU milliseconds of the page's main thread per press; each press is a step of its own. */
async function press(browser, { url, token }, groupId, id) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await page.goto(`${url}/app/design_template?collection=${groupId}&design=${id}&token=${token}`)
    await page.locator('.designer-layer').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.locator('.designer-layer-main').nth(5).click()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const threadTime = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find((metric) => metric.name === 'TaskDuration').value * 1000
    }
    const keys = async (key, times) => {
      for (let i = 0; i < times; i += 1) {
        await page.keyboard.press(key)
        await page.waitForTimeout(33)
      }
    }
    await keys('ArrowDown', 5)
    await page.waitForTimeout(800)
    const leftField = page.getByRole('textbox', { name: '左（像素）' })
    const from = Number(await leftField.inputValue())
    const before = await threadTime()
    await keys('ArrowRight', presses)
    await page.waitForTimeout(800)
    const msPerPress = ((await threadTime()) - before) / presses
    const moved = Number(await leftField.inputValue()) - from
    if (Math.abs(moved - presses) > 0.01) throw new Error(`${presses} presses moved the layer by ${moved} px`)
    return msPerPress
  } finally {
    await page.close()
  }
}

export async function measure(print) {
  const product = await startProduct()
  const browser = await openBrowser()
  try {
    const calls = callsOf(product)
    const collection = await calls.call('POST', '/api/design_template_collections', { name: '方向键' })
    const ids = {}
    for (const count of sizes) ids[count] = await design(calls, collection.id, count)
    const times = Object.fromEntries(sizes.map((count) => [count, []]))
    /** Runs alternate, so that a busy moment of the machine affects all sizes; the first round only warms up. */
    for (let run = 0; run <= runs; run += 1) {
      for (const count of sizes) {
        const ms = await press(browser, product, collection.id, ids[count])
        if (run > 0) times[count].push(ms)
      }
    }
    const [fewestLayers] = sizes
    for (const count of sizes) {
      const ours = medianOf(times[count])
      const unit = 'ms of processor time'
      print({ name: `designer-keys: a press with ${count} layers`, ours, unit })
      if (count === fewestLayers) continue
      const name = `designer-keys: ${count} layers against ${count / fewestLayers}× the cost of ${fewestLayers}`
      print({ name, ours, peer: scaled(medianOf(times[fewestLayers]), fewestLayers / count), unit })
    }
  } finally {
    await browser.close()
    await product.stop()
  }
}
