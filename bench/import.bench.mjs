/**
 * The bulk import of wireframes in the built product and Chromium, against bare uploads of the same files, 6 at a time, from the
 * same page to the same server; then how its cost grows with the number of files. Run `npm run build` before.
 */
import { crc32, deflateSync } from 'node:zlib'
import { openBrowser } from './lib/browser.mjs'
import { medianOf, scaled } from './lib/figures.mjs'
import { startProduct } from './lib/product.mjs'

const runs = 5
/** Files that are compared with bare uploads. */
const fileCount = 100
/** Numbers of files that growth is measured with, besides: fewer ones in every run, more ones in a single run. */
const [few, many] = [10, 200]

/**
 * Returns a different picture of 500×1044 px at each call: one drawing with a band that depends on the call's number. Its
 * creation is not measured.
 */
let pictureCount = 0
const pixels = Buffer.alloc(500 * 1044 * 4, 200)
function picture(name) {
  pictureCount += 1
  for (let dot = 0; dot < 2000; dot += 4) pixels.writeInt32LE(Math.imul(pictureCount + dot, 2_654_435_761) | 0xff000000, dot)
  const raw = Buffer.alloc(1044 * 2001)
  for (let line = 0; line < 1044; line += 1) pixels.copy(raw, line * 2001 + 1, 0, 2000)
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const pngChunk = Buffer.alloc(body.length + 8)
    pngChunk.writeUInt32BE(data.length, 0)
    body.copy(pngChunk, 4)
    pngChunk.writeUInt32BE(crc32(body), body.length + 4)
    return pngChunk
  }
  const header = Buffer.from([0, 0, 1, 0xf4, 0, 0, 4, 0x14, 8, 6, 0, 0, 0])
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(raw, { level: 1 })), chunk('IEND', Buffer.alloc(0))]
  return { name, mimeType: 'image/png', buffer: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]) }
}

let batch = 0
/** Returns pairs of pictures for a new brand, with new models and one material. */
function pairs(count) {
  batch += 1
  return Array.from({ length: count }, (_, n) =>
    ['前景图', '背景图'].map((layer) => picture(`品牌 ${batch}-型号 ${n >> 1}-硅胶-${n % 2 ? '黑' : '白'}-${layer}.png`)),
  ).flat()
}

/** Runs in the page: three requests per file, 6 files at a time, nothing else. Returns the milliseconds. */
async function bareUploads(token) {
  const files = [...document.querySelector('#bench-files').files]
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (path, body) => {
    const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    return reply.json()
  }
  const start = performance.now()
  const uploadNext = async () => {
    for (let file = files.shift(); file; file = files.shift()) {
      const form = await call('/api/files/upload_form', { fileName: file.name, type: 4 })
      const data = new FormData()
      for (const [key, value] of Object.entries(form.params)) data.append(key, value)
      data.append('file', file, file.name)
      const sent = await fetch(form.uploadUrl, { method: 'POST', body: data })
      if (!sent.ok) throw new Error(`upload: ${sent.status}`)
      await call('/api/files/upload_result', { success: true, fileId: form.fileId, uploadTime: 1, fileSize: file.size })
    }
  }
  await Promise.all(Array.from({ length: 6 }, uploadNext))
  return performance.now() - start
}

/**
 * Runs in the page: leaves a promise of the milliseconds from the next event of this type until the dialog's text matches, and of the
 * match. The page itself takes the times, since a driver that waits for a text from outside looks for it only every half second.
 */
function timeUntil(dialog, [eventType, pattern]) {
  window.benchTime = new Promise((resolve) => {
    const expected = new RegExp(pattern)
    const observe = () => {
      const start = performance.now()
      const observer = new MutationObserver(() => {
        const match = expected.exec(dialog.textContent)
        if (match === null) return
        observer.disconnect()
        resolve({ ms: performance.now() - start, text: match[0] })
      })
      observer.observe(dialog, { childList: true, subtree: true, characterData: true })
    }
    dialog.addEventListener(eventType, observe, { capture: true, once: true })
  })
}

export async function measure(print) {
  const browser = await openBrowser()
  const { url, token, stop } = await startProduct()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(600_000)
    await page.goto(`${url}/app/phone_case_material/wireframe?dialog=import&token=${token}`)
    const dialog = page.getByRole('dialog')

    /** Returns the milliseconds of an act, an event of this type, until the dialog's text matches, and the match. */
    const timed = async (eventType, pattern, act) => {
      await dialog.evaluate(timeUntil, [eventType, pattern])
      await act()
      return page.evaluate(() => window.benchTime)
    }
    /** Returns the milliseconds until the import plan is shown, and from its confirmation to the results. */
    const ours = async (files) => {
      const input = dialog.locator('input[aria-label="选择图片"]')
      await input.waitFor({ state: 'attached' })
      const planned = await timed('change', '开始导入 \\d+ 组', () => input.setInputFiles(files))
      const confirm = dialog.getByRole('button', { name: /^开始导入 \d+ 组$/ })
      const imported = await timed('click', '新建 \\d+，更新 \\d+，跳过 \\d+，失败 \\d+', () => confirm.click())
      if (imported.text !== `新建 ${files.length / 2}，更新 0，跳过 0，失败 0`)
        throw new Error(`the import says: ${imported.text}`)
      await dialog.getByRole('button', { name: '继续导入' }).click()
      return { planned: planned.ms, imported: imported.ms }
    }
    const peer = async (files) => {
      await page.evaluate(() => {
        document.querySelector('#bench-files')?.remove()
        const input = Object.assign(document.createElement('input'), {
          type: 'file',
          multiple: true,
          id: 'bench-files',
          hidden: true,
        })
        document.body.append(input)
      })
      await page.locator('#bench-files').setInputFiles(files)
      return page.evaluate(bareUploads, token)
    }

    await ours(pairs(5))
    await peer(pairs(5))
    const imports = { [few]: [], [fileCount]: [], [many]: [] }
    const bare = []
    // Runs alternate, so that a busy moment of the machine affects both sides and both sizes.
    for (let run = 0; run < runs; run += 1) {
      for (const count of [few, fileCount]) imports[count].push(await ours(pairs(count / 2)))
      bare.push(await peer(pairs(fileCount / 2)))
    }
    imports[many].push(await ours(pairs(many / 2)))
    const perFile = (count, step) => scaled(medianOf(imports[count].map((one) => one[step])), count)
    const whole = medianOf(imports[fileCount].map(({ imported }) => imported))
    print({ name: `import: ${fileCount} wireframe files`, ours: whole, peer: medianOf(bare), unit: 'ms' })
    for (const count of [fileCount, many]) {
      for (const [step, description] of [
        ['imported', 'import'],
        ['planned', 'dry run'],
      ]) {
        const each = { ours: perFile(count, step), peer: perFile(few, step) }
        print({ name: `import: ${description} of a file, ${count} files against ${few}`, ...each, unit: 'ms' })
      }
    }
  } finally {
    await browser.close()
    await stop()
  }
}
