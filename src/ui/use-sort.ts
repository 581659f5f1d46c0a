import { useRef, useState } from 'react'
import { movedTo, type OrderMove } from '../base/ordering'
import { toastHint, toastSuccess } from './toast'

interface Ordered {
  readonly id: number
  /** Id of the item after it in the whole list; null for the last. */
  readonly next: number | null
}

/** Where the items on screen stand in a longer list that the server pages. */
export interface SortPage {
  /** Place of the first item on screen in the whole list, from 0. */
  readonly offset: number
  /** Length of the whole list. */
  readonly total: number
  /** Reads the id at a place of the whole list, e.g. from a page of size 1; null past the end. */
  readonly idAt: (place: number) => Promise<number | null>
}

interface SortOptions<T extends Ordered> {
  /** The list in the server's order: all of it, or the page on screen. */
  readonly items: readonly T[]
  /** Sends one ordering call. */
  readonly send: (move: OrderMove) => Promise<unknown>
  /** Shows this order at once. */
  readonly show: (items: readonly T[]) => void
  /** Reads the order the server really has. */
  readonly reload: () => Promise<unknown>
  /** Absent: `items` are the whole list, or places are counted from the first of them. */
  readonly page?: SortPage
}

export interface Sort {
  readonly sorting: boolean
  /** Why the last sort was not saved; the server's order is back on screen by then. */
  readonly error: unknown
  clearError(): void
  /** Moves the item at one place to another; places of the whole list, from 0. The item itself must be on screen. */
  move(from: number, to: number): Promise<void>
}

interface Plan<T> {
  /** What the screen shows from now on. */
  readonly wanted: readonly T[]
  /** The call to send; null when the item stays where it is. */
  readonly move: OrderMove | null
}

function planWithin<T extends Ordered>(items: readonly T[], from: number, to: number): Plan<T> {
  const wanted = movedTo(items, from, to)
  const [moved, after] = [wanted[to], wanted[to + 1]]
  // What follows the last item on screen stands on the next page of the server.
  return { wanted, move: moved ? { id: moved.id, next: after ? after.id : (items.at(-1)?.next ?? null) } : null }
}

/** To another page: the item leaves the screen, and one call puts it before whatever stands there now. */
async function planAcross<T extends Ordered>(items: readonly T[], page: SortPage, from: number, to: number): Promise<Plan<T>> {
  const moved = items[from - page.offset]
  if (moved === undefined) return { wanted: items, move: null }
  const next = await page.idAt(to > from ? to + 1 : to)
  return { wanted: items.filter((item) => item !== moved), move: next === moved.id ? null : { id: moved.id, next } }
}

/**
 * Sorting by drag or menu: the new order is on screen at once, one call is sent, and a failure brings the server's order
 * back with its reason. A second sort while one runs is refused with 正在排序中，请稍后重试.
 */
export function useSort<T extends Ordered>({ items, send, show, reload, page }: SortOptions<T>): Sort {
  const running = useRef(false)
  const [sorting, setSorting] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const move = async (from: number, to: number) => {
    if (running.current) return toastHint('正在排序中，请稍后重试')
    const offset = page?.offset ?? 0
    const isHere = (place: number) => place >= offset && place < offset + items.length
    if (!isHere(from) || from === to) return
    running.current = true
    setSorting(true)
    setError(null)
    try {
      const { wanted, move: call } =
        page === undefined || isHere(to) ? planWithin(items, from - offset, to - offset) : await planAcross(items, page, from, to)
      if (call === null) return
      show(wanted)
      await send(call)
      await reload()
      toastSuccess('排序成功')
    } catch (cause) {
      show(items)
      setError(cause)
      // The call may have been taken although its answer was lost: only the server knows the order now. A failure of this
      // second read is shown by the list itself.
      await reload().catch(() => undefined)
    } finally {
      running.current = false
      setSorting(false)
    }
  }

  return { sorting, error, clearError: () => setError(null), move }
}
