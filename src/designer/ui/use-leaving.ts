import { useCallback, useEffect, useRef, useState } from 'react'
import { useUnsavedGuard } from '../../ui/leave-guard'
import { useCell, useDesigner, useSession } from './context'
import { useRunningCutouts } from './portrait/cutout-mark'

export interface Leaving {
  /** Whether the question is open that `isUnsaved` and the running cutouts make necessary. */
  readonly isAsking: boolean
  /** Whether leaving now would lose edits. */
  readonly isUnsaved: boolean
  /** Resolves with whether the design may be left; asks when unsaved edits would be lost or cutouts run. */
  confirmLeave(): Promise<boolean>
  /** The seller's answers. */
  stay(): void
  discard(): Promise<void>
  save(): Promise<void>
}

/**
 * Handles leaving an open design by its button, Back, a link or signing out; all show the designer's own question. `save`
 * resolves with whether the design is saved.
 */
export function useLeaving(save: () => Promise<boolean>): Leaving {
  const { session, uploads, cutouts, sharedDrafts } = useDesigner()
  const [isAsking, setAsking] = useState(false)
  const resolveAnswer = useRef<((leave: boolean) => void) | null>(null)
  const dirty = useSession((state) => state.saveState !== 'clean')
  const cutting = useRunningCutouts() > 0
  const uploading = useCell(uploads.uploads).some((one) => one.status !== 'failed')

  const answer = useCallback((leave: boolean) => {
    setAsking(false)
    resolveAnswer.current?.(leave)
    resolveAnswer.current = null
  }, [])
  const confirmLeave = useCallback((): Promise<boolean> => {
    if (!session.isDirty() && uploads.running() === 0 && !cutouts?.running()) return Promise.resolve(true)
    // Another way out asked meanwhile: there is one question, and its answer goes to the last caller.
    resolveAnswer.current?.(false)
    setAsking(true)
    return new Promise((resolve) => {
      resolveAnswer.current = resolve
    })
  }, [session, uploads, cutouts])

  useUnsavedGuard(dirty || uploading || cutting, confirmLeave)
  // When the component unmounts, answer the waiting caller.
  useEffect(() => () => resolveAnswer.current?.(false), [])

  return {
    isAsking,
    isUnsaved: dirty || uploading,
    confirmLeave: confirmLeave,
    stay: () => answer(false),
    async discard() {
      await session.discard()
      // Without a connection it stays, and is offered when the template is opened again.
      void sharedDrafts.discard()
      answer(true)
    },
    // The reason of a failed save is shown behind the question.
    save: async () => answer(await save()),
  }
}
