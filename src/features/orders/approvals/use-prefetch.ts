import type { Approval } from '../../../../contract/types'
import { resolveFileUrl } from '../../../api/file-url'
import { useHeldPictures } from '../use-held-pictures'

/** Fetches the pictures of the orders that come next, so that each is there when it is shown. */
export function usePrefetch(next: readonly Approval[]): void {
  const urls = next.flatMap(({ order, pictures }) => [
    ...order.orderItems.flatMap(({ customizations }) => customizations.map(({ customizedImageUrl }) => customizedImageUrl)),
    ...pictures.flatMap(({ frame }) => [frame?.backgroundUrl, frame?.foregroundUrl]),
  ])
  useHeldPictures(urls.flatMap((url) => (url ? resolveFileUrl(url) : [])))
}
