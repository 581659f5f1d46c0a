import type { Codec } from './envelope'
import { type Channel, type Env, type Frame, type FrameBody, type Log, protocolMajor } from './types'

/** Between whom a frame goes. */
export interface Address {
  readonly sid: string
  readonly hid?: string
  readonly n?: string
}

export interface Wire {
  /** False when the channel refused; a call then runs into its own time limit, which names the cause better. */
  send(body: FrameBody, address: Address): boolean
  /** Counts a frame that was ignored. */
  ignore(reason: string): void
  ignored(): Readonly<Record<string, number>>
  close(): void
}

/** One half's end of a channel: frames out with seq and time, frames in decoded; what is no frame is counted and dropped. */
export function createWire(channel: Channel, codec: Codec, env: Env, log: Log, onFrame: (frame: Frame) => void): Wire {
  const ignored: Record<string, number> = {}
  let seq = 0
  const ignore = (reason: string) => {
    ignored[reason] = (ignored[reason] ?? 0) + 1
  }
  const unlisten = channel.listen((raw) => {
    const frame = codec.decode(raw)
    if (typeof frame === 'string') ignore(frame)
    else onFrame(frame)
  })
  return {
    send(body, { sid, hid, n }) {
      seq += 1
      // The body first: engines clone it at once, while spreading it last costs more than the rest of the frame.
      const frame = { ...body, qnb: protocolMajor, sid, hid, n, seq, ts: Math.round(env.now()) }
      try {
        channel.send(codec.encode(frame as Frame))
        return true
      } catch (error) {
        log('send-failed', { k: body.k, error: String(error) })
        return false
      }
    },
    ignore,
    ignored: () => {
      const atChannel = channel.rejected?.() ?? 0
      return atChannel > 0 ? { ...ignored, channel: atChannel } : { ...ignored }
    },
    close: unlisten,
  }
}
