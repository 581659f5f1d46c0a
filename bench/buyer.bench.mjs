/**
 * The buyers' page in the built product and Chromium, and its server. On a phone (390 × 844, CPU ÷ 4, 150 ms round trip, 1.6 Mbit/s): from the address to
 * a list of phones that answers a press, and frames a second while two fingers scale a layer of fifteen. On one process: 100 buyers,
 * each of whom opens the link, begins a design, uploads a photo of 3 megapixels and saves twenty times, once a second; three of four
 * then submit. Beside them, the seller reads a list, which is compared with the same calls alone. Run `npm run build` before.
 */
import sharp from 'sharp'
import { openBrowser } from './lib/browser.mjs'
import { medianOf, percentile, percentileOf } from './lib/figures.mjs'
import { callsOf, startProduct } from './lib/product.mjs'

const runs = 5
const layersOnCase = 15
const buyers = 100
const savesEach = 20
/** One of this number of buyers leaves without submitting, so that the prints end within the three minutes of a benchmark. */
const buyersPerLeaver = 4
const pauseMs = 1000
/** A photo as messengers hand it on. */
const photoSize = { width: 1536, height: 2048 }
/** Time over which buyers arrive one after another, ms: the first submit while the last still save. */
const arrivalsMs = 20_000

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, locale: 'zh-CN' }
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const kb = (bytes) => bytes / 1000

/** Makes a template of movable stickers and a link to it alone; returns the link's token. */
export async function seedLink({ url, token }) {
  const { call, upload } = callsOf({ url, token })
  const collection = await call('POST', '/api/design_template_collections', { name: '买家' })
  const layers = []
  for (let n = 0; n < layersOnCase; n += 1) {
    const color = { r: (n * 53) % 256, g: (n * 97) % 256, b: (n * 31) % 256, alpha: 0.9 }
    const png = await sharp({ create: { width: 600, height: 600, channels: 4, background: color } })
      .png()
      .toBuffer()
    const picture = await upload(3, png)
    layers.push({
      id: null,
      uuid: `layer-${n}`,
      name: `贴纸 ${n + 1}`,
      type: 'IMAGE',
      imageUrl: picture.url,
      imageFileId: picture.id,
      rotation: n * 7,
      width: 160,
      height: 160,
      originalWidth: 600,
      originalHeight: 600,
      left: (n % 3) * 150,
      top: Math.floor(n / 3) * 190,
      index: n,
      locked: false,
      isBackground: false,
      isUserUploadImage: false,
      horizontalFlip: false,
      verticalFlip: false,
    })
  }
  const template = await call('POST', '/api/design_templates', {
    collectionId: collection.id,
    name: '十五层',
    width: 500,
    height: 1044,
    thumbnailFileId: null,
    layers,
  })
  const [shop] = await call('GET', '/api/shop_customization_urls')
  const setting = {
    shopId: shop.shop.id,
    isDefault: false,
    customizationTiming: 1,
    mode: 5,
    bindingTemplateCollectionIds: [collection.id],
  }
  const { id } = await call('POST', '/api/shop_customization_settings', setting)
  const urls = await call('GET', '/api/shop_customization_urls')
  const link = urls.flatMap((one) => one.customizationUrls).find((one) => one.shopCustomizationSetting.id === id)
  return { linkToken: link.url.split('/').pop(), templateId: template.id }
}

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

/** Runs in the page. Resolves with the ms from the navigation until the first phone was pressed and the next question is shown. */
function pressFirstPhone() {
  return new Promise((resolve) => {
    const check = () => {
      const button = document.querySelector('.models button')
      if (!button) return requestAnimationFrame(check)
      button.click()
      const answered = () => {
        if (document.querySelector('.models')) requestAnimationFrame(answered)
        else resolve(performance.now())
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
  const [interactive, fps, scripts] = [[], [], []]
  for (let run = 0; run < runs; run += 1) {
    const { page, context, client } = await slowPhone(browser)
    await page.goto(`${url}/customize/${linkToken}`, { waitUntil: 'commit' })
    interactive.push(await page.evaluate(pressFirstPhone))
    scripts.push(kb(await page.evaluate(scriptBytes)))
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
    await context.close()
  }
  return { interactive, fps, scripts }
}

/** A picture with detail everywhere, so that its file has the size of a photo. */
export function makePhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 }
  const small = { width: photoSize.width / 4, height: photoSize.height / 4, channels: 3, noise }
  return sharp({ create: { ...small, background: '#888' } })
    .png()
    .toBuffer()
    .then((detail) => sharp(detail).resize(photoSize.width, photoSize.height).jpeg({ quality: 90 }).toBuffer())
}

/** The layer of an uploaded photo below all others, filling the case. */
export const photoLayer = ({ imageFileId, imageUrl, width, height }, design) => ({
  ...design.layers[0],
  id: null,
  uuid: 'photo-1',
  name: '照片',
  imageFileId,
  imageUrl,
  originalWidth: width,
  originalHeight: height,
  rotation: 0,
  left: 0,
  top: 0,
  width: design.width,
  height: (design.width * height) / width,
  index: 0,
})

/**
 * One buyer's visit until the last save; adds the ms of its nth save to `saves[n]`, and those of its upload. Resolves with the function
 * that ends the visit: most buyers submit the design, and the ms until it is accepted and until it is drawn are added.
 */
async function visit(url, linkToken, templateId, n, photo, { saves, uploads, accepted, submissions }) {
  // Neighbours count as one network, so every buyer has a network of his own.
  const address = `${11 + n}.1.0.1`
  const call = async (method, path, secret, body) => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(secret && { authorization: `Bearer ${secret}` }),
    }
    const reply = await fetch(`${url}/api/buyer/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  await pause((arrivalsMs * n) / buyers)
  const link = await call('GET', `links/${linkToken}`)
  const [phoneModelId, materialColorId] = link.cases[n % link.cases.length]
  const begun = await call('POST', `links/${linkToken}/designs`, null, { phoneModelId, materialColorId, templateId })
  let { design } = begun
  const { secret } = begun
  const upload = async () => {
    const from = performance.now()
    const form = await call('POST', `designs/${design.id}/uploads`, secret, { fileName: 'photo.jpg' })
    const data = new FormData()
    for (const [key, value] of Object.entries(form.params)) data.append(key, value)
    data.append('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg')
    const sent = await fetch(new URL(form.uploadUrl, url), { method: 'POST', body: data })
    if (!sent.ok) throw new Error(`upload: ${sent.status} ${await sent.text()}`)
    const stored = await call('POST', `designs/${design.id}/uploads/${form.fileId}`, secret)
    uploads.push(performance.now() - from)
    return stored
  }
  // Buyers choose their photo at different moments.
  const uploadAt = n % savesEach
  for (let save = 0; save < savesEach; save += 1) {
    await pause(pauseMs)
    const moved = design.layers.map((layer) => ({ ...layer, id: null, left: layer.left + ((save % 2) * 2 - 1) * 3 }))
    const layers = save === uploadAt ? [photoLayer(await upload(), design), ...moved] : moved
    const from = performance.now()
    const body = { revision: design.revision, phoneModelId, materialColorId, layers }
    design = await call('PUT', `designs/${design.id}`, secret, body)
    saves[save].push(performance.now() - from)
  }
  return async () => {
    if (n % buyersPerLeaver === 0) return
    const from = performance.now()
    const body = { revision: design.revision, consent: true }
    let { drawing } = await call('POST', `designs/${design.id}/submissions`, secret, body)
    accepted.push(performance.now() - from)
    while (drawing !== null) {
      if (drawing.status === 'failed') throw new Error(`drawing: ${drawing.error}`)
      await pause(Math.min(pauseMs, drawing.pollMs))
      drawing = (await call('GET', `designs/${design.id}/drawing`, secret)).drawing
    }
    submissions.push(performance.now() - from)
  }
}

/** The seller's list of templates, again and again until `until` settles; returns the ms of each. */
async function sellerCalls(url, token, until) {
  const times = []
  let done = false
  void until.finally(() => {
    done = true
  })
  while (!done) {
    const from = performance.now()
    const reply = await fetch(`${url}/api/orders?page=1&pageSize=20`, { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`the seller's list: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
    times.push(performance.now() - from)
    await pause(100)
  }
  return times
}

export async function measure(print) {
  const product = await startProduct({ TRUSTED_PROXIES: '127.0.0.1' })
  const { url, token, stop } = product
  let browser
  try {
    const { linkToken, templateId } = await seedLink(product)
    browser = await openBrowser()
    const { interactive, fps, scripts } = await measurePhone(browser, url, linkToken)
    await browser.close()
    browser = undefined
    const report = (name, ours, unit, count) => print({ name: `buyer: ${name}`, ours, unit, runs: count })
    report('address to a list of phones that answers', medianOf(interactive), 'ms')
    report('JavaScript of the page', medianOf(scripts), 'KB gz')
    report(`frames a second while pinching, ${layersOnCase} layers`, medianOf(fps), 'fps')
    const alone = await sellerCalls(url, token, pause(6000))
    const photo = await makePhoto()
    const times = { saves: Array.from({ length: savesEach }, () => []), uploads: [], accepted: [], submissions: [] }
    const visits = Array.from({ length: buyers }, (_, n) => visit(url, linkToken, templateId, n, photo, times))
    const submitted = Promise.all(visits.map(async (one) => (await one)()))
    const listed = sellerCalls(url, token, submitted)
    await Promise.all(visits)
    report(`save, p95 of ${buyers} parallel buyers`, percentileOf(times.saves, 0.95), 'ms', times.saves.flat().length)
    report(`upload of ${Math.round(kb(photo.length))} KB, p95`, percentile(times.uploads, 0.95), 'ms', times.uploads.length)
    const beside = await listed
    await submitted
    report('submission until its code is there, p95', percentile(times.accepted, 0.95), 'ms', times.accepted.length)
    report('submission with its print file, p95', percentile(times.submissions, 0.95), 'ms', times.submissions.length)
    const more = percentile(beside, 0.95) - percentile(alone, 0.95)
    report("the seller's list beside them, p95 more than alone", Math.max(0, more), 'ms', beside.length)
  } finally {
    await browser?.close()
    await stop()
  }
}
