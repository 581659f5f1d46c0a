/**
 * Reads the responses of factories' programs into one form: what their fields say about success, and their words. The same program
 * writes `code` or `status`, `msg` or `message`, booleans as text, and puts the answer itself into `data`.
 */
import { type Fields, isFields } from '../../../../contract/ground/fields'
import { parseWrappedJson } from '../../net/wrapped-json'
import { field, firstText, textOf } from './field-names'
import { isBareSuccess } from './words'

/**
 * The result by the fields of a reply. `accepted` and `refused` are a boolean or word made for it; `code-refused`: a code that no program known to
 * us uses for success; `either`: 0 or 1 alone, which is success in one framework and refusal in the next; `nothing`: no such field.
 */
export type Signal = 'refused' | 'code-refused' | 'either' | 'accepted' | 'nothing'

export interface Reply {
  readonly httpStatus: number
  readonly body: unknown
  readonly signal: Signal
  /** Stable word or number of a refusal; '' without one. */
  readonly code: string
  /** The program's words; '' when it says nothing or only `ok`. */
  readonly message: string
}

/** Objects that wrap an answer or a receipt. */
const wrappers = [
  'data',
  'result',
  'response',
  'resp',
  'body',
  'content',
  'value',
  'returns',
  'payload',
  'errorresponse',
] as const
const lists = ['datas', 'list', 'results', 'rows', 'items'] as const
const flagNames = [
  'success',
  'issuccess',
  'issucc',
  'succ',
  'succeed',
  'succeeded',
  'ok',
  'flag',
  'result',
  'ack',
  'status',
  'state',
] as const
/** Flags of which the number 0 means that the call failed. */
const plainFlags: ReadonlySet<string> = new Set(['success', 'issuccess', 'issucc', 'succ', 'succeed', 'succeeded', 'ok'])
const codeNames = [
  'code',
  'status',
  'statuscode',
  'retcode',
  'returncode',
  'rescode',
  'respcode',
  'rspcode',
  'resultcode',
  'ret',
  'flag',
  'result',
  'state',
] as const // prettier-ignore
/** Codes of errors, of which 0 is success. */
const errorNames = [
  'errcode',
  'errorcode',
  'errno',
  'errorno',
  'error',
  'errors',
  'fail',
  'failed',
  'faillist',
  'errorlist',
] as const
const messageNames = [
  'message',
  'msg',
  'errmsg',
  'errormsg',
  'errormessage',
  'errmessage',
  'retmsg',
  'returnmsg',
  'resultmsg',
  'resultmessage',
  'respmsg',
  'rspmsg',
  'statusmsg',
  'error',
  'errors',
  'err',
  'info',
  'desc',
  'description',
  'errordesc',
  'reason',
  'failreason',
  'errcodedes',
  'errordescription',
  'errorinfo',
  'errinfo',
  'retinfo',
  'resultdesc',
  'respdesc',
  'failed',
  'fail',
  'faillist',
  'errorlist',
  'failmsg',
  'tip',
  'tips',
  'detail',
] as const // prettier-ignore

const orderNumbers = ['orderid', 'orderno', 'ordersn', 'ordercode', 'ordernumber', 'billno', 'oid', 'id'] as const

const yes = /^(?:true|t|y|yes|ok|okay|success(?:ful)?|succ|succeed(?:ed)?|成功)$/i
const no = /^(?:false|f|n|no|ng|error|err|fail|failed|failure|exception|denied|失败|错误)$/i
/** 2000, 10000 and 20000 are the success of widely copied templates, 201 and 202 of REST, A00000 and zeros of banks. */
const goodCodes = /^(?:A?0{2,}|20[0-2]|2000|10000|20000|ok|success|succ|succeed|true|成功)$/i

/** Parses a response; null when the body is not one, such as a proxy's page or truncated JSON. */
export function readReply(text: string, httpStatus: number): Reply | null {
  const body = unpack(parseWrappedJson(text), 0)
  if (typeof body !== 'object' || body === null) return null
  const levels = levelsOf(body)
  const signals = levels.map((level, index) => signalOf(level, index))
  const signal = (['refused', 'code-refused', 'either', 'accepted'] as const).find((one) => signals.includes(one)) ?? 'nothing'
  const messages = levels.flatMap(messagesOf).filter((message) => !isBareSuccess(message))
  const [code = ''] = levels.flatMap((level) => codesOf(level).filter((one) => !goodCodes.test(one)))
  return {
    httpStatus,
    body,
    signal: httpStatus < 400 ? signal : weighed(signal),
    code: code === '' && httpStatus >= 400 ? String(httpStatus) : code,
    message: [...new Set(messages)].join('；'),
  }
}

/** Corrects a signal by an HTTP status of errors: the status is a refusing code itself, and contradicts a success. */
function weighed(signal: Signal): Signal {
  if (signal === 'nothing') return 'code-refused'
  return signal === 'accepted' ? 'either' : signal
}

/** Parses JSON that was put as text into a field of JSON. */
function unpack(value: unknown, depth: number): unknown {
  if (typeof value === 'string' && /^\s*[{[]/.test(value)) return parseWrappedJson(value) ?? value
  if (!isFields(value) || depth > 1) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unpack(inner, depth + 1)]))
}

/** Returns the response and the wrappers in it that are answers themselves: they have a flag, or a code with a message. */
function levelsOf(body: object): readonly Fields[] {
  if (!isFields(body)) return []
  const inner = innerOf(body).filter((one) => {
    const said = signalOf(one, 1)
    return said === 'refused' || said === 'accepted' || (said !== 'nothing' && messagesOf(one).length > 0)
  })
  return [body, ...inner]
}

/** Returns the objects directly in an answer that may hold the answer itself, also as the only one of a list. */
const innerOf = (fields: Fields): readonly Fields[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    if (field({ [name]: value }, ...wrappers, ...lists) === undefined && !/_response$/.test(name)) return []
    const only = Array.isArray(value) && value.length === 1 ? value[0] : value
    return isFields(only) ? [only] : []
  })

function codesOf(level: Fields): readonly string[] {
  return [...codeNames, ...errorNames].flatMap((name) => {
    const value = field(level, name)
    const text = textOf(isFields(value) ? field(value, 'code') : value)
    return text === '' ? [] : [text]
  })
}

function signalOf(level: Fields, index = 0): Signal {
  // The status of an order in an answer is not that of the call.
  const isOrder = index > 0 && field(level, ...orderNumbers) !== undefined
  const says = (name: string): boolean => !isOrder || (name !== 'status' && name !== 'state')
  const flags = flagNames.filter(says).map((name) => flagOf(name, field(level, name)))
  if (flags.includes(false)) return 'refused'
  if (flags.includes(true)) return 'accepted'
  const codes = [
    ...codeNames.filter(says).map((name) => codeSignal(name, field(level, name))),
    ...errorNames.map((name) => errorSignal(field(level, name))),
  ]
  return (['code-refused', 'accepted', 'either'] as const).find((one) => codes.includes(one)) ?? 'nothing'
}

function flagOf(name: string, value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const text = textOf(value)
  if (plainFlags.has(name) && /^[01]$/.test(text)) return text === '1'
  if (yes.test(text)) return true
  return no.test(text) ? false : null
}

function codeSignal(name: string, value: unknown): Signal {
  const text = textOf(value)
  if (text === '') return 'nothing'
  if (text === '0' || text === '1') return 'either'
  if (goodCodes.test(text)) return 'accepted'
  if (name === 'code' || name.endsWith('code')) return 'code-refused'
  // A word under the other names may be the state of an order, and a number under these be an order's.
  const isNumber = name === 'result' || name === 'flag' ? /^-\d+$/.test(text) : /^-?\d{1,6}$/.test(text)
  return isNumber && name !== 'state' ? 'code-refused' : 'nothing'
}

function errorSignal(value: unknown): Signal {
  if (value === undefined || value === '') return 'nothing'
  if (value === false || (typeof value !== 'object' && /^(?:0+|ok|success|false|none|null|200)$/i.test(textOf(value))))
    return 'accepted'
  if (typeof value !== 'object' || value === null) return 'code-refused'
  return Object.keys(value).length === 0 ? 'nothing' : 'code-refused'
}

/** Returns the messages of one level, first the general one. A message may be a list, or an object of lists by field. */
function messagesOf(level: Fields): readonly string[] {
  const texts = messageNames.map((name) => wordsOf(field(level, name), namesFields.has(name) ? 0 : maxWordsDepth)).filter(Boolean)
  const found = texts.find((text) => !isBareSuccess(text)) ?? texts[0] ?? ''
  const more = [
    ...['submsg', 'submessage', 'errors'].map((name) => wordsOf(field(level, name), 0)),
    dataWords(field(level, 'data')),
  ]
  return [found, ...more].filter((text, index, all) => text !== '' && all.indexOf(text) === index)
}

/** Words in the place of the data: a text that has spaces or Chinese and so is no number of an order. */
const dataWords = (data: unknown): string =>
  typeof data === 'string' && /[\s\u3400-\u9fff]/.test(data.trim()) ? data.trim() : ''

/** Names under which an object holds messages by field; under the others it is the answer. */
const namesFields: ReadonlySet<string> = new Set([
  'message',
  'msg',
  'errmsg',
  'errormsg',
  'error',
  'errors',
  'err',
  'fail',
  'failed',
  'faillist',
  'errorlist',
])
const maxWordsDepth = 3

function wordsOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return /^\s*(?:-?\d+|true|false|null)\s*$/i.test(value) ? '' : value.trim()
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return [...new Set(value.map((one) => one.trim()))].join('；')
  if (typeof value !== 'object' || value === null || depth >= maxWordsDepth) return ''
  const inner = isFields(value) ? firstText(value, 'message', 'msg', 'reason', 'errmsg', 'error', 'text', 'desc') : ''
  if (inner !== '') return inner
  return [...new Set(Object.values(value).map((one) => wordsOf(one, depth + 1)))].filter(Boolean).join('；')
}
