/** The measures of a standard wireframe (标准线框): the case of a phone of the library, by its body or by a factory's mould. Pure. */
import { caseSize } from '../../../contract/library/case-size'
import type { LibraryPhone } from '../../../contract/library/types'
import { mmToPx } from '../../../contract/rules/lengths'
import { printDpi } from '../../../contract/rules/print-resolution'
import type { PrintArea } from '../../../contract/types'
import { type CaseDrawing, round } from './case-art'

/** Border around the case of which nothing but the bleed is printed, mm. */
const bleed = 1
/** Border where the factory's mould is the whole picture: just enough for the line of the case's edge, mm. */
const hairline = 0.3
/** A mould that is so much smaller or larger than the body is another phone's, or its size is no size of a case, mm. */
const largestDifference = { smaller: 1, larger: 8 } as const

/** The printed area of a factory's model, mm. */
export interface Mould {
  readonly widthMm: number
  readonly heightMm: number
}

export interface StandardCase extends CaseDrawing {
  /** The case, as margins in px. */
  readonly printArea: PrintArea
}

/** Whether a mould can be one of this phone. */
export function fitsBody({ width, height }: LibraryPhone, { widthMm, heightMm }: Mould): boolean {
  const { smaller, larger } = largestDifference
  return [widthMm - width, heightMm - height].every((by) => by >= -smaller && by <= larger)
}

/**
 * Returns what is drawn for a phone. The picture is as large as the mould, if one is given: its prints then fit without a difference.
 * The camera keeps its distance to the middle of the body.
 */
export function standardCase(phone: LibraryPhone, mould: Mould | null = null): StandardCase {
  const border = mould ? hairline : bleed
  const shell = caseSize(phone)
  const widthMm = round(mould?.widthMm ?? shell.widthMm + 2 * bleed)
  const heightMm = round(mould?.heightMm ?? shell.heightMm + 2 * bleed)
  const body = { x: (widthMm - phone.width) / 2, y: (heightMm - phone.height) / 2 }
  const dpi = printDpi.assumed
  const width = Math.round(mmToPx(widthMm, dpi))
  const height = Math.round(mmToPx(heightMm, dpi))
  // Pixels that the line of the edge touches are not printed.
  const across = Math.ceil((border * width) / widthMm)
  const down = Math.ceil((border * height) / heightMm)
  return {
    ...{ widthMm, heightMm, width, height, body, camera: phone.camera },
    outline: {
      ...{ x: border, y: border, w: widthMm - 2 * border, h: heightMm - 2 * border },
      r: phone.corner + Math.max(0, body.x - border),
    },
    printArea: { left: across, right: across, top: down, bottom: down },
  }
}
