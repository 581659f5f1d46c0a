/**
 * Migrates downloads that versions before November 2026 stored in a database of their own. Each becomes a task in its last state,
 * with its id, its archives and its charge key. Delete this file when no seller's browser can hold such a download any more.
 */

import type { ArchiveDestination } from '../../imaging/zip/messages'
import { bestLocks, type TaskLocks } from '../base/tasks/task-locks'
import type { StoredTask } from '../base/tasks/task-record'
import { browserTaskStorage, type TaskStorage } from '../base/tasks/task-storage'
import type { TaskStore } from '../base/tasks/task-store'
import type { TaskItem } from '../base/tasks/types'
import {
  type ChargeAnswer,
  type DownloadItem,
  type DownloadPlan,
  type DownloadState,
  downloadTask,
  type EarlierRows,
  itemKey,
  type PackedPicture,
  unpaid,
} from './download-record'
import { kindNames, type Picture } from './pictures'

interface OldPlan extends Omit<DownloadPlan, 'confirmed' | 'acceptsShort' | 'destination' | 'earlier'> {
  readonly id: string
  readonly pictures: readonly Picture[]
  readonly paths: readonly string[]
  readonly confirmed?: readonly number[]
  readonly place: ArchiveDestination
  readonly earlier?: {
    readonly rows: readonly { readonly place: number; readonly cells: readonly (string | number)[] }[]
    readonly pictures: EarlierRows['pictures']
    readonly places: readonly number[]
  }
}
interface OldState extends Omit<DownloadState, 'answer'> {
  readonly charge: ChargeAnswer | null
  readonly endedAt: number | null
}
type OldResult =
  | ({ readonly state: 'done' } & PackedPicture)
  | { readonly state: 'failed'; readonly reason: string; readonly unpaid?: true; readonly corrected?: true }

/** Adds the fields that even older versions did not store. */
const withDefaults = (picture: Picture): Picture => {
  const noNotes = { merchantSku: '', buyerMessage: '', sellerMemo: '', hold: '' }
  return Object.assign({ platformNumbers: [picture.orderOriginalId] }, noNotes, picture)
}

const earlierOf = ({ rows, pictures, places }: NonNullable<OldPlan['earlier']>): EarlierRows => ({
  rows: rows.map(({ place, cells }) => ({ index: place, cells })),
  pictures,
  indexes: places,
})

function itemOf(picture: Picture, path: string, result: OldResult | undefined): TaskItem<DownloadItem, PackedPicture> {
  const item = { key: itemKey(picture), name: path, input: { picture: withDefaults(picture), path }, loaded: 0, total: 0 }
  if (result === undefined) return { ...item, state: 'waiting' }
  if (result.state === 'failed') {
    const { reason, corrected } = result
    const isFinal = result.unpaid === true || reason === unpaid || corrected === true
    return { ...item, state: 'failed', error: reason, ...(isFinal && { isFinal }) }
  }
  const { state, ...packed } = result
  return { ...item, state, result: packed }
}

/** Builds the task that continues the download. */
function taskOf(old: OldPlan, state: OldState, results: ReadonlyMap<number, OldResult>): StoredTask {
  const { id, pictures, paths, confirmed = [], place: destination, earlier, ...plan } = old
  const { charge, endedAt, ...rest } = state
  const items = pictures.map((picture, index) => itemOf(picture, paths[index] ?? itemKey(picture), results.get(index)))
  const input: DownloadPlan = {
    ...plan,
    confirmed,
    acceptsShort: state.acceptsShort,
    destination,
    ...(earlier && { earlier: earlierOf(earlier) }),
  }
  return {
    head: {
      id,
      kind: downloadTask,
      title: `下载 ${pictures.length} 张${kindNames[plan.kind]}`,
      scope: downloadTask,
      startedAt: plan.startedAt,
      keys: items.map(({ key }) => key),
      names: items.map(({ name }) => name),
      paused: false,
      endedAt,
      isAttended: true,
      needsPage: destination.kind === 'memory',
    },
    input,
    checkpoint: { ...rest, answer: charge } satisfies DownloadState,
    items,
    saved: new Map(),
  }
}

/** Reads and removes the old database's records of one account. */
function oldRecords(storage: TaskStorage, account: string) {
  const base = `${encodeURIComponent(account)}/`
  const idsUnder = async (prefix: string) => (await storage.keys(prefix)).map((key) => key.slice(prefix.length))
  const resultPrefix = (id: string) => `${base}result/${id}/`
  return {
    list: () => idsUnder(`${base}plan/`),
    async load(id: string): Promise<StoredTask | null> {
      const indexes = await idsUnder(resultPrefix(id))
      const keys = indexes.map((index) => `${resultPrefix(id)}${index}`)
      const [plan, state, ...results] = await storage.read([`${base}plan/${id}`, `${base}state/${id}`, ...keys])
      if (plan === undefined || state === undefined) return null
      const byIndex = new Map(indexes.map((index, position) => [Number(index), results[position] as OldResult]))
      return taskOf(plan as OldPlan, state as OldState, byIndex)
    },
    async remove(id: string): Promise<void> {
      await storage.remove([`${base}plan/${id}`, `${base}state/${id}`, ...(await storage.keys(resultPrefix(id)))])
    },
  }
}

const oldStorage = () => browserTaskStorage('kejiang-downloads')

/** Returns the ids of old downloads of all accounts that are not migrated yet, because their folders must not be removed. */
export async function oldDownloadIds(storage: TaskStorage = oldStorage()): Promise<string[]> {
  return (await storage.keys('')).flatMap((key) => /^[^/]*\/plan\/(.+)$/.exec(key)?.[1] ?? [])
}

/**
 * Migrates an account's old downloads. A download that a window of the old version still works on is migrated when that window is
 * closed. Rejects when a download could not be stored or removed; it then stays in the old database for the next attempt.
 */
export async function migrateOldDownloads(
  tasks: Pick<TaskStore, 'importTask'>,
  account: string,
  storage: TaskStorage = oldStorage(),
  locks: TaskLocks = bestLocks(storage),
): Promise<void> {
  const records = oldRecords(storage, account)
  const migrate = async (id: string) => {
    const release = await locks.acquire(`kejiang-download/${id}`, new AbortController().signal)
    try {
      const task = await records.load(id)
      if (task === null) return
      await tasks.importTask(task, account)
      await records.remove(id)
    } finally {
      release?.()
    }
  }
  await Promise.all((await records.list()).map(migrate))
}
