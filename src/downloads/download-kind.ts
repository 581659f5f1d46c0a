/**
 * The task kind of downloads. Before the pictures, unpaid ones are charged, and archives of an earlier page are reopened. Each
 * picture is fetched, converted and packed. Afterwards credits of missing pictures are returned, and the last archive gets the
 * tables. Every step is stored before the next one begins, so the same code continues after a failure, a pause or a closed tab:
 * nothing is charged twice, and nothing that lies in an archive is fetched again.
 */

import { SessionExpiredError } from '../../contract/call-errors'
import { maxChargesPerCall, maxPreflightsPerCall } from '../../contract/constants'
import type { Wait } from '../../contract/ground/delay'
import { sizeWithDpi } from '../../contract/ground/picture-dpi'
import { abortError, messageOf } from '../../contract/ground/thrown'
import { archiveBytes } from '../../contract/ground/zip-format'
import { fileErrorText } from '../../contract/rules/file-errors'
import { bytesText } from '../../contract/rules/sizes'
import type { Archives } from '../../imaging/zip/archive-client'
import type { ArchiveDestination } from '../../imaging/zip/messages'
import { isConnectionError } from '../api/reachability'
import { batchesOf } from '../base/batches'
import { isCalledOff } from '../base/called-off'
import { PictureError } from '../base/fetch-picture'
import { FinalFailure, type TaskKind, TaskStop, type WholeTaskContext } from '../base/tasks/types'
import { keepSavedMs, removeFolder } from './archive-folders'
import { type ChargeRequest, chargeInBatches, mergedAnswer, type RequestCharge, retryUntilAnswered } from './charge'
import {
  addressesOf,
  type ChargeAnswer,
  type DownloadItem,
  type DownloadPlan,
  type DownloadState,
  downloadTask,
  itemKey,
  type PackedPicture,
  stateOf,
  unpaid,
} from './download-record'
import { DownloadStop } from './download-stop'
import { createPartWriter, type PartWriter, type SaveOutcome } from './part-writer'
import { refusedReason, refusedText } from './preflight-groups'
import { type MakePrint, type Prepared, preparePicture } from './prepare'
import { closingFiles } from './summary'

/** A missing image, and the credits that came back for it. */
export interface Returned {
  readonly customizationId: number
  readonly credits: number
}

/** Functions of the server, the platform and this browser that a download uses; tests replace them. */
export interface DownloadPorts {
  readonly requestCharge: RequestCharge
  /** Reports to the server which paid images lie in an archive that the seller gets now. */
  readonly deliver: (ids: readonly number[], signal: AbortSignal) => Promise<unknown>
  /** Asks the server to look for these images and to refund missing ones; returns which were missing, and what was given back. */
  readonly correct: (ids: readonly number[], signal: AbortSignal) => Promise<readonly Returned[]>
  /** Rejects with a message for the seller. */
  readonly fetchPicture: (url: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
  readonly makePrint: MakePrint
  /** Opens an archive maker for one run phase. */
  readonly openArchives: () => Archives
  /** Whether the seller's folder may still be written to; may ask the seller, which needs a recent user gesture. */
  readonly mayWrite: (destination: ArchiveDestination) => Promise<boolean>
  /** Gives an archive to the seller. */
  readonly save: (name: string, file: Blob) => Promise<SaveOutcome>
  /** Asks the server what an image costs now. */
  readonly readPrice: (signal: AbortSignal) => Promise<number>
  readonly isOnline: () => boolean
  readonly wait: Wait
  /** Calls `work` after `ms` milliseconds; replaced in tests. */
  readonly runLater: (work: () => void, ms: number) => void
  /** Called when displayed orders may be outdated. */
  readonly ordersChanged: () => void
}

type DownloadContext = WholeTaskContext<DownloadItem, PackedPicture>

/** State shared by the pictures of a download while they are worked on. */
interface Packing {
  readonly ports: DownloadPorts
  readonly plan: DownloadPlan
  readonly task: DownloadContext
  readonly archives: Archives
  readonly parts: PartWriter
  /** Pictures known to lie in an archive, by item. */
  readonly packed: Map<string, PackedPicture>
  /** Addresses of paid images by customization; an unpaid image has only its preview's address. */
  readonly addresses: ReadonlyMap<number, string>
  /** Reasons why customizations are unpaid; these are not fetched. */
  readonly leftOut: ReadonlyMap<number, string>
  /** Serialises writes to archives, in the order in which the pictures are ready. */
  serialize<T>(work: () => Promise<T>): Promise<T>
}

/** Pictures processed at a time; each is in memory from its first byte until it lies in the archive. */
const concurrentPictures = 4
/** Number of archives known to be on the seller's disk that an unfinished download keeps on the browser's disk for 再保存一次. */
const maxKeptArchives = 3

const tooLargeText = (bytes: number, limit: number) =>
  `图片 ${bytesText(bytes, 'up')}，超过客户端一次能保存的 ${bytesText(limit, 'down')}，请用浏览器打开后下载`

const planOf = ({ input }: { readonly input?: unknown }) => input as DownloadPlan
/** Turns any error of a step into a stop of the download with a message for the seller. */
async function stopOnError<T>({ signal }: DownloadContext, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (signal.aborted || error instanceof TaskStop || error instanceof SessionExpiredError) throw error
    throw new DownloadStop('storage', fileErrorText(error), error)
  }
}

/** Charges these pictures, with retries after network and server failures. */
async function chargeUntilAnswered(
  request: ChargeRequest,
  key: string,
  task: DownloadContext,
  ports: DownloadPorts,
): Promise<ChargeAnswer> {
  for (;;) {
    try {
      const answer = await chargeInBatches(ports.requestCharge, request, key, task.signal, ports.wait)
      ports.ordersChanged()
      return answer
    } catch (error) {
      const isConnectionLost = error instanceof DownloadStop && isConnectionError(error.cause)
      if (task.signal.aborted || !isConnectionLost || !(await task.waitUntilBack())) throw error
    }
  }
}

const priceText = (seen: number, now: number): string => `每张定制图现在是 ${now} 点，下载开始时是 ${seen} 点`

/** Requests the charge unless its response is stored already, and stores the response. */
async function chargeIfNeeded(task: DownloadContext, ports: DownloadPorts): Promise<DownloadState> {
  const plan = planOf(task)
  const state = stateOf(task.saved, plan)
  const { charge, confirmed } = plan
  const { answer: before, again } = state
  if (charge === null || (before !== null && !again?.isOpen)) return state
  task.setStep('charging')
  const price = state.price ?? charge.price
  // Another price is another request, and so has another key.
  const key = state.price === undefined ? charge.key : `${charge.key}-at-${state.price}`
  const ids = task.items.map(({ input }) => input.picture.customizationId)
  const request = before === null || again === undefined ? { ids, confirmed } : again
  const requestKey = request === again ? `${key}-again-${again.number}` : key
  const answer = await chargeUntilAnswered(
    { ids: request.ids, confirmed: request.confirmed, price },
    requestKey,
    task,
    ports,
  ).catch(async (error: unknown) => {
    if (!(error instanceof DownloadStop) || error.why !== 'price') throw error
    const offeredPrice = await ports.readPrice(task.signal)
    await task.checkpoint({ ...state, offeredPrice })
    throw new DownloadStop('price', `${priceText(price, offeredPrice)}，还没有扣点`, error.cause)
  })
  const next: DownloadState =
    before === null || again === undefined
      ? { ...state, answer }
      : { ...state, answer: mergedAnswer(before, answer), again: { ...again, isOpen: false } }
  await task.checkpoint(next)
  task.setStep(null)
  return next
}

/** Returns the unpaid customizations to leave out, with reasons; throws a stop until the seller has accepted that. */
function leftOutOf(task: DownloadContext, { answer, acceptsRefused, acceptsShort }: DownloadState): ReadonlyMap<number, string> {
  const { insufficient = [], refused = [] } = answer ?? {}
  const found = new Map(refused.map(({ customizationId, findings }) => [customizationId, findings]))
  if (refused.length > 0 && !acceptsRefused) {
    const pictures = task.items.map(({ input }) => input.picture)
    throw new DownloadStop('refused', refusedText(pictures, found))
  }
  if (insufficient.length > 0 && !acceptsShort) {
    throw new DownloadStop('short', `点数不足，有 ${insufficient.length} 张图没有扣点`)
  }
  return new Map([
    ...insufficient.map((id) => [id, unpaid] as const),
    ...[...found].map(([id, findings]) => [id, refusedReason(findings)] as const),
  ])
}

/** Reports delivered images to the server, so that their credits are never returned. */
async function deliver(ids: readonly number[], task: DownloadContext, ports: DownloadPorts): Promise<void> {
  for (;;) {
    try {
      await retryUntilAnswered(() => ports.deliver(ids, task.signal), task.signal, ports.wait)
      return
    } catch (error) {
      if (task.signal.aborted || isCalledOff(error) || error instanceof SessionExpiredError) throw error
      if (isConnectionError(error) && (await task.waitUntilBack())) continue
      const errorText = messageOf(error)
      throw new DownloadStop('unsaved', `服务器还没有记下这些图片已下载，压缩包暂不保存：${errorText}`, error)
    }
  }
}

function partWriterOf(
  task: DownloadContext,
  ports: DownloadPorts,
  archives: Archives,
  packed: Map<string, PackedPicture>,
): PartWriter {
  const plan = planOf(task)
  const parts = () => stateOf(task.saved, plan).parts
  const keysIn = (number: number) => [...packed].flatMap(([key, { part }]) => (part === number ? key : []))
  return createPartWriter({
    plan,
    archives,
    async save(name, file) {
      task.setStep('saving')
      const outcome = await ports.save(name, file)
      task.setStep(null)
      // An archive of which nobody knows whether it arrived is kept until the seller says so.
      const done = parts().filter(({ state, unseen }) => state === 'saved' && !unseen)
      const old = done[done.length - maxKeptArchives]
      if (outcome === 'saved' && old !== undefined && plan.destination.kind === 'disk')
        await archives.remove(plan.destination.folder, old.name)
      return outcome
    },
    parts,
    setParts: (next) => task.checkpoint({ ...stateOf(task.saved, plan), parts: next }),
    entriesOf: (number) =>
      [...packed.values()].flatMap(({ part, entry, beside }) => (part === number ? [entry, ...(beside ? [beside] : [])] : [])),
    async beforeSave(number) {
      if (plan.kind !== 'customized') return
      const keys = new Set(keysIn(number))
      const pictures = task.items.flatMap(({ key, input }) => (keys.has(key) ? input.picture : []))
      const ids = pictures.map(({ customizationId }) => customizationId)
      for (const batch of batchesOf(ids, maxChargesPerCall)) await deliver(batch, task, ports)
    },
    async onPartLost(number) {
      const gone = keysIn(number)
      for (const key of gone) packed.delete(key)
      await task.redo(gone)
    },
  })
}

function createSerialQueue(): Packing['serialize'] {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

/** Returns the file for the archive. Network and server failures stop the download; it continues when they are back. */
async function fetchAndPrepare({ picture }: DownloadItem, packing: Packing, signal: AbortSignal): Promise<Prepared> {
  const { ports, plan, task, addresses } = packing
  for (;;) {
    try {
      const bytes = await ports.fetchPicture(addresses.get(picture.customizationId) ?? picture.url, signal)
      return await preparePicture(bytes, picture, plan.format, ports.makePrint)
    } catch (error) {
      if (signal.aborted || isCalledOff(error)) throw error
      const isConnectionLost = error instanceof PictureError && error.isConnectionFailure
      if ((isConnectionLost || !ports.isOnline()) && (await task.waitUntilBack())) continue
      // Every other error becomes a PictureError, so that it fails this picture and does not stop the others.
      throw error instanceof PictureError ? error : new PictureError(messageOf(error))
    }
  }
}

/** Has the credits of failed pictures returned where the server finds their files missing too. */
async function correctMissing({ ports, plan, task }: Packing): Promise<void> {
  if (plan.kind !== 'customized') return
  const failed = task.items.filter(({ state, isFinal }) => state === 'failed' && !isFinal)
  for (const batch of batchesOf(failed, maxPreflightsPerCall)) {
    const ids = batch.map(({ input }) => input.picture.customizationId)
    // Without an answer they stay paid, and the next retry of these pictures asks again.
    const returned = await ports.correct(ids, task.signal).catch((): Returned[] => [])
    const gone = new Map(returned.map(({ customizationId, credits }) => [customizationId, credits]))
    const reasons = new Map(
      batch.flatMap(({ key, error, input }) => {
        const credits = gone.get(input.picture.customizationId)
        return credits === undefined ? [] : [[key, `${error}，已退回 ${credits} 点`] as const]
      }),
    )
    if (reasons.size > 0) await task.giveUpOn(reasons)
  }
}

/** Closes the last archive with the tables, unless no picture succeeded or the last archive is already closed. */
async function closeArchives({ plan, task, parts: writer }: Packing): Promise<void> {
  const { parts } = stateOf(task.saved, plan)
  const isClosed = parts.at(-1)?.last === true
  if (isClosed || !task.items.some(({ state }) => state === 'done')) return
  const files = await closingFiles({ plan, items: task.items, parts })
  await writer.end(
    await Promise.all(files.map(async ({ name, file }) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) }))),
  )
}

/** @param portsOf derives the ports from the task services; tests pass their own. */
export function downloadKind<S>(portsOf: (services: S) => DownloadPorts): TaskKind<DownloadItem, PackedPicture, S, Packing> {
  return {
    kind: downloadTask,
    concurrency: concurrentPictures,
    before: (task, services) =>
      stopOnError(task, async () => {
        const ports = portsOf(services)
        const plan = planOf(task)
        if (!(await ports.mayWrite(plan.destination))) {
          throw new DownloadStop('storage', fileErrorText(new DOMException('', 'NotAllowedError')))
        }
        const state = await chargeIfNeeded(task, ports)
        const leftOut = leftOutOf(task, state)
        const packed = new Map(
          task.items.flatMap(({ key, state, result }) => (state === 'done' && result ? [[key, result] as const] : [])),
        )
        const archives = ports.openArchives()
        try {
          const parts = partWriterOf(task, ports, archives, packed)
          await parts.resume()
          const addresses = addressesOf(state.answer)
          return { ports, plan, task, archives, parts, packed, addresses, leftOut, serialize: createSerialQueue() }
        } catch (error) {
          archives.dispose()
          throw error
        }
      }),

    async run(item, { signal }, _, packing) {
      const { plan, task, parts, packed, leftOut, serialize } = packing
      const reason = leftOut.get(item.picture.customizationId)
      if (reason !== undefined) throw new FinalFailure(reason)
      const { bytes, resolution, ending, width, height, notes, beside = null } = await fetchAndPrepare(item, packing, signal)
      const name = `${item.path}.${ending}`
      const size = sizeWithDpi(bytes, resolution)
      if (plan.saveLimit !== null && archiveBytes([{ name, size }]) > plan.saveLimit) {
        throw new PictureError(tooLargeText(size, plan.saveLimit))
      }
      return serialize(() =>
        stopOnError(task, async () => {
          if (signal.aborted) throw abortError()
          const other = beside && { name: `${item.path}.${beside.ending}`, bytes: beside.bytes }
          const { part, ...entries } = await parts.add(name, bytes, resolution, other)
          const result: PackedPicture = { part, entry: entries.entry, beside: entries.beside, width, height, notes }
          packed.set(itemKey(item.picture), result)
          // Store this before the next file is added: reopening an archive truncates it after the last stored file.
          await task.storeResult(itemKey(item.picture), result)
          return result
        }),
      )
    },

    after: (task, _, packing) =>
      stopOnError(task, async () => {
        await correctMissing(packing)
        await closeArchives(packing)
      }),

    onHalted: ({ archives }) => archives.dispose(),

    onEnded: (_, services) => portsOf(services).ordersChanged(),

    onRemoved(task, services) {
      const { destination } = planOf(task)
      if (destination.kind !== 'disk') return
      const { runLater, openArchives } = portsOf(services)
      // A folder that cannot be removed now is removed by the next `tidyFolders`.
      const removeNow = () => void removeFolder(openArchives(), destination.folder).catch(() => undefined)
      const isSaved = stateOf(task.saved, planOf(task)).parts.some(({ state }) => state === 'saved')
      if (isSaved) runLater(removeNow, keepSavedMs)
      else removeNow()
    },
  }
}
