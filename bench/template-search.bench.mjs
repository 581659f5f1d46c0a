/**
 * Searching 500 templates in the built product, in Chromium with its processor slowed down four times: from a press of a key to the next frame,
 * the longest task that a press causes, and the time until the found templates are there, by characters, pinyin and initials; and the two
 * calls behind the search, on the embedded database and on a PostgreSQL. Run `npm run build` before.
 */
import { startPostgres } from '../scripts/lib/postgres.mjs'
import { openBrowser } from './lib/browser.mjs'
import { medianOf, mostOf, percentileOf } from './lib/figures.mjs'
import { sticker } from './lib/pictures.mjs'
import { callsOf, freePort, startProduct } from './lib/product.mjs'

const runs = 3
const count = 500
const slowdown = 4
const calls = 30
/** Templates that are created at a time. */
const together = 10
/** The templates' names are made of these words, so that each query finds some of them and no query all. */
const animals = ['小猫', '柴犬', '兔子', '企鹅', '海豚', '熊猫', '锦鲤', '恐龙', '刺猬', '狐狸']
const themes = ['夏日海边', '春季限定', '星空', '复古花卉', '生日快乐', '情侣款', '国风山水', '涂鸦', '毕业季', '简约线条']
const typed = [
  ['characters', ['海', '海豚', '海豚 ', '海豚 星']],
  ['pinyin', ['x', 'xi', 'xia', 'xiao', 'xiaom', 'xiaoma', 'xiaomao']],
  ['initials', ['g', 'gf', 'gfs', 'gfss']],
]

async function fill({ call, upload }) {
  const { id, url } = await upload(3, await sticker(0))
  const collection = await call('POST', '/api/design_template_collections', { name: '五百个模板' })
  const layer = {
    ...{ id: null, uuid: 'a', name: '图', type: 'IMAGE', imageUrl: url, imageFileId: id, rotation: 0, width: 90, height: 90 },
    ...{ originalWidth: 640, originalHeight: 640, left: 0, top: 0, index: 0, locked: false, hidden: false, isBackground: false },
    ...{ isUserUploadImage: true, horizontalFlip: false, verticalFlip: false, stroke: null, strokeSvgData: null },
  }
  const create = (at) => {
    const name = `${animals[at % animals.length]} ${themes[Math.floor(at / animals.length) % themes.length]} ${at}`
    const body = { collectionId: collection.id, name, width: 500, height: 1044, thumbnailFileId: null, layers: [layer] }
    return call('POST', '/api/design_templates', body)
  }
  for (let at = 0; at < count; at += together) await Promise.all(Array.from({ length: together }, (_, one) => create(at + one)))
  return collection.id
}

/** Waits in the page for what a press causes. The field itself waits 250 ms for the next key before it searches. */
function watch() {
  const now = { from: 0, frame: 0, longest: 0, shown: 0 }
  window.pressed = now
  document.addEventListener(
    'input',
    () => {
      Object.assign(now, { from: performance.now(), frame: 0, longest: 0, shown: 0 })
      // The task after a frame's callbacks runs once the frame is drawn.
      requestAnimationFrame(() => setTimeout(() => Object.assign(now, { frame: performance.now() - now.from })))
    },
    true,
  )
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) now.longest = Math.max(now.longest, duration)
  }).observe({ type: 'longtask' })
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target.closest?.('.card, .cards, ul'))) now.shown = performance.now() - now.from
  }).observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
}

/** Types the queries one after another; returns what each press caused, in ms, by kind. */
async function search(browser, { url, token }, collectionId) {
  const page = await browser.newPage({ viewport: { width: 1180, height: 760 } })
  try {
    await page.goto(`${url}/app/design_template?collection=${collectionId}&token=${token}`)
    await page.locator('.card').first().waitFor()
    await page.waitForLoadState('networkidle')
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const field = page.getByRole('textbox', { name: '搜索全部模板' })
    await field.click()
    await page.evaluate(watch)
    const pressed = {}
    for (const [kind, queries] of typed) {
      await field.fill('')
      await page.waitForTimeout(1000)
      pressed[kind] = []
      for (const [at, query] of queries.entries()) {
        await page.keyboard.insertText(query.slice(queries[at - 1]?.length ?? 0))
        await page.waitForTimeout(1000)
        pressed[kind].push(await page.evaluate(() => ({ ...window.pressed })))
      }
    }
    const found = await page.locator('.card').count()
    if (found === 0) throw new Error('nothing was found')
    return pressed
  } finally {
    await page.close()
  }
}

/** Returns ms of each of the two calls, over HTTP. */
async function answers({ url, token }) {
  const headers = { authorization: `Bearer ${token}` }
  const timed = async (path) => {
    const from = performance.now()
    const reply = await fetch(`${url}${path}`, { headers })
    const body = await reply.json()
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    return { ms: performance.now() - from, body }
  }
  const [names, page] = [[], []]
  for (let at = 0; at < calls; at += 1) {
    const all = await timed('/api/design_templates/names')
    if (all.body.length < count) throw new Error(`${all.body.length} names`)
    names.push(all.ms)
    const ids = all.body.slice(at, at + 20).map(({ id }) => id)
    page.push((await timed(`/api/design_templates/some?ids=${ids.join(',')}`)).ms)
  }
  return { names, page }
}

async function answersOf(settings) {
  const product = await startProduct(settings)
  try {
    const collectionId = await fill(callsOf(product))
    return { product, collectionId, times: await answers(product) }
  } catch (error) {
    await product.stop()
    throw error
  }
}

export async function measure(print) {
  const postgres = startPostgres(await freePort())
  try {
    const other = await answersOf({ DATABASE_URL: postgres.url })
    await other.product.stop()
    const own = await answersOf({})
    const browser = await openBrowser()
    try {
      const pressed = Object.fromEntries(typed.map(([kind]) => [kind, []]))
      for (let run = 0; run < runs; run += 1) {
        for (const [kind, all] of Object.entries(await search(browser, own.product, own.collectionId))) pressed[kind].push(all)
      }
      for (const [kind, all] of Object.entries(pressed)) {
        const each = (key) => all.map((presses) => presses.map((one) => one[key]))
        print({ name: `template-search: by ${kind}, press to frame, p95`, ours: percentileOf(each('frame'), 0.95), unit: 'ms' })
        print({ name: `template-search: by ${kind}, longest task`, ours: mostOf(each('longest').flat()), unit: 'ms' })
        const shown = each('shown')
          .flat()
          .filter((ms) => ms > 0)
        if (shown.length > 0)
          print({ name: `template-search: by ${kind}, press to found templates`, ours: medianOf(shown), unit: 'ms' })
      }
    } finally {
      await browser.close()
      await own.product.stop()
    }
    for (const [where, { times }] of [
      ['embedded database', own],
      ['PostgreSQL', other],
    ]) {
      print({ name: `template-search: ${where}, names of all templates`, ours: medianOf(times.names), unit: 'ms' })
      print({ name: `template-search: ${where}, a page of found ones`, ours: medianOf(times.page), unit: 'ms' })
    }
  } finally {
    await postgres.stop()
  }
}
