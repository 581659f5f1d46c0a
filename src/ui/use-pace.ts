import { useRef } from 'react'
import { type ProgressPoint, paceOf, paceText, withPoint } from './pace'

/** Returns rate and remaining time of shown work; null while they are unknown or the work is not running. */
export function usePace(done: number, total: number, isRunning: boolean, bytes = 0): string | null {
  const points = useRef<readonly ProgressPoint[]>([])
  if (!isRunning) points.current = []
  else if (points.current.at(-1)?.done !== done) {
    points.current = withPoint(points.current, { at: performance.now(), done, bytes })
  }
  const pace = paceOf(points.current, total)
  return pace === null || done >= total ? null : paceText(pace)
}
