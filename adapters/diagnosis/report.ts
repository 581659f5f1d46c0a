/** The format of self-test reports, and the validation of texts of unknown origin. */

import { type Fields, isFields } from '../../contract/ground/fields'

/** Version of the format; a change that older plugins would misread increases it. */
export const reportVersion = 1

/** The questions that only a real client can answer; later ones depend on earlier ones. */
export const questions = ['frame', 'file', 'upload', 'saving', 'storage', 'code', 'policy', 'host', 'event'] as const
export type Question = (typeof questions)[number]

export const answerStates = ['passed', 'failed', 'skipped', 'open'] as const
/** `skipped` means that the question does not apply here, `open` that nobody has answered it. */
export type AnswerState = (typeof answerStates)[number]

export type Fact = string | number | boolean | null | readonly string[]
export type Facts = Readonly<Record<string, Fact>>

export interface Answer {
  readonly state: AnswerState
  /** The measured value as text, such as 900 KB / 512 KB. */
  readonly figure: string
  /** One sentence on what follows from it. */
  readonly meaning: string
  readonly ms: number
  readonly facts: Facts
}

export interface SelfTestReport {
  readonly kejiangSelfTest: typeof reportVersion
  /** ISO time. */
  readonly madeAt: string
  /** Version and build of the plugin. */
  readonly plugin: string
  readonly environment: string
  /** Versions of the client and of the shell; empty if unknown. */
  readonly client: string
  readonly shell: string
  /** Products and versions in the user agent; see `engineText`. */
  readonly engine: string
  /** Whether the page is packed with the shell or served by a server. */
  readonly page: 'packed' | 'served'
  readonly answers: Readonly<Record<Question, Answer>>
}

/** Thrown for a text that is no valid report; the message is for the tester. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
}

const maxText = 200_000
const maxFacts = 60
const maxWords = 120

const own = (fields: Fields, name: string): unknown =>
  Object.getOwnPropertyDescriptor(fields, name) === undefined ? undefined : fields[name]

const invalid = (path: string): ReportError => new ReportError(`报告的内容不完整（${path}），请重新导出后再导入`)

function text(fields: Fields, name: string, maxLength = 500): string {
  const value = own(fields, name)
  if (typeof value !== 'string' || value.length > maxLength) throw invalid(name)
  return value
}
function oneOf<T extends string>(fields: Fields, name: string, allowed: readonly T[]): T {
  const value = own(fields, name)
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw invalid(name)
  return found
}

function factOf(value: unknown, name: string): Fact {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'string' && value.length <= 2000) return value
  if (Array.isArray(value) && value.length <= maxWords && value.every((one) => typeof one === 'string' && one.length <= 200)) {
    return [...value]
  }
  throw invalid(name)
}

function factsOf(value: unknown, path: string): Facts {
  if (!isFields(value)) throw invalid(`${path}.facts`)
  const names = Object.keys(value)
  if (names.length > maxFacts) throw invalid(`${path}.facts`)
  const facts: Record<string, Fact> = {}
  for (const name of names) {
    if (!/^[a-zA-Z][\w.]{0,40}$/.test(name)) throw invalid(`${path}.facts`)
    facts[name] = factOf(own(value, name), `${path}.${name}`)
  }
  return facts
}

function answerOf(value: unknown, question: Question): Answer {
  if (!isFields(value)) throw invalid(question)
  const ms = own(value, 'ms')
  if (typeof ms !== 'number' || !Number.isFinite(ms) || ms < 0) throw invalid(`${question}.ms`)
  return {
    state: oneOf(value, 'state', answerStates),
    figure: text(value, 'figure'),
    meaning: text(value, 'meaning'),
    ms,
    facts: factsOf(own(value, 'facts'), question),
  }
}

/** Returns a copy of a valid report without unknown fields; throws ReportError with the reason for anything else. */
export function checkedReport(value: unknown): SelfTestReport {
  const version = isFields(value) ? own(value, 'kejiangSelfTest') : undefined
  if (!isFields(value) || typeof version !== 'number') throw new ReportError('这不是自检报告，请选择自检页面导出的文件')
  if (version > reportVersion) throw new ReportError('报告由更新版本的插件导出，请先升级插件再导入')
  if (version !== reportVersion) throw new ReportError('报告的格式太旧，请在客户端里重新自检后导出')
  const madeAt = text(value, 'madeAt', 40)
  if (Number.isNaN(Date.parse(madeAt))) throw invalid('madeAt')
  const answers = own(value, 'answers')
  if (!isFields(answers)) throw invalid('answers')
  return {
    kejiangSelfTest: reportVersion,
    madeAt,
    plugin: text(value, 'plugin', 80),
    environment: text(value, 'environment', 40),
    client: text(value, 'client', 80),
    shell: text(value, 'shell', 80),
    engine: text(value, 'engine'),
    page: oneOf(value, 'page', ['packed', 'served'] as const),
    answers: Object.fromEntries(questions.map((name) => [name, answerOf(own(answers, name), name)])) as Record<Question, Answer>,
  }
}

/** Reads a report from the text of a file or the clipboard; throws ReportError. */
export function readReport(reportJson: string): SelfTestReport {
  if (reportJson.length > maxText) throw new ReportError('这个文件太大，不是自检报告')
  let value: unknown
  try {
    value = JSON.parse(reportJson)
  } catch {
    throw new ReportError('这不是自检报告：内容不是完整的 JSON，请复制全文或选择导出的文件')
  }
  return checkedReport(value)
}

export const reportText = (report: SelfTestReport): string => `${JSON.stringify(report, null, 2)}\n`
