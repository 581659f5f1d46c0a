/** Sends files from the page to the host. `connect.ts` exposes it as `sendBlob`. */
import { type ChunkSender, createChunkSender } from '../core/chunks-send'
import type { Deadlines } from '../core/deadlines'
import { BridgeError } from '../core/errors'
import { timeLimit } from '../core/timing'
import { type BlobHandle, defaultLimits, type FrameBody, type Limits } from '../core/types'
import { pieceToBase64 } from './base64'
import type { Calls } from './calls'
import type { BlobSource, SendBlobOptions } from './types'

export interface BlobPort {
  readonly calls: Calls
  readonly deadlines: Deadlines
  post(body: FrameBody): boolean
  unusableError(): BridgeError | undefined
  ensureHandshake(): void
  limits(): Limits | undefined
}

const readerOf = (source: BlobSource) => async (start: number, end: number) =>
  source instanceof Uint8Array ? source.subarray(start, end) : new Uint8Array(await source.slice(start, end).arrayBuffer())

/** The caller words it for the seller: the bridge imports nothing that could. */
const tooLarge = (name: string, size: number, limit: number) =>
  new BridgeError('TOO_LARGE', {
    stage: 'send',
    detail: { name, size, limit },
  })

/**
 * A file is sent as one `blob.write` call: the request announces its size, the ack starts the pieces, the reply is the handle.
 * It therefore has the time limits and the cancellation of any call. If the host changes, all pieces are sent again.
 */
export function createBlobSending(port: BlobPort) {
  return async (source: BlobSource, options: SendBlobOptions): Promise<BlobHandle> => {
    const size = source instanceof Uint8Array ? source.length : source.size
    const error = port.unusableError()
    if (error) throw error
    let sender: ChunkSender | undefined
    const read = readerOf(source)
    let { chunk } = defaultLimits
    /** Builds the parameters when the request leaves, because the limits are those of the host that it goes to. */
    const params = () => {
      const limits = port.limits() ?? defaultLimits
      if (size > limits.file) throw tooLarge(options.name, size, limits.file)
      chunk = limits.chunk
      return { name: options.name, type: options.type, size, chunk }
    }
    const stop = () => {
      sender?.stop()
      sender = undefined
    }
    const start = (id: string) => {
      // A repeated request gets a second ack; the pieces are being sent already then.
      sender ??= createChunkSender(
        { id, size, chunk, read, toBase64: pieceToBase64 },
        port.deadlines,
        port.post,
        (loaded) => options.onProgress?.({ stage: 'transfer', loaded, total: size }),
        (error) => port.calls.fail(id, error),
      )
    }
    const limit = timeLimit('blob.write', false, size)
    port.ensureHandshake()
    const value = await port.calls.open({
      method: 'blob.write',
      params,
      kind: 'blob.ref',
      write: false,
      limit: options.timeoutMs === undefined ? limit : { ...limit, hard: options.timeoutMs },
      size: () => 4096,
      signal: options.signal,
      guard: (handle) => (handle as BlobHandle).size === size,
      onAck: start,
      onChunkAck: (index, bad) => sender?.confirm(index, bad),
      onReset: stop,
    })
    return value as BlobHandle // `fitsKind` has checked the shape of `blob.ref`.
  }
}
