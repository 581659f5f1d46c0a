/** Who takes the money. Amounts are fen; every method that leaves the server rejects with 'upstream-failed' when no usable answer comes. */

export interface PaymentOrder {
  /** Our number of it, unique for ever. */
  readonly outTradeNo: string
  readonly amountFen: number
  /** What the payer is shown. */
  readonly subject: string
  /** From then on nobody can pay it. */
  readonly closesAt: Date
}

/** `unknown`: the provider has never heard of it, because nobody has begun to pay. */
export type TradeStatus = 'unknown' | 'awaiting' | 'paid' | 'finished' | 'closed'

/** What the provider says of a payment, now or in a notice. */
export interface TradeState {
  readonly outTradeNo: string
  readonly status: TradeStatus
  /** The provider's number; null before anybody began to pay. */
  readonly tradeNo: string | null
  /** Null where the provider does not say; only a trade that says it can bring credits. */
  readonly totalFen: number | null
  readonly paidAt: Date | null
  /** Refunded so far, in all; 0 where the provider does not say. */
  readonly refundedFen: number
}

export interface Refund {
  readonly outTradeNo: string
  readonly amountFen: number
  /** The same key never refunds twice. */
  readonly key: string
  readonly reason: string
}

export interface Payments {
  /** HTML with one form that takes the payer to the provider; nothing leaves the server yet. */
  form(order: PaymentOrder): Promise<string>
  query(outTradeNo: string): Promise<TradeState>
  /** `refused`: it was paid or ended meanwhile, so ask again. */
  close(outTradeNo: string): Promise<'closed' | 'unknown' | 'refused'>
  /** Resolves with what is refunded in all. Rejects with 'conflict' when the provider refuses. */
  refund(refund: Refund): Promise<number>
  /**
   * A notice as it came in. Rejects with 'forbidden' unless the provider signed exactly these fields for this merchant: nothing of it
   * may be believed otherwise.
   */
  readNotice(fields: Readonly<Record<string, string>>): Promise<TradeState>
}
