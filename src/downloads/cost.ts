import type { AccountCredits } from '../../contract/types'
import type { Picture } from './pictures'

/** The credits of an account and the price of an image now. */
type Balance = Pick<AccountCredits, 'credits' | 'creditsPerImage'>

/** Returns what a download costs, before anything is charged. */
export function costOf(pictures: readonly Picture[], { credits, creditsPerImage: price }: Balance) {
  const unpaid = pictures.filter(({ paid }) => !paid).length
  const cost = unpaid * price
  return {
    unpaid,
    paid: pictures.length - unpaid,
    cost,
    affordable: Math.min(unpaid, Math.floor(credits / price)),
    missing: Math.max(0, cost - credits),
  }
}
