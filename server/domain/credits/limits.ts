import { creditLifeDays } from '../../../contract/constants'

const minute = 60_000

/** Time within which a recharge can be paid. */
export const paymentWindowMs = 15 * minute
/** Time after that until an unknown payment is closed, because the provider's clock may differ from ours. */
export const closeGraceMs = minute
/** Minimum interval between queries to the provider about one payment, however many pages wait for it. */
export const queryIntervalMs = 3000
/** Maximum number of open payments per account. */
export const maxAwaiting = 20
/** Lifetime of bought credits. */
export const creditLifeMs = creditLifeDays * 24 * 60 * minute
