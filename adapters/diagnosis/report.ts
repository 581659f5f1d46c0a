/** The format of self-test reports, and the validation of texts of unknown origin. */

import { fieldsOf, isFields } from '../../contract/ground/fields'
import { Misfit, numberFrom0, type Of, object, oneOf, type Schema, such, text } from '../../contract/ground/schema'

/** Version of the format; a change that older plugins would misread increases it. */
export const reportVersion = 1

/** The questions that only a real client can answer; later ones depend on earlier ones. */
export const questions = ['frame', 'file', 'upload', 'saving', 'storage', 'code', 'policy', 'host', 'event'] as const
export type Question = (typeof questions)[number]

const maxFacts = 60
const maxWords = 120

export type Fact = string | number | boolean | null | readonly string[]
const fact = such<Fact>('is no fact', (value) => {
  if (typeof value === 'string') return value.length <= 2000
  if (!Array.isArray(value)) return value === null || typeof value === 'boolean' || Number.isFinite(value)
  return value.length <= maxWords && value.every((one) => typeof one === 'string' && one.length <= 200)
})

export type Facts = Readonly<Record<string, Fact>>
const facts: Schema<Facts> = (value, place) => {
  const all = isFields(value) ? Object.entries(value) : []
  if (!isFields(value) || all.length > maxFacts || !all.every(([name]) => /^[a-zA-Z][\w.]{0,40}$/.test(name)))
    throw new Misfit(place, 'are no facts')
  return Object.fromEntries(all.map(([name, one]) => [name, fact(one, `${place}.${name}`)]))
}

const answer = object({
  /** `skipped` means that the question does not apply here, `open` that nobody has answered it. */
  state: oneOf(['passed', 'failed', 'skipped', 'open']),
  /** The measured value as text, such as 900 KB / 512 KB. */
  figure: text(500),
  /** One sentence on what follows from it. */
  meaning: text(500),
  ms: numberFrom0,
  facts,
})
export type Answer = Of<typeof answer>

const report = object({
  kejiangSelfTest: oneOf([reportVersion]),
  /** ISO time. */
  madeAt: such<string>(
    'is no time',
    (value) => typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value)),
  ),
  /** Version and build of the plugin. */
  plugin: text(80),
  environment: text(40),
  /** Versions of the client and of the shell; empty if unknown. */
  client: text(80),
  shell: text(80),
  /** Products and versions in the user agent; see `engineText`. */
  engine: text(500),
  /** Whether the page is packed with the shell or served by a server. */
  page: oneOf(['packed', 'served']),
  answers: object(Object.fromEntries(questions.map((name) => [name, answer])) as Readonly<Record<Question, typeof answer>>),
})
export type SelfTestReport = Of<typeof report>

/** Thrown for a text that is no valid report; the message is for the tester. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
}

const maxText = 200_000

/** Returns a copy of a valid report without unknown fields; throws ReportError with the reason for anything else. */
export function checkedReport(value: unknown): SelfTestReport {
  const version = fieldsOf(value).kejiangSelfTest
  if (typeof version !== 'number') throw new ReportError('这不是自检报告，请选择自检页面导出的文件')
  if (version > reportVersion) throw new ReportError('报告由更新版本的插件导出，请先升级插件再导入')
  if (version !== reportVersion) throw new ReportError('报告的格式太旧，请在客户端里重新自检后导出')
  try {
    return report(value, '')
  } catch (error) {
    if (!(error instanceof Misfit)) throw error
    throw new ReportError(`报告的内容不完整（${error.place.replace(/^\.(answers\.)?/, '')}），请重新导出后再导入`)
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

export const reportText = (made: SelfTestReport): string => `${JSON.stringify(made, null, 2)}\n`
