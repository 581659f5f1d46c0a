/** Recognises and validates frames among the messages of a channel. */
import { type Fields, isFields } from './fields'
import { type Frame, type FrameKind, protocolMajor } from './types'

/** Why a message is not a frame. No call ever fails for these reasons: other libraries may share the channel. */
export type IgnoreReason = 'shape' | 'foreign' | 'major' | 'field'

/** Converts frames to and from messages. `qnb1` is the codec of this protocol. */
export interface Codec {
  encode(frame: Frame): unknown
  /** Returns the frame, or the reason why the message is none. Never throws. */
  decode(raw: unknown): Frame | IgnoreReason
}

/** This runs for every field of every frame: a property descriptor would be allocated each time, Object.hasOwn is too new. */
const isOwn = Object.prototype.hasOwnProperty
/** Reads own fields only: a message must not inherit `qnb` or an id through a `__proto__` key. */
const own = (fields: Fields, key: string): unknown => (isOwn.call(fields, key) ? fields[key] : undefined)
const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 256
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isIndex = (value: unknown): value is number => isCount(value) && Number.isInteger(value)
const isRange = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(isIndex)

type Check = (value: unknown) => boolean
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const anything: Check = () => true
const isString: Check = (value) => typeof value === 'string'

const checksOf: Readonly<Record<FrameKind, Readonly<Record<string, Check>>>> = {
  hello: { proto: isRange, page: isString, h: optional(isIndex), frame: optional(isIndex) },
  welcome: {
    hid: isText,
    n: isText,
    proto: isRange,
    shell: isString,
    client: isString,
    caps: (value) => Array.isArray(value) && value.every((cap) => typeof cap === 'string'),
    limits: (value) =>
      isFields(value) && ['frame', 'chunk', 'file'].every((key) => isIndex(own(value, key)) && own(value, key) !== 0),
    user: optional(isString),
    h: optional(isIndex),
  },
  req: { id: isText, m: isText, p: anything, kind: isText, dl: optional(isCount), ik: optional(isText) },
  ack: { id: isText },
  prog: { id: isText, i: isIndex, stage: isString, loaded: isCount, total: optional(isCount) },
  res: { id: isText, kind: anything, v: anything },
  err: { id: isText, e: anything },
  cancel: { id: isText },
  chunk: { id: isText, i: isIndex, of: isIndex, crc: anything, d: anything },
  chunkack: { id: isText, i: isIndex },
  ping: { ids: optional((value) => Array.isArray(value) && value.every(isText)) },
  pong: {},
  bye: { why: isString },
}

/**
 * Returns the message inside the client's wrapper: `e.detail.value` (Qianniu), `e.detail` (Alipay), `e.detail.data` (uni-app) or
 * a JSON string of any of these; undefined if there is no object. Only one string is parsed: our frames never nest JSON.
 */
export function unwrap(raw: unknown): Fields | undefined {
  let value: unknown = raw
  let parses = 1
  for (let depth = 0; depth < 6; depth += 1) {
    if (typeof value === 'string') {
      if (parses === 0) return undefined
      parses -= 1
      try {
        value = JSON.parse(value)
      } catch {
        return undefined // The text was truncated or belongs to another library.
      }
      continue
    }
    if (!isFields(value)) return undefined
    if (own(value, 'qnb') !== undefined) return value
    const next = ['detail', 'value', 'data']
      .map((key) => own(value as Fields, key))
      .find((inner) => inner !== undefined && inner !== null)
    if (next === undefined) return value
    value = next
  }
  return undefined
}

function checked(fields: Fields): Frame | IgnoreReason {
  const major = own(fields, 'qnb')
  if (major === undefined) return 'foreign'
  if (major !== protocolMajor) return 'major'
  const k = own(fields, 'k')
  if (typeof k !== 'string' || !isOwn.call(checksOf, k)) return 'field'
  if (!isText(own(fields, 'sid')) || !isIndex(own(fields, 'seq'))) return 'field'
  if (!optional(isText)(own(fields, 'hid')) || !optional(isText)(own(fields, 'n'))) return 'field'
  const checks = checksOf[k as FrameKind]
  for (const key of Object.keys(checks)) {
    if (!(checks[key] as Check)(own(fields, key))) return 'field'
  }
  return fields as unknown as Frame
}

export const qnb1: Codec = {
  encode: (frame) => frame,
  decode: (raw) => {
    const fields = unwrap(raw)
    return fields === undefined ? 'shape' : checked(fields)
  },
}
