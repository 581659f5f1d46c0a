import { useEffect, useState } from 'react'
import type { PrintArea } from '../../../contract/types'
import { maskHole } from './mask-hole'
import type { Size } from './print-area'

/** Larger pictures are scaled down to this many pixels, so that finding the hole is quick. */
const maxPixels = 1_500_000

async function proposalFor(src: string, size: Size): Promise<PrintArea | null> {
  const picture = new Image()
  picture.crossOrigin = 'anonymous'
  picture.src = src
  await picture.decode()
  const scale = Math.min(1, Math.sqrt(maxPixels / (size.width * size.height)))
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return null
  context.drawImage(picture, 0, 0, width, height)
  const hole = maskHole(context.getImageData(0, 0, width, height).data, width, height)
  if (hole === null) return null
  const [x, y] = [size.width / width, size.height / height]
  return {
    left: Math.round(hole.left * x),
    right: Math.round(hole.right * x),
    top: Math.round(hole.top * y),
    bottom: Math.round(hole.bottom * y),
  }
}

/** The print area proposed for a foreground picture; null while it is not known, or when there is none. */
export function useProposedArea(picture: { readonly src: string; readonly size: Size } | null): PrintArea | null {
  const [proposal, setProposal] = useState<{ readonly src: string; readonly area: PrintArea | null } | null>(null)
  const src = picture?.src ?? null
  const { width = 0, height = 0 } = picture?.size ?? {}
  useEffect(() => {
    if (src === null) return
    let cancelled = false
    // A picture of another origin whose pixels may not be read gets no proposal.
    proposalFor(src, { width, height }).then(
      (area) => !cancelled && setProposal({ src, area }),
      () => undefined,
    )
    return () => {
      cancelled = true
    }
  }, [src, width, height])
  return proposal !== null && proposal.src === src ? proposal.area : null
}
