/** The price of credits. Pages read it with the balance, and name it when they buy (`accountCredits`, `paymentFormQuery`). */

export interface CreditPrice {
  /** Number of credits that are sold for the price. */
  readonly unit: number
  readonly fen: number
  /** Before the discount. */
  readonly originalFen: number
}

export const creditPrice: CreditPrice = { unit: 1000, fen: 500, originalFen: 1000 }

/** Returns the price of credits, fen. They are sold in whole units. */
export const priceOf = (credits: number, { unit, fen }: CreditPrice = creditPrice): number => (credits / unit) * fen
