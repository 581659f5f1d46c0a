/** Examines bytes from outside: determines their real type, and derives thumbnails, previews and print files from them. */
import type { FileKind, ThumbnailWidth } from '../../contract/constants'

/** Douyin accepts no larger picture of a customized product. */
export const maxSnapshotBytes = 200 * 1024

/** Validated and cleaned content, safe to store and to show to anyone. */
export interface Content {
  readonly bytes: Buffer
  readonly contentType: string
  readonly extension: string
  /** Pixels as shown, after orientation; null for fonts. */
  readonly width: number | null
  readonly height: number | null
  /** Notes for the seller about a file that was accepted, in Chinese. */
  readonly notes?: readonly string[]
}

/** The result of examining a picture that is to be printed. */
export interface PictureAnalysis {
  /** Pixels as shown, after orientation. */
  readonly width: number
  readonly height: number
  /**
   * `transparent`: nothing is visible. `uniform`: every pixel has one colour. `plain`: the visible pixels have about one colour,
   * as a case with nothing on it but its camera hole.
   */
  readonly content: 'transparent' | 'uniform' | 'plain' | 'drawn'
}

/** How a picture is printed: the file's format, and the size of the printed area where it is known. */
export interface PrintSize {
  readonly format: 'png' | 'tif'
  readonly widthMm: number | null
  readonly heightMm: number | null
  /** CMYK profile (ICC) of the colours of a TIFF; absent: sRGB. */
  readonly inks?: Uint8Array | undefined
}

/** Bytes, or a function that reads them when it is their turn, so that only the pictures being worked on are in memory. */
export type Source = Buffer | (() => Promise<Buffer>)

/** The account that owns a picture, for sharing the machine fairly; null for the product's own pictures. */
export type Owner = number | null

/**
 * Every call rejects with a Failure: 'unsupported-file' and a message for the seller when the bytes are not of an accepted type
 * or need more time or memory than allowed; 'unavailable' when too many pictures wait.
 */
export interface Examiner {
  examine(source: Source, kind: FileKind, owner: Owner): Promise<Content>
  /** Decodes the whole picture. */
  analyse(source: Source, owner: Owner): Promise<PictureAnalysis>
  /** Returns a WebP of at most `width` pixels; null when the original is small enough already. */
  shrink(source: Source, width: ThumbnailWidth, owner: Owner): Promise<Buffer | null>
  /**
   * Returns the preview of an unpaid customized image: a WebP of at most `maxPreviewSide` pixels a side, and at most half its
   * own size.
   */
  preview(source: Source, owner: Owner): Promise<Buffer>
  /** Returns the whole picture on white as a square JPEG of at most `maxSnapshotBytes`, as platforms show it with an order. */
  snapshot(source: Source, owner: Owner): Promise<Buffer>
  /** Returns the picture in the format that factories print. */
  print(source: Source, size: PrintSize, owner: Owner): Promise<Buffer>
}
