/**
 * The batch preview of 100 templates on one phone, in the built product and Chromium. Measured: time from the click to the first picture and to every picture while scrolling, frames per
 * second while scrolling, memory above idle, and saving all pictures in full size. Run `npm run build` before.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { openBrowser, processesOf } from './lib/browser.mjs'
import { medianOf } from './lib/figures.mjs'
import { callsOf, startProduct } from './lib/product.mjs'

const runs = 5
const count = 100
const canvas = { width: 500, height: 1044 }

/** Draws a design as shops have them: a grainy background and a sticker, different for each `n`. */
async function drawing(n, width, height) {
  const petals = Array.from(
    { length: 4 + (n % 7) },
    (_, i, of = 4 + (n % 7)) =>
      `<ellipse cx="250" cy="${300 + (n % 5) * 40}" rx="60" ry="150" transform="rotate(${(360 / of) * i} 250 522)" fill="hsl(${(n * 37 + i * 9) % 360} 70% 60%)"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 500 1044" preserveAspectRatio="none">
    <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${(n * 53) % 360} 60% 88%)"/><stop offset="1" stop-color="hsl(${(n * 53 + 70) % 360} 50% 62%)"/></linearGradient>
    <filter id="f"><feTurbulence baseFrequency="0.8" numOctaves="2" seed="${n}"/><feBlend in2="SourceGraphic" mode="soft-light"/></filter></defs>
    <rect width="500" height="1044" fill="url(#g)" filter="url(#f)"/>${petals.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Fills a group with templates that have real pictures and thumbnails; returns the group. */
export async function seed(url, token, total) {
  const { call, upload } = callsOf({ url, token })
  const brands = await call('GET', '/api/phone_brands')
  const models = await call('GET', `/api/phone_brands/${brands[0].id}/phone_models`)
  const skus = await call('GET', `/api/phone_case_skus?phoneModelIds=${models.map(({ id }) => id).join(',')}`)
  const { phoneModelId, materialColorId } = skus.find(({ wireframeId }) => wireframeId !== null)
  const collection = await call('POST', '/api/design_template_collections', { name: `批量 ${total}` })
  for (let n = 0; n < total; n += 1) {
    const png = await drawing(n, canvas.width, canvas.height)
    const picture = await upload(3, png)
    const thumbnail = await upload(2, await sharp(png).resize(287, 600, { fit: 'fill' }).png().toBuffer())
    const layer = {
      id: null,
      uuid: `layer-${n}`,
      type: 'IMAGE',
      imageUrl: picture.url,
      imageFileId: picture.id,
      rotation: 0,
      ...canvas,
      originalWidth: canvas.width,
      originalHeight: canvas.height,
      left: 0,
      top: 0,
      index: 0,
      locked: false,
      isBackground: false,
      isUserUploadImage: true,
      horizontalFlip: false,
      verticalFlip: false,
    }
    await call('POST', '/api/design_templates', {
      collectionId: collection.id,
      name: `第 ${n + 1} 款`,
      ...canvas,
      layers: [layer],
      thumbnailFileId: thumbnail.id,
      previewPhoneModelId: phoneModelId,
      previewMaterialColorId: materialColorId,
    })
  }
  return collection
}

/**
 * Runs in the page. Records when the first cell of the grid, and when each cell that was ever rendered, showed all of its
 * pictures.
 */
function watch() {
  const seen = new Set()
  window.bench = { pressed: 0, first: 0, seen }
  addEventListener('pointerdown', () => (window.bench.pressed ||= performance.now()), { capture: true, once: true })
  const checkCells = () => {
    for (const cell of document.querySelectorAll('.batch-cell')) {
      const pictures = [...cell.querySelectorAll('img')]
      if (pictures.length === 0 || pictures.some((one) => !one.complete || one.naturalWidth === 0)) continue
      seen.add(cell.dataset.index)
      window.bench.first ||= performance.now()
    }
    requestAnimationFrame(checkCells)
  }
  requestAnimationFrame(checkCells)
}

/** Runs in the page. Scrolls from top to bottom in so many ms, as a held wheel does; returns the frames per second. */
async function scrollThrough(ms) {
  const box = document.querySelector('.batch-scroll')
  const distance = box.scrollHeight - box.clientHeight
  const times = []
  const start = performance.now()
  await new Promise((resolve) => {
    const step = (now) => {
      times.push(now)
      box.scrollTop = Math.min(distance, ((now - start) / ms) * distance)
      if (now - start < ms) requestAnimationFrame(step)
      else resolve()
    }
    requestAnimationFrame(step)
  })
  return (times.length - 1) / ((times.at(-1) - times[0]) / 1000)
}

/** Returns the proportional set size of the browser's renderer and GPU processes, in MB. */
async function memory(browser) {
  let kb = 0
  for (const { type, id } of await processesOf(browser)) {
    if (type !== 'renderer' && type !== 'GPU') continue
    kb += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  }
  return kb / 1024
}

/** Saves all pictures; returns the time in ms and the peak of memory above idle in MB. */
async function save(page, memoryGrowth) {
  let peak = 0
  const saved = page.waitForEvent('download', { timeout: 240_000 })
  // Without a save dialog the page uses the browser's own download.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const requestedAt = performance.now()
  await page.getByRole('button', { name: '保存全部预览图' }).click()
  let ended = false
  const end = () => {
    ended = true
  }
  saved.then(end, end)
  while (!ended) {
    peak = Math.max(peak, await memoryGrowth())
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  await saved
  const took = performance.now() - requestedAt
  // The browser has the archive a moment before the page knows; until then the page asks whether it may be closed.
  await page.getByText(`已保存 ${count} 张预览图`).waitFor()
  return { took, peak }
}

export async function measure(print) {
  const { url, token, stop } = await startProduct()
  let browser
  try {
    const collection = await seed(url, token, count)
    const figures = { first: [], again: [], all: [], fps: [], memory: [], saving: [], savingMemory: [] }
    for (let run = 0; run <= runs; run += 1) {
      browser = await openBrowser('--js-flags=--expose-gc')
      const page = await browser.newPage({ viewport: { width: 1180, height: 760 }, acceptDownloads: true })
      await page.goto(`${url}/app/design_template?collection=${collection.id}&token=${token}`)
      await page.locator('.card:not(.card-skeleton) img').first().waitFor()
      await page.getByText('选择本页全部').click()
      await page.getByRole('button', { name: `选择全部 ${count} 条` }).click()
      await page.getByText(`已选 ${count} 项`).waitFor()
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => window.gc())
      const idle = await memory(browser)

      await page.evaluate(watch)
      await page.getByRole('button', { name: '批量预览' }).click()
      await page.waitForFunction(() => window.bench.first > 0)
      const first = await page.evaluate(() => window.bench.first - window.bench.pressed)
      // The cells that are visible first must be complete before scrolling begins.
      await page.waitForFunction(() => document.querySelectorAll('.batch-cell').length <= window.bench.seen.size)
      const fps = await page.evaluate(scrollThrough, 3000)
      await page.evaluate(() => document.querySelector('.batch-scroll').scrollTo(0, 0))
      while ((await page.evaluate(() => window.bench.seen.size)) < count) {
        await page.evaluate(() => {
          const box = document.querySelector('.batch-scroll')
          box.scrollTop += box.clientHeight / 2
          if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) box.scrollTop = 0
        })
        await page.waitForTimeout(30)
      }
      const all = await page.evaluate(() => performance.now() - window.bench.pressed)
      await page.evaluate(() => window.gc())
      const memoryGrowth = (await memory(browser)) - idle

      const saving = run === runs ? await save(page, async () => (await memory(browser)) - idle) : null
      await page.keyboard.press('Escape')
      await page.locator('.batch-cell').first().waitFor({ state: 'detached' })
      await page.evaluate(() => {
        window.bench.first = 0
        window.bench.pressed = 0
        addEventListener('pointerdown', () => (window.bench.pressed ||= performance.now()), { capture: true, once: true })
      })
      await page.getByRole('button', { name: '批量预览' }).click()
      await page.waitForFunction(() => window.bench.first > 0)
      const again = await page.evaluate(() => window.bench.first - window.bench.pressed)
      await browser.close()
      if (run === 0) continue
      for (const [name, value] of Object.entries({ first, again, all, fps, memory: memoryGrowth })) figures[name].push(value)
      if (saving) {
        figures.saving.push(saving.took)
        figures.savingMemory.push(saving.peak)
      }
    }
    const report = (description, values, unit) => print({ name: `batch-preview: ${description}`, ours: medianOf(values), unit })
    report('click to first picture, code not loaded before', figures.first, 'ms')
    report('click to first picture, opened before', figures.again, 'ms')
    report(`click to all ${count} pictures, scrolled through in 3 s`, figures.all, 'ms')
    report('frames a second while scrolling', figures.fps, 'fps')
    report('memory over idle after scrolling through', figures.memory, 'MB')
    report(`saving ${count} sharp pictures`, figures.saving, 'ms')
    report('peak of memory over idle while saving', figures.savingMemory, 'MB')
  } finally {
    await browser?.close()
    await stop()
  }
}
