/** Sends a file in checked pieces and repeats those that are lost or corrupted. The page half uses it for `blob.write`. */
import { chunkCrc } from '../../contract/ground/crc32'
import type { Deadline, Deadlines } from './deadlines'
import { BridgeError } from './errors'
import type { FrameBody } from './types'

/** Unconfirmed pieces at a time: enough to hide the round trip, few enough for a client that copies each message three times. */
const windowSize = 4
const chunkAckMs = 3000
const maxResends = 3

export interface ChunkSource {
  readonly id: string
  readonly size: number
  /** Raw bytes per piece. */
  readonly chunk: number
  read(start: number, end: number): Promise<Uint8Array>
  toBase64(bytes: Uint8Array): string
}

export interface ChunkSender {
  confirm(index: number, bad: boolean): void
  stop(): void
}

interface SentPiece {
  readonly body: Extract<FrameBody, { readonly k: 'chunk' }>
  readonly bytes: number
  readonly deadline: Deadline
  resends: number
}

/** Starts sending at once. `onProgress` gets the confirmed bytes so far; `onFailed` is called at most once. */
export function createChunkSender(
  source: ChunkSource,
  deadlines: Deadlines,
  post: (body: FrameBody) => void,
  onProgress: (bytes: number) => void,
  onFailed: (error: BridgeError) => void,
): ChunkSender {
  const of = Math.ceil(source.size / source.chunk)
  const unconfirmed = new Map<number, SentPiece>()
  let next = 0
  let reading = 0
  let confirmedBytes = 0
  let stopped = false

  const stop = () => {
    stopped = true
    for (const { deadline } of unconfirmed.values()) deadline.clear()
    unconfirmed.clear()
  }
  const fail = (error: BridgeError) => {
    if (stopped) return
    stop()
    onFailed(error)
  }
  const resend = (index: number, code: 'CHUNK_LOST' | 'CORRUPT_CHUNK') => {
    const piece = unconfirmed.get(index)
    if (!piece) return
    if (piece.resends === maxResends) {
      return fail(new BridgeError(code, { stage: 'chunks', message: `piece ${index} of ${of} sent ${maxResends + 1} times` }))
    }
    piece.resends += 1
    piece.deadline.restart(chunkAckMs)
    post(piece.body)
  }
  const send = async (index: number) => {
    const start = index * source.chunk
    const bytes = await source.read(start, Math.min(source.size, start + source.chunk))
    if (stopped) return
    const body = { k: 'chunk', id: source.id, i: index, of, crc: chunkCrc(index, of, bytes), d: source.toBase64(bytes) } as const
    const deadline = deadlines.start(chunkAckMs, () => resend(index, 'CHUNK_LOST'), true)
    unconfirmed.set(index, { body, bytes: bytes.length, deadline, resends: 0 })
    post(body)
  }
  const fillWindow = () => {
    while (!stopped && next < of && unconfirmed.size + reading < windowSize) {
      const index = next
      next += 1
      reading += 1
      send(index).then(
        () => {
          reading -= 1
        },
        (error: unknown) =>
          fail(
            // Reading fails when the file was moved or changed, or its disk removed, after the seller picked it.
            new BridgeError('DISK', {
              stage: 'read',
              message: String(error),
              userMessage: '读取文件失败，文件可能已被移动或修改，请重新选择文件',
            }),
          ),
      )
    }
  }
  fillWindow()
  return {
    confirm(index, bad) {
      if (bad) return resend(index, 'CORRUPT_CHUNK')
      const piece = unconfirmed.get(index)
      if (!piece || stopped) return
      piece.deadline.clear()
      unconfirmed.delete(index)
      confirmedBytes += piece.bytes
      onProgress(confirmedBytes)
      fillWindow()
    },
    stop,
  }
}
