import { useEffect, useRef } from 'react'
import type { Approval } from '../../../../contract/types'
import { resolveFileUrl } from '../../../api/file-url'

/** Fetches the pictures of the orders that come next, so that each is there when it is shown. */
export function usePrefetch(next: readonly Approval[]): void {
  const urls = next
    .flatMap(({ order, pictures }) => [
      ...order.orderItems.flatMap(({ customizations }) => customizations.map(({ customizedImageUrl }) => customizedImageUrl)),
      ...pictures.flatMap(({ frame }) => [frame?.backgroundUrl, frame?.foregroundUrl]),
    ])
    .filter((url) => url !== null && url !== undefined)
    .join('\n')
  // They are held until the next ones are asked for: a browser may drop a picture that nobody holds.
  const held = useRef<readonly HTMLImageElement[]>([])
  useEffect(() => {
    held.current = urls.split('\n').flatMap((url) => {
      if (url === '') return []
      const image = new Image()
      image.decoding = 'async'
      image.src = resolveFileUrl(url)
      return [image]
    })
  }, [urls])
}
