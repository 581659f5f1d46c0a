/** Does each step of an order on the real server, often enough to be measured, and says what one of it costs. */
import { randomUUID } from 'node:crypto'
import { callsOf } from '../lib/product.mjs'
import { readUsage } from './usage.mjs'

/** Steps that run at the same time. */
const lanes = 2
/** Time in which the server comes to rest, and then is measured at rest, ms. */
const settleMs = 3000
const idleMs = 6000

const counted = async (reply, name) => {
  const body = Buffer.from(await reply.arrayBuffer())
  if (!reply.ok) throw new Error(`${name}: ${reply.status} ${body}`)
  return body
}

/** Sends calls and counts the bytes of their answers, as they are sent: compressed where the server compresses. */
function caller(url, sent) {
  return async (method, path, { token, body, address, headers } = {}) => {
    const reply = await fetch(new URL(path, url), {
      method,
      headers: {
        'accept-encoding': 'gzip',
        ...(body && { 'content-type': 'application/json' }),
        ...(address && { 'x-forwarded-for': address }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const bytes = await counted(reply, `${method} ${path}`)
    sent.bytes += Number(reply.headers.get('content-length') ?? bytes.length)
    return bytes
  }
}

const json = (bytes) => JSON.parse(bytes.toString())
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const orderOf = (n) => ({
  originalId: String(4_512_345_678_900_000_000n + BigInt(n)),
  createdAt: Date.now() - 3_600_000,
  paidAt: Date.now() - 1_800_000,
  orderItems: [
    {
      originalId: String(4_612_345_678_900_000_000n + BigInt(n)),
      title: '来图定制手机壳情侣姓名照片定做全包防摔磨砂硅胶软壳',
      propertiesName: '颜色分类:磨砂黑;适用手机型号:iPhone 15 Pro Max',
      quantity: 1,
      state: 'toMake',
    },
  ],
})

/** Bundles of the buyers' page, with which a first visit begins. */
async function scriptsOf(url, page) {
  const html = await (await fetch(`${url}${page}`)).text()
  return [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path]) => new URL(path, `${url}${page}`).pathname)
}

/**
 * Returns the cost of each step: milliseconds `app`, `pictures`, `database` and `held`, and bytes `sent`. `where` tells `readUsage` where
 * to look; `link` is the buyers' link with its template.
 */
export async function measureSteps({ url, token, where, link, photo, photoLayer }) {
  const sent = { bytes: 0 }
  const call = caller(url, sent)
  const seller = (method, path, body, headers) => call(method, path, { token, body, headers })
  const { upload: _, call: quiet } = callsOf({ url, token })
  const costs = {}

  /** Does a step `times` times, after one that warms up, and keeps what was used. */
  async function measure(name, times, work) {
    await work(0)
    sent.bytes = 0
    const kept = await where.stored()
    const before = await readUsage(where)
    const began = performance.now()
    let next = 1
    const lane = async () => {
      while (next <= times) {
        const n = next
        next += 1
        await work(n)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    const ms = performance.now() - began
    const after = await readUsage(where)
    const now = await where.stored()
    const used = Object.fromEntries(Object.keys(after).map((key) => [key, (after[key] - before[key]) / times]))
    const more = { files: (now.files - kept.files) / times, rows: (now.rows - kept.rows) / times }
    costs[name] = { ...used, ...more, sent: sent.bytes / times, ms: ms / times }
  }

  const shared = await quiet('GET', `/api/buyer/links/${link.linkToken}`)
  const scripts = await scriptsOf(url, `/customize/${link.linkToken}`)
  const addressOf = (n) => `${11 + (n % 100)}.${1 + Math.floor(n / 200)}.0.1`
  const buyer = (n, method, path, secret, body) =>
    call(method, `/api/buyer/${path}`, { token: secret, body, address: addressOf(n) })
  await measure('visit', 20, async (n) => {
    await call('GET', `/customize/${link.linkToken}`)
    for (const script of scripts) await call('GET', script)
    await buyer(n, 'GET', `links/${link.linkToken}`)
  })

  const designs = []
  const [phoneModelId, materialColorId] = shared.cases[0]
  await measure('begin', 20, async (n) => {
    const body = { phoneModelId, materialColorId, templateId: link.templateId }
    designs[n] = json(await buyer(n, 'POST', `links/${link.linkToken}/designs`, null, body))
  })
  const pictures = []
  await measure('upload', 10, async (n) => {
    const { design, secret } = designs[n]
    const form = json(await buyer(n, 'POST', `designs/${design.id}/uploads`, secret, { fileName: 'photo.jpg' }))
    const data = new FormData()
    for (const [key, value] of Object.entries(form.params)) data.append(key, value)
    data.append('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg')
    await counted(await fetch(new URL(form.uploadUrl, url), { method: 'POST', body: data }), 'upload')
    pictures[n] = json(await buyer(n, 'POST', `designs/${design.id}/uploads/${form.fileId}`, secret))
  })
  await measure('save', 40, async (n) => {
    const at = n % 10
    const made = designs[at]
    // Two saves of one design at the same time would be a conflict.
    made.saving = (made.saving ?? Promise.resolve()).then(async () => {
      const { design, secret } = made
      const rest = design.layers.filter(({ uuid }) => uuid !== 'photo-1').map((layer) => ({ ...layer, id: null }))
      const layers = [photoLayer(pictures[at], design), ...rest]
      const body = { revision: design.revision, phoneModelId, materialColorId, layers }
      made.design = json(await buyer(at, 'PUT', `designs/${design.id}`, secret, body))
    })
    await made.saving
  })
  let polls = 0
  let submissions = 0
  await measure('submit', 4, async (n) => {
    submissions += 1
    const { design, secret } = designs[n]
    const body = { revision: design.revision, consent: true }
    let { drawing } = json(await buyer(n, 'POST', `designs/${design.id}/submissions`, secret, body))
    while (drawing !== null) {
      if (drawing.status === 'failed') throw new Error(`drawing: ${drawing.error}`)
      await pause(500)
      polls += 1
      ;({ drawing } = json(await buyer(n, 'GET', `designs/${design.id}/drawing`, secret)))
    }
  })
  await measure('poll', 40, (n) => buyer(n % 5, 'GET', `designs/${designs[n % 5].design.id}/drawing`, designs[n % 5].secret))
  const shops = await quiet('GET', '/api/shop_customization_urls')
  const shopId = shops[0].shop.id
  let imported = 0
  await measure('import', 40, async () => {
    imported += 1
    await seller('POST', '/api/orders/import', { shopId, orders: [orderOf(imported)] })
  })
  await measure('list', 40, () => seller('GET', '/api/orders?pageNo=1&pageSize=20'))
  await measure('counts', 40, () => seller('GET', '/api/orders/counts'))
  await measure('home', 30, () => seller('GET', '/api/home'))

  const { items } = await quiet('GET', '/api/orders?pageNo=1&pageSize=500')
  const made = items.flatMap(({ orderItems }) => orderItems.flatMap(({ customizations }) => customizations))
  let images = []
  let charges = 0
  const charge = async (n) => {
    const body = { customizationIds: [made[n].id] }
    const reply = json(await seller('POST', '/api/credit_usage_records', body, { 'idempotency-key': randomUUID() }))
    if (reply.images.length > 0) images = reply.images
    charges += reply.charged.length
  }
  await measure('charge', Math.min(20, made.length - 1), charge)
  if (charges === 0) throw new Error('nothing was charged: the demo has no designs to pay for')
  await measure('download', 20, () => call('GET', images[0].customizedImageUrl))
  const task = json(await seller('POST', '/api/orders/sync', { shopId }))
  await synced(seller, task.id)
  await measure('sync', 4, async () => synced(seller, json(await seller('POST', '/api/orders/sync', { shopId })).id))

  // The work that the server does without being asked is taken off, and of a submission its polls, which are a step of their own.
  await pause(settleMs)
  const quietBefore = await readUsage(where)
  await pause(idleMs)
  const quietAfter = await readUsage(where)
  const idle = Object.fromEntries(Object.keys(quietAfter).map((key) => [key, (quietAfter[key] - quietBefore[key]) / idleMs]))
  for (const cost of Object.values(costs)) {
    for (const key of Object.keys(idle)) cost[key] = Math.max(0, cost[key] - idle[key] * cost.ms)
  }
  for (const key of Object.keys(idle)) {
    costs.submit[key] = Math.max(0, costs.submit[key] - (polls / submissions) * costs.poll[key])
  }
  return { costs, idle }
}

/** Waits for the end of a sync of a shop's orders. */
async function synced(seller, id) {
  for (;;) {
    const task = json(await seller('GET', `/api/orders/sync/${id}`))
    if (task.status !== 1) return task
    await pause(200)
  }
}
