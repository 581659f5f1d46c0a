/**
 * The longest lists of the product while they are scrolled by the wheel, in Chromium: a gallery of 500 pictures, and 3,000
 * matches of phone models. The figure is the page's longest task in CPU time, which other work on the machine does not affect. Run `npm run build` before.
 */
import sharp from 'sharp'
import { openBrowser } from './lib/browser.mjs'
import { mostOf } from './lib/figures.mjs'
import { callsOf, startProduct } from './lib/product.mjs'

const pictures = 500
const models = 3000
/** Times that each list is scrolled from its beginning. */
const runs = 5
/** Wheel events in one run, 400 px each. */
const wheelEvents = 60

/** Creates a group with that many different pictures and returns its id. */
async function seedPictures({ call, upload }) {
  const collection = await call('POST', '/api/design_asset_collections', { type: 1, name: '滚动' })
  const createAsset = async (n) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="600"><rect width="300" height="600" fill="hsl(${(n * 37) % 360} 60% 70%)"/><circle cx="150" cy="${100 + (n % 400)}" r="90" fill="hsl(${(n * 91) % 360} 70% 50%)"/></svg>`
    const { id } = await upload(1, await sharp(Buffer.from(svg)).png().toBuffer(), `夏日图案 ${n}.png`)
    await call('POST', '/api/design_assets', { type: 1, collectionId: collection.id, fileId: id })
  }
  for (let n = 0; n < pictures; n += 10) await Promise.all(Array.from({ length: 10 }, (_, i) => createAsset(n + i)))
  return collection.id
}

/**
 * Fakes the server's responses for a factory and a shop with 3,000 models each; the matcher leaves a fifth of them to a person.
 */
async function fakeModels(page, call) {
  const [brand] = await call('GET', '/api/phone_brands')
  const series = ['Redmi Note', 'Redmi K', 'Mi', 'Poco X', 'Civi', 'Mix']
  const names = Array.from({ length: models }, (_, n) => `${series[n % series.length]} ${10 + Math.floor(n / series.length)}`)
  const fakeResponse = (path, body) => page.route(path, (route) => route.fulfill({ json: body }))
  await fakeResponse(/\/api\/phone_brands$/, [{ ...brand, name: '小米', next: null }])
  await fakeResponse(
    /\/phone_models$/,
    names.map((name, n) => ({ id: n + 1, phoneBrandId: brand.id, name, favorited: false, next: n + 2 > models ? null : n + 2 })),
  )
  await fakeResponse(/\/api\/erp\/factory_phone_model_bindings/, [])
  await fakeResponse(
    /\/api\/erp\/factory_phone_models\?/,
    names.map((name, n) => ({
      code: `XM${n}`,
      name: n % 5 === 0 ? `小米 ${name}s` : `小米 ${name}`,
      widthMm: 74 + (n % 5),
      heightMm: 158 + (n % 9),
      stock: (n * 7) % 900,
    })),
  )
}

/** Returns the longest task of the page's main thread during `work`, in ms of CPU time. */
async function longestTask(page, work) {
  const session = await page.context().newCDPSession(page)
  const tasks = []
  session.on('Tracing.dataCollected', ({ value }) => tasks.push(...value))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', { categories: 'toplevel,devtools.timeline,disabled-by-default-devtools.timeline' })
  await work()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const main = new Set(
    tasks
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const taskTimes = tasks
    .filter(
      ({ ph, pid, tid, tdur, name }) => ph === 'X' && tdur !== undefined && name.endsWith('RunTask') && main.has(`${pid} ${tid}`),
    )
    .map(({ tdur }) => tdur / 1000)
  return Math.max(0, ...taskTimes)
}

async function scroll(page, target) {
  await target.hover()
  for (let turn = 0; turn < wheelEvents; turn += 1) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(30)
  }
  const moved = await page.evaluate(() => [...document.querySelectorAll('*')].some((box) => box.scrollTop > 2000))
  if (!moved) throw new Error('the wheel moved nothing')
}

export async function measure(print) {
  const { url, token, stop } = await startProduct()
  const browser = await openBrowser()
  try {
    const calls = callsOf({ url, token })
    const { call } = calls
    const collectionId = await seedPictures(calls)
    const page = await browser.newPage({ viewport: { width: 1180, height: 760 } })
    /** The highest of the runs counts: a list must not hang even once. */
    const report = async (description, target) => {
      const longest = []
      for (let run = 0; run < runs; run += 1) {
        await target.waitFor()
        longest.push(await longestTask(page, () => scroll(page, target)))
        await page.evaluate(() => {
          for (const box of document.querySelectorAll('*')) if (box.scrollTop > 0) box.scrollTop = 0
        })
      }
      print({ name: `scrolling: ${description}, longest task`, ours: mostOf(longest), unit: 'ms of processor time' })
    }

    await page.goto(`${url}/app/design_assets/images?collection=${collectionId}&pageSize=${pictures}&token=${token}`)
    await page.locator('.assets-card img').first().waitFor()
    await page.waitForLoadState('networkidle')
    await report(`${pictures} pictures`, page.locator('.assets-card').first())

    await fakeModels(page, call)
    const { erp, demoKey } = await call('GET', '/api/erp/program')
    const keys = await call('GET', '/api/erp/integrations')
    if (keys.length === 0) await call('POST', '/api/erp/integrations', { erp, apiAccessToken: demoKey })
    await call('POST', '/api/erp/factories/sync', {})
    const [factory] = await call('GET', '/api/erp/factories')
    await page.goto(`${url}/app/integrations/brand_model_binding?factory=${factory.id}`)
    await page.locator('thead .select-box .arco-checkbox').click()
    await page.getByRole('button', { name: /^选择全部/ }).click()
    await page.getByRole('button', { name: '自动匹配' }).last().click()
    const list = page.getByRole('table', { name: '可以绑定的机型' })
    await list.waitFor({ timeout: 120_000 })
    await report(`${models} matches`, list.locator('tbody tr').nth(3))
    await page.getByRole('tab', { name: /需要人工核对/ }).click()
    const unsureTable = page.getByRole('table', { name: '需要人工核对的机型' })
    await unsureTable.waitFor()
    await report('matches for a person to judge', unsureTable.locator('tbody tr').nth(1))
  } finally {
    await browser.close()
    await stop()
  }
}
