/** A seller's machine and a server for downloads in tests: real archives on a disk that outlives the page, a ledger, pictures. */
import JSZip from 'jszip'
import type { ChargeReply } from '../../../contract/types'
import { OfflineError } from '../../base/errors'
import type { TaskLocks } from '../../base/tasks/task-locks'
import { memoryTaskStorage } from '../../base/tasks/task-storage'
import type { Archives } from '../../imaging/zip/archive-client'
import { createArchiveMaker } from '../../imaging/zip/archive-maker'
import type { ArchivePlace } from '../../imaging/zip/messages'
import type { Sink } from '../../imaging/zip/sinks'
import { createDownloadStore } from '../download-store'
import { PictureError } from '../fetch-picture'
import type { ArchivePort } from '../part-writer'
import type { Picture } from '../pictures'
import { planRun } from '../plan'
import { createRun, type Run, type RunPorts } from '../run'
import { freshState, type RunPlan, runRecords } from '../run-record'

/** A PNG's head of this size, and then whatever fills it up to `bytes`. */
export function pictureBytes(seed: number, bytes = 1000, width = 800, height = 1600): Uint8Array<ArrayBuffer> {
  const out = Uint8Array.from({ length: bytes }, (_, place) => (place * 31 + seed * 97) & 255)
  out.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(out.buffer).setUint32(16, width)
  new DataView(out.buffer).setUint32(20, height)
  return out
}

export const pictureNumber = (number: number, more: Partial<Picture> = {}): Picture => ({
  customizationId: number,
  // Until the charge tells where the picture itself is.
  url: `/files/previews/${number}.webp`,
  shopId: 1 + (number % 2),
  orderId: 500 + number,
  orderOriginalId: `26000000000000${String(number).padStart(4, '0')}`,
  platformNumbers: [`26000000000000${String(number).padStart(4, '0')}`],
  merchantSku: '',
  buyerMessage: '',
  sellerMemo: '',
  hold: '',
  itemTitle: '定制手机壳',
  itemIndex: 1,
  skuIndex: 1,
  quantity: 1,
  brand: '苹果',
  model: 'iPhone 15',
  material: '硅胶',
  color: '黑',
  widthMm: 70,
  heightMm: 140,
  paid: false,
  ...more,
})

export function downloadWorld({ count = 8, balance = 6000, maxBytes = 4200 } = {}) {
  const values = new Map<string, unknown>()
  const records = runRecords(memoryTaskStorage(values), '店主')
  const disk = new Map<string, Uint8Array<ArrayBuffer>>()
  const saved = new Map<string, Uint8Array<ArrayBuffer>>()
  const fetched = new Map<string, number>()
  const paid = new Set<number>()
  const replies = new Map<string, ChargeReply>()
  const broken = new Map<string, string>()
  const pictures = Array.from({ length: count }, (_, place) => pictureNumber(place + 1))
  const world = {
    records,
    disk,
    saved,
    fetched,
    paid,
    replies,
    broken,
    /** Customizations whose pictures the server does not find either, and those it has given back. */
    gone: new Set<number>(),
    corrected: new Set<number>(),
    /** Customizations that the server was told of as delivered, and those it holds back: why. */
    delivered: new Set<number>(),
    holds: new Map<number, string>(),
    pictures,
    balance,
    debited: 0,
    charges: 0,
    /** Answers of the charge that get lost on their way, after it happened. */
    lostAnswers: 0,
    /** What the seller answers to the save dialog. */
    saves: true,
    online: true,
    /** The server answers. */
    reachable: true,
    /** Bytes the disk still takes. */
    room: Number.POSITIVE_INFINITY,
    plan(more: Partial<RunPlan> = {}): RunPlan {
      const plan = planRun({
        kind: 'customized',
        pictures,
        rules: { rules: ['ORIGINAL_ID'], withOrderIdFile: false },
        shopName: (id) => `店${id}`,
        format: { type: 'original' },
        place: 'disk',
        now: new Date(2026, 10, 21, 18, 5, 3),
      })
      return { ...plan, maxBytes, ...more }
    },
    /** The page is gone and another one opens: nothing but disk and records is left. */
    async page(id: string, around: (port: string, work: () => Promise<unknown>) => Promise<unknown> = (_, work) => work()) {
      const stored = await records.load(id)
      if (stored === null) throw new Error('there is no such download')
      return createRun(stored, guarded(portsOf(world), around))
    },
    async begin(plan: RunPlan): Promise<Run> {
      await records.create({ plan, state: freshState })
      return world.page(plan.id)
    },
    zip: async (name: string) => JSZip.loadAsync(saved.get(name) ?? new Uint8Array(), { checkCRC32: true }),
    /** Path → bytes of all that lies in the saved archives; a path that is there twice is a failure. */
    async unpacked(): Promise<ReadonlyMap<string, Uint8Array>> {
      const files = new Map<string, Uint8Array>()
      for (const name of saved.keys()) {
        for (const [path, file] of Object.entries((await world.zip(name)).files)) {
          if (files.has(path)) throw new Error(`${path} is there twice`)
          files.set(path, await file.async('uint8array'))
        }
      }
      return files
    },
  }
  return world
}

export type DownloadWorld = ReturnType<typeof downloadWorld>

function sinkOf(world: DownloadWorld, place: ArchivePlace, name: string, keep: number): Promise<Sink> {
  const key = place.kind === 'disk' ? `${place.folder}/${name}` : null
  const before = key === null ? undefined : world.disk.get(key)
  const kept = before !== undefined && before.length >= keep ? keep : 0
  let bytes = before?.slice(0, kept) ?? new Uint8Array()
  const keepOnDisk = () => {
    if (key !== null) world.disk.set(key, bytes)
  }
  keepOnDisk()
  return Promise.resolve({
    kept,
    write(more) {
      if (more.length > world.room) throw new DOMException('full', 'QuotaExceededError')
      world.room -= more.length
      const next = new Uint8Array(bytes.length + more.length)
      next.set(bytes)
      next.set(more, bytes.length)
      bytes = next
      keepOnDisk()
    },
    finish: async () => (place.kind === 'folder' ? null : new Blob([bytes])),
    async abandon() {
      if (key !== null) world.disk.delete(key)
    },
  })
}

function archivesOf(world: DownloadWorld): ArchivePort {
  const make = createArchiveMaker((place, name, keep) => sinkOf(world, place, name, keep))
  return {
    open: async (order) => (await make({ act: 'open', ...order })).kept ?? false,
    async add(name, bytes) {
      const { entry } = await make({ act: 'add', name, bytes })
      if (entry === undefined) throw new Error('no entry')
      return entry
    },
    finish: async () => (await make({ act: 'finish' })).blob ?? null,
    async find(folder, name) {
      const bytes = world.disk.get(`${folder}/${name}`)
      return bytes === undefined ? null : new Blob([bytes])
    },
  }
}

/** Archives as a page has them. */
function pageArchives(world: DownloadWorld): Archives {
  return {
    ...archivesOf(world),
    hasDisk: async () => true,
    async remove(folder, name) {
      for (const key of [...world.disk.keys()]) {
        if (name === undefined ? key.startsWith(`${folder}/`) : key === `${folder}/${name}`) world.disk.delete(key)
      }
    },
    folders: async () => [...new Set([...world.disk.keys()].map((key) => key.split('/')[0] ?? ''))],
    dispose: () => undefined,
  }
}

/** A page of the seller's that shows downloads; `later` collects what it would do after a while. */
export function openStore(world: DownloadWorld, locks: TaskLocks) {
  const later: (() => void)[] = []
  const problems: unknown[] = []
  const store = createDownloadStore({
    ...portsOf(world),
    records: world.records,
    locks,
    openArchives: () => pageArchives(world),
    problem: (error) => problems.push(error),
    later: (work) => later.push(work),
  })
  return { store, later, problems }
}

function portsOf(world: DownloadWorld): RunPorts {
  return {
    async charge({ ids: asked, confirmed = [] }, key) {
      world.charges += 1
      let reply = world.replies.get(key)
      if (reply === undefined) {
        const refused = asked.flatMap((customizationId) => {
          const text = world.holds.get(customizationId)
          if (text === undefined || confirmed.includes(customizationId)) return []
          return { customizationId, findings: [{ code: 'held' as const, text: `：${text}` }] }
        })
        const ids = asked.filter((id) => !refused.some(({ customizationId }) => customizationId === id))
        const fresh = ids.filter((id) => !world.paid.has(id))
        const charged = fresh.slice(0, Math.floor(world.balance / 60))
        for (const id of charged) world.paid.add(id)
        world.balance -= charged.length * 60
        world.debited += charged.length * 60
        reply = {
          charged,
          alreadyCharged: ids.filter((id) => !fresh.includes(id)),
          insufficient: fresh.slice(charged.length),
          refused,
          images: ids
            .filter((id) => world.paid.has(id))
            .map((customizationId) => ({ customizationId, customizedImageUrl: `/files/${customizationId}.png` })),
          credits: world.balance,
        }
        world.replies.set(key, reply)
      }
      if (world.lostAnswers-- > 0) throw new OfflineError('网络不通', { method: 'POST', url: '/api/credit_usage_records' })
      return reply
    },
    async deliver(ids) {
      if (!world.online || !world.reachable) throw new OfflineError('网络不通', { method: 'POST', url: '/api' })
      for (const id of ids) world.delivered.add(id)
    },
    async correct(ids) {
      if (!world.online) throw new OfflineError('网络不通', { method: 'POST', url: '/api' })
      const gone = ids.filter((id) => world.gone.has(id) && world.paid.has(id))
      world.debited -= 60 * gone.length
      for (const id of gone) world.paid.delete(id)
      for (const id of gone) world.corrected.add(id)
      return ids.filter((id) => world.corrected.has(id))
    },
    async fetchPicture(url) {
      world.fetched.set(url, (world.fetched.get(url) ?? 0) + 1)
      const reason = world.broken.get(url)
      if (reason !== undefined) throw new PictureError(reason, true)
      if (!world.online || !world.reachable) throw new PictureError('网络中断，图片没有传完', true)
      return pictureBytes(Number(/(\d+)\.(?:png|webp)$/.exec(url)?.[1]))
    },
    makeTif: async () => {
      throw new Error('no print files here')
    },
    archives: archivesOf(world),
    async save(name, file) {
      if (!world.saves) return false
      world.saved.set(name, new Uint8Array(await file.arrayBuffer()))
      return true
    },
    records: world.records,
    isOnline: () => world.online,
    reachable: async () => world.online && world.reachable,
    // Time passes for others, too.
    wait: () => new Promise((resolve) => setTimeout(resolve, 0)),
    now: () => Date.UTC(2026, 10, 21),
    changed: () => undefined,
  }
}

/** Everything with an effect outside the page goes through `around`. */
function guarded(ports: RunPorts, around: (port: string, work: () => Promise<unknown>) => Promise<unknown>): RunPorts {
  const wrap = <A extends readonly unknown[], R>(name: string, work: (...input: A) => Promise<R>) => {
    return (...input: A): Promise<R> => around(name, () => work(...input)) as Promise<R>
  }
  const { archives, records } = ports
  return {
    ...ports,
    charge: wrap('charge', ports.charge),
    deliver: wrap('deliver', ports.deliver),
    correct: wrap('correct', ports.correct),
    fetchPicture: wrap('fetch', ports.fetchPicture),
    save: wrap('save', ports.save),
    archives: {
      open: wrap('open', archives.open),
      add: wrap('add', archives.add),
      finish: wrap('finish', archives.finish),
      find: wrap('find', archives.find),
    },
    records: {
      writeState: wrap('writeState', records.writeState),
      writeResults: wrap('writeResults', records.writeResults),
      removeResults: wrap('removeResults', records.removeResults),
    },
  }
}
