import { useEffect, useState } from 'react'
import { takeTurn } from '../contract/ground/turns'
import type { BuyerLink } from '../contract/types'

interface CasePictureProps {
  readonly template: BuyerLink['templates'][number]
}

/**
 * A template on a case with light, as the server draws it. Until that picture is there, and where there is none, its flat one between
 * rounded edges.
 */
export function CasePicture({ template: { width, height, thumbnailUrl, casePicture } }: CasePictureProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const onCase = isBroken ? null : casePicture
  const isCovered = onCase !== null && (onCase.ready || isLoaded)
  const hasTurn = useTurn(onCase && !onCase.ready ? onCase.url : null)
  return (
    <span
      className={onCase ? 'on-case' : 'case-picture'}
      style={{ aspectRatio: onCase ? `${onCase.width} / ${onCase.height}` : `${width} / ${height}` }}
    >
      {!isCovered && thumbnailUrl && <img src={`${thumbnailUrl}?w=400`} alt="" loading="lazy" />}
      {onCase && (onCase.ready || hasTurn) && (
        <img
          className={isCovered ? 'lit' : 'lit is-coming'}
          src={onCase.url}
          alt=""
          loading={onCase.ready ? 'lazy' : 'eager'}
          onLoad={() => setLoaded(true)}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}

/** Whether it is the turn of this picture, which the server has yet to draw; null wants none, and ends it. */
function useTurn(url: string | null): boolean {
  const [turn, setTurn] = useState<string | null>(null)
  useEffect(() => {
    if (url === null) return
    return takeTurn(() => setTurn(url))
  }, [url])
  return url !== null && turn === url
}
