import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { idsAfter, movedTo, type OrderMove } from '../base/ordering'
import { askBeforeClosing } from './leave-guard'
import { createListMoves, type MoveLog, type MoveOutcome } from './list-moves'
import { toastHint, toastSuccess } from './toast'
import { useLatest } from './use-latest'

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
  /**
   * The list in the server's sequence: all of it, or the page on screen; undefined while it is not read. Another list needs
   * another `key` of its component.
   */
  readonly items: readonly T[] | undefined
  /** Sends one sort request. */
  readonly send: (move: OrderMove) => Promise<unknown>
  /** Reads the sequence from the server. */
  readonly reload: () => Promise<unknown>
  /** Absent: `items` are the whole list, or indexes are counted from the first of them. */
  readonly page?: SortPage
}

/** Moves that were not saved; the screen shows the server's sequence again. */
export interface SortProblem {
  /** Why the first of them was not saved. */
  readonly error: unknown
  readonly failed: number
  /** Number of moves before and after them that were saved. */
  readonly saved: number
}

export interface Sort<T> {
  /** The items in the sequence to show: the server's with the moves that are being saved. */
  readonly items: readonly T[]
  /** Index of the first of them in the whole list, from 0. */
  readonly offset: number
  readonly problem: SortProblem | null
  clearProblem(): void
  /** Moves the item at one index to another; indexes in the whole list, from 0. The item itself must be on screen. */
  move(from: number, to: number): void
}

const noItems: readonly never[] = []

function itemsShown<T extends OrderedItem>(items: readonly T[], log: MoveLog | null): readonly T[] {
  if (log === null) return items
  const byId = new Map(items.map((item) => [item.id, item]))
  const moved = idsAfter(log.baseIds, log.moves).flatMap((id) => byId.get(id) ?? [])
  const base = new Set(log.baseIds)
  // Items that were added after the first of the moves.
  return [...moved, ...items.filter(({ id }) => !base.has(id))]
}

/**
 * Sorts by drag or menu. A move is shown at once, and put back and reported when it fails. While it is being sent, another one is
 * refused with 正在排序中，请稍后重试; while the list is read after it, the next one is taken.
 */
export function useSort<T extends OrderedItem>({ items = noItems, send, reload, page }: SortOptions<T>): Sort<T> {
  const [log, setLog] = useState<MoveLog | null>(null)
  const [problem, setProblem] = useState<SortProblem | null>(null)
  const latestReload = useLatest(reload)
  const report = useLatest(({ saved, failures }: MoveOutcome) => {
    if (failures.length === 0) toastSuccess('排序成功')
    else setProblem({ error: failures[0], failed: failures.length, saved })
  })
  const [moves] = useState(() => createListMoves({ onChange: setLog, reload: latestReload, onDone: report }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items mean that the list was read
  useLayoutEffect(() => {
    moves.listRead()
  }, [items])
  const isSending = log?.isSending ?? false
  useEffect(() => {
    if (!isSending) return
    addEventListener('beforeunload', askBeforeClosing)
    return () => removeEventListener('beforeunload', askBeforeClosing)
  }, [isSending])

  const shown = useMemo(() => itemsShown(items, log), [items, log])
  const hiddenBefore = log?.moves.filter(({ leavesTo }) => leavesTo === 'start').length ?? 0
  const offset = (page?.offset ?? 0) + hiddenBefore

  const move = (from: number, to: number) => {
    const item = shown[from - offset]
    if (item === undefined || from === to) return
    if (isSending) return toastHint('正在排序中，请稍后重试')
    setProblem(null)
    const { id } = item
    const isOnScreen = to >= offset && to < offset + shown.length
    const ids = items.map((one) => one.id)
    if (page === undefined || isOnScreen) {
      const following = movedTo(shown, from - offset, to - offset)[to - offset + 1]
      // The item after the last one on screen is on the next page of the server.
      const next = following ? following.id : (items.at(-1)?.next ?? null)
      void moves.send({ id, next, leavesTo: null, send: () => send({ id, next }) }, ids)
      return
    }
    const sendAcross = async () => {
      // When the earlier moves are saved, the server's indexes are those that the seller saw.
      const next = await page.idAt(to > from ? to + 1 : to)
      if (next !== id) await send({ id, next })
    }
    void moves.send({ id, next: null, leavesTo: to > from ? 'end' : 'start', send: sendAcross }, ids)
  }

  return { items: shown, offset, problem, clearProblem: () => setProblem(null), move }
}
