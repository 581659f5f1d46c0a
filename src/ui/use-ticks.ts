import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useRef } from 'react'
import type { Selection } from './use-selection'

/**
 * Ticks of a list: one at a time, or with Shift everything from the last one to this one.
 *
 * @param ids what is on screen, in order.
 * @returns `toggle` for a tick's change (the same function for ever) and `rangeProps` for an element around all ticks.
 */
export function useTicks(ids: readonly number[], selection: Selection | undefined) {
  const shift = useRef(false)
  const last = useRef<number | null>(null)
  const now = useRef({ ids, selection })
  now.current = { ids, selection }
  const toggle = useCallback((id: number) => {
    const { ids: order, selection: ticked } = now.current
    if (!ticked) return
    const from = last.current === null ? -1 : order.indexOf(last.current)
    const to = order.indexOf(id)
    last.current = id
    if (!shift.current || from === -1 || to === -1) return ticked.toggle(id)
    const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
    // The whole range becomes what the one clicked becomes.
    if (ticked.ids.has(id)) ticked.remove(range)
    else ticked.add(range)
  }, [])
  // A change event of a tick does not tell about Shift in every engine; what pressed it does.
  const rangeProps = useMemo(() => {
    const remember = (event: PointerEvent | KeyboardEvent) => {
      shift.current = event.shiftKey
    }
    return { onPointerDownCapture: remember, onKeyDownCapture: remember }
  }, [])
  return { toggle, rangeProps }
}
