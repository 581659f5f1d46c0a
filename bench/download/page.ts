/** Runs in the browser: the product's download of so many pictures, from the plan to the last archive. */
import { delay } from '../../contract/delay'
import { memoryTaskStorage } from '../../src/base/tasks/task-storage'
import { fetchPicture } from '../../src/downloads/fetch-picture'
import { planRun } from '../../src/downloads/plan'
import { createRun } from '../../src/downloads/run'
import { freshState, runRecords } from '../../src/downloads/run-record'
import { pictureNumber } from '../../src/downloads/test/world'
import { createArchives } from '../../src/imaging/zip/archive-client'

const heap = (): number => (performance as Performance & { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize

/** Runs the work; returns its result, its duration and the peak of the page's JavaScript heap above idle, in bytes. */
async function watched<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly heap: number; readonly ms: number }> {
  const idle = heap()
  let peak = idle
  const timer = setInterval(() => {
    peak = Math.max(peak, heap())
  }, 20)
  const began = performance.now()
  const result = await work()
  const ms = performance.now() - began
  clearInterval(timer)
  return { result, heap: peak - idle, ms }
}

async function ours(count: number) {
  const archives = createArchives(() => new Worker('/archive-worker.js'))
  if (!(await archives.hasDisk())) throw new Error('no private file system in this browser')
  const pictures = Array.from({ length: count }, (_, n) => pictureNumber(n, { url: `/p/${n}.png`, orderOriginalId: `A${n}` }))
  const rules = { rules: [], withOrderIdFile: false }
  const format = { type: 'original' } as const
  const now = new Date()
  const plan = planRun({ kind: 'effect', pictures, rules, shopName: () => '店', format, place: 'disk', now })
  const records = runRecords(memoryTaskStorage(), 'bench')
  await records.create({ plan, state: freshState })
  let bytes = 0
  const run = createRun(
    { plan, state: freshState, results: new Map() },
    {
      charge: () => Promise.reject(new Error('effect images are free')),
      deliver: async () => undefined,
      correct: async () => [],
      reachable: async () => true,
      fetchPicture: (url, signal) => fetchPicture(url, { signal }),
      makeTif: () => Promise.reject(new Error('no print files here')),
      archives,
      save: async (_, file) => {
        bytes += file.size
        return true
      },
      records,
      isOnline: () => true,
      wait: delay,
      now: Date.now,
      changed: () => undefined,
    },
  )
  const { ms, heap: peak } = await watched(() => run.work(new AbortController().signal))
  await archives.remove(plan.id)
  archives.dispose()
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
  const { ms, heap: peak, result } = await watched(answered)
  worker.terminate()
  return { ms, heap: peak, bytes: result }
}

Object.assign(window, { bench: { ours, peer } })
