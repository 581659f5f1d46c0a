import { creditLifeDays } from '../../../contract/constants'

const minute = 60_000

/** How long a recharge can be paid. */
export const paymentWindowMs = 15 * minute
/** After that, how long a payment that nobody seems to have begun may still turn up: the provider's clock is not ours. */
export const closeGraceMs = minute
/** The provider is asked about one payment at most this often, however many pages wait for it. */
export const askEveryMs = 3000
/** Payments an account may have open at a time. */
export const maxAwaiting = 20
/** How long bought credits last. */
export const creditLifeMs = creditLifeDays * 24 * 60 * minute
