import { engineText, redactText } from '../../../adapters/diagnosis/redact'
import { type Answer, type Question, questions, reportVersion, type SelfTestReport } from '../../../adapters/diagnosis/report'
import type { Platform } from '../../../adapters/platform'
import type { Outcome } from './run-step'

/** The answer to a question that has not been measured. */
const unanswered: Answer = { state: 'open', figure: '', meaning: '没有测', ms: 0, facts: {} }

const packedOrigin = 'https://webview'

/** Builds the report of what has been measured so far; waits for `platform.ready()`. */
export async function buildReport(
  platform: Platform,
  outcomes: Readonly<Partial<Record<Question, Outcome>>>,
  at: Date,
): Promise<SelfTestReport> {
  const { environment, version } = await platform.ready()
  const about = await platform.diagnosis?.about()
  const answers = questions.map((question): [Question, Answer] => {
    const outcome = outcomes[question]
    if (!outcome) return [question, unanswered]
    const { state, figure, meaning, ms, facts } = outcome
    return [question, { state, figure: redactText(figure), meaning: redactText(meaning), ms, facts }]
  })
  return {
    kejiangSelfTest: reportVersion,
    madeAt: at.toISOString(),
    plugin: `${__APP_VERSION__} (${__BUILD_ID__})`,
    environment,
    client: redactText(about?.client ?? version),
    shell: redactText(about?.shell ?? ''),
    engine: engineText(navigator.userAgent),
    page: location.origin === packedOrigin ? 'packed' : 'served',
    answers: Object.fromEntries(answers) as Record<Question, Answer>,
  }
}

/** 壳匠自检-9.97.56N-20261121.json */
export const reportName = ({ client, environment, madeAt }: SelfTestReport): string =>
  `壳匠自检-${(client || environment).replace(/[^\w.-]/g, '')}-${madeAt.slice(0, 10).replaceAll('-', '')}.json`
