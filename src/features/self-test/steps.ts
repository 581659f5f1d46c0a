/** Types of the self-test's steps, one per question: how each is measured and how long it may take. */
import type { Facts, Question } from '../../../adapters/diagnosis/report'
import type { Platform } from '../../../adapters/platform'

/** The context of a step; steps read the page's own features from the window. */
export interface StepContext {
  readonly platform: Platform
  /** Id of this page load; markers with another id are from an earlier visit. */
  readonly visit: string
  /** Id of the visit whose markers must be present, because the page was reloaded right after writing them. */
  readonly expected: string | null
}

export interface Measurement {
  readonly state: 'passed' | 'failed' | 'skipped' | 'open'
  readonly figure: string
  readonly meaning: string
  readonly facts: Facts
  /** Shown to the tester only, never in the report: the name of a picture that was left behind. */
  readonly note?: string
}

export interface MeasureControls {
  /** Aborted by the step's time limit, or by the tester. */
  readonly signal: AbortSignal
  /** Records facts found so far; they remain when the step does not end. */
  addFacts(facts: Facts): void
}

export interface Step {
  readonly question: Question
  readonly title: string
  readonly limitMs: number
  measure(context: StepContext, controls: MeasureControls): Promise<Measurement>
}

const noClient = '这里不是千牛客户端，这一项不适用'
export const notApplicable: Measurement = { state: 'skipped', figure: '不适用', meaning: noClient, facts: {} }

/** The reason why a step that needs the shell cannot use it; null when it can. */
export async function refusalOf({ platform }: StepContext, method: string): Promise<Measurement | null> {
  if (!platform.diagnosis) return notApplicable
  const { methods } = await platform.diagnosis.about()
  if (methods.includes(method)) return null
  return { state: 'skipped', figure: '没有测', meaning: '外壳没有自检能力，请升级外壳后再测', facts: { offered: false } }
}
