/** State of one payment from the click to its end: its window, its form, and polling its status. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PaymentStatus } from '../../../contract/constants'
import { creditKeys } from '../../api/queries/credits'
import { useApi, usePlatform } from '../../api/services'
import { OfflineError, TimeoutError } from '../../base/errors'
import { type PaymentForm, paymentAddress, readPaymentForm } from './payment-form'
import { type PaymentWatch, watchPayment } from './payment-watch'
import { openPaymentWindow, type PaymentWindow } from './payment-window'

export interface WaitingPayment {
  readonly phase: 'waiting'
  readonly credits: number
  /** True if a window was opened; otherwise it was blocked, or the client was asked to open the address. */
  readonly opened: boolean
  /** The reason why the last poll of its status failed. */
  readonly trouble: unknown
  /** The seller's claim that it is paid: 'asking' while it is checked, 'unpaid' when the server has no payment yet. */
  readonly claim: 'none' | 'asking' | 'unpaid'
}

export type Payment =
  | { readonly phase: 'idle' }
  | { readonly phase: 'opening' }
  | WaitingPayment
  | { readonly phase: 'ended'; readonly credits: number; readonly status: PaymentStatus }

export interface PaymentState {
  readonly payment: Payment
  /** The reason why the last attempt to start a payment failed. */
  readonly failure: unknown
  /** Starts a payment. Must be called inside the click or key press: later the window would be blocked. */
  begin(credits: number): void
  /** Opens the payment page again; must also be called inside a click or key press. */
  reopen(): void
  /** Polls the status at once. */
  claimPaid(): void
  /** Stops waiting for the payment, or dismisses its result. */
  leave(): void
}

const freshKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

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
  const shown = useRef(true)
  const watch = useRef<PaymentWatch | null>(null)
  const form = useRef<PaymentForm | null>(null)
  const lastWindow = useRef<PaymentWindow | null>(null)
  const attempt = useRef<{ readonly credits: number; readonly key: string } | null>(null)

  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
      watch.current?.stop()
    }
  }, [])

  const change = (values: Partial<Omit<WaitingPayment, 'phase'>>) =>
    setPayment((old) => (old.phase === 'waiting' ? { ...old, ...values } : old))

  /** Shows the form to the seller; returns whether a window opened here shows it. */
  const present = (wanted: PaymentForm, opened: PaymentWindow | null): boolean => {
    lastWindow.current?.close()
    lastWindow.current = opened
    if (opened) opened.show(wanted)
    else platform.openLink(paymentAddress(wanted)).catch((trouble: unknown) => change({ trouble }))
    return opened !== null
  }

  const wait = (id: number, credits: number) => {
    watch.current = watchPayment({
      ask: async (signal) => (await api.rechargeRecords.syncStatus({ params: { id } }, { signal, quiet: true })).paymentStatus,
      isHidden: () => document.hidden,
      onVisibility,
      onTrouble: (trouble) => change({ trouble }),
      onEnd: (status) => {
        setPayment({ phase: 'ended', credits, status })
        void queries.invalidateQueries({ queryKey: creditKeys.all })
      },
    })
  }

  const start = async (credits: number, opened: PaymentWindow | null) => {
    // A retry repeats the idempotency key, so that a lost response does not lead to a second payment.
    if (attempt.current?.credits !== credits) attempt.current = { credits, key: freshKey() }
    const { key } = attempt.current
    try {
      const reply = await api.credits.paymentForm({ query: { credits } }, { quiet: true, idempotencyKey: key })
      attempt.current = null
      form.current = readPaymentForm(reply.paymentForm)
      if (!shown.current) return opened?.close()
      setPayment({ phase: 'waiting', credits, opened: opened !== null, trouble: null, claim: 'none' })
      present(form.current, opened)
      wait(reply.rechargeRecordId, credits)
    } catch (error) {
      opened?.close()
      busy.current = false
      if (!mayHaveArrived(error)) attempt.current = null
      setPayment({ phase: 'idle' })
      setFailure(error)
    }
  }

  return {
    payment,
    failure,
    begin: (credits) => {
      if (busy.current) return
      busy.current = true
      const opened = openPaymentWindow()
      setFailure(null)
      setPayment({ phase: 'opening' })
      void start(credits, opened)
    },
    reopen: () => {
      if (form.current) change({ opened: present(form.current, openPaymentWindow()) })
    },
    claimPaid: () => {
      change({ claim: 'asking' })
      void watch.current?.askNow().then((awaited) => change({ claim: awaited === true ? 'unpaid' : 'none' }))
    },
    leave: () => {
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
