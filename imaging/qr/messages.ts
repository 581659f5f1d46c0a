/** Messages between the page (code-reader.ts) and the worker that reads codes (read-code.worker.ts). */
export interface ReadRequest {
  readonly id: number
  readonly picture: ImageBitmap
}

export type ReadReply =
  /** `text` null: no code is seen. */
  { readonly id: number; readonly text: string | null } | { readonly id: number; readonly error: string }
