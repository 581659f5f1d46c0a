/** Sends and receives frames over a channel, for either half of the bridge. */
import type { Codec } from './envelope'
import { type Channel, type Env, type Frame, type FrameBody, type Log, protocolMajor } from './types'

/** The session fields of a frame. */
export interface Address {
  readonly sid: string
  readonly hid?: string
  readonly n?: string
}

export interface Wire {
  /** Returns false if the channel threw. The call then ends at its own time limit, whose error names the cause better. */
  send(body: FrameBody, address: Address): boolean
  /** Counts an ignored frame under `reason`. */
  ignore(reason: string): void
  ignored(): Readonly<Record<string, number>>
  close(): void
}

/** Adds `seq` and `ts` to outgoing frames and decodes incoming ones; messages that are no frames are counted and dropped. */
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
      // The body is spread first because engines clone it in one step; spread last, it costs more than the rest of the frame.
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

/** Returns the highest version in both ranges, or undefined if they do not overlap. */
export function commonVersion(a: readonly [number, number], b: readonly [number, number]): number | undefined {
  const highest = Math.min(a[1], b[1])
  return highest >= Math.max(a[0], b[0]) ? highest : undefined
}
