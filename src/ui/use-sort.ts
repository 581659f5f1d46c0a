import { useRef, useState } from 'react'
import { movedTo, type OrderMove } from '../base/ordering'
import { toastHint, toastSuccess } from './toast'

interface OrderedItem {
  readonly id: number
  /** Id of the next item in the whole list; null for the last. */
  readonly next: number | null
}

/** The location of the items on screen in a longer list that the server pages. */
export interface SortPage {
  /** Index of the first item on screen in the whole list, from 0. */
  readonly offset: number
  /** Length of the whole list. */
  readonly total: number
  /** Reads the id at an index of the whole list, e.g. from a page of size 1; null past the end. */
  readonly idAt: (index: number) => Promise<number | null>
}

interface SortOptions<T extends OrderedItem> {
  /** The list in the server's sequence: all of it, or the page on screen. */
  readonly items: readonly T[]
  /** Sends one sort request. */
  readonly send: (move: OrderMove) => Promise<unknown>
  /** Shows this sequence at once. */
  readonly show: (items: readonly T[]) => void
  /** Reads the sequence from the server. */
  readonly reload: () => Promise<unknown>
  /** Absent: `items` are the whole list, or indexes are counted from the first of them. */
  readonly page?: SortPage
}

export interface Sort {
  readonly sorting: boolean
  /** Why the last sort was not saved; the screen shows the server's sequence again. */
  readonly error: unknown
  clearError(): void
  /** Moves the item at one index to another; indexes in the whole list, from 0. The item itself must be on screen. */
  move(from: number, to: number): Promise<void>
}

interface Plan<T> {
  /** The sequence to show. */
  readonly sequence: readonly T[]
  /** The request to send; null when the item stays where it is. */
  readonly move: OrderMove | null
}

function planWithin<T extends OrderedItem>(items: readonly T[], from: number, to: number): Plan<T> {
  const sequence = movedTo(items, from, to)
  const [moved, following] = [sequence[to], sequence[to + 1]]
  // The item after the last one on screen is on the next page of the server.
  return { sequence, move: moved ? { id: moved.id, next: following ? following.id : (items.at(-1)?.next ?? null) } : null }
}

/** Plans a move to another page: the item leaves the screen, and one request places it before the item that is there now. */
async function planAcross<T extends OrderedItem>(
  items: readonly T[],
  page: SortPage,
  from: number,
  to: number,
): Promise<Plan<T>> {
  const moved = items[from - page.offset]
  if (moved === undefined) return { sequence: items, move: null }
  const next = await page.idAt(to > from ? to + 1 : to)
  return { sequence: items.filter((item) => item !== moved), move: next === moved.id ? null : { id: moved.id, next } }
}

/**
 * Sorts by drag or menu: the new sequence is shown at once, one request is sent, and a failure restores the server's sequence and
 * shows the reason. A second sort while one is running is refused with 正在排序中，请稍后重试.
 */
export function useSort<T extends OrderedItem>({ items, send, show, reload, page }: SortOptions<T>): Sort {
  const running = useRef(false)
  const [sorting, setSorting] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const move = async (from: number, to: number) => {
    if (running.current) return toastHint('正在排序中，请稍后重试')
    const offset = page?.offset ?? 0
    const isOnScreen = (place: number) => place >= offset && place < offset + items.length
    if (!isOnScreen(from) || from === to) return
    running.current = true
    setSorting(true)
    setError(null)
    try {
      const { sequence, move: request } =
        page === undefined || isOnScreen(to)
          ? planWithin(items, from - offset, to - offset)
          : await planAcross(items, page, from, to)
      if (request === null) return
      show(sequence)
      await send(request)
      // The order is saved; that the list could not be read again is shown by the list itself.
      await reload().catch(() => undefined)
      toastSuccess('排序成功')
    } catch (cause) {
      show(items)
      setError(cause)
      // The request may have been accepted although its response was lost, so only the server knows the sequence. If this read
      // fails, the list itself shows the failure.
      await reload().catch(() => undefined)
    } finally {
      running.current = false
      setSorting(false)
    }
  }

  return { sorting, error, clearError: () => setError(null), move }
}
