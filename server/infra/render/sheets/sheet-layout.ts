/** Lays a sheet out in px, and refuses what cannot be printed. Pure. */

import type { Turn } from '../../../../contract/rules/jig'
import { mmToPx, pointsPerInch } from '../../../../contract/rules/lengths'
import { printPixels } from '../../../../imaging/plates/print-picture'
import { turnedSize } from '../../../../imaging/sheets/turn'
import { Failure } from '../../../kernel/failure'
import type { PlacedPicture, SheetInput, SheetMark } from '../../../ports/sheets'
import type { MarkPlace, PiecePlace } from './sheet-work'

export interface LaidPiece {
  /** The first picture that is printed of it. */
  readonly picture: PlacedPicture
  /** px, without bleed, before it is turned. */
  readonly width: number
  readonly height: number
  /** How it is prepared. */
  readonly turn: Turn
}

export interface Layout {
  /** px */
  readonly width: number
  readonly height: number
  /** Pictures that differ in their file, their size, or their turn. */
  readonly pieces: readonly LaidPiece[]
  readonly places: readonly PiecePlace[]
  readonly marks: readonly MarkPlace[]
  /** Bytes of all samples. */
  readonly bytes: number
}

/** A picture may lie this far outside of a sheet, mm: less than a px of a usual printer. */
const tolerance = 0.05
/** TIFF's offsets have 32 bits; PNGs and PDFs of more are not opened by RIPs, which is a guess. */
const mostBytes = 2 ** 32 - 2 ** 20
/** Longest side of a PDF's page, points (PDF 32000-1, annex C.2). */
const mostPoints = 14_400

const mmText = (mm: number): string => String(Math.round(mm * 10) / 10)

interface Placed {
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
  readonly turn: Turn
}

/** @throws Failure in words for the seller. */
export function layoutOf({ widthMm, heightMm, profile, pictures, marks }: SheetInput): Layout {
  const { dpi, bleedMm, container } = profile
  const px = (mm: number) => Math.round(mmToPx(mm, dpi))
  const sheet = printPixels({ widthMm, heightMm }, dpi)
  if (sheet === null || !(widthMm > 0 && heightMm > 0)) throw new Failure('unsupported-file', '版面的尺寸要大于 0')
  const samples = (profile.colors === 'cmyk' ? 4 : 3) + profile.plates.length
  const bytes = sheet.width * sheet.height * samples
  if (bytes > mostBytes)
    throw new Failure(
      'unsupported-file',
      `这一版有 ${(bytes / 2 ** 30).toFixed(1)} GB，一个打印文件最多 4 GB，请降低打印配置的分辨率，或分成几版`,
    )
  const longest = (Math.max(sheet.width, sheet.height) / dpi) * pointsPerInch
  if (container === 'pdf' && longest > mostPoints) throw new Failure('unsupported-file', 'PDF 的一边最长 5080 毫米，请分成几版')

  const boxOf = (placed: Placed, what: string) => {
    const size = printPixels(placed, dpi)
    const turned = turnedSize({ width: placed.widthMm, height: placed.heightMm }, placed.turn)
    const isInside =
      placed.xMm >= -tolerance &&
      placed.yMm >= -tolerance &&
      placed.xMm + turned.width <= widthMm + tolerance &&
      placed.yMm + turned.height <= heightMm + tolerance
    if (!isInside || size === null || !(placed.widthMm > 0 && placed.heightMm > 0)) {
      const [width, height] = [mmText(turned.width), mmText(turned.height)]
      throw new Failure(
        'unsupported-file',
        `${what}（${width} × ${height} 毫米，放在左 ${mmText(placed.xMm)}、上 ${mmText(placed.yMm)}）超出了 ${mmText(widthMm)} × ${mmText(heightMm)} 毫米的版面，请调整位置`,
      )
    }
    const box = turnedSize(size, placed.turn)
    // Both ends are rounded, which may add a px.
    const at = (mm: number, side: number, whole: number) => Math.max(0, Math.min(px(mm), whole - side))
    const [x, y] = [at(placed.xMm, box.width, sheet.width), at(placed.yMm, box.height, sheet.height)]
    return { size, box, x, y }
  }

  const bleed = px(bleedMm)
  const pieces: LaidPiece[] = []
  const known = new Map<string, number>()
  const places = pictures.map((picture): PiecePlace => {
    const { size, x, y } = boxOf(picture, `“${picture.name}”的图片`)
    // A PDF turns one picture at its places.
    const turn = container === 'pdf' ? 0 : picture.turn
    const same = JSON.stringify([picture.key, size, turn])
    const piece = known.get(same) ?? pieces.push({ picture, ...size, turn }) - 1
    known.set(same, piece)
    return { piece, x: x - bleed, y: y - bleed, turn: picture.turn }
  })
  return {
    ...sheet,
    pieces,
    places,
    marks: marks.map((mark): MarkPlace => {
      const { box, x, y } = boxOf(mark, markText(mark))
      return { qr: mark.qr, lines: [...mark.lines], x, y, ...box, turn: mark.turn }
    }),
    bytes,
  }
}

const markText = ({ lines, qr }: SheetMark): string => `标记“${lines[0] ?? qr.slice(0, 20)}”`
