/** Messages about sheets between the server and the picture processes: plain values, and files in a folder that both read. */

import type { Turn } from '../../../../contract/rules/jig'
import type { PrintProfile } from '../../../../contract/rules/print-profile'

/** The pictures of a case under and over its design: paths, and their size in px. */
export interface CaseFiles {
  readonly width: number
  readonly height: number
  readonly under: string | null
  readonly over: string | null
}

/** A picture that is to be prepared for its places on a sheet. */
export interface PieceWork {
  readonly profile: PrintProfile
  /** A file with the printer's CMYK profile, for a profile in CMYK. */
  readonly iccPath: string | null
  /** px, without bleed, before it is turned. */
  readonly width: number
  readonly height: number
  /** Clockwise; PDFs turn their pictures themselves, so theirs is 0. */
  readonly turn: Turn
  /** Files with the pictures of its case, for a cut line along it. */
  readonly casePictures: CaseFiles | null
  /** Where its samples are written. */
  readonly path: string
}

export interface PreparedPiece {
  /** px of the turned picture with its bleed. */
  readonly pieceWidth: number
  readonly pieceHeight: number
  /**
   * Bytes of the parts of the file. For TIFFs and PNGs it has one part, the interleaved samples. For PDFs: the compressed colours, then each
   * plate of the profile, 0 for those that have none.
   */
  readonly parts: readonly number[]
  /** Ink of each plate, in px that are full of it. */
  readonly inks: readonly number[]
  /** Closed curves along which it is cut, px from the upper left. */
  readonly cuts: readonly Float64Array[]
}

/** A place of a prepared picture: px of the upper left of the turned picture with its bleed, from the upper left of the sheet. */
export interface PiecePlace {
  /** Its place in `pieces`. */
  readonly piece: number
  readonly x: number
  readonly y: number
  readonly turn: Turn
}

/** A mark's box on the sheet, px, after it is turned. */
export interface MarkPlace {
  readonly qr: string
  readonly lines: readonly string[]
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly turn: Turn
}

export interface SheetWork {
  readonly profile: PrintProfile
  readonly iccPath: string | null
  /** px */
  readonly width: number
  readonly height: number
  /** The margin that is cut off around it, px. */
  readonly trim: number
  readonly pieces: readonly (PreparedPiece & { readonly path: string })[]
  readonly places: readonly PiecePlace[]
  readonly marks: readonly MarkPlace[]
  readonly path: string
  /** Bytes of all samples, by which the time that it may take is measured. */
  readonly bytes: number
}

export interface WrittenSheet {
  readonly size: number
  readonly sha256: string
}
