import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { focusLost } from './focus'
import { useLatest } from './use-latest'

const focusable = 'button:not([disabled]), a[href], input:not([disabled])'

/**
 * Moves the focus to the neighbour of a row or card that had it and was removed, instead of the page's body.
 *
 * @param box contains elements with data-id.
 * @param ids the ids in the box, in order.
 * @returns `focused`: index of the row with the focus, -1 for none; and the props for the box.
 */
export function useFocusFallback(box: RefObject<HTMLElement | null>, ids: readonly number[]) {
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const lastFocused = useRef<{ readonly id: number; readonly index: number } | null>(null)
  const focusNeighbour = useEffectEvent((element: HTMLElement, event: Event) => {
    const lostElement = lastFocused.current
    if (lostElement === null || ids.includes(lostElement.id)) return
    const neighbourId = ids[Math.min(lostElement.index, ids.length - 1)]
    const row = neighbourId === undefined ? null : element.querySelector(`[data-id="${neighbourId}"]`)
    const target = row?.querySelector<HTMLElement>(focusable)
    if (!target) return
    event.preventDefault()
    target.focus()
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    const onLost = (event: Event) => focusNeighbour(element, event)
    element.addEventListener(focusLost, onLost)
    return () => element.removeEventListener(focusLost, onLost)
  }, [box])

  useEffect(() => {
    if (lastFocused.current === null || ids.includes(lastFocused.current.id)) return
    // An open dialog returns the focus itself.
    if (document.activeElement !== document.body && document.activeElement !== null) return
    box.current?.dispatchEvent(new CustomEvent(focusLost, { cancelable: true }))
  }, [ids, box])

  const onFocus = useLatest(({ target }: FocusEvent) => {
    const text = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset.id : undefined
    const id = text === undefined ? null : Number(text)
    lastFocused.current = id === null ? null : { id, index: ids.indexOf(id) }
    setFocusedId(id)
  })
  const focusProps = useMemo(() => ({ onFocus }), [])
  const focused = useMemo(() => (focusedId === null ? -1 : ids.indexOf(focusedId)), [focusedId, ids])
  return { focused, focusProps }
}
