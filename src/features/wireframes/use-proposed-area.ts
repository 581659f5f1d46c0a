import { useEffect, useState } from 'react'
import type { PrintArea } from '../../../contract/types'
import { pictureHole } from './picture-hole'
import type { Size } from './print-area'

/** The print area proposed for a foreground picture; null while it is not known, or when there is none. */
export function useProposedArea(picture: { readonly src: string; readonly size: Size } | null): PrintArea | null {
  const [proposal, setProposal] = useState<{ readonly src: string; readonly area: PrintArea | null } | null>(null)
  const src = picture?.src ?? null
  const { width = 0, height = 0 } = picture?.size ?? {}
  useEffect(() => {
    if (src === null) return
    let cancelled = false
    // A picture of another origin whose pixels may not be read gets no proposal.
    pictureHole(src, { width, height }).then(
      (area) => !cancelled && setProposal({ src, area }),
      () => undefined,
    )
    return () => {
      cancelled = true
    }
  }, [src, width, height])
  return proposal !== null && proposal.src === src ? proposal.area : null
}
