import { useState } from 'react'
import { errorText } from './words'

export interface Attempt {
  /** Runs the work, unless other work still runs. It stays busy after a success, because the page then shows something else. */
  attempt(work: () => Promise<void>): Promise<void>
  readonly busy: boolean
  /** Why the last work failed, in words. */
  readonly problem: string | null
}

/** Runs the work of a button, one at a time, and keeps the text of its failure. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return { attempt, busy, problem }
}
