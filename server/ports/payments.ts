/**
 * The payment provider. Amounts are fen; every method that calls the provider rejects with 'upstream-failed' without a usable
 * answer.
 */

export interface PaymentOrder {
  /** Our number of the payment, unique for ever. */
  readonly outTradeNo: string
  readonly amountFen: number
  /** Text shown to the payer. */
  readonly subject: string
  /** After this time the payment cannot be made any more. */
  readonly closesAt: Date
}

/** `unknown`: the provider does not know the payment, because nobody has begun to pay. */
export type TradeStatus = 'unknown' | 'awaiting' | 'paid' | 'finished' | 'closed'

/** The state of a payment as the provider reports it, in an answer or a notice. */
export interface TradeState {
  readonly outTradeNo: string
  readonly status: TradeStatus
  /** The provider's number; null before anybody began to pay. */
  readonly tradeNo: string | null
  /** Null where the provider does not report it; credits are granted only for a reported amount. */
  readonly totalFen: number | null
  readonly paidAt: Date | null
  /** Total refunded so far; 0 where the provider does not report it. */
  readonly refundedFen: number
}

export interface Refund {
  readonly outTradeNo: string
  /** The provider's number, where several payments have our number. */
  readonly tradeNo?: string
  readonly amountFen: number
  /** Idempotency key: the same key never refunds twice. */
  readonly key: string
  readonly reason: string
}

/** A form as it was received. */
export interface ReceivedForm {
  readonly text: Readonly<Record<string, string>>
  /** The bytes that each value was read from: the provider signs these, in whatever encoding it sends. */
  readonly bytes: ReadonlyMap<string, Uint8Array>
}

export interface Payments {
  /** Returns HTML with one form that takes the payer to the provider; the server sends nothing. */
  form(order: PaymentOrder): Promise<string>
  query(outTradeNo: string): Promise<TradeState>
  /** `refused`: the payment was made or ended meanwhile, so query it again. */
  close(outTradeNo: string): Promise<'closed' | 'unknown' | 'refused'>
  /** Resolves with the total refunded. Rejects with 'conflict' when the provider refuses. */
  refund(refund: Refund): Promise<number>
  /**
   * Verifies and parses a received notice. Rejects with 'forbidden' unless the provider signed exactly these fields for this
   * merchant; otherwise nothing in it may be trusted.
   */
  readNotice(form: ReceivedForm): Promise<TradeState>
}
