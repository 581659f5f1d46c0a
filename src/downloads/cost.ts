import { creditsPerImage } from '../../contract/constants'
import type { Picture } from './pictures'

/** Returns what a download costs, before anything is charged. */
export function costOf(pictures: readonly Picture[], credits: number) {
  const unpaid = pictures.filter(({ paid }) => !paid).length
  const cost = unpaid * creditsPerImage
  return {
    unpaid,
    paid: pictures.length - unpaid,
    cost,
    affordable: Math.min(unpaid, Math.floor(credits / creditsPerImage)),
    missing: Math.max(0, cost - credits),
  }
}
