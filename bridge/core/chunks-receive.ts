/** Assembles a file from the pieces of a `blob.write` call. The host half uses it. */

import { chunkCrc } from '../../contract/ground/crc32'
import { fromBase64 } from './base64'

export interface ChunkReceiver {
  readonly size: number
  /**
   * Stores a piece. Returns `ok`, also for a piece received before, because its confirmation may have been lost; `bad` if the
   * bytes do not match the CRC; `extra` if the index or the count does not fit this file.
   */
  accept(piece: { readonly i: number; readonly of: number; readonly crc: unknown; readonly d: unknown }): 'ok' | 'bad' | 'extra'
  /** Returns the whole file once every piece has arrived, undefined before. */
  bytes(): Uint8Array | undefined
}

/** Accepts pieces in any order. `size` and `chunk` are bytes. The caller must have checked `size` against its limit. */
export function createChunkReceiver(size: number, chunk: number): ChunkReceiver {
  const pieceCount = Math.ceil(size / chunk)
  const file = new Uint8Array(size)
  const received = new Set<number>()
  return {
    size,
    accept({ i, of: count, crc, d }) {
      if (i >= pieceCount || count !== pieceCount) return 'extra'
      if (received.has(i)) return 'ok'
      const bytes = typeof d === 'string' ? fromBase64(d) : null
      const start = i * chunk
      if (bytes === null || bytes.length !== Math.min(chunk, size - start) || chunkCrc(i, pieceCount, bytes) !== crc) return 'bad'
      file.set(bytes, start)
      received.add(i)
      return 'ok'
    },
    bytes: () => (received.size === pieceCount ? file : undefined),
  }
}
