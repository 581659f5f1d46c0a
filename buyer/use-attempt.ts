import { useState } from 'react'
import { errorText } from './words'

export interface Attempt {
  /** Runs the work, unless other work still runs. */
  attempt(work: () => Promise<void>): Promise<void>
  readonly busy: boolean
  /** Why the last work failed, in words. */
  readonly problem: string | null
}

/**
 * Runs the work of a button, one at a time, and keeps the text of its failure.
 *
 * @param stays whether the component is still shown after a success; otherwise it stays busy until the page shows something else.
 */
export function useAttempt({ stays = false } = {}): Attempt {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await work()
      if (stays) setBusy(false)
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return { attempt, busy, problem }
}
