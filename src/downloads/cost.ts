import { creditsPerImage } from '../../contract/constants'
import type { AccountCredits } from '../../contract/types'
import type { Picture } from './pictures'

/** The credits of an account and the price of an image now; a server of the version before does not send the price. */
export type Balance = Pick<AccountCredits, 'credits'> & Partial<Pick<AccountCredits, 'creditsPerImage'>>

/** Returns what a download costs, before anything is charged. */
export function costOf(pictures: readonly Picture[], { credits, creditsPerImage: price = creditsPerImage }: Balance) {
  const unpaid = pictures.filter(({ paid }) => !paid).length
  const cost = unpaid * price
  return {
    price,
    unpaid,
    paid: pictures.length - unpaid,
    cost,
    affordable: Math.min(unpaid, Math.floor(credits / price)),
    missing: Math.max(0, cost - credits),
  }
}
