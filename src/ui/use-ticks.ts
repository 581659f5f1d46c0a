import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react'
import { useLatest } from './use-latest'
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
  const toggle = useLatest((id: number) => {
    if (!selection) return
    const from = last.current === null ? -1 : ids.indexOf(last.current)
    const to = ids.indexOf(id)
    last.current = id
    if (!shift.current || from === -1 || to === -1) return selection.toggle(id)
    const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    // The whole range becomes what the one clicked becomes.
    if (selection.ids.has(id)) selection.remove(range)
    else selection.add(range)
  })
  // A change event of a tick does not tell about Shift in every engine; what pressed it does.
  const rangeProps = useMemo(() => {
    const remember = (event: PointerEvent | KeyboardEvent) => {
      shift.current = event.shiftKey
    }
    return { onPointerDownCapture: remember, onKeyDownCapture: remember }
  }, [])
  return { toggle, rangeProps }
}
