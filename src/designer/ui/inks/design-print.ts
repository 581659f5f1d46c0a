/** Prints an open design in the page, for the view of its inks. */
import { dpiOf } from '../../../../contract/rules/lengths'
import { printDpi } from '../../../../contract/rules/print-resolution'
import type { Wireframe } from '../../../../contract/types'
import type { DesignDoc } from '../../../../design/model/types'
import type { Printer } from '../../../../design/print/printer'
import { pageSurface } from '../../../../design/print/surface'
import type { LookedAt } from '../../../../imaging/plates/messages'
import { resolveFileUrl } from '../../../api/file-url'

/** Most px of the view: a case at the usual resolution has 1.8 million. Larger things, such as bags, are shown coarser. */
const mostPixels = 4_000_000

/** Size of a print, mm; null where the wireframe does not say it. A side that is missing follows from the proportions. */
export function printMillimetres({ width, height, widthMm, heightMm }: Wireframe) {
  if (widthMm === null && heightMm === null) return null
  return {
    widthMm: widthMm ?? ((heightMm as number) * width) / height,
    heightMm: heightMm ?? ((widthMm as number) * height) / width,
  }
}

/** Draws the layers as the print file will show them. Rejects with words for the seller. */
export async function printPixels(
  printer: Printer,
  doc: DesignDoc,
  size: { readonly widthMm: number; readonly heightMm: number },
  signal: AbortSignal,
): Promise<LookedAt> {
  const dpi = Math.min(printDpi.assumed, dpiOf(Math.sqrt(mostPixels), Math.sqrt(size.widthMm * size.heightMm)))
  const { picture, width, height, bare } = await printer.print(doc, { ...size, dpi, resolveUrl: resolveFileUrl, signal })
  const { surface, release } = pageSurface({ width, height })
  try {
    surface.drawImage(picture, 0, 0)
    const data = surface.getImageData(0, 0, width, height).data as Uint8ClampedArray<ArrayBuffer>
    return { width, height, data, ...(bare && { bare }) }
  } finally {
    picture.close()
    release()
  }
}
