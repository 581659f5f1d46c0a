import { useRef, useState } from 'react'
import { movedTo, type OrderMove, planMoves } from '../base/ordering'
import { toastHint, toastSuccess } from './toast'

interface Ordered {
  readonly id: number
  /** Id of the item after it in the whole list; null for the last. */
  readonly next: number | null
}

interface SortOptions<T extends Ordered> {
  /** What is on screen, in the server's order. */
  readonly items: readonly T[]
  /** Sends one ordering call. */
  readonly send: (move: OrderMove) => Promise<unknown>
  /** Shows this order at once. */
  readonly show: (items: readonly T[]) => void
  /** Reads the order the server really has. */
  readonly reload: () => Promise<unknown>
}

export interface Sort {
  readonly sorting: boolean
  /** Why the last sort was not saved; the server's order is back on screen by then. */
  readonly error: unknown
  clearError(): void
  /** Moves the item at one place to another place of what is on screen. */
  move(from: number, to: number): Promise<void>
}

/**
 * Drag sort: the new order is on screen at once, the fewest calls are sent one after the other, and a failure brings the
 * server's order back with its reason. A second sort while one runs is refused with 正在排序中，请稍后重试.
 */
export function useSort<T extends Ordered>({ items, send, show, reload }: SortOptions<T>): Sort {
  const running = useRef(false)
  const [sorting, setSorting] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const move = async (from: number, to: number) => {
    if (running.current) return toastHint('正在排序中，请稍后重试')
    const wanted = movedTo(items, from, to)
    const tail = items[items.length - 1]?.next ?? null
    const moves = planMoves(
      items.map((item) => item.id),
      wanted.map((item) => item.id),
      tail,
    )
    if (moves.length === 0) return
    running.current = true
    setSorting(true)
    setError(null)
    show(wanted)
    try {
      for (const one of moves) await send(one)
      await reload()
      toastSuccess('排序成功')
    } catch (cause) {
      show(items)
      setError(cause)
      // Some calls may have been taken: only the server knows the order now. Its own failure shows where the list is.
      await reload().catch(() => undefined)
    } finally {
      running.current = false
      setSorting(false)
    }
  }

  return { sorting, error, clearError: () => setError(null), move }
}
