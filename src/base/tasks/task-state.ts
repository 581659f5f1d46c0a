/** The state of a task besides its items: the checkpoint of its kind, and its current step. */
import type { TaskItems } from './task-items'
import type { StoredTask, TaskRecords } from './task-record'
import type { WholeTaskContext } from './types'

interface TaskStateDeps {
  readonly items: TaskItems
  readonly records: Pick<TaskRecords, 'writeCheckpoint'>
  readonly onChange: () => void
  /** See WholeTaskContext. */
  readonly waitUntilBack: (signal: AbortSignal) => Promise<boolean>
}

export function createTaskState(initial: StoredTask, { items, records, onChange, waitUntilBack }: TaskStateDeps) {
  const { id } = initial.head
  let saved = initial.checkpoint
  let step: string | null = null

  const setStep = (next: string | null) => {
    step = next
    onChange()
  }
  /** Rejects when the value cannot be stored; it is valid in this page nevertheless. */
  const storeCheckpoint = async (value: unknown): Promise<void> => {
    saved = value
    onChange()
    await records.writeCheckpoint(id, value)
  }

  return {
    get saved() {
      return saved
    },
    get step() {
      return step
    },
    setStep,
    storeCheckpoint,
    /** Adopts the state that another window stored. */
    load: (stored: StoredTask) => {
      saved = stored.checkpoint
    },
    /** Returns the task as `before` and `after` of its kind see it while the signal is not aborted. */
    contextFor: (signal: AbortSignal): WholeTaskContext => ({
      id,
      signal,
      input: initial.input,
      get items() {
        return items.list()
      },
      get saved() {
        return saved
      },
      checkpoint: storeCheckpoint,
      setStep,
      redo: items.redo,
      giveUpOn: items.giveUpOn,
      storeResult: items.storeResult,
      waitUntilBack: () => waitUntilBack(signal),
    }),
  }
}
