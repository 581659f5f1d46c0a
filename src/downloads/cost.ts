import { creditsPerImage } from '../../contract/constants'
import type { Picture } from './pictures'

/** Returns what a download costs, before anything is charged. */
export function costOf(pictures: readonly Picture[], credits: number) {
  const fresh = pictures.filter(({ paid }) => !paid).length
  const cost = fresh * creditsPerImage
  return {
    fresh,
    paid: pictures.length - fresh,
    cost,
    affordable: Math.min(fresh, Math.floor(credits / creditsPerImage)),
    missing: Math.max(0, cost - credits),
  }
}
