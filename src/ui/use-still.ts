import { useEffect, useState } from 'react'

/** After this time without any progress a screen says whom it waits for, ms. */
const stillMs = 10_000

/** Returns whether shown work has run for ten seconds while `progress`, a text of all that moves, stayed the same. */
export function useStill(progress: string, isRunning: boolean): boolean {
  const [stillAt, setStillAt] = useState<string | null>(null)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setStillAt(progress), stillMs)
    return () => {
      clearTimeout(timer)
      setStillAt(null)
    }
  }, [progress, isRunning])
  return isRunning && stillAt === progress
}
