/** The items of one task: their state in this page and as stored. Used by `task-run`. */
import type { StoredTask, TaskRecords } from './task-record'
import type { NewItem, TaskItem } from './types'

export type Item = TaskItem<unknown, unknown>
export type Status = Pick<Item, 'state'> & Partial<Item>

export const newItem = ({ key, name, input }: NewItem<unknown>): Item => ({
  key,
  name,
  input,
  state: 'waiting',
  loaded: 0,
  total: 0,
})

/** Returns the item as it was before its first attempt. */
export const resetItem = ({ error: _, result: __, isFinal: ___, ...item }: Item): Item => ({
  ...item,
  state: 'waiting',
  loaded: 0,
  total: 0,
})

/** Minimum interval between two updates of the shown progress, ms. */
const progressEveryMs = 100

interface ItemsDeps {
  readonly records: Pick<TaskRecords, 'writeStatuses'>
  /** Called when anything of an item changed. */
  readonly onChange: () => void
}

export type TaskItems = ReturnType<typeof createTaskItems>

export function createTaskItems(initial: StoredTask, { records, onChange }: ItemsDeps) {
  const { id } = initial.head
  let items: readonly Item[] = []
  let indexes: ReadonlyMap<string, number> = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Checkpoints by item key. */
  let checkpoints = new Map<string, unknown>()
  const progress = new Map<string, { readonly loaded: number; readonly total: number }>()
  /** Keys of items whose current state could not be stored. */
  const unstoredKeys = new Set<string>()
  /** Keys of items whose results were stored before their runs ended. */
  const storedResults = new Set<string>()

  const load = (stored: StoredTask) => {
    items = stored.items
    indexes = new Map(items.map((item, index) => [item.key, index]))
    checkpoints = new Map(stored.saved)
  }
  load(initial)

  const patch = (fields: ReadonlyMap<string, Partial<Item>>) => {
    const next = [...items]
    for (const [key, change] of fields) {
      const index = indexes.get(key)
      const item = index === undefined ? undefined : next[index]
      if (index !== undefined && item) next[index] = { ...item, ...change }
    }
    items = next
    onChange()
  }
  const flush = () => {
    timer = undefined
    if (progress.size === 0) return
    const fields = new Map(progress)
    progress.clear()
    patch(fields)
  }
  const recordOf = (key: string, { state, result, error, isFinal }: Status) => ({
    state,
    ...(checkpoints.has(key) && { saved: checkpoints.get(key) }),
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
    ...(isFinal && { isFinal }),
  })
  const write = (statuses: readonly (readonly [string, Status])[]) =>
    records.writeStatuses(id, new Map(statuses.map(([key, status]) => [key, recordOf(key, status)])))
  const storeStatus = async (key: string, status: Status): Promise<void> => {
    if (status.state === 'done' && storedResults.delete(key)) return
    try {
      await write([[key, status]])
    } catch {
      // The storage is full or the value cannot be cloned: the state exists only in this page, which asks before it is closed.
      if (status.state === 'waiting' || status.state === 'running') unstoredKeys.add(key)
    }
  }

  const itemOf = (key: string): Item | undefined => items[indexes.get(key) ?? -1]
  const replace = (changes: readonly Item[]) => {
    const byKey = new Map(changes.map((item) => [item.key, item]))
    items = items.map((item) => byKey.get(item.key) ?? item)
    onChange()
  }
  /** Changes these items in this page and in the storage, in one write. */
  const change = async (keys: readonly string[], next: (item: Item) => Item): Promise<void> => {
    const changes = keys.flatMap((key) => itemOf(key) ?? []).map(next)
    replace(changes)
    await write(changes.map((item) => [item.key, item]))
  }

  return {
    list: () => items,
    itemOf,
    /** Adopts all items as another window stored them. */
    load,
    /** Changes several items in this page. */
    patch,
    set: (key: string, change: Partial<Item>) => patch(new Map([[key, change]])),
    /** Replaces the items with the same keys, in this page. */
    replace,
    /** Stores the state of an item; a state that cannot be stored is lost with the page. */
    storeStatus,
    /** Resets items that turn out not to be done to waiting. Rejects when that cannot be stored. */
    redo: (keys: readonly string[]) => change(keys, resetItem),
    /** Sets new reasons for failed items and excludes them from retries. Rejects when that cannot be stored. */
    giveUpOn: (reasons: ReadonlyMap<string, string>) =>
      change([...reasons.keys()], (item) =>
        item.state === 'failed' ? { ...item, error: reasons.get(item.key) ?? '', isFinal: true } : item,
      ),
    /** Stores the result of an item whose run has not ended yet; rejects when it cannot be stored. */
    async storeResult(key: string, result: unknown): Promise<void> {
      await write([[key, { state: 'done', result }]])
      storedResults.add(key)
    },
    checkpointOf: (key: string): unknown => checkpoints.get(key),
    async checkpoint(key: string, value: unknown): Promise<void> {
      checkpoints.set(key, value)
      await storeStatus(key, { state: 'waiting' })
    },
    forgetCheckpoint: (key: string) => void checkpoints.delete(key),
    progress(key: string, loaded: number, total: number) {
      progress.set(key, { loaded, total })
      timer ??= setTimeout(flush, progressEveryMs)
    },
    forgetProgress: (key: string) => void progress.delete(key),
    stopTimer() {
      clearTimeout(timer)
      timer = undefined
    },
    markUnstored(...keys: readonly string[]) {
      for (const key of keys) unstoredKeys.add(key)
      onChange()
    },
    markStored: (key: string) => void unstoredKeys.delete(key),
    /** Whether items would be lost with the page: unfinished ones whose state could not be stored. */
    hasUnstoredWork: (): boolean =>
      unstoredKeys.size > 0 &&
      items.some((item) => unstoredKeys.has(item.key) && item.state !== 'done' && item.state !== 'cancelled'),
  }
}
