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
export const untried = ({ error: _, result: __, isFinal: ___, ...item }: Item): Item => ({
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
  readonly changed: () => void
}

export type TaskItems = ReturnType<typeof createTaskItems>

export function createTaskItems(first: StoredTask, { records, changed }: ItemsDeps) {
  const { id } = first.head
  let items: readonly Item[] = []
  let indexes: ReadonlyMap<string, number> = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Checkpoints by item key. */
  let saved = new Map<string, unknown>()
  const progress = new Map<string, { readonly loaded: number; readonly total: number }>()
  /** Keys of items whose current state could not be stored. */
  const lost = new Set<string>()
  /** Keys of items whose results were stored before their runs ended. */
  const keptResults = new Set<string>()

  const load = (stored: StoredTask) => {
    items = stored.items
    indexes = new Map(items.map((item, index) => [item.key, index]))
    saved = new Map(stored.saved)
  }
  load(first)

  const edit = (fields: ReadonlyMap<string, Partial<Item>>) => {
    const next = [...items]
    for (const [key, change] of fields) {
      const index = indexes.get(key)
      const item = index === undefined ? undefined : next[index]
      if (index !== undefined && item) next[index] = { ...item, ...change }
    }
    items = next
    changed()
  }
  const flush = () => {
    timer = undefined
    if (progress.size === 0) return
    const fields = new Map(progress)
    progress.clear()
    edit(fields)
  }
  const recordOf = (key: string, { state, result, error, isFinal }: Status) => ({
    state,
    ...(saved.has(key) && { saved: saved.get(key) }),
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
    ...(isFinal && { isFinal }),
  })
  const write = (statuses: readonly (readonly [string, Status])[]) =>
    records.writeStatuses(id, new Map(statuses.map(([key, status]) => [key, recordOf(key, status)])))
  const keep = async (key: string, status: Status): Promise<void> => {
    if (status.state === 'done' && keptResults.delete(key)) return
    try {
      await write([[key, status]])
    } catch {
      // The storage is full or the value cannot be cloned: the state exists only in this page, which asks before it is closed.
      if (status.state === 'waiting' || status.state === 'running') lost.add(key)
    }
  }

  const at = (key: string): Item | undefined => items[indexes.get(key) ?? -1]
  const replace = (changes: readonly Item[]) => {
    const byKey = new Map(changes.map((item) => [item.key, item]))
    items = items.map((item) => byKey.get(item.key) ?? item)
    changed()
  }
  /** Changes these items in this page and in the storage, in one write. */
  const change = async (keys: readonly string[], next: (item: Item) => Item): Promise<void> => {
    const changes = keys.flatMap((key) => at(key) ?? []).map(next)
    replace(changes)
    await write(changes.map((item) => [item.key, item]))
  }

  return {
    list: () => items,
    at,
    /** Adopts all items as another window stored them. */
    load,
    /** Changes several items in this page. */
    edit,
    set: (key: string, change: Partial<Item>) => edit(new Map([[key, change]])),
    /** Replaces the items with the same keys, in this page. */
    replace,
    /** Stores the state of an item; a state that cannot be stored is lost with the page. */
    keep,
    /** Resets items that turn out not to be done to waiting. Rejects when that cannot be stored. */
    redo: (keys: readonly string[]) => change(keys, untried),
    /** Sets new reasons for failed items and excludes them from retries. Rejects when that cannot be stored. */
    giveUpOn: (reasons: ReadonlyMap<string, string>) =>
      change([...reasons.keys()], (item) =>
        item.state === 'failed' ? { ...item, error: reasons.get(item.key) ?? '', isFinal: true } : item,
      ),
    /** Stores the result of an item whose run has not ended yet; rejects when it cannot be stored. */
    async keepResult(key: string, result: unknown): Promise<void> {
      await write([[key, { state: 'done', result }]])
      keptResults.add(key)
    },
    savedOf: (key: string): unknown => saved.get(key),
    async checkpoint(key: string, value: unknown): Promise<void> {
      saved.set(key, value)
      await keep(key, { state: 'waiting' })
    },
    forgetCheckpoint: (key: string) => void saved.delete(key),
    progress(key: string, loaded: number, total: number) {
      progress.set(key, { loaded, total })
      timer ??= setTimeout(flush, progressEveryMs)
    },
    forgetProgress: (key: string) => void progress.delete(key),
    stopTimer() {
      clearTimeout(timer)
      timer = undefined
    },
    lose(...keys: readonly string[]) {
      for (const key of keys) lost.add(key)
      changed()
    },
    found: (key: string) => void lost.delete(key),
    /** Whether items would be lost with the page: unfinished ones whose state could not be stored. */
    wouldLose: (): boolean =>
      lost.size > 0 && items.some((item) => lost.has(item.key) && item.state !== 'done' && item.state !== 'cancelled'),
  }
}
