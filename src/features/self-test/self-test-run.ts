/** State of one self-test on this page: the finished measurements, the running one, and the person's answers. */
import { proxy } from 'valtio'
import { type SavingWay, savingWays } from '../../../adapters/diagnosis/limits'
import type { Question } from '../../../adapters/diagnosis/report'
import type { Platform } from '../../../adapters/platform'
import { clientFile, clientUpload } from './measure/client-files'
import { code } from './measure/code'
import { frames } from './measure/frames'
import { engine, host } from './measure/host'
import { policy } from './measure/policy'
import { savingResult, tryWay, untried, type WayRow } from './measure/saving'
import { storageStep } from './measure/storage'
import { type Outcome, runStep } from './run-step'
import type { Step, StepContext } from './steps'

export interface SelfTestState {
  outcomes: Partial<Record<Question, Outcome>>
  running: Question | null
  /** True if all steps are being run. */
  all: boolean
  ways: Record<SavingWay, WayRow>
}

export interface SelfTestRun {
  readonly state: SelfTestState
  readonly steps: readonly Step[]
  run(question: Question): Promise<void>
  runAll(): Promise<void>
  stop(): void
  try(way: SavingWay): Promise<void>
  /** Records whether the person found the saved file. */
  answer(way: SavingWay, saved: boolean): void
  /** The state as a text that can be carried over a reload of the page. */
  draft(): string
}

/** Order of the steps: quick ones that explain the others first, those that transfer many bytes last. */
const inOrder = (storage: Step): readonly Step[] => [engine, host, clientFile, clientUpload, code, policy, storage, frames]

interface Draft {
  readonly build: string
  readonly outcomes: SelfTestState['outcomes']
  readonly ways: SelfTestState['ways']
}

function draftOf(text: string | null): Draft | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    // Accept only a draft of this very build; it was written just before the reload.
    return typeof value === 'object' && value !== null && 'build' in value && value.build === __BUILD_ID__
      ? (value as Draft)
      : null
  } catch {
    return null
  }
}

export function createSelfTestRun(platform: Platform, world: Omit<StepContext, 'platform'>, draft: string | null): SelfTestRun {
  const restored = draftOf(draft)
  const steps = inOrder(storageStep({ ages: new Map() }))
  const state = proxy<SelfTestState>({
    outcomes: restored?.outcomes ?? {},
    running: null,
    all: false,
    ways: restored?.ways ?? { client: untried, picker: untried, download: untried },
  })
  let abortController = new AbortController()
  let busy: Promise<void> = Promise.resolve()

  const runOne = async (step: Step) => {
    state.running = step.question
    state.outcomes[step.question] = await runStep(step, { ...world, platform }, abortController.signal)
    state.running = null
  }
  /** Runs steps one after another: concurrent steps would distort each other's measurements. */
  const runSteps = (chosen: readonly Step[], all: boolean) => {
    if (state.running !== null || state.all) return busy
    abortController = new AbortController()
    state.all = all
    busy = (async () => {
      for (const step of chosen) if (!abortController.signal.aborted) await runOne(step)
      state.all = false
    })()
    return busy
  }
  const updateSavingOutcome = () => {
    state.outcomes.saving = { ...savingResult(state.ways), ms: 0 }
  }
  return {
    state,
    steps,
    run: (question) =>
      runSteps(
        steps.filter((step) => step.question === question),
        false,
      ),
    runAll: () => {
      updateSavingOutcome()
      return runSteps(steps, true)
    },
    stop: () => abortController.abort(),
    async try(way) {
      state.ways[way] = { state: 'trying', message: '' }
      state.ways[way] = await tryWay(way, platform)
      updateSavingOutcome()
    },
    answer(way, saved) {
      state.ways[way] = { state: saved ? 'works' : 'fails', message: state.ways[way].message }
      updateSavingOutcome()
    },
    draft() {
      const ways = Object.fromEntries(
        savingWays.map((way) => [way, ['works', 'fails', 'absent'].includes(state.ways[way].state) ? state.ways[way] : untried]),
      ) as Draft['ways']
      return JSON.stringify({ build: __BUILD_ID__, outcomes: state.outcomes, ways } satisfies Draft)
    },
  }
}
