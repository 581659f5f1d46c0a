/** Runs in the browser: the product's download of so many pictures, from the plan to the last archive. */

import { createBufferPool } from '../../contract/ground/buffer-pool'
import { delay } from '../../contract/ground/delay'
import { createArchives } from '../../imaging/zip/archive-client'
import { fetchPicture } from '../../src/base/fetch-picture'
import { pageLocks } from '../../src/base/tasks/task-locks'
import { memoryTaskStorage } from '../../src/base/tasks/task-storage'
import { createTaskStore } from '../../src/base/tasks/task-store'
import { type DownloadPorts, downloadKind } from '../../src/downloads/download-kind'
import { planDownload } from '../../src/downloads/plan'
import { pictureNumber } from '../../src/downloads/test/download-double'

const heap = (): number => (performance as Performance & { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize

/** Runs the work; returns its result, its duration and the peak of the page's JavaScript heap above idle, in bytes. */
async function measure<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly heap: number; readonly ms: number }> {
  const idle = heap()
  let peak = idle
  const timer = setInterval(() => {
    peak = Math.max(peak, heap())
  }, 20)
  const startedAt = performance.now()
  const result = await work()
  const ms = performance.now() - startedAt
  clearInterval(timer)
  return { result, heap: peak - idle, ms }
}

async function ours(count: number) {
  const start = () => new Worker('/archive-worker.js')
  const buffers = createBufferPool()
  const probe = createArchives({ start })
  const hasDisk = await probe.hasDisk()
  // The product, too, ends the worker that it asked before the download starts its own.
  probe.dispose()
  if (!hasDisk) throw new Error('no private file system in this browser')
  const pictures = Array.from({ length: count }, (_, n) => pictureNumber(n, { url: `/p/${n}.png`, orderOriginalId: `A${n}` }))
  const task = planDownload({
    kind: 'effect',
    price: null,
    pictures,
    rules: { rules: [], withOrderIdFile: false },
    shopName: () => '店',
    format: { type: 'original' },
    destination: 'disk',
    now: new Date(),
  })
  let bytes = 0
  const ports: DownloadPorts = {
    requestCharge: () => Promise.reject(new Error('effect images are free')),
    deliver: async () => undefined,
    correct: async () => [],
    fetchPicture: (url, signal) => fetchPicture(url, { signal, buffers }),
    makePrint: () => Promise.reject(new Error('no print files here')),
    openArchives: () => createArchives({ start, buffers }),
    mayWrite: async () => true,
    save: async (_, file) => {
      bytes += file.size
      return 'saved'
    },
    readPrice: async () => 0,
    isOnline: () => true,
    wait: delay,
    runLater: (act) => act(),
    ordersChanged: () => undefined,
  }
  const kind = downloadKind(() => ports)
  const tasks = createTaskStore({
    services: null,
    kinds: async () => kind,
    storage: memoryTaskStorage(),
    locks: pageLocks(),
    onProblem: (error) => {
      throw error
    },
  })
  tasks.setAccount('bench')
  const { ms, heap: peak } = await measure(
    () =>
      new Promise<void>((resolve, reject) => {
        tasks.subscribe(() => {
          const now = tasks.get(task.id)
          if (now?.state === 'ended') resolve()
          else if (now?.stop) reject(new Error(now.stop.message))
        })
        tasks.start(task)
      }),
  )
  tasks.close()
  await probe.remove(task.id)
  return { ms, heap: peak, bytes }
}

/** The peer in a worker, which writes its stream to the same file system in the same way. */
async function peer(count: number) {
  const worker = new Worker('/peer-worker.js')
  const answered = () =>
    new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
      worker.onerror = (event) => reject(new Error(event.message))
      worker.postMessage(count)
    })
  const { ms, heap: peak, result } = await measure(answered)
  worker.terminate()
  return { ms, heap: peak, bytes: result }
}

Object.assign(window, { bench: { ours, peer } })
