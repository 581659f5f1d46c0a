/**
 * The buyers' page in the built product and Chromium, on a phone (390 × 844, CPU ÷ 4, 150 ms round trip, 1.6 Mbit/s): from the address to a
 * list of phones that answers a press, and frames a second while two fingers scale a layer of fifteen. Run `npm run build` before.
 */
import { openBrowser } from './lib/browser.mjs'
import { layersOnCase, seedLink } from './lib/buyer-link.mjs'
import { medianOf } from './lib/figures.mjs'
import { startProduct } from './lib/product.mjs'

const runs = 5

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, locale: 'zh-CN' }
const kb = (bytes) => bytes / 1000

async function slowPhone(browser) {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  const rate = (1.6 * 1024 * 1024) / 8
  const network = { offline: false, latency: 150, downloadThroughput: rate, uploadThroughput: rate }
  await client.send('Network.emulateNetworkConditions', network)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, context, client }
}

/**
 * Runs in the page. Resolves with the ms from the navigation until the first phone was pressed and the next question is shown, and the compressed
 * bytes of the scripts that had been loaded when the phones were there.
 */
function pressFirstPhone() {
  return new Promise((resolve) => {
    const check = () => {
      const button = document.querySelector('.models button')
      if (!button) return requestAnimationFrame(check)
      const bytes = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      button.click()
      const answered = () => {
        if (document.querySelector('.models')) requestAnimationFrame(answered)
        else resolve({ ms: performance.now(), bytes })
      }
      answered()
    }
    check()
  })
}

/** Runs in the page. Scales the middle layer with two fingers for so many ms; returns the frames a second. */
async function pinchFor(ms) {
  const stage = document.querySelector('.stage')
  const { left, top, width, height } = stage.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  // A pointer that the page made up cannot be captured.
  stage.setPointerCapture = () => undefined
  const send = (type, pointerId, dx) => {
    const at = { pointerId, pointerType: 'touch', isPrimary: pointerId === 1, button: 0, bubbles: true }
    stage.dispatchEvent(new PointerEvent(type, { ...at, clientX: x + dx, clientY: y }))
  }
  send('pointerdown', 1, -30)
  send('pointerdown', 2, 30)
  let frames = 0
  const from = performance.now()
  await new Promise((resolve) => {
    const step = (now) => {
      frames += 1
      const apart = 30 + 40 * Math.abs(Math.sin((now - from) / 300))
      send('pointermove', 1, -apart)
      send('pointermove', 2, apart)
      if (now - from < ms) requestAnimationFrame(step)
      else resolve()
    }
    requestAnimationFrame(step)
  })
  const fps = frames / ((performance.now() - from) / 1000)
  send('pointerup', 1, -30)
  send('pointerup', 2, 30)
  return fps
}

/** Runs in the page. Returns the compressed bytes of the scripts that it has loaded. */
const scriptBytes = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)

async function measurePhone(browser, url, linkToken) {
  const [interactive, fps, firstScripts, scripts] = [[], [], [], []]
  for (let run = 0; run < runs; run += 1) {
    const { page, context, client } = await slowPhone(browser)
    await page.goto(`${url}/customize/${linkToken}`, { waitUntil: 'commit' })
    const first = await page.evaluate(pressFirstPhone)
    interactive.push(first.ms)
    firstScripts.push(kb(first.bytes))
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    // The way to the stage is not measured; there the processor is slow again.
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    if (await page.locator('.colors button').count()) await page.locator('.colors button').first().tap()
    await page.getByRole('button', { name: '十五层' }).tap()
    await page.locator('.stage canvas').waitFor()
    await page.waitForLoadState('networkidle')
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    fps.push(await page.evaluate(pinchFor, 2000))
    scripts.push(kb(await page.evaluate(scriptBytes)))
    await context.close()
  }
  return { interactive, fps, firstScripts, scripts }
}

export async function measure(print) {
  const product = await startProduct()
  let browser
  try {
    const { linkToken } = await seedLink(product)
    browser = await openBrowser()
    const { interactive, fps, firstScripts, scripts } = await measurePhone(browser, product.url, linkToken)
    const report = (name, ours, unit) => print({ name: `buyer: ${name}`, ours, unit, runs })
    report('address to a list of phones that answers', medianOf(interactive), 'ms')
    report('JavaScript before the list of phones', medianOf(firstScripts), 'KB gz')
    report('JavaScript of the page', medianOf(scripts), 'KB gz')
    report(`frames a second while pinching, ${layersOnCase} layers`, medianOf(fps), 'fps')
  } finally {
    await browser?.close()
    await product.stop()
  }
}
