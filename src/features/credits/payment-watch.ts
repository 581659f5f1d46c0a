/** Polls the status of a payment. Independent of React. */
import { type PaymentStatus, paymentStatus } from '../../../contract/constants'

export interface PaymentWatchPorts {
  /** Requests the status; rejects when the request fails. */
  ask(signal: AbortSignal): Promise<PaymentStatus>
  /** True if the page is hidden; polling pauses meanwhile. */
  isHidden(): boolean
  /** Calls the listener when the page is hidden or shown; returns the unsubscribe function. */
  onVisibility(listener: () => void): () => void
  /** Called once when the payment is no longer pending; polling has stopped then. */
  onEnd(status: PaymentStatus): void
  /** Called when a poll failed, and with null when one succeeds again. */
  onTrouble(error: unknown): void
}

export interface PaymentWatch {
  /**
   * Polls at once, for a seller who says that the payment is made.
   *
   * @returns whether the payment is still pending; null when the request failed or the watch has ended.
   */
  askNow(): Promise<boolean | null>
  stop(): void
}

/** ms between a response and the next poll. */
export const paymentPollMs = 1000
/** Longest interval in ms between polls while they fail. */
export const slowestPollMs = 30_000

/**
 * Polls every second until the payment is no longer pending. Polling pauses while the page is hidden, resumes at once when it is
 * visible, and its interval doubles with each consecutive failure.
 */
export function watchPayment(ports: PaymentWatchPorts): PaymentWatch {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: Promise<boolean | null> | null = null
  let failures = 0
  let over = false

  const stop = () => {
    over = true
    clearTimeout(timer)
    forget()
    controller.abort()
  }
  const later = () => {
    clearTimeout(timer)
    if (over || ports.isHidden()) return
    timer = setTimeout(() => void askNow(), Math.min(slowestPollMs, paymentPollMs * 2 ** failures))
  }
  const question = async (): Promise<boolean | null> => {
    try {
      const status = await ports.ask(controller.signal)
      if (over) return null
      failures = 0
      ports.onTrouble(null)
      if (status === paymentStatus.awaiting) return true
      stop()
      ports.onEnd(status)
      return false
    } catch (error) {
      if (over) return null
      failures++
      ports.onTrouble(error)
      return null
    }
  }
  const askNow = (): Promise<boolean | null> => {
    if (over) return Promise.resolve(null)
    clearTimeout(timer)
    asking ??= question().finally(() => {
      asking = null
      later()
    })
    return asking
  }
  const forget = ports.onVisibility(() => {
    if (ports.isHidden()) clearTimeout(timer)
    else void askNow()
  })
  later()
  return { askNow, stop }
}
