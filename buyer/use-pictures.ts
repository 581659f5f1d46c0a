import { useEffect, useState } from 'react'
import { createPictures, type Pictures } from '../design/print/pictures'

/** Returns the pictures of a drawing, and a number that rises with each that has loaded, so that what was drawn without it is drawn anew. */
export function usePictures(): { readonly pictures: Pictures; readonly version: number } {
  const [pictures] = useState(createPictures)
  const [version, redraw] = useState(0)
  useEffect(() => {
    const stop = pictures.onChange(() => redraw((count) => count + 1))
    return () => stop()
  }, [pictures])
  return { pictures, version }
}
