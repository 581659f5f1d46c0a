/** Makes the file that a printer prints of a whole jig or bed: many pictures at exact places. */
import type { Readable } from 'node:stream'
import type { Turn } from '../../contract/rules/jig'
import type { PrintProfile } from '../../contract/rules/print-profile'
import type { Owner } from './examiner'

export interface PlacedPicture {
  /** Places with the same key have the same picture and profile; it is read once. */
  readonly key: string
  /** How the seller knows it, for messages. */
  readonly name: string
  /** How its plates are laid, where the material asks for something else; otherwise as the sheet's. Names and order of plates are the same. */
  readonly profile?: PrintProfile
  /** The upper left of the turned picture without its bleed, from the upper left of the sheet. */
  readonly xMm: number
  readonly yMm: number
  /** Of the picture before it is turned, without its bleed. */
  readonly widthMm: number
  readonly heightMm: number
  readonly turn: Turn
}

/** The pictures of a case under and over its design, and their size in px. */
export interface CasePictures {
  readonly width: number
  readonly height: number
  readonly under: Buffer | null
  readonly over: Buffer | null
}

/** A code and small text beside the pictures, in black ink alone. */
export interface SheetMark {
  /** Text of the QR code; empty: there is none. */
  readonly qr: string
  readonly lines: readonly string[]
  /** The upper left of the turned mark. */
  readonly xMm: number
  readonly yMm: number
  /** Of the mark before it is turned. */
  readonly widthMm: number
  readonly heightMm: number
  readonly turn: Turn
}

export interface SheetInput {
  readonly owner: Owner
  readonly widthMm: number
  readonly heightMm: number
  readonly profile: PrintProfile
  /** The margin that is cut off around the sheet, mm, as PDFs say it; absent: none. */
  readonly trimMm?: number
  /** The printer's CMYK profile, for a profile in CMYK. */
  readonly icc: Uint8Array | null
  /** Later ones lie above earlier ones, but no bleed above another picture. */
  readonly pictures: readonly PlacedPicture[]
  readonly marks: readonly SheetMark[]
  /** Reads a picture's file; called when it is the owner's turn, and once for each key and size. */
  readPicture(key: string): Promise<Buffer>
  /** Reads the pictures of a picture's case, for a profile that cuts along it; null: it has none. Called as `readPicture` is. */
  readCase?(key: string): Promise<CasePictures | null>
  /** Called after each step; `total` stays the same. */
  onProgress?(done: number, total: number): void
  readonly signal?: AbortSignal
}

export interface MadeSheet {
  /** A file on this machine, until it is removed. */
  readonly path: string
  /** bytes */
  readonly size: number
  /** hex */
  readonly sha256: string
  /** Of the file's name, without the dot. */
  readonly ending: 'tif' | 'pdf' | 'png'
  /** px */
  readonly width: number
  readonly height: number
  /** Share of the sheet that each plate of the profile covers, 0 to 1. */
  readonly coverages: readonly number[]
  /** Returns its bytes. */
  read(): Readable
  remove(): Promise<void>
}

export interface Sheets {
  /**
   * Makes a sheet. Rejects with a Failure in words for the seller, which names the picture that cannot be printed or lies outside of the
   * sheet, or with the signal's reason.
   */
  makeSheet(input: SheetInput): Promise<MadeSheet>
}
