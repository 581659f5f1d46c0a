/** Where case, mark and text lie in a listing picture. Pure; lengths are px. */

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const markCorners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export type MarkCorner = (typeof markCorners)[number]

export interface ListingParts {
  readonly picture: { readonly width: number; readonly height: number }
  /** Share of the picture's height that stays free above and below the case. */
  readonly margin: number
  /** The shop's mark: width by height, and its width as a share of the picture's. */
  readonly mark: { readonly aspect: number; readonly corner: MarkCorner; readonly share: number } | null
  /** A line of text: width by height. */
  readonly text: { readonly aspect: number; readonly place: 'top' | 'bottom' } | null
}

export interface ListingLayout {
  readonly area: Rect
  readonly mark: Rect | null
  readonly text: Rect | null
}

/** Distance of mark and text from the edges, as a share of the shorter side; heights of both as shares of the height. By eye. */
const shares = { edge: 0.04, textHeight: 0.07, markHeight: 0.16 } as const

export function listingLayout({ picture, margin, mark, text }: ListingParts): ListingLayout {
  const { width, height } = picture
  const edge = Math.round(shares.edge * Math.min(width, height))
  const textRect = text && placedText(picture, edge, text)
  const free = Math.round(margin * height)
  // The case makes room for the text, and its shadow for both.
  const top = Math.max(free, textRect && text?.place === 'top' ? textRect.y + textRect.height + edge : 0)
  const bottom = Math.min(height - free, textRect && text?.place === 'bottom' ? textRect.y - edge : height)
  const side = Math.min(free, Math.round(width / 4))
  const area = { x: side, y: top, width: width - 2 * side, height: Math.max(1, bottom - top) }
  return { area, text: textRect, mark: mark && placedMark(picture, edge, mark, textRect, text?.place ?? null) }
}

function placedText(
  { width, height }: ListingParts['picture'],
  edge: number,
  { aspect, place }: NonNullable<ListingParts['text']>,
): Rect {
  const wide = Math.min(width - 2 * edge, shares.textHeight * height * aspect)
  const size = { width: Math.max(1, Math.round(wide)), height: Math.max(1, Math.round(wide / aspect)) }
  return { x: Math.round((width - size.width) / 2), y: place === 'top' ? edge : height - edge - size.height, ...size }
}

function placedMark(
  { width, height }: ListingParts['picture'],
  edge: number,
  { aspect, corner, share }: NonNullable<ListingParts['mark']>,
  text: Rect | null,
  place: 'top' | 'bottom' | null,
): Rect {
  const wide = Math.min(share * width, shares.markHeight * height * aspect)
  const size = { width: Math.max(1, Math.round(wide)), height: Math.max(1, Math.round(wide / aspect)) }
  const isTop = corner.startsWith('top')
  const beside = text !== null && place === (isTop ? 'top' : 'bottom') ? text.height + Math.round(edge / 2) : 0
  return {
    x: corner.endsWith('left') ? edge : width - edge - size.width,
    y: isTop ? edge + beside : height - edge - beside - size.height,
    ...size,
  }
}
