/** Looks at bytes from outside, says what they really are, and makes of them what is shown and printed. */
import type { FileKind, ThumbnailWidth } from '../../contract/constants'

/** Checked and cleaned content, ready to be stored and shown to anyone. */
export interface Content {
  readonly bytes: Buffer
  readonly contentType: string
  readonly extension: string
  /** Pixels as shown, after orientation; null for fonts. */
  readonly width: number | null
  readonly height: number | null
}

/** A picture that shall be printed. */
export interface PictureLook {
  /** Pixels as shown, after orientation. */
  readonly width: number
  readonly height: number
  /**
   * `transparent`: nothing can be seen. `uniform`: every pixel has one colour. `plain`: all that can be seen has about one colour, as a
   * case with nothing on it but its camera hole.
   */
  readonly content: 'transparent' | 'uniform' | 'plain' | 'drawn'
}

/** How a picture is printed: the file's format, and the size of the printed area where it is known. */
export interface PrintSize {
  readonly format: 'png' | 'tif'
  readonly widthMm: number | null
  readonly heightMm: number | null
}

/** Bytes, or how to read them once it is their turn: only as many pictures are in memory as are worked on. */
export type Source = Buffer | (() => Promise<Buffer>)

/** The account a picture belongs to, which shares the machine with the others; null for the product's own. */
export type Owner = number | null

/**
 * Every call rejects with a Failure 'unsupported-file' and a sentence for the seller when the bytes are not what it takes, or cost
 * more time or memory than a picture may; with 'unavailable' when too many pictures wait.
 */
export interface Examiner {
  examine(source: Source, kind: FileKind, owner: Owner): Promise<Content>
  /** Decodes the whole of a picture. */
  look(source: Source, owner: Owner): Promise<PictureLook>
  /** A WebP of at most `width` pixels; null when the original is its own best small version. */
  shrink(source: Source, width: ThumbnailWidth, owner: Owner): Promise<Buffer | null>
  /** What is shown of a customized image before it is paid for: a WebP of at most `maxPreviewSide` pixels a side, and half of its own. */
  preview(source: Source, owner: Owner): Promise<Buffer>
  /** The picture as factories print it. */
  print(source: Source, size: PrintSize, owner: Owner): Promise<Buffer>
}
