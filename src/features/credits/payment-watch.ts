/** Asks again and again what became of a payment. Framework-free. */
import { type PaymentStatus, paymentStatus } from '../../../contract/constants'

export interface PaymentWatchPorts {
  /** Asks the server; rejects with why it could not. */
  ask(signal: AbortSignal): Promise<PaymentStatus>
  /** The page cannot be seen: nobody waits for the answer. */
  isHidden(): boolean
  /** Told when the page is hidden or seen again; answers with how to stop being told. */
  onVisibility(listener: () => void): () => void
  /** It is no longer awaited; told once, and nothing is asked any more. */
  onEnd(status: PaymentStatus): void
  /** The last question failed; null once one is answered again. */
  onTrouble(error: unknown): void
}

export interface PaymentWatch {
  /**
   * Asks at once, for a seller who says that the payment is made.
   *
   * @returns whether it is still awaited; null when that could not be asked or the watch is over.
   */
  askNow(): Promise<boolean | null>
  stop(): void
}

/** ms between an answer and the next question. */
export const paymentPollMs = 1000
/** ms between questions at most, while they fail. */
export const slowestPollMs = 30_000

/**
 * Asks every second until the payment is no longer awaited; not while the page is hidden, at once when it is seen again, and twice
 * as late after each failure in a row.
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
