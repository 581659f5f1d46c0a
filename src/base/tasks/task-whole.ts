/** The state of a task besides its items: the checkpoint of its kind, and its current step. */
import type { TaskItems } from './task-items'
import type { StoredTask, TaskRecords } from './task-record'
import type { WholeTask } from './types'

interface WholeDeps {
  readonly items: TaskItems
  readonly records: Pick<TaskRecords, 'writeWhole'>
  readonly changed: () => void
  /** See WholeTask. */
  readonly cameBack: (signal: AbortSignal) => Promise<boolean>
}

export function createWhole(first: StoredTask, { items, records, changed, cameBack }: WholeDeps) {
  const { id } = first.head
  let saved = first.whole
  let step: string | null = null

  const setStep = (next: string | null) => {
    step = next
    changed()
  }
  /** Rejects when the value cannot be stored; it is valid in this page nevertheless. */
  const keep = async (value: unknown): Promise<void> => {
    saved = value
    changed()
    await records.writeWhole(id, value)
  }

  return {
    get saved() {
      return saved
    },
    get step() {
      return step
    },
    setStep,
    keep,
    /** Adopts the state that another window stored. */
    load: (stored: StoredTask) => {
      saved = stored.whole
    },
    /** Returns the task as `before` and `after` of its kind see it while the signal is not aborted. */
    taskFor: (signal: AbortSignal): WholeTask => ({
      id,
      signal,
      input: first.input,
      get items() {
        return items.list()
      },
      get saved() {
        return saved
      },
      checkpoint: keep,
      setStep,
      redo: items.redo,
      giveUpOn: items.giveUpOn,
      keepResult: items.keepResult,
      cameBack: () => cameBack(signal),
    }),
  }
}
