/**
 * The peak hour of buyers on one process: 100 of them, each of whom opens the link, begins a design, uploads a photo of 3 megapixels and saves
 * twenty times, once a second; three of four then submit. Beside them, the seller reads a list, which is compared with the same calls
 * alone. Run `npm run build` before.
 */
import { makePhoto, photoLayer, seedLink } from './lib/buyer-link.mjs'
import { percentile, percentileOf } from './lib/figures.mjs'
import { startProduct } from './lib/product.mjs'

const buyers = 100
const savesEach = 20
/** One of this number of buyers leaves without submitting, so that the prints end within the three minutes of a benchmark. */
const buyersPerLeaver = 4
const pauseMs = 1000
/** Time over which buyers arrive one after another, ms: the first submit while the last still save. */
const arrivalsMs = 20_000

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const kb = (bytes) => bytes / 1000

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

/** Measures the peak on a product that runs. */
export async function measurePeak(product, print) {
  const { url, token } = product
  const { linkToken, templateId } = await seedLink(product)
  const report = (name, ours, unit, count) => print({ name: `buyer-peak: ${name}`, ours, unit, runs: count })
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
}

export async function measure(print) {
  const product = await startProduct({ TRUSTED_PROXIES: '127.0.0.1' })
  try {
    await measurePeak(product, print)
  } finally {
    await product.stop()
  }
}
