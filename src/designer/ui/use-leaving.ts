import { useCallback, useEffect, useRef, useState } from 'react'
import { useUnsavedGuard } from '../../ui/leave-guard'
import { useCell, useDesigner, useSession } from './context'

export interface Leaving {
  /** 是否保存 is being asked. */
  readonly asking: boolean
  /** Resolves with whether the design may be left; asks when something would be lost. */
  ask(): Promise<boolean>
  /** The seller's answers. */
  stay(): void
  discard(): Promise<void>
  save(): Promise<void>
}

/**
 * Leaving an open design, by its button, Back, a link or signing out: all ask the designer's own question. `save` resolves
 * with whether the design is saved now.
 */
export function useLeaving(save: () => Promise<boolean>): Leaving {
  const { session, uploads } = useDesigner()
  const [asking, setAsking] = useState(false)
  const answerTo = useRef<((leave: boolean) => void) | null>(null)
  const dirty = useSession((state) => state.saveState !== 'clean')
  const uploading = useCell(uploads.uploads).some((one) => one.status !== 'failed')

  const answer = useCallback((leave: boolean) => {
    setAsking(false)
    answerTo.current?.(leave)
    answerTo.current = null
  }, [])
  const ask = useCallback((): Promise<boolean> => {
    if (!session.isDirty() && uploads.running() === 0) return Promise.resolve(true)
    // Asked by another way out meanwhile: one question, and the answer goes to the last who asked.
    answerTo.current?.(false)
    setAsking(true)
    return new Promise((resolve) => {
      answerTo.current = resolve
    })
  }, [session, uploads])

  useUnsavedGuard(dirty || uploading, ask)
  // Taken down unanswered, whoever asked must not wait for ever.
  useEffect(() => () => answerTo.current?.(false), [])

  return {
    asking,
    ask,
    stay: () => answer(false),
    async discard() {
      await session.discard()
      answer(true)
    },
    // Why it was not saved is shown behind the question.
    save: async () => answer(await save()),
  }
}
