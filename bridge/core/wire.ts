/**
 * Sends and receives frames over a channel, for either half of the bridge.
 *
 * No seller notices version 2: a hundred calls one after the other, a reply of 300 KB and a file of 20 MB take the same by version 1, and a
 * thousand calls, eight in flight, 19 ms instead of 69 (`npm run bench -- bridge` measures both). It stands for the bars of many calls
 * against bare messages (bench/bars.mjs): by version 1 they take 1.5 times as long, by version 2 1.25 and, in flight, 0.3.
 */

import type { Fields } from '../../contract/ground/fields'
import { decode, isShort, partsOf, type ShortFrame } from './envelope'
import { wireSize } from './frame-size'
import { type Channel, type Env, type Frame, type FrameBody, type Log, longForm, shortForm } from './types'

/** The session fields of a frame. */
export interface Address {
  readonly sid: string
  readonly hid?: string
  readonly n?: string
  /** Whether page and host agreed on version 2, whose frames carry of the address only the nonce. */
  readonly short?: boolean
}

export interface Wire {
  /**
   * Sends a frame. The short frames of one task leave together when it ends. If the channel throws, the call ends at its own time
   * limit, whose error names the cause better.
   */
  send(body: FrameBody, address: Address): void
  /** Counts an ignored frame under `reason`. */
  ignore(reason: string): void
  ignored(): Readonly<Record<string, number>>
  close(): void
}

export interface WirePort {
  readonly channel: Channel
  readonly env: Env
  readonly log: Log
  onFrame(frame: Frame): void
  /** Returns the present session, if any: its nonce is the address of short frames. */
  session(): Address | undefined
  /** A short frame of another session has arrived. */
  onForeign(n: string): void
  /** Returns the largest frame that is known to arrive, bytes. */
  frameLimit(): number
}

/** A frame as it leaves in its short form. */
interface ShortMessage extends Fields {
  readonly qnb: typeof shortForm
  readonly n: string | undefined
  readonly k: string
}

/** These frames have the long form in every session. */
const alwaysLong: ReadonlySet<string> = new Set(['hello', 'welcome', 'bye'])

/** Frames leave together up to this size, bytes, so that one lost message does not cost much. */
const manyBytes = 64 * 1024

/** Returns the number after `sid:` in a call's id, the id of short frames; undefined if the id is not of that form. */
function shortId(id: string, sid: string): number | undefined {
  if (!id.startsWith(sid) || id.charCodeAt(sid.length) !== 58) return undefined
  const count = Number(id.slice(sid.length + 1))
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/**
 * Returns the short form of a frame, or undefined if it has none. Requests and replies are written field by field, because engines
 * create and stringify such an object faster than one made by spreading others (measured: 3 % of a call).
 */
function shorten(body: FrameBody, { sid, n }: Address): ShortMessage | undefined {
  if (body.k === 'hello' || body.k === 'welcome' || body.k === 'bye') return undefined
  if (body.k === 'pong') return { k: 'pong', qnb: shortForm, n }
  if (body.k === 'ping') {
    const ids = body.ids?.map((id) => shortId(id, sid))
    return ids?.includes(undefined) ? undefined : { k: 'ping', ids, qnb: shortForm, n }
  }
  const id = shortId(body.id, sid)
  if (id === undefined) return undefined
  if (body.k === 'req') return { qnb: shortForm, n, k: 'req', id, m: body.m, p: body.p, dl: body.dl, ik: body.ik }
  if (body.k === 'res') return { qnb: shortForm, n, k: 'res', id, kind: body.kind, v: body.v }
  return { ...body, id, qnb: shortForm, n }
}

const withoutAddress = ({ qnb, n, ...part }: ShortMessage): object => part

/** Fills in what the short form leaves out. The message is copied, because its object may belong to the client. */
function lengthen(frame: ShortFrame, { sid, hid }: Address): Frame {
  if (frame.id !== undefined) return { ...frame, sid, hid, id: `${sid}:${frame.id}` } as unknown as Frame
  return { ...frame, sid, hid, ids: frame.ids?.map((id) => `${sid}:${id}`) } as unknown as Frame
}

/** Addresses outgoing frames and decodes incoming ones; messages that are no frames are counted and dropped. */
export function createWire({ channel, env, log, onFrame, session, onForeign, frameLimit }: WirePort): Wire {
  const ignored: Record<string, number> = {}
  let seq = 0
  const ignore = (reason: string) => {
    ignored[reason] = (ignored[reason] ?? 0) + 1
  }
  const unlisten = channel.listen((raw) => {
    const frame = decode(raw)
    if (typeof frame === 'string') return ignore(frame)
    const current = session()
    if (!isShort(frame)) {
      if (current?.short && frame.n === current.n && !alwaysLong.has(frame.k)) return ignore('form')
      return onFrame(frame)
    }
    if (current?.n !== frame.n) {
      ignore('nonce')
      return onForeign(frame.n)
    }
    if (!current.short) return ignore('form')
    for (const part of partsOf(frame)) {
      // A frame before this one may have ended the session.
      const address = session()
      if (address?.n === frame.n) onFrame(lengthen(part, address))
    }
  })
  const post = (message: object, k: string) => {
    try {
      channel.send(message)
    } catch (error) {
      log('send-failed', { k, error: String(error) })
    }
  }
  /** The short frames of the present task, all with the nonce `queuedFor`. */
  let queue: ShortMessage[] = []
  let queuedFor: string | undefined
  const flush = () => {
    const frames = queue
    queue = []
    if (frames.length === 0) return
    if (frames.length === 1) return post(frames[0] as ShortMessage, 'short')
    const limit = Math.min(manyBytes, frameLimit())
    let together: ShortMessage[] = []
    let size = 0
    const leave = () => {
      const [one] = together
      if (one)
        post(together.length === 1 ? one : { qnb: shortForm, n: queuedFor, k: 'many', f: together.map(withoutAddress) }, 'many')
      together = []
      size = 0
    }
    for (const frame of frames) {
      const bytes = wireSize(JSON.stringify(frame), limit)
      if (size + bytes > limit) leave()
      together.push(frame)
      size += bytes
    }
    leave()
  }
  return {
    send(body, address) {
      const { sid, hid, n } = address
      const short = address.short ? shorten(body, address) : undefined
      if (queue.length > 0 && (short === undefined || n !== queuedFor)) flush()
      if (short === undefined) {
        seq += 1
        // The body is spread first because engines clone it in one step; spread last, it costs more than the rest of the frame.
        post({ ...body, qnb: longForm, sid, hid, n, seq, ts: Math.round(env.now()) }, body.k)
      } else if (body.k === 'chunk') {
        // A piece of a file is too large to leave with others.
        flush()
        post(short, body.k)
      } else {
        queuedFor = n
        queue.push(short)
        if (queue.length === 1) void Promise.resolve().then(flush)
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
