/** Both sides of the PSD benchmark in one page: the product's client with its worker, and ag-psd on the main thread. */
import { getLayerImageData, initializeCanvas, type Layer, readPsd } from 'ag-psd'
import { createPsdClient } from '../../imaging/psd/psd-client'

interface Run {
  readonly ms: number
  /** Milliseconds until the first layer was a PNG. */
  readonly first: number
  /** The longest task of the main thread in ms, 0 when none reached 50 ms. */
  readonly blocked: number
  readonly layers: number
  readonly bytes: number
}

initializeCanvas(
  () => {
    throw new Error('pixels are asked for as bytes')
  },
  (width, height) => new ImageData(width, height),
)

/** Measures the longest task of the main thread; the browser does not report those under 50 ms. */
function watchMainThread(): () => number {
  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ type: 'longtask' })
  return () => {
    for (const { duration } of observer.takeRecords()) longest = Math.max(longest, duration)
    observer.disconnect()
    return longest
  }
}

async function run(work: (count: (picture: Blob) => void) => Promise<void>): Promise<Run> {
  const blocked = watchMainThread()
  const start = performance.now()
  let [first, layers, bytes] = [0, 0, 0]
  await work((picture) => {
    if (layers === 0) first = performance.now() - start
    layers++
    bytes += picture.size
  })
  const ms = performance.now() - start
  // The browser reports a task only after it has ended.
  await new Promise((resolve) => setTimeout(resolve, 100))
  return { ms, first, blocked: blocked(), layers, bytes }
}

/** The dialog has compared the layers with the merged picture before the seller imports them. */
const compared = { likeness: null }

const chosenFile = (): File => {
  const file = document.querySelector('input')?.files?.[0]
  if (file === undefined) throw new Error('no file chosen')
  return file
}

/** As in the product, whose dialogs prepare a worker before the seller chooses a file. */
const ours = async () => {
  let worker: Worker | undefined
  const client = createPsdClient(() => {
    worker = new Worker('/worker.js')
    return worker
  })
  client.prepare()
  await new Promise((resolve) => worker?.addEventListener('message', resolve, { once: true }))
  return run(async (count) => {
    const psd = await client.open(chosenFile())
    for (const { id } of psd.artboards)
      for await (const { picture } of psd.layers(id, { groups: 'leaves', ...compared })) count(picture)
    client.dispose()
  })
}

/** The simplest implementation: read the whole file, then encode every layer's pixels as a PNG, one after another. */
const bare = () =>
  run(async (count) => {
    const psd = readPsd(await chosenFile().arrayBuffer(), {
      useRawData: true,
      useRawThumbnail: true,
      skipCompositeImageData: true,
    })
    const each = async (layers: readonly Layer[]): Promise<void> => {
      for (const layer of layers) {
        if (layer.children !== undefined) await each(layer.children)
        const pixels = layer.children === undefined ? getLayerImageData(layer) : undefined
        if (pixels === undefined) continue
        const canvas = new OffscreenCanvas(pixels.width, pixels.height)
        canvas.getContext('2d')?.putImageData(pixels as ImageData, 0, 0)
        count(await canvas.convertToBlob({ type: 'image/png' }))
      }
    }
    await each(psd.children ?? [])
  })

/**
 * Makes every picture that the import requests for a file with large nested groups: the artboard's thumbnail, and its layers one
 * by one.
 */
const nested = () =>
  run(async (count) => {
    const client = createPsdClient(() => new Worker('/worker.js'))
    const psd = await client.open(chosenFile())
    for (const { id } of psd.artboards) {
      count(await psd.thumbnail(id, 600))
      for await (const { picture } of psd.layers(id, { groups: 'flatten', ...compared })) count(picture)
    }
    client.dispose()
  })

const bench = { ours, bare, nested }
export type PsdBench = typeof bench
Object.assign(globalThis, { bench })
