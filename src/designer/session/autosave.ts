import { type DraftKeyParts, draftDelayMs, draftKey } from './draft'
import type { Draft, SessionPorts, SessionState } from './types'

export interface Autosave {
  /** Call it after a change. A finished edit is written at once, an unfinished gesture after a pause. */
  onChange(change: { readonly finished: boolean }): void
  /** Writes what is pending. Resolves when storage has answered. */
  flush(): Promise<void>
  /** Writes nothing until `resume`: a found draft must not be overwritten before the seller has decided about it. */
  pause(): void
  resume(): void
  /** Deletes the draft. */
  deleteDraft(): Promise<void>
  /** Stops writing. */
  stop(): void
}

/**
 * Synchronises the stored draft with the unsaved edits. A finished edit is passed to storage in the same task, so that a tab
 * killed a moment later loses nothing; the draft is deleted once nothing is unsaved. Storage calls run one after another, or a
 * slow write could restore a draft deleted meanwhile; edits made during a call are written together.
 */
export function createAutosave(
  ports: Pick<SessionPorts, 'drafts' | 'timers' | 'username'>,
  readDraft: () => { readonly keyParts: DraftKeyParts; readonly draft: Draft | null },
  report: (state: SessionState['draftState']) => void,
): Autosave {
  let timer: unknown
  let paused = false
  let stopped = false
  let storedKey: string | null = null
  let queue = Promise.resolve()
  /** A write is queued; it will include every change made until it runs. */
  let queued = false

  const enqueue = (work: () => Promise<SessionState['draftState']>): Promise<void> => {
    queue = queue.then(work).then(report, () => report('failed'))
    return queue
  }
  const clearTimer = () => {
    if (timer !== undefined) ports.timers.clear(timer)
    timer = undefined
  }
  const writePending = (): Promise<void> => {
    clearTimer()
    if (paused || stopped || queued) return queue
    queued = true
    return enqueue(async () => {
      queued = false
      const { keyParts, draft } = readDraft()
      const key = draftKey(keyParts)
      // A first save, or a copy made in a conflict, changes the draft's key.
      if (storedKey !== null && storedKey !== key) await ports.drafts.delete(storedKey)
      storedKey = key
      if (!draft) {
        await ports.drafts.delete(key)
        return 'none'
      }
      await ports.drafts.set(key, draft)
      return 'stored'
    })
  }

  return {
    onChange({ finished }) {
      if (stopped) return
      if (finished) return void writePending()
      clearTimer()
      timer = ports.timers.set(() => void writePending(), draftDelayMs)
    },
    flush: () => (timer === undefined ? queue : writePending()),
    pause() {
      paused = true
    },
    resume() {
      paused = false
    },
    deleteDraft() {
      clearTimer()
      const { keyParts } = readDraft()
      const keys = new Set([draftKey(keyParts), ...(storedKey === null ? [] : [storedKey])])
      return enqueue(async () => {
        for (const key of keys) await ports.drafts.delete(key)
        return 'none'
      })
    },
    stop() {
      clearTimer()
      stopped = true
    },
  }
}
