/** The queue of 待审批: the orders that were read, the one that is shown, and the answers about them. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConflictError, NotFoundError } from '../../../../contract/call-errors'
import type { Approval } from '../../../../contract/types'
import { approvalsQuery, readApproval } from '../../../api/queries/approvals'
import { homeKeys } from '../../../api/queries/home'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'

export interface Answered {
  readonly approval: Approval
  readonly answer: 'approved' | 'rejected'
}

/** The end of an attempt that did not succeed: a failure stays with its order, a refusal is shown wherever the queue goes on. */
export type Outcome =
  | { readonly kind: 'failed'; readonly orderId: number; readonly error: unknown }
  | { readonly kind: 'refused'; readonly number: string; readonly message: string }

/** Further orders are read when fewer than these are left. */
const ahead = 10

export function useQueue() {
  const api = useApi()
  const queries = useQueryClient()
  const query = approvalsQuery(api)
  const result = useInfiniteQuery(query)
  const [at, setAt] = useState(0)
  const [last, setLast] = useState<Answered | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [counted, setCounted] = useState<number | null>(null)
  const items = result.data?.pages.flatMap((page) => page.items) ?? []
  // After the last one comes the first again: those that were left out wait there.
  const index = at < items.length || result.hasNextPage ? Math.min(at, items.length - 1) : 0
  const current = items[index]
  const total = Math.max(items.length, counted ?? result.data?.pages.at(-1)?.totalItems ?? 0)

  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = result
  const isShort = items.length - index < ahead && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])

  // Lists and counts elsewhere follow once, when the screen is left: reading them at each answer would only cost time.
  const hasAnswered = useRef(false)
  useEffect(
    () => () => {
      if (!hasAnswered.current) return
      void queries.invalidateQueries({ queryKey: orderKeys.all })
      void queries.invalidateQueries({ queryKey: homeKeys.all })
    },
    [queries],
  )

  /** Puts another state of an order into the queue, in its place by the order's id; null takes it out. */
  const put = (orderId: number, approval: Approval | null): void => {
    queries.setQueryData(query.queryKey, (data) => {
      if (data === undefined) return data
      const pages = data.pages.map((page) => ({ ...page, items: page.items.filter(({ order }) => order.id !== orderId) }))
      if (approval !== null) {
        const found = pages.findIndex((page) => page.items.some(({ order }) => order.id > orderId))
        const page = pages[found < 0 ? pages.length - 1 : found]
        page?.items.push(approval)
        page?.items.sort((one, other) => one.order.id - other.order.id)
      }
      return { ...data, pages }
    })
  }

  /** Reads an order whose answer was refused as it is now. */
  async function reread({ order }: Approval, message: string): Promise<void> {
    setOutcome({ kind: 'refused', number: order.originalId, message })
    // Where this fails the order stays, and its next answer is refused again.
    put(order.id, await readApproval(api, order.id).catch(() => current ?? null))
  }

  const send = useOneAtATime(async (work: () => Promise<void>, failed: Approval) => {
    setBusy(true)
    setOutcome(null)
    try {
      await work()
    } catch (error) {
      if (error instanceof ConflictError || error instanceof NotFoundError) await reread(failed, error.message)
      else setOutcome({ kind: 'failed', orderId: failed.order.id, error })
    } finally {
      setBusy(false)
    }
  })

  const call = async ({ order, designs, facts }: Approval, answer: Answered['answer'] | 'waiting', reason?: string) => {
    const body = { designs, facts, answer, ...(reason !== undefined && { reason }) }
    const { waiting } = await api.approvals.decide({ params: { id: order.id }, body }, { quiet: true })
    hasAnswered.current = true
    setCounted(waiting)
  }

  return {
    result,
    items,
    index,
    current,
    total,
    last,
    outcome,
    isBusy,
    answer: (answer: Answered['answer'], reason?: string): void => {
      const approval = current
      if (approval === undefined) return
      send(async () => {
        await call(approval, answer, reason)
        put(approval.order.id, null)
        setAt(index)
        setLast({ approval, answer })
      }, approval)
    },
    undo: (): void => {
      if (last === null) return
      const { approval } = last
      send(async () => {
        setLast(null)
        await call(approval, 'waiting')
        const fresh = await readApproval(api, approval.order.id)
        put(approval.order.id, fresh)
        if (fresh !== null) setAt(items.filter(({ order }) => order.id < approval.order.id).length)
      }, approval)
    },
    move: (by: 1 | -1): void => {
      setOutcome(null)
      setAt(Math.max(0, hasNextPage ? Math.min(index + by, items.length - 1) : (index + by) % Math.max(1, items.length)))
    },
  }
}

export type Queue = ReturnType<typeof useQueue>
