/** Double of the seller's machine and the server for tests of downloads: archives on a disk that outlives pages, a ledger. */
import JSZip from 'jszip'
import { ConflictError, OfflineError } from '../../../contract/call-errors'
import type { ChargeReply } from '../../../contract/types'
import type { Archives } from '../../../imaging/zip/archive-client'
import { createArchiveMaker } from '../../../imaging/zip/archive-maker'
import type { ArchiveDestination } from '../../../imaging/zip/messages'
import type { Sink } from '../../../imaging/zip/sinks'
import { PictureError } from '../../base/fetch-picture'
import { pageLocks, type TaskLocks } from '../../base/tasks/task-locks'
import { taskRecords } from '../../base/tasks/task-record'
import { memoryTaskStorage, type TaskStorage } from '../../base/tasks/task-storage'
import { createTaskStore } from '../../base/tasks/task-store'
import { type DownloadPorts, downloadKind } from '../download-kind'
import type { DownloadPlan, DownloadTask } from '../download-record'
import { type DownloadView, type Phase, viewOf } from '../download-view'
import type { ArchivePort, SaveOutcome } from '../part-writer'
import type { Picture } from '../pictures'
import { type NewDownload, planDownload } from '../plan'

const account = '店主'

/** Wraps every effect outside the page, so that a test can delay it, fail it or never let it settle. `effect` is its name. */
export type EffectWrapper = (effect: string, work: () => Promise<unknown>) => Promise<unknown>
const unwrapped: EffectWrapper = (_, work) => work()

/** Returns the header of a PNG of this size in pixels, padded with arbitrary data to so many bytes. */
export function pictureBytes(seed: number, bytes = 1000, width = 800, height = 1600): Uint8Array<ArrayBuffer> {
  const out = Uint8Array.from({ length: bytes }, (_, index) => (index * 31 + seed * 97) & 255)
  out.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(out.buffer).setUint32(16, width)
  new DataView(out.buffer).setUint32(20, height)
  return out
}

export const pictureNumber = (number: number, more: Partial<Picture> = {}): Picture => ({
  customizationId: number,
  // The charge replaces it by the address of the paid picture.
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

export function downloadDouble({ count = 8, balance = 6000, maxBytes = 4200 } = {}) {
  const values = new Map<string, unknown>()
  const listeners = new Set<() => void>()
  const disk = new Map<string, Uint8Array<ArrayBuffer>>()
  const saved = new Map<string, Uint8Array<ArrayBuffer>>()
  const fetched = new Map<string, number>()
  const paid = new Set<number>()
  const replies = new Map<string, ChargeReply>()
  const fetchErrors = new Map<string, string>()
  const pictures = Array.from({ length: count }, (_, index) => pictureNumber(index + 1))
  const double = {
    /** Contents of the browser's database. */
    values,
    records: taskRecords(memoryTaskStorage(values), account),
    disk,
    saved,
    fetched,
    paid,
    replies,
    fetchErrors,
    /** Customizations whose pictures the server does not find either, and those whose credits it has returned. */
    gone: new Set<number>(),
    corrected: new Set<number>(),
    /** Customizations reported as delivered, and the reasons of those that the server refuses to charge. */
    delivered: new Set<number>(),
    holds: new Map<number, string>(),
    pictures,
    balance,
    debited: 0,
    charges: 0,
    /** Number of charge responses that get lost after the charge took place. */
    lostReplies: 0,
    /** Whether the seller accepts the save dialog. */
    acceptsSave: true,
    /** Outcomes of the next archives that are given out; `saved` for all others. */
    outcomes: [] as SaveOutcome[],
    /** The price of an image, credits. */
    price: 60,
    online: true,
    /** Whether the server answers. */
    reachable: true,
    /** Whether the seller's folder may be written to. */
    mayWrite: true,
    ordersChanged: 0,
    /** Free bytes on the disk. */
    freeBytes: Number.POSITIVE_INFINITY,
    plan(more: Partial<DownloadPlan> = {}): NewDownload {
      const task = planDownload({
        kind: 'customized',
        price: 60,
        pictures,
        rules: { rules: ['ORIGINAL_ID'], withOrderIdFile: false },
        shopName: (id) => `店${id}`,
        format: { type: 'original' },
        destination: 'disk',
        now: new Date(2026, 10, 21, 18, 5, 3),
      })
      const input = { ...task.input, maxBytes, ...more }
      return { ...task, input, needsPage: input.destination.kind === 'memory' }
    },
    setOnline(online: boolean) {
      double.online = online
      for (const listener of [...listeners]) listener()
    },
    onOnlineChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /**
     * Opens another page, which shares only the disk and the records with earlier ones.
     *
     * @param locks to be shared by pages that are open at the same time.
     */
    page: (wrapEffect: EffectWrapper = unwrapped, locks: TaskLocks = pageLocks()) => openPage(double, wrapEffect, locks),
    zip: async (name: string) => JSZip.loadAsync(saved.get(name) ?? new Uint8Array(), { checkCRC32: true }),
    /** Returns path → bytes of all files in the saved archives; rejects when a path occurs twice. */
    async unpacked(): Promise<ReadonlyMap<string, Uint8Array>> {
      const files = new Map<string, Uint8Array>()
      for (const name of saved.keys()) {
        for (const [path, file] of Object.entries((await double.zip(name)).files)) {
          if (files.has(path)) throw new Error(`${path} is there twice`)
          files.set(path, await file.async('uint8array'))
        }
      }
      return files
    },
  }
  return double
}

export type DownloadDouble = ReturnType<typeof downloadDouble>

function sinkOf(double: DownloadDouble, destination: ArchiveDestination, name: string, keep: number): Promise<Sink> {
  const key = destination.kind === 'disk' ? `${destination.folder}/${name}` : null
  const before = key === null ? undefined : double.disk.get(key)
  const kept = before !== undefined && before.length >= keep ? keep : 0
  let bytes = before?.slice(0, kept) ?? new Uint8Array()
  const keepOnDisk = () => {
    if (key !== null) double.disk.set(key, bytes)
  }
  keepOnDisk()
  return Promise.resolve({
    keptBytes: kept,
    write(more) {
      if (more.length > double.freeBytes) throw new DOMException('full', 'QuotaExceededError')
      double.freeBytes -= more.length
      const next = new Uint8Array(bytes.length + more.length)
      next.set(bytes)
      next.set(more, bytes.length)
      bytes = next
      keepOnDisk()
    },
    finish: async () => (destination.kind === 'folder' ? null : new Blob([bytes])),
    async abandon() {
      if (key !== null) double.disk.delete(key)
    },
  })
}

function archivesOf(double: DownloadDouble): ArchivePort {
  const make = createArchiveMaker((destination, name, keep) => sinkOf(double, destination, name, keep))
  return {
    open: async (request) => (await make({ step: 'open', ...request })).kept ?? false,
    async add(name, bytes, resolution) {
      const { entry } = await make({ step: 'add', name, bytes, resolution })
      if (entry === undefined) throw new Error('no entry')
      return entry
    },
    finish: async () => (await make({ step: 'finish' })).blob ?? null,
    async find(folder, name) {
      const bytes = double.disk.get(`${folder}/${name}`)
      return bytes === undefined ? null : new Blob([bytes])
    },
  }
}

/** Returns the archives of a page, on the disk of this double. */
export function pageArchives(double: DownloadDouble): Archives {
  return {
    ...archivesOf(double),
    hasDisk: async () => true,
    async remove(folder, name) {
      for (const key of [...double.disk.keys()]) {
        if (name === undefined ? key.startsWith(`${folder}/`) : key === `${folder}/${name}`) double.disk.delete(key)
      }
    },
    folders: async () => [...new Set([...double.disk.keys()].map((key) => key.split('/')[0] ?? ''))],
    dispose: () => undefined,
  }
}

function portsOf(double: DownloadDouble, scheduled: (() => void)[]): DownloadPorts {
  return {
    async requestCharge({ ids: asked, confirmed = [], price }, key) {
      double.charges += 1
      let reply = double.replies.get(key)
      if (reply === undefined) {
        const refused = asked.flatMap((customizationId) => {
          const text = double.holds.get(customizationId)
          if (text === undefined || confirmed.includes(customizationId)) return []
          return { customizationId, findings: [{ code: 'held' as const, text: `：${text}` }] }
        })
        const ids = asked.filter((id) => !refused.some(({ customizationId }) => customizationId === id))
        const fresh = ids.filter((id) => !double.paid.has(id))
        if (fresh.length > 0 && price !== double.price) {
          const facts = { status: 409, code: 'price-changed' }
          throw new ConflictError('价格变了', { method: 'POST', url: '/api/credit_usage_records' }, facts)
        }
        const charged = fresh.slice(0, Math.floor(double.balance / double.price))
        for (const id of charged) double.paid.add(id)
        double.balance -= charged.length * double.price
        double.debited += charged.length * double.price
        reply = {
          charged,
          alreadyCharged: ids.filter((id) => !fresh.includes(id)),
          insufficient: fresh.slice(charged.length),
          refused,
          images: ids
            .filter((id) => double.paid.has(id))
            .map((customizationId) => ({ customizationId, customizedImageUrl: `/files/${customizationId}.png` })),
          credits: double.balance,
        }
        double.replies.set(key, reply)
      }
      if (double.lostReplies-- > 0) throw new OfflineError('网络不通', { method: 'POST', url: '/api/credit_usage_records' })
      return reply
    },
    async deliver(ids) {
      if (!double.online || !double.reachable) throw new OfflineError('网络不通', { method: 'POST', url: '/api' })
      for (const id of ids) double.delivered.add(id)
    },
    async correct(ids) {
      if (!double.online) throw new OfflineError('网络不通', { method: 'POST', url: '/api' })
      const gone = ids.filter((id) => double.gone.has(id) && double.paid.has(id))
      double.debited -= double.price * gone.length
      for (const id of gone) double.paid.delete(id)
      for (const id of gone) double.corrected.add(id)
      return ids.flatMap((id) => (double.corrected.has(id) ? { customizationId: id, credits: double.price } : []))
    },
    async fetchPicture(url) {
      double.fetched.set(url, (double.fetched.get(url) ?? 0) + 1)
      const reason = double.fetchErrors.get(url)
      if (reason !== undefined) throw new PictureError(reason, true)
      if (!double.online || !double.reachable) throw new PictureError('网络中断，图片没有传完', true)
      return pictureBytes(Number(/(\d+)\.(?:png|webp)$/.exec(url)?.[1]))
    },
    makePrint: async () => {
      throw new Error('no print files here')
    },
    openArchives: () => pageArchives(double),
    mayWrite: async () => double.mayWrite,
    async save(name, file) {
      if (!double.acceptsSave) return 'closed'
      const outcome = double.outcomes.shift() ?? 'saved'
      if (outcome === 'saved' || outcome === 'unseen') double.saved.set(name, new Uint8Array(await file.arrayBuffer()))
      return outcome
    },
    readPrice: async () => double.price,
    isOnline: () => double.online,
    wait: nextTurn,
    runLater: (act) => scheduled.push(act),
    ordersChanged: () => {
      double.ordersChanged += 1
    },
  }
}

/** Waits for one timer turn, so that other pages can go on. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

type Call = (...input: never[]) => Promise<unknown>

/** Returns the object with the named methods called through `around`. */
function withWrappedEffects<T extends object>(methods: T, names: readonly (keyof T & string)[], wrapEffect: EffectWrapper): T {
  const wrapped = names.map((name) => {
    const call = methods[name] as Call
    return [name, (...input: Parameters<Call>) => wrapEffect(name, () => call(...input))]
  })
  return { ...methods, ...Object.fromEntries(wrapped) }
}

function openPage(double: DownloadDouble, wrapEffect: EffectWrapper, locks: TaskLocks) {
  /** Work that the page has scheduled for later; tests run it. */
  const scheduled: (() => void)[] = []
  const problems: unknown[] = []
  const ports = withWrappedEffects(
    portsOf(double, scheduled),
    ['requestCharge', 'deliver', 'correct', 'fetchPicture', 'save'],
    wrapEffect,
  )
  const kind = downloadKind(() => ({
    ...ports,
    openArchives: () => withWrappedEffects(ports.openArchives(), ['open', 'add', 'finish', 'find'], wrapEffect),
  }))
  const storage: TaskStorage = withWrappedEffects(memoryTaskStorage(double.values), ['write', 'remove', 'update'], wrapEffect)
  const tasks = createTaskStore({
    services: null,
    kinds: async () => kind,
    storage,
    locks,
    network: { isOnline: () => double.online, onChange: double.onOnlineChange },
    isReachable: async () => double.online && double.reachable,
    wait: nextTurn,
    retryDelaysMs: [],
    onProblem: (error) => problems.push(error),
  })
  tasks.setAccount(account)
  const views = (): readonly DownloadView[] => tasks.list().map((task) => viewOf(task as DownloadTask))
  /** Resolves to the first displayed download that meets this condition, as soon as there is one. */
  const whenShown = async (meets: (view: DownloadView) => boolean): Promise<DownloadView> => {
    for (let turn = 0; turn < 20_000; turn++) {
      const found = views().find(meets)
      if (found !== undefined) return found
      await new Promise((resolve) => setImmediate(resolve))
    }
    throw new Error(`no such download is shown: ${JSON.stringify(views().map(({ phase, stop }) => [phase, stop?.message]))}`)
  }
  return {
    tasks,
    scheduled,
    problems,
    views,
    whenShown,
    whenPhase: (...phases: readonly Phase[]) => whenShown(({ phase }) => phases.includes(phase)),
    /** Starts a download; resolves when it has ended or stopped. */
    async download(task: NewDownload): Promise<DownloadView> {
      tasks.start(task)
      return whenShown(({ id, phase }) => id === task.id && (phase === 'ended' || phase === 'stopped'))
    },
    /** Resumes the only download with the seller's decision; resolves when it has ended or stopped again. */
    async resume(answer?: (saved: never) => unknown): Promise<DownloadView> {
      const { id, stop: before } = await whenShown(({ phase }) => ['waiting', 'stopped', 'paused'].includes(phase))
      tasks.resume(id, answer as ((saved: unknown) => unknown) | undefined)
      return whenShown(({ phase, stop }) => phase === 'ended' || (phase === 'stopped' && stop !== before))
    },
  }
}

export type DownloadPage = ReturnType<typeof openPage>
