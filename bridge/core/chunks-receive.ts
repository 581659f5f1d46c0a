import { fromBase64 } from './base64'
import { chunkCrc } from './crc32'

export interface ChunkReceiver {
  readonly size: number
  /** `ok` also for a piece that was there already: its first answer may have been lost. `extra` pieces belong to no file. */
  accept(piece: { readonly i: number; readonly of: number; readonly crc: unknown; readonly d: unknown }): 'ok' | 'bad' | 'extra'
  /** The whole file once every piece is there. */
  bytes(): Uint8Array | undefined
}

/** Puts pieces together in any order. `size` is trusted here: the caller has checked it against its limit. */
export function createChunkReceiver(size: number, chunk: number): ChunkReceiver {
  const of = Math.ceil(size / chunk)
  const whole = new Uint8Array(size)
  const have = new Set<number>()
  return {
    size,
    accept({ i, of: count, crc, d }) {
      if (i >= of || count !== of) return 'extra'
      if (have.has(i)) return 'ok'
      const bytes = typeof d === 'string' ? fromBase64(d) : null
      const start = i * chunk
      if (bytes === null || bytes.length !== Math.min(chunk, size - start) || chunkCrc(i, of, bytes) !== crc) return 'bad'
      whole.set(bytes, start)
      have.add(i)
      return 'ok'
    },
    bytes: () => (have.size === of ? whole : undefined),
  }
}
