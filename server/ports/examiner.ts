/** Looks at bytes from outside and says what they really are. */
import type { FileKind } from '../../contract/constants'

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

export interface Examiner {
  /** Rejects with a Failure 'unsupported-file' and a sentence for the seller when the bytes are not what `kind` takes. */
  examine(bytes: Buffer, kind: FileKind): Promise<Content>
  /** Decodes the whole of a picture. Rejects with a Failure 'unsupported-file' when it cannot be printed. */
  look(bytes: Buffer): Promise<PictureLook>
}
