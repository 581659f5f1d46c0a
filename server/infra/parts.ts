/**
 * Parts of the operation besides the database, such as the storage: looked at again and again, and reported. A process serves on without
 * them, so its readiness does not depend on them; all processes share them, and a proxy would leave out every one at once.
 */
import { messageOf } from '../../contract/ground/thrown'

/** `unknown`: not looked at yet. */
export type PartState = 'ok' | 'failed' | 'unknown'

/** A part as it was when it was last looked at. */
export interface PartReport {
  readonly state: PartState
  /** Why it failed, for the operator. */
  readonly problem: string | null
}

export type Parts = Readonly<Record<string, () => PartReport>>

/** Time after which a check without an answer counts as failed, ms. */
const answerMs = 10_000
const lookEveryMs = 15_000

export interface Watch {
  report(): PartReport
  /** Looks now; never rejects. */
  look(): Promise<void>
  stop(): void
}

async function withinTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${answerMs} ms`)), answerMs)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs `check` from now on, every 15 s, one at a time. `changed` is called with each new failure, and with null when the part works again after one.
 */
export function watchPart(check: () => Promise<void>, changed: (failure: unknown) => void, everyMs = lookEveryMs): Watch {
  let report: PartReport = { state: 'unknown', problem: null }
  let looking: Promise<void> | undefined
  async function lookOnce(): Promise<void> {
    const before = report
    try {
      await withinTime(check())
      report = { state: 'ok', problem: null }
      if (before.state === 'failed') changed(null)
    } catch (error) {
      report = { state: 'failed', problem: messageOf(error) }
      if (before.problem !== report.problem) changed(error)
    }
  }
  const look = (): Promise<void> => {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }
  void look()
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return { report: () => report, look, stop: () => clearInterval(timer) }
}
