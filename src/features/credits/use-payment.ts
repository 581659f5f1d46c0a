/** State of one payment from the click to its end: its window, its form, and polling its status. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConflictError, OfflineError, TimeoutError } from '../../../contract/call-errors'
import type { PaymentStatus } from '../../../contract/constants'
import { randomHex } from '../../../contract/ground/hex'
import { creditKeys } from '../../api/queries/credits'
import { useApi, usePlatform } from '../../api/services'
import { announceChange } from '../../base/aside-window'
import { type PaymentForm, paymentAddress, readPaymentForm } from './payment-form'
import { type PaymentWatch, watchPayment } from './payment-watch'
import { openPaymentWindow, type PaymentWindow } from './payment-window'

export interface WaitingPayment {
  readonly phase: 'waiting'
  readonly credits: number
  /** The amount to pay, fen. */
  readonly amount: number
  /** True if a window was opened; otherwise it was blocked, or the client was asked to open the address. */
  readonly paymentWindow: boolean
  /** The reason why the last poll of its status failed. */
  readonly pollError: unknown
  /** The seller's claim that it is paid: 'checking' while it is checked, 'unpaid' when the server has no payment yet. */
  readonly paidCheck: 'none' | 'checking' | 'unpaid'
}

export type Payment =
  | { readonly phase: 'idle' }
  | { readonly phase: 'opening' }
  | WaitingPayment
  | { readonly phase: 'ended'; readonly credits: number; readonly status: PaymentStatus }

/** Credits, and the price that the seller saw, fen. */
interface Purchase {
  readonly credits: number
  readonly amount: number
}

export interface PaymentState {
  readonly payment: Payment
  /** The reason why the last attempt to start a payment failed. */
  readonly failure: unknown
  /** Starts a payment. Must be called inside the click or key press: later the window would be blocked. */
  startPayment(purchase: Purchase): void
  /** Opens the payment page again; must also be called inside a click or key press. */
  reopen(): void
  /** Polls the status at once. */
  checkNow(): void
  /** Stops waiting for the payment, or dismisses its result. */
  dismiss(): void
}

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** True if the server may have made the record although the response was lost. */
const mayHaveArrived = (error: unknown) => error instanceof OfflineError || error instanceof TimeoutError

/** The payment of a screen; only one at a time, further clicks do nothing. */
export function usePayment(): PaymentState {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const [payment, setPayment] = useState<Payment>({ phase: 'idle' })
  const [failure, setFailure] = useState<unknown>(null)
  const busy = useRef(false)
  const mounted = useRef(true)
  const watch = useRef<PaymentWatch | null>(null)
  const form = useRef<PaymentForm | null>(null)
  const lastWindow = useRef<PaymentWindow | null>(null)
  const pendingAttempt = useRef<(Purchase & { readonly key: string }) | null>(null)

  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
      watch.current?.stop()
    }
  }, [])

  const updateWaiting = (values: Partial<Omit<WaitingPayment, 'phase'>>) =>
    setPayment((old) => (old.phase === 'waiting' ? { ...old, ...values } : old))

  /** Shows the form to the seller; returns whether a window opened here shows it. */
  const showForm = (formToShow: PaymentForm, paymentWindow: PaymentWindow | null): boolean => {
    lastWindow.current?.close()
    lastWindow.current = paymentWindow
    if (paymentWindow) paymentWindow.show(formToShow)
    else platform.openLink(paymentAddress(formToShow)).catch((pollError: unknown) => updateWaiting({ pollError }))
    return paymentWindow !== null
  }

  const watchRecord = (id: number, credits: number) => {
    watch.current = watchPayment({
      requestStatus: async (signal) =>
        (await api.rechargeRecords.syncStatus({ params: { id } }, { signal, quiet: true })).paymentStatus,
      isHidden: () => document.hidden,
      onVisibility,
      onError: (pollError) => updateWaiting({ pollError }),
      onEnd: (status) => {
        setPayment({ phase: 'ended', credits, status })
        announceChange(creditKeys.all)
        void queries.invalidateQueries({ queryKey: creditKeys.all })
      },
    })
  }

  const requestForm = async ({ credits, amount }: Purchase, paymentWindow: PaymentWindow | null) => {
    // A retry repeats the idempotency key, so that a lost response does not lead to a second payment.
    const last = pendingAttempt.current
    const attempt = last?.credits === credits && last.amount === amount ? last : { credits, amount, key: randomHex() }
    pendingAttempt.current = attempt
    try {
      const reply = await api.credits.paymentForm(
        { query: { credits, amount } },
        { quiet: true, again: true, idempotencyKey: attempt.key },
      )
      pendingAttempt.current = null
      form.current = readPaymentForm(reply.paymentForm)
      if (!mounted.current) return paymentWindow?.close()
      const waiting = { phase: 'waiting', credits, amount: reply.amount, pollError: null, paidCheck: 'none' } as const
      setPayment({ ...waiting, paymentWindow: paymentWindow !== null })
      showForm(form.current, paymentWindow)
      watchRecord(reply.rechargeRecordId, credits)
    } catch (error) {
      paymentWindow?.close()
      busy.current = false
      if (!mayHaveArrived(error)) pendingAttempt.current = null
      // The new price is read with the balance; the chosen credits and the agreement stay.
      if (error instanceof ConflictError && error.code === 'price-changed')
        void queries.invalidateQueries({ queryKey: creditKeys.all })
      setPayment({ phase: 'idle' })
      setFailure(error)
    }
  }

  return {
    payment,
    failure,
    startPayment: (purchase) => {
      if (busy.current) return
      busy.current = true
      const paymentWindow = openPaymentWindow()
      setFailure(null)
      setPayment({ phase: 'opening' })
      void requestForm(purchase, paymentWindow)
    },
    reopen: () => {
      if (form.current) updateWaiting({ paymentWindow: showForm(form.current, openPaymentWindow()) })
    },
    checkNow: () => {
      updateWaiting({ paidCheck: 'checking' })
      void watch.current
        ?.pollNow()
        .then((stillPending) => updateWaiting({ paidCheck: stillPending === true ? 'unpaid' : 'none' }))
    },
    dismiss: () => {
      watch.current?.stop()
      watch.current = null
      lastWindow.current = null
      form.current = null
      busy.current = false
      setPayment({ phase: 'idle' })
      // The record of this payment changed in the list.
      void queries.invalidateQueries({ queryKey: creditKeys.all })
    },
  }
}
