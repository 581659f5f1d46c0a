import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react'
import { useLatest } from './use-latest'
import type { Selection } from './use-selection'

/**
 * Selection by checkboxes: one at a time, or with Shift a range from the last one to this one.
 *
 * @param ids the ids on screen, in order.
 * @returns `toggle` for a checkbox's change (a constant function) and `rangeProps` for an element around all checkboxes.
 */
export function useRowSelection(ids: readonly number[], selection: Selection | undefined) {
  const isShiftPressed = useRef(false)
  const lastClickedId = useRef<number | null>(null)
  const toggle = useLatest((id: number) => {
    if (!selection) return
    const from = lastClickedId.current === null ? -1 : ids.indexOf(lastClickedId.current)
    const to = ids.indexOf(id)
    lastClickedId.current = id
    if (!isShiftPressed.current || from === -1 || to === -1) return selection.toggle(id)
    const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    // The whole range gets the new state of the clicked item.
    if (selection.ids.has(id)) selection.remove(range)
    else selection.add(range)
  })
  // Not every engine reports Shift in the change event of a checkbox; the pointer or key event before it does.
  const rangeProps = useMemo(() => {
    const rememberShift = (event: PointerEvent | KeyboardEvent) => {
      isShiftPressed.current = event.shiftKey
    }
    return { onPointerDownCapture: rememberShift, onKeyDownCapture: rememberShift }
  }, [])
  return { toggle, rangeProps }
}
