/** Where a print lies in its file: with its bleed, in the middle of a page where the profile has one. Pure. */
import { mmToPx, pxToMm } from './lengths'
import type { PrintProfile } from './print-profile'
import { millimetresText } from './sizes'

type Paged = Pick<PrintProfile, 'page' | 'dpi'>

/** px */
interface Size {
  readonly width: number
  readonly height: number
}

/** The page of a print, px, and the upper left corner of the print with its bleed on it. */
export interface PagePlace extends Size {
  readonly left: number
  readonly top: number
}

/** Returns the page of a print of so many px with its bleed. @throws Error with words for the seller when the page is smaller. */
export function pageOf({ width, height }: Size, { page, dpi }: Paged): PagePlace {
  if (page === null) return { width, height, left: 0, top: 0 }
  const wide = Math.round(mmToPx(page.widthMm, dpi))
  const high = Math.round(mmToPx(page.heightMm, dpi))
  if (width > wide || height > high) {
    const tenths = (px: number) => Math.round(pxToMm(px, dpi) * 10) / 10
    const own = millimetresText({ widthMm: tenths(width), heightMm: tenths(height) })
    throw new Error(`打印尺寸（含出血）${own} 比打印配置里的页面 ${millimetresText(page)} 大，请改大页面，或者不限定页面`)
  }
  return { width: wide, height: high, left: Math.floor((wide - width) / 2), top: Math.floor((high - height) / 2) }
}

/** The file of one print, mm that are whole px at the resolution of the profile. */
export interface PrintSheetPlace {
  readonly widthMm: number
  readonly heightMm: number
  /** The upper left corner of the print without its bleed. */
  readonly xMm: number
  readonly yMm: number
  /** The margin that is cut off around the file; a page of its own is not cut. */
  readonly trimMm: number
}

/** Returns the file of a print of this size, mm without bleed. @throws as {@link pageOf} does. */
export function printSheetPlace(
  size: { readonly widthMm: number; readonly heightMm: number },
  profile: Paged & Pick<PrintProfile, 'bleedMm'>,
): PrintSheetPlace {
  const { dpi, bleedMm, page } = profile
  const bleed = Math.round(mmToPx(bleedMm, dpi))
  const px = (mm: number) => Math.max(1, Math.round(mmToPx(mm, dpi))) + 2 * bleed
  const { width, height, left, top } = pageOf({ width: px(size.widthMm), height: px(size.heightMm) }, profile)
  const mm = (value: number) => pxToMm(value, dpi)
  return {
    ...{ widthMm: mm(width), heightMm: mm(height), xMm: mm(left + bleed), yMm: mm(top + bleed) },
    trimMm: page === null ? mm(bleed) : 0,
  }
}
