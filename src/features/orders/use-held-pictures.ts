import { useEffect, useRef } from 'react'

/** Fetches pictures and holds them until others are asked for: a browser may drop a picture that nobody holds. */
export function useHeldPictures(urls: readonly string[]): void {
  const text = urls.join('\n')
  const held = useRef<readonly HTMLImageElement[]>([])
  useEffect(() => {
    held.current = text.split('\n').flatMap((url) => {
      if (url === '') return []
      const image = new Image()
      image.decoding = 'async'
      image.src = url
      return [image]
    })
  }, [text])
}
