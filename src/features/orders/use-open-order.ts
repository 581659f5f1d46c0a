import { useEffect, useRef } from 'react'
import { screens } from '../../base/paths'
import { useScreenParams } from '../../ui/use-list-query'

export interface OpenOrder {
  /** null: none is open. */
  readonly orderId: number | null
  /** Which of its designs is looked at; null: the first. */
  readonly customizationId: number | null
  open(orderId: number, customizationId?: number): void
  /** Another order or design in the same place: Back still closes. */
  show(orderId: number, customizationId?: number): void
  close(): void
}

/** What an entry of the history that opened the drawer carries, so that closing goes back instead of adding a step. */
const mark = { order: true }
const isMarked = (state: unknown) => typeof state === 'object' && state !== null && 'order' in state
const idOf = (text: string) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : null)

/** The open order, kept in the address: `?order=12&design=34` opens it, Back closes it. */
export function useOpenOrder(): OpenOrder {
  const params = useScreenParams(screens.orders)
  const orderId = idOf(params.get('order'))
  const customizationId = idOf(params.get('design'))
  const closing = useRef(false)
  // A second press on the way out must not go back twice.
  useEffect(() => {
    if (orderId === null) closing.current = false
  }, [orderId])

  const change = (order: number | null, design: number | null, options: { replace?: boolean; state?: unknown }) =>
    params.set({ order, design }, options)

  return {
    orderId,
    customizationId,
    open: (order, design) => {
      // The second half of a double click would only make Back need two presses.
      if (order === orderId) return
      closing.current = false
      change(order, design ?? null, { state: mark })
    },
    show: (order, design) => change(order, design ?? null, { replace: true, state: history.state }),
    close: () => {
      if (closing.current || orderId === null) return
      closing.current = true
      if (isMarked(history.state)) history.back()
      else change(null, null, { replace: true })
    },
  }
}
