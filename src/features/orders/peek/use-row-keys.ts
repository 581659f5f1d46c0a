/** Keys that move through the rows of the order list, tick them, and open a row's peek or detail. `src/app/palette/key-sheet.tsx` lists them. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Order } from '../../../../contract/types'
import { isPageKey } from '../../../ui/page-keys'
import type { Selection } from '../../../ui/use-selection'
import { itemsTickedWith, workTickedWith } from '../order-facts'

const steps: Readonly<Record<string, 1 | -1>> = { arrowdown: 1, j: 1, arrowup: -1, k: -1 }
/** Keys that move only while the peek is open: elsewhere they scroll sideways. */
const peekSteps: Readonly<Record<string, 1 | -1>> = { arrowright: 1, arrowleft: -1 }

const rowOf = (id: number) => document.querySelector<HTMLElement>(`[data-order="${id}"]`)
const orderIdOf = (element: Element | null): number | null => {
  const row = element?.closest<HTMLElement>('[data-order]')
  return row ? Number(row.dataset.order) : null
}

/** Returns the first order of which the row begins in the window, below the head of the table. */
function firstInSight(orders: readonly Order[]): Order | undefined {
  const head = document.querySelector('.orders-table thead')?.getBoundingClientRect().bottom ?? 0
  return orders.find(({ id }) => (rowOf(id)?.getBoundingClientRect().top ?? 0) >= head - 1)
}

export interface RowKeys {
  /** The order whose row Tab reaches: the one that had the focus last, otherwise the first. */
  readonly currentId: number | null
  /** The order that is peeked at; null while the peek is closed. */
  readonly peeked: Order | null
  readonly focusRow: (orderId: number) => void
  readonly closePeek: () => void
  /** Must be called when the focus enters an element of the table. */
  readonly onFocus: (element: Element) => void
}

/** @param orders the page on screen. */
export function useRowKeys(
  orders: readonly Order[],
  selection: Selection,
  toggleItems: (ids: readonly number[]) => void,
  open: (orderId: number) => void,
): RowKeys {
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const [isPeeking, setPeeking] = useState(false)
  /** The order at which a range began, and what was ticked before. */
  const range = useRef<{ readonly from: number; readonly before: readonly number[] } | null>(null)
  const focused = orders.find(({ id }) => id === focusedId)

  const focusRow = (orderId: number) => {
    const row = rowOf(orderId)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
    setFocusedId(orderId)
  }
  const move = (from: number | null, step: 1 | -1, isRange: boolean) => {
    const index = orders.findIndex(({ id }) => id === from)
    const next = index === -1 ? firstInSight(orders) : orders[index + step]
    if (next === undefined) return
    if (!isRange || from === null) range.current = null
    else {
      range.current ??= { from, before: [...selection.ids] }
      const { before } = range.current
      const ends = [range.current.from, next.id].map((end) => orders.findIndex(({ id }) => id === end)).sort((a, b) => a - b)
      const ranged = orders.slice(ends[0], (ends[1] ?? 0) + 1).flatMap((order) => workTickedWith(order).map(({ id }) => id))
      selection.set([...new Set([...before, ...ranged])])
    }
    focusRow(next.id)
  }
  /** Returns what a key does here, or null if it is not a key of the rows. */
  const actOf = (key: string, isShift: boolean, target: Element): (() => void) | null => {
    const isPage = target === document.body || target.classList.contains('shell-main')
    const inPeek = target.closest('.order-peek') !== null
    const isButton = target.closest('button, a, input') !== null
    const at = orderIdOf(target) ?? (isPeeking && (isPage || inPeek) ? focusedId : null)
    const step = steps[key] ?? (isPeeking ? peekSteps[key] : undefined)
    if (step !== undefined) {
      const isHere = at !== null || isPage || key.length === 1
      return isHere ? () => move(at ?? (isPage ? null : focusedId), step, isShift) : null
    }
    if (key === 'escape') return isPeeking ? () => setPeeking(false) : null
    if (at === null || isShift) return null
    if (key === 'x') {
      return () => {
        range.current = null
        toggleItems(orders.filter(({ id }) => id === at).flatMap((order) => itemsTickedWith(order).map(({ id }) => id)))
      }
    }
    if (isButton) return null
    if (key === ' ') return () => setPeeking(!isPeeking)
    return key === 'enter' ? () => open(at) : null
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageKey(event) || !(event.target instanceof Element)) return
    const act = actOf(event.key.toLowerCase(), event.shiftKey, event.target)
    if (act === null) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    currentId: focused?.id ?? orders[0]?.id ?? null,
    peeked: isPeeking ? (focused ?? null) : null,
    focusRow,
    closePeek: () => {
      setPeeking(false)
      if (focused) focusRow(focused.id)
    },
    onFocus: (element) => setFocusedId(orderIdOf(element)),
  }
}
