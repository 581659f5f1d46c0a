export interface TifInput {
  /** The picture's file. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Its MIME type. */
  readonly type: string
  readonly dpi: number
  readonly transparency: 'white' | 'keep'
  /** The factory's CMYK profile; absent: RGB. */
  readonly inks?: Uint8Array
}

export interface TifAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** px */
  readonly width: number
  readonly height: number
}

export type TifRequest = TifInput & { readonly id: number }
export type TifReply = ({ readonly id: number } & TifAnswer) | { readonly id: number; readonly error: string }
