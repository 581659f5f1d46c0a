import { useRef } from 'react'
import { paceOf, paceText, type Reached, reachedWith } from '../base/pace'

/** Rate and time left of work that is shown; null: not known yet, or it stands still. */
export function usePace(done: number, total: number, isRunning: boolean, bytes = 0): string | null {
  const points = useRef<readonly Reached[]>([])
  if (!isRunning) points.current = []
  else if (points.current.at(-1)?.done !== done) {
    points.current = reachedWith(points.current, { at: performance.now(), done, bytes })
  }
  const pace = paceOf(points.current, total)
  return pace === null || done >= total ? null : paceText(pace)
}
