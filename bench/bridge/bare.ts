/** The messages of a plugin without a bridge: a number that matches the response to its request, and nothing else. */
export interface BareRequest {
  readonly bare: number
  readonly v?: unknown
  /** A piece of a file: offset of its first byte, size of the whole file, base64. */
  readonly piece?: { readonly start: number; readonly size: number; readonly d: string }
}

export const isBare = (value: unknown): value is BareRequest => typeof value === 'object' && value !== null && 'bare' in value
