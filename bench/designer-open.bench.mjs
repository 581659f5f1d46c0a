/**
 * Opening a saved design of 30 layers in Chromium, from the click to every picture on the screen: the designer's canvas (with
 * parsing, session and rules) against the same pictures in Konva. The peer needs npm install --prefix bench.
 */
import { openBrowser } from './lib/browser.mjs'
import { medianOf } from './lib/figures.mjs'
import { bundle, html, serve } from './lib/pages.mjs'
import { sticker } from './lib/pictures.mjs'

const runs = 9
const layers = 30
const entries = { ours: 'ours.ts', konva: 'konva.js' }
const canvas = { width: 500, height: 1044 }

function templateOf() {
  const rows = Array.from({ length: layers }, (_, i) => ({
    id: i + 1,
    uuid: `layer-${i}`,
    name: `图层 ${i}`,
    type: 'IMAGE',
    imageUrl: `/picture/${i}.png`,
    imageFileId: i + 1,
    rotation: (i * 23) % 360,
    width: 120,
    height: 120,
    originalWidth: 640,
    originalHeight: 640,
    left: (i % 5) * 95 - 10,
    top: Math.floor(i / 5) * 160,
    index: i,
    locked: false,
    isBackground: false,
    isUserUploadImage: true,
    horizontalFlip: i % 3 === 0,
    verticalFlip: false,
  }))
  return {
    id: 1,
    collectionId: 1,
    name: '三十个图层',
    ...canvas,
    thumbnail: null,
    layerCount: layers,
    boundDesignAssetCollectionIds: [],
    previewPhoneModelId: null,
    previewMaterialColorId: null,
    enabled: true,
    revision: 1,
    updatedAt: 0,
    next: null,
    layers: rows,
  }
}

async function servePages() {
  const files = { '/template': ['application/json', JSON.stringify(templateOf())] }
  for (let i = 0; i < layers; i += 1) files[`/picture/${i}.png`] = ['image/png', await sticker(i)]
  for (const [name, entry] of Object.entries(entries)) {
    files[`/${name}.js`] = await bundle(`designer-open/${entry}`)
    files[`/${name}`] = html('<style>body{margin:0}#host{width:900px;height:800px}</style><div id="host"></div>', `/${name}.js`)
  }
  return serve(files)
}

/** Returns the milliseconds of one opening on a new page; throws when nothing became visible. */
async function open(browser, url, name) {
  const page = await browser.newPage({ viewport: { width: 900, height: 800 } })
  try {
    await page.goto(url + name)
    const bare = (await page.screenshot()).length
    const ms = await page.evaluate(() => window.bench.open())
    const screenshotBytes = (await page.screenshot()).length
    if (screenshotBytes < bare * 3) throw new Error(`${name} says that it has drawn, and shows nothing`)
    return ms
  } finally {
    await page.close()
  }
}

export async function measure(print) {
  const { url, close } = await servePages()
  const browser = await openBrowser()
  try {
    const times = { ours: [], konva: [] }
    /** Runs alternate, so that a busy moment of the machine affects both sides; the first round only warms up. */
    for (let run = 0; run <= runs; run += 1) {
      for (const name of Object.keys(entries)) {
        const ms = await open(browser, url, name)
        if (run > 0) times[name].push(ms)
      }
    }
    print({
      name: `designer-open: click to all ${layers} pictures on the screen`,
      ours: medianOf(times.ours),
      peer: medianOf(times.konva),
      unit: 'ms',
    })
  } finally {
    await browser.close()
    close()
  }
}
