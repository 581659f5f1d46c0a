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

export interface Examiner {
  /** Rejects with a Failure 'unsupported-file' and a sentence for the seller when the bytes are not what `kind` takes. */
  examine(bytes: Buffer, kind: FileKind): Promise<Content>
}
