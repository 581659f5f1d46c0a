import { useEffect, useRef } from 'react'
import { screens } from '../../base/paths'
import { useScreenParams } from '../../ui/use-list-query'

export interface OpenOrderState {
  /** null when no order is open. */
  readonly orderId: number | null
  /** Which of its designs is shown; null for the first. */
  readonly customizationId: number | null
  open(orderId: number, customizationId?: number): void
  /** Shows another order or design without a new history entry, so that Back still closes the drawer. */
  show(orderId: number, customizationId?: number): void
  close(): void
}

/** State of the history entry that opened the drawer: closing then goes back instead of adding an entry. */
const historyState = { order: true }
const isOwnHistoryState = (state: unknown) => typeof state === 'object' && state !== null && 'order' in state
const idOf = (text: string) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : null)

/** The open order, stored in the address: `?order=12&design=34` opens it, Back closes it. */
export function useOpenOrder(): OpenOrderState {
  const params = useScreenParams(screens.orders)
  const orderId = idOf(params.get('order'))
  const customizationId = idOf(params.get('design'))
  const closing = useRef(false)
  // A second click while the drawer closes must not go back twice.
  useEffect(() => {
    if (orderId === null) closing.current = false
  }, [orderId])

  const setParams = (order: number | null, design: number | null, options: { replace?: boolean; state?: unknown }) =>
    params.set({ order, design }, options)

  return {
    orderId,
    customizationId,
    open: (order, design) => {
      // The second click of a double click would add a history entry, and Back would have to be pressed twice.
      if (order === orderId) return
      closing.current = false
      setParams(order, design ?? null, { state: historyState })
    },
    show: (order, design) => setParams(order, design ?? null, { replace: true, state: history.state }),
    close: () => {
      if (closing.current || orderId === null) return
      closing.current = true
      if (isOwnHistoryState(history.state)) history.back()
      else setParams(null, null, { replace: true })
    },
  }
}
