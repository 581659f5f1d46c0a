/** State of one self-test on this page: what was measured, what is being measured, and the person's answers. */
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
import type { Step, World } from './steps'

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
const order = (storage: Step): readonly Step[] => [engine, host, clientFile, clientUpload, code, policy, storage, frames]

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

export function createSelfTestRun(platform: Platform, world: Omit<World, 'platform'>, draft: string | null): SelfTestRun {
  const before = draftOf(draft)
  const steps = order(storageStep({ kept: new Map() }))
  const state = proxy<SelfTestState>({
    outcomes: before?.outcomes ?? {},
    running: null,
    all: false,
    ways: before?.ways ?? { client: untried, picker: untried, download: untried },
  })
  let stopper = new AbortController()
  let busy: Promise<void> = Promise.resolve()

  const runOne = async (step: Step) => {
    state.running = step.question
    state.outcomes[step.question] = await runStep(step, { ...world, platform }, stopper.signal)
    state.running = null
  }
  /** Runs steps one after another: concurrent steps would distort each other's measurements. */
  const begin = (chosen: readonly Step[], all: boolean) => {
    if (state.running !== null || state.all) return busy
    stopper = new AbortController()
    state.all = all
    busy = (async () => {
      for (const step of chosen) if (!stopper.signal.aborted) await runOne(step)
      state.all = false
    })()
    return busy
  }
  const settleSaving = () => {
    state.outcomes.saving = { ...savingResult(state.ways), ms: 0 }
  }
  return {
    state,
    steps,
    run: (question) =>
      begin(
        steps.filter((step) => step.question === question),
        false,
      ),
    runAll: () => {
      settleSaving()
      return begin(steps, true)
    },
    stop: () => stopper.abort(),
    async try(way) {
      state.ways[way] = { state: 'trying', said: '' }
      state.ways[way] = await tryWay(way, platform)
      settleSaving()
    },
    answer(way, saved) {
      state.ways[way] = { state: saved ? 'works' : 'fails', said: state.ways[way].said }
      settleSaving()
    },
    draft() {
      const ways = Object.fromEntries(
        savingWays.map((way) => [way, ['works', 'fails', 'absent'].includes(state.ways[way].state) ? state.ways[way] : untried]),
      ) as Draft['ways']
      return JSON.stringify({ build: __BUILD_ID__, outcomes: state.outcomes, ways } satisfies Draft)
    },
  }
}
