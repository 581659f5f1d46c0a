/** Recognises and validates frames among the messages of a channel. */
import { type Fields, isFields } from '../../contract/ground/fields'
import { ownField as own } from './fields'
import { type Frame, type FrameKind, longForm, shortForm } from './types'

/** Why a message is not a frame. No call ever fails for these reasons: other libraries may share the channel. */
export type IgnoreReason = 'shape' | 'foreign' | 'major' | 'field'

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 256
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isIndex = (value: unknown): value is number => isCount(value) && Number.isInteger(value)
const isRange = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(isIndex)

type Check = (value: unknown) => boolean
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const optionalText = optional(isText)
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

const withCount = (checks: Readonly<Record<string, Check>>) => ({ ...checks, id: isIndex })
/** The checks of the kinds that have a short form: ids are numbers there, and the page alone knows the expected kind of a reply. */
const shortChecksOf: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  req: { ...withCount(checksOf.req), kind: anything },
  ack: withCount(checksOf.ack),
  prog: withCount(checksOf.prog),
  res: withCount(checksOf.res),
  err: withCount(checksOf.err),
  cancel: withCount(checksOf.cancel),
  chunk: withCount(checksOf.chunk),
  chunkack: withCount(checksOf.chunkack),
  ping: { ids: optional((value) => Array.isArray(value) && value.every(isIndex)) },
  pong: {},
  many: { f: (value) => Array.isArray(value) && value.every(isPart) },
}

/** Whether a value is a short frame inside another; a function, because it reads checks that are defined below. */
function isPart(value: unknown): boolean {
  const k = isFields(value) ? own(value, 'k') : undefined
  const checks = typeof k === 'string' && k !== 'many' ? shortChecks.get(k) : undefined
  return checks?.every(([key, check]) => check(own(value as Fields, key))) ?? false
}

const pairsOf = (checks: Readonly<Record<string, Readonly<Record<string, Check>>>>) =>
  new Map(Object.entries(checks).map(([k, fields]) => [k, Object.entries(fields)]))
const longChecks = pairsOf(checksOf)
const shortChecks = pairsOf(shortChecksOf)

/** A frame of the short form, whose address and ids its receiver has to fill in. */
export type ShortFrame = Fields & { readonly n: string; readonly id?: number; readonly ids?: readonly number[] }

/** Returns the frames of a short frame of the kind `many`, else the frame itself. */
export const partsOf = (frame: ShortFrame): readonly ShortFrame[] =>
  frame.k === 'many' ? (frame.f as ShortFrame[]).map((part) => ({ ...part, qnb: shortForm, n: frame.n })) : [frame]

/**
 * Returns a message that is a frame of ours, else why it is none. Never throws. The caller tells the two forms apart by `qnb`.
 */
export function decode(raw: unknown): Frame | ShortFrame | IgnoreReason {
  const fields = unwrap(raw)
  if (fields === undefined) return 'shape'
  const form = own(fields, 'qnb')
  if (form === undefined) return 'foreign'
  if (form !== longForm && form !== shortForm) return 'major'
  const k = own(fields, 'k')
  const checks = typeof k === 'string' ? (form === shortForm ? shortChecks : longChecks).get(k) : undefined
  if (checks === undefined) return 'field'
  if (form === shortForm) {
    if (!isText(own(fields, 'n')) || own(fields, 'sid') !== undefined || own(fields, 'hid') !== undefined) return 'field'
  } else if (
    !isText(own(fields, 'sid')) ||
    !isIndex(own(fields, 'seq')) ||
    !optionalText(own(fields, 'hid')) ||
    !optionalText(own(fields, 'n'))
  )
    return 'field'
  for (const [key, check] of checks) if (!check(own(fields, key))) return 'field'
  return fields as unknown as Frame | ShortFrame
}

export const isShort = (frame: Frame | ShortFrame): frame is ShortFrame => frame.qnb === shortForm
