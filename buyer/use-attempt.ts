import { useRef, useState } from 'react'
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
  // The state of the next render is too late: another part of the page may show the failure, with its buttons, before this one does.
  const isRunning = useRef(false)
  const attempt = async (work: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setProblem(null)
    try {
      await work()
      if (!stays) return
    } catch (error) {
      setProblem(errorText(error))
    }
    isRunning.current = false
    setBusy(false)
  }
  return { attempt, busy, problem }
}
