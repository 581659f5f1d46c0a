/**
 * 转动看看 in the built product and Chromium: from the click to the first picture of the solid, with all code loaded and again after it was closed, and pictures a
 * second while it is turned by the mouse. What draws
 * is the note of each figure, because a program that stands in for a graphics processor is many times slower. Run `npm run build`
 * before; CASE_3D_GPU=1 uses the machine's own graphics processor.
 */
import { seed } from './batch-preview.bench.mjs'
import { openBrowser } from './lib/browser.mjs'
import { medianOf } from './lib/figures.mjs'
import { startProduct } from './lib/product.mjs'

const runs = 5
const graphics =
  process.env.CASE_3D_GPU === '1'
    ? ['--ignore-gpu-blocklist', '--enable-gpu']
    : ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

/** Runs in the page. Resolves with the ms from the click to the frame after the first picture. */
function openTurning() {
  return new Promise((resolve) => {
    const from = performance.now()
    const check = () => {
      if (document.querySelector('.turn-view-stage[data-turn]')) requestAnimationFrame(() => resolve(performance.now() - from))
      else requestAnimationFrame(check)
    }
    ;[...document.querySelectorAll('button')].find((one) => one.textContent.includes('转动看看')).click()
    check()
  })
}

/** Runs in the page. Drags the case for so many ms, with a move in every frame; returns the pictures a second that were drawn. */
async function dragFor(ms) {
  const stage = document.querySelector('.turn-view-stage')
  const gl = stage.querySelector('canvas').getContext('webgl2')
  const { left, top, width, height } = stage.getBoundingClientRect()
  const at = (x) => ({ pointerId: 1, isPrimary: true, button: 0, bubbles: true, clientX: left + x, clientY: top + height / 2 })
  // A pointer that the page made up cannot be captured.
  stage.setPointerCapture = () => undefined
  stage.dispatchEvent(new PointerEvent('pointerdown', at(0)))
  let drawn = 0
  const watch = new MutationObserver(() => {
    drawn += 1
  })
  watch.observe(stage, { attributes: true, attributeFilter: ['data-turn'] })
  const pixel = new Uint8Array(4)
  const from = performance.now()
  await new Promise((resolve) => {
    const step = (now) => {
      stage.dispatchEvent(new PointerEvent('pointermove', at(((now - from) / ms) * width)))
      // Reading a pixel waits until the picture is really drawn.
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
      if (now - from < ms) requestAnimationFrame(step)
      else resolve()
    }
    requestAnimationFrame(step)
  })
  watch.disconnect()
  stage.dispatchEvent(new PointerEvent('pointerup', at(width)))
  return drawn / ((performance.now() - from) / 1000)
}

export async function measure(print) {
  const { url, token, stop } = await startProduct()
  let browser
  try {
    const collection = await seed(url, token, 1)
    browser = await openBrowser(...graphics)
    const figures = { first: [], again: [], fps: [] }
    let drawnBy = ''
    for (let run = 0; run < runs; run += 1) {
      const page = await browser.newPage({ viewport: { width: 1180, height: 760 } })
      await page.goto(`${url}/app/design_template?collection=${collection.id}&token=${token}`)
      await page.locator('.card:not(.card-skeleton) img').first().waitFor()
      await page.getByText('选择本页全部').click()
      await page.getByRole('button', { name: '批量预览' }).click()
      await page.locator('.batch-cell').first().click()
      await page.locator('.batch-large-space[data-sharp=true]').waitFor()
      figures.first.push(await page.evaluate(openTurning))
      drawnBy = await page.locator('.turn-view-stage[data-drawn-by]').getAttribute('data-drawn-by')
      figures.fps.push(await page.evaluate(dragFor, 2000))
      await page.keyboard.press('Escape')
      await page.locator('.turn-view-stage').waitFor({ state: 'detached' })
      figures.again.push(await page.evaluate(openTurning))
      await page.close()
    }
    const by = /swiftshader|llvmpipe|software/i.test(drawnBy) ? 'without a graphics processor' : 'with a graphics processor'
    const report = (description, values, unit) =>
      print({ name: `case-3d: ${by}, ${description}`, ours: medianOf(values), unit, note: drawnBy })
    report('click to first picture, code of the solid not loaded before', figures.first, 'ms')
    report('click to first picture, opened before', figures.again, 'ms')
    report('pictures a second while turning', figures.fps, 'fps')
  } finally {
    await browser?.close()
    await stop()
  }
}
