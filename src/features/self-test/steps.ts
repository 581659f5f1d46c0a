/** The nine questions as steps: what is asked, how it is measured, how long it may take. */
import type { Facts, Question } from '../../../adapters/diagnosis/report'
import type { Platform } from '../../../adapters/platform'

/** Where the steps run; the page's own parts are asked of the window itself. */
export interface World {
  readonly platform: Platform
  /** Of this load of the page; markers of another one are of an earlier visit. */
  readonly visit: string
  /** The visit whose markers must be there, because the page was reloaded right after writing them. */
  readonly expected: string | null
}

export interface Measured {
  readonly state: 'passed' | 'failed' | 'skipped' | 'open'
  readonly figure: string
  readonly meaning: string
  readonly facts: Facts
  /** Only for whoever runs the test, never in the report: the name of a picture that was left. */
  readonly note?: string
}

export interface Measuring {
  /** Aborted by the step's time limit, or by whoever stops it. */
  readonly signal: AbortSignal
  /** What is known already: kept when the step does not end. */
  found(facts: Facts): void
}

export interface Step {
  readonly question: Question
  readonly title: string
  readonly limitMs: number
  measure(world: World, measuring: Measuring): Promise<Measured>
}

const noClient = '这里不是千牛客户端，这一项不适用'
export const notHere: Measured = { state: 'skipped', figure: '不适用', meaning: noClient, facts: {} }

/** Why a step that needs the shell cannot ask it; null when it can. */
export async function refusalOf({ platform }: World, method: string): Promise<Measured | null> {
  if (!platform.diagnosis) return notHere
  const { offers } = await platform.diagnosis.about()
  if (offers.includes(method)) return null
  return { state: 'skipped', figure: '没有测', meaning: '外壳没有自检能力，请升级外壳后再测', facts: { offered: false } }
}
