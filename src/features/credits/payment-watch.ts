/** Polls the status of a payment. Independent of React. */
import { type PaymentStatus, paymentStatus } from '../../../contract/constants'

export interface PaymentWatchPorts {
  /** Requests the status; rejects when the request fails. */
  requestStatus(signal: AbortSignal): Promise<PaymentStatus>
  /** True if the page is hidden; polling pauses meanwhile. */
  isHidden(): boolean
  /** Calls the listener when the page is hidden or shown; returns the unsubscribe function. */
  onVisibility(listener: () => void): () => void
  /** Called once when the payment is no longer pending; polling has stopped then. */
  onEnd(status: PaymentStatus): void
  /** Called when a poll failed, and with null when one succeeds again. */
  onError(error: unknown): void
}

export interface PaymentWatch {
  /**
   * Polls at once, for a seller who says that the payment is made.
   *
   * @returns whether the payment is still pending; null when the request failed or the watch has ended.
   */
  pollNow(): Promise<boolean | null>
  stop(): void
}

/** ms between a response and the next poll. */
export const paymentPollMs = 1000
/** Longest interval in ms between polls while they fail. */
export const maxPollMs = 30_000

/**
 * Polls every second until the payment is no longer pending. Polling pauses while the page is hidden, resumes at once when it is
 * visible, and its interval doubles with each consecutive failure.
 */
export function watchPayment(ports: PaymentWatchPorts): PaymentWatch {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let currentPoll: Promise<boolean | null> | null = null
  let failures = 0
  let stopped = false

  const stop = () => {
    stopped = true
    clearTimeout(timer)
    unsubscribe()
    controller.abort()
  }
  const scheduleNext = () => {
    clearTimeout(timer)
    if (stopped || ports.isHidden()) return
    timer = setTimeout(() => void pollNow(), Math.min(maxPollMs, paymentPollMs * 2 ** failures))
  }
  const pollOnce = async (): Promise<boolean | null> => {
    try {
      const status = await ports.requestStatus(controller.signal)
      if (stopped) return null
      failures = 0
      ports.onError(null)
      if (status === paymentStatus.awaiting) return true
      stop()
      ports.onEnd(status)
      return false
    } catch (error) {
      if (stopped) return null
      failures++
      ports.onError(error)
      return null
    }
  }
  const pollNow = (): Promise<boolean | null> => {
    if (stopped) return Promise.resolve(null)
    clearTimeout(timer)
    currentPoll ??= pollOnce().finally(() => {
      currentPoll = null
      scheduleNext()
    })
    return currentPoll
  }
  const unsubscribe = ports.onVisibility(() => {
    if (ports.isHidden()) clearTimeout(timer)
    else void pollNow()
  })
  scheduleNext()
  return { pollNow, stop }
}
