/** Files that a page has sent: receives their pieces and holds the bytes until a handler or `blob.free` needs them. */

import { fieldsOf, isFields } from '../../contract/ground/fields'
import { type ChunkReceiver, createChunkReceiver } from '../core/chunks-receive'
import { BridgeError } from '../core/errors'
import { createMemory } from '../core/memory'
import type { Env, FrameBody, FrameOf, Limits } from '../core/types'
import type { CancelSignal, ReceivedBlob } from './types'

export interface Blobs {
  /** The built-in handler of `blob.write`. Resolves with the handle once every piece has arrived. */
  write(callId: string, params: unknown, signal: CancelSignal): Promise<unknown>
  /** Stores a piece and confirms it through `reply`; returns false if it belongs to no file that is being received. */
  piece(frame: FrameOf<'chunk'>, reply: (body: FrameBody) => void): boolean
  get(handle: unknown): ReceivedBlob
  free(params: unknown): boolean
  clear(): void
  readonly size: number
}

interface Receiving {
  readonly receiver: ChunkReceiver
  readonly onComplete: (bytes: Uint8Array) => void
}

/** Total size of held files, in multiples of `limits.file`: a page that never frees must not fill the client's memory. */
const maxStoredFiles = 8
const keepMs = 600_000

const idOf = (handle: unknown): string | undefined => {
  const blob = isFields(handle) ? handle.blob : handle
  return typeof blob === 'string' ? blob : undefined
}

/** Creates the table of received files, by handle. */
export function createBlobs(env: Env, limits: Limits): Blobs {
  const receiving = new Map<string, Receiving>()
  const stored = createMemory<ReceivedBlob>(env.now, { keepMs, max: 200, maxWeight: maxStoredFiles * limits.file })
  const readParams = (params: unknown) => {
    const { name, type, size, chunk } = fieldsOf(params)
    const isValid = typeof name === 'string' && typeof type === 'string' && Number.isInteger(size) && Number.isInteger(chunk)
    if (!isValid || (size as number) < 0 || (chunk as number) < 1 || (chunk as number) > limits.chunk) {
      throw new BridgeError('PROTOCOL', { stage: 'chunks', message: 'blob.write: wrong parameters' })
    }
    if ((size as number) > limits.file) {
      throw new BridgeError('TOO_LARGE', { stage: 'chunks', detail: { size, limit: limits.file } })
    }
    let total = size as number
    for (const { receiver } of receiving.values()) total += receiver.size
    if (total > maxStoredFiles * limits.file)
      throw new BridgeError('RATE_LIMIT', { stage: 'chunks', message: 'too many files at once' })
    return { name, type, size: size as number, chunk: chunk as number }
  }
  return {
    write: (callId, params, signal) =>
      new Promise((resolve, reject) => {
        const { name, type, size, chunk } = readParams(params)
        const done = (bytes: Uint8Array) => {
          receiving.delete(callId)
          const blob = env.newId()
          stored.set(blob, { blob, name, type, size, bytes }, size)
          resolve({ blob, name, type, size })
        }
        const receiver = createChunkReceiver(size, chunk)
        const empty = receiver.bytes()
        if (empty) return done(empty)
        receiving.set(callId, { receiver, onComplete: done })
        signal.onAbort(() => {
          receiving.delete(callId)
          reject(new BridgeError('CANCELLED', { stage: 'chunks' }))
        })
      }),
    piece(frame, reply) {
      const file = receiving.get(frame.id)
      if (!file) return false
      const result = file.receiver.accept(frame)
      if (result === 'extra') return false
      reply({ k: 'chunkack', id: frame.id, i: frame.i, ...(result === 'bad' ? { bad: true } : {}) })
      const bytes = file.receiver.bytes()
      if (bytes) file.onComplete(bytes)
      return true
    },
    get(handle) {
      const id = idOf(handle)
      const blob = id === undefined ? undefined : stored.get(id)
      if (!blob) throw new BridgeError('HOST_GONE', { stage: 'blob', message: `the host does not hold blob ${String(id)}` })
      return blob
    },
    free(params) {
      const id = idOf(params)
      if (id === undefined || !stored.get(id)) return false
      stored.delete(id)
      return true
    },
    clear() {
      receiving.clear()
      stored.clear()
    },
    get size() {
      return receiving.size + stored.size
    },
  }
}
