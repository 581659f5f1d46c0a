/**
 * How a task is stored: one small head, one record of each item's input (written once), one of its state (written when it
 * changes); for a task with its own input, one record of that and one of its checkpoint. Progress is not stored, so that an
 * upload of 500 files writes each file once and little else.
 */
import type { TaskStorage } from './task-storage'
import type { ItemState, NewItem, TaskItem } from './types'

export interface TaskHead {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly scope: string
  readonly startedAt: number
  /** Item keys in order, and their first names. */
  readonly keys: readonly string[]
  readonly names: readonly string[]
  /** Whether the seller paused it. */
  readonly paused: boolean
  /** When the task ended, ms since 1970; null while work is left. */
  readonly endedAt: number | null
  readonly isAttended?: boolean
  readonly needsPage?: boolean
}

export interface ItemInput {
  readonly name: string
  readonly input: unknown
}

export interface ItemStatus {
  readonly state: ItemState
  readonly saved?: unknown
  readonly result?: unknown
  readonly error?: string
  readonly isFinal?: boolean
}

export interface StoredTask {
  readonly head: TaskHead
  /** The input of the task as a whole, and the checkpoint of its kind. */
  readonly input?: unknown
  readonly checkpoint?: unknown
  readonly items: readonly TaskItem<unknown, unknown>[]
  /** Checkpoints by item key. */
  readonly saved: ReadonlyMap<string, unknown>
}

/** Number of inputs that are written in one transaction. */
const batchSize = 20

/** 错误原因 of an item whose input was not stored; only a new input helps. */
export const lostInputText = '页面关闭前没来得及保存这个文件，请重新选择'

/** Returns the ids of all tasks of all accounts in a storage. */
export async function allTaskIds(storage: TaskStorage): Promise<string[]> {
  return (await storage.keys('')).flatMap((key) => /^[^/]*\/head\/(.+)$/.exec(key)?.[1] ?? [])
}

/** Reads and writes the records of one account. */
export function taskRecords(storage: TaskStorage, account: string) {
  const base = `${encodeURIComponent(account)}/`
  const headKey = (id: string) => `${base}head/${id}`
  const inputKey = (id: string, key: string) => `${base}task/${id}/in/${key}`
  const statusKey = (id: string, key: string) => `${base}task/${id}/at/${key}`
  const taskInputKey = (id: string) => `${base}task/${id}/whole/input`
  const checkpointKey = (id: string) => `${base}task/${id}/whole/saved`
  const inputEntry = (id: string, { key, name, input }: NewItem<unknown>) =>
    [inputKey(id, key), { name, input } satisfies ItemInput] as const

  return {
    /** Returns the ids of the stored tasks. */
    async list(): Promise<readonly string[]> {
      const prefix = headKey('')
      return (await storage.keys(prefix)).map((key) => key.slice(prefix.length))
    },

    /** Returns a task as it was stored; null when it does not exist. Items that were running are waiting again. */
    async load(id: string): Promise<StoredTask | null> {
      const [stored, input, checkpoint] = await storage.read([headKey(id), taskInputKey(id), checkpointKey(id)])
      if (stored === undefined) return null
      const head = stored as TaskHead
      const inputs = (await storage.read(head.keys.map((key) => inputKey(id, key)))) as (ItemInput | undefined)[]
      const statuses = (await storage.read(head.keys.map((key) => statusKey(id, key)))) as (ItemStatus | undefined)[]
      const saved = new Map<string, unknown>()
      const items = head.keys.map((key, index): TaskItem<unknown, unknown> => {
        const { name, input } = inputs[index] ?? { name: head.names[index] ?? key, input: undefined }
        const status = statuses[index]
        if (status?.saved !== undefined) saved.set(key, status.saved)
        const common = { key, name, input, loaded: 0, total: 0 }
        const hasEnded = status?.state === 'done' || status?.state === 'failed' || status?.state === 'cancelled'
        if (hasEnded) {
          const { state, result, error, isFinal } = status
          return {
            ...common,
            state,
            ...(result !== undefined && { result }),
            ...(error !== undefined && { error }),
            ...(isFinal && { isFinal }),
          }
        }
        if (inputs[index] === undefined) return { ...common, state: 'failed', error: lostInputText, isFinal: true }
        return { ...common, state: 'waiting' }
      })
      return { head, items, saved, ...(input !== undefined && { input }), ...(checkpoint !== undefined && { checkpoint }) }
    },

    writeHead: (head: TaskHead) => storage.write([[headKey(head.id), head]]),
    writeCheckpoint: (id: string, checkpoint: unknown) => storage.write([[checkpointKey(id), checkpoint]]),

    /** Writes a whole task in one transaction: either all of it is stored, or nothing. */
    create({ head, input, checkpoint, items }: StoredTask): Promise<void> {
      const { id } = head
      const settledItems = items.filter(({ state }) => state !== 'waiting' && state !== 'running')
      return storage.write([
        [headKey(id), head],
        ...(input === undefined ? [] : [[taskInputKey(id), input] as const]),
        ...(checkpoint === undefined ? [] : [[checkpointKey(id), checkpoint] as const]),
        ...items.map((item) => inputEntry(id, item)),
        ...settledItems.map(
          ({ key, state, result, error, isFinal }) => [statusKey(id, key), { state, result, error, isFinal }] as const,
        ),
      ])
    },

    /**
     * Writes the inputs of the items in batches.
     *
     * @param onFailure called for each item that could not be stored: its input cannot be cloned, or the storage is full.
     */
    async writeInputs(id: string, items: readonly NewItem<unknown>[], onFailure: (key: string) => void): Promise<void> {
      for (let start = 0; start < items.length; start += batchSize) {
        const batch = items.slice(start, start + batchSize)
        try {
          await storage.write(batch.map((item) => inputEntry(id, item)))
        } catch {
          // One item caused the failure; the others are stored separately.
          for (const item of batch) await storage.write([inputEntry(id, item)]).catch(() => onFailure(item.key))
        }
      }
    },

    writeStatuses: (id: string, statuses: ReadonlyMap<string, ItemStatus>) =>
      storage.write([...statuses].map(([key, status]) => [statusKey(id, key), status])),

    /** Removes the head first: records without a head are orphans, which `sweep` removes. */
    async remove(id: string): Promise<void> {
      await storage.remove([headKey(id)])
      await storage.remove(await storage.keys(`${base}task/${id}/`))
    },

    /** Removes records without a head, left when the page was closed during a removal. */
    async removeOrphans(): Promise<void> {
      const heads = new Set(await this.list())
      const prefix = `${base}task/`
      const orphans = (await storage.keys(prefix)).filter((key) => !heads.has(key.slice(prefix.length).split('/')[0] ?? ''))
      if (orphans.length > 0) await storage.remove(orphans)
    },
  }
}

export type TaskRecords = ReturnType<typeof taskRecords>
