/**
 * The state and the commands of the page around the plugin: the played cassette, the calls, and those held back. Without React
 * and without a page, so that its rules can be tested.
 */
import type { FieldDifference } from '../../../adapters/cassette/call-key'
import type { Cassette, CassetteEntry, CassetteOutcome } from '../../../adapters/cassette/cassette'
import type { PlayerEvent } from '../../../adapters/mock/player'
import type { ReplayController, ReplayTarget } from '../../../adapters/mock/replay-controller'
import { createListeners } from '../../../contract/ground/listeners'

export type EntryState = 'waiting' | 'held' | 'playing' | 'answered' | 'failed'

/** The state of one entry in this run. */
export interface EntryRun {
  readonly state: EntryState
  /** Number of calls for it. */
  readonly count: number
  /** The error message that the plugin got. */
  readonly error: string
}

/** A call for which the cassette has no entry. */
export interface Miss {
  readonly call: number
  readonly what: 'missing' | 'exhausted'
  readonly key: string
  readonly nearest: number | null
  readonly differences: readonly FieldDifference[]
}

export interface ReplayState {
  readonly cassette: Cassette
  /** The cassette as it was loaded. */
  readonly original: Cassette
  readonly mode: 'step' | 'play'
  readonly instant: boolean
  /** Incremented with each start, which reloads the plugin. */
  readonly run: number
  readonly open: boolean
  /** Whether this page is making a call of an entry. */
  readonly driving: boolean
  readonly runs: Readonly<Record<number, EntryRun>>
  readonly held: readonly number[]
  readonly misses: readonly Miss[]
}

/** The editable parts of an entry: its delay and its outcome. */
export interface EntryEdit {
  readonly dt?: number
  readonly outcome?: CassetteOutcome
}

const initialRun: EntryRun = { state: 'waiting', count: 0, error: '' }

/** Whether the plugin's own storage and network handle the call in a replay, so that the cassette is not used. */
export const isHandledByPlugin = ({ method }: CassetteEntry) => method === 'http' || method.startsWith('storage.')

const timesOf = ({ repeat }: CassetteEntry): number => (repeat === 'any' ? 0 : (repeat ?? 1))

export const runOf = (state: ReplayState, seq: number): EntryRun => state.runs[seq] ?? initialRun

/** Returns the entries that were not called, or not often enough. */
export const unusedOf = (state: ReplayState): readonly CassetteEntry[] =>
  state.cassette.entries.filter((entry) => !isHandledByPlugin(entry) && runOf(state, entry.seq).count < timesOf(entry))

/** Returns the entry that the next step plays; undefined when all have been played. */
export const nextOf = (state: ReplayState): CassetteEntry | undefined =>
  state.cassette.entries.find((entry) => !isHandledByPlugin(entry) && runOf(state, entry.seq).count < Math.max(1, timesOf(entry)))

/** Returns the entry that 下一步 applies to: first one for which a call is held. */
export const currentOf = (state: ReplayState): CassetteEntry | undefined =>
  state.held.length > 0 ? state.cassette.entries.find(({ seq }) => runOf(state, seq).state === 'held') : nextOf(state)

export const isEdited = ({ cassette, original }: ReplayState): boolean => cassette !== original

export interface ReplayModel {
  state(): ReplayState
  subscribe(listener: () => void): () => void
  /** Returns the controller for the plugin's mock platform adapter. */
  controller(): ReplayController
  load(cassette: Cassette): void
  edit(seq: number, change: EntryEdit): void
  reset(seq: number): void
  /** Releases the first held call; when none is held, makes the next recorded call through the plugin. */
  next(): Promise<void>
  /** Releases all held calls, and makes the remaining calls one after another. */
  playAll(): Promise<void>
  pause(): void
  /** Starts from the beginning and reloads the plugin. */
  restart(): void
  setInstant(instant: boolean): void
}

const initialState = { open: false, driving: false, runs: {}, held: [], misses: [] } as const

/** Moves events before the response, because no event may follow it. */
const withEdit = (entry: CassetteEntry, { dt, outcome }: EntryEdit): CassetteEntry => ({
  ...entry,
  ...(dt === undefined ? {} : { dt, events: entry.events.map((event) => ({ ...event, dt: Math.min(event.dt, dt) })) }),
  ...(outcome === undefined ? {} : { outcome }),
})

export function createReplay(first: Cassette): ReplayModel {
  let state: ReplayState = { cassette: first, original: first, mode: 'step', instant: false, run: 1, ...initialState }
  let target: ReplayTarget | null = null
  let releases = new Map<number, () => void>()
  /** The call that this page makes, which is not held. */
  let driven: number | null = null
  const { notify, subscribe } = createListeners()

  const change = (next: Partial<ReplayState>) => {
    state = { ...state, ...next }
    notify()
  }
  const current = (seq: number, entry: CassetteEntry) => state.cassette.entries.find((one) => one.seq === seq) ?? entry
  const updateRun = (seq: number, run: Partial<EntryRun>) =>
    change({ runs: { ...state.runs, [seq]: { ...runOf(state, seq), ...run } } })
  const release = (call: number) => {
    const go = releases.get(call)
    releases.delete(call)
    change({ held: state.held.filter((one) => one !== call) })
    go?.()
  }
  const start = (changes: Partial<ReplayState> = {}) => {
    target = null
    driven = null
    releases = new Map()
    change({ ...initialState, mode: 'step', run: state.run + 1, ...changes })
  }
  const replaceEntry = (seq: number, entry: CassetteEntry) =>
    change({
      cassette: { ...state.cassette, entries: state.cassette.entries.map((one) => (one.seq === seq ? entry : one)) },
    })

  const applyEvent = (event: PlayerEvent) => {
    if ('key' in event) {
      const { call, type, key, nearest, differences } = event
      change({ misses: [...state.misses, { call, what: type, key, nearest, differences }] })
    } else if (event.type === 'started')
      updateRun(event.seq, { state: 'playing', count: runOf(state, event.seq).count + 1, error: '' })
    else if (event.type === 'answered') updateRun(event.seq, { state: 'answered' })
    else updateRun(event.seq, { state: 'failed', error: event.message })
  }
  const waitForRelease = (entry: CassetteEntry, call: number): Promise<CassetteEntry> => {
    const currentEntry = () => current(entry.seq, entry)
    if (driven === entry.seq) {
      driven = null
      return Promise.resolve(currentEntry())
    }
    if (state.mode === 'play') return Promise.resolve(currentEntry())
    return new Promise((resolve) => {
      releases.set(call, () => {
        updateRun(entry.seq, { state: 'playing' })
        resolve(currentEntry())
      })
      change({ held: [...state.held, call] })
      updateRun(entry.seq, { state: 'held' })
    })
  }
  /** Makes one call through the plugin; its outcome is shown with the entry. */
  const drive = async (entry: CassetteEntry): Promise<void> => {
    const opened = target
    if (!opened || state.driving) return
    driven = entry.seq
    change({ driving: true })
    // A failure is a normal outcome: the player has reported it already.
    await opened.play(entry).catch(() => undefined)
    if (target !== opened) return
    driven = null
    change({ driving: false })
  }

  return {
    state: () => state,
    subscribe,
    controller: () => {
      const { run } = state
      // A plugin of an earlier run may still make calls while its frame is reloaded.
      const isCurrentRun = () => state.run === run
      return {
        cassette: state.cassette,
        instant: state.instant,
        beforePlay: (entry, call) => (isCurrentRun() ? waitForRelease(entry, call) : Promise.resolve(entry)),
        notify: (event) => {
          if (isCurrentRun()) applyEvent(event)
        },
        onOpened: (next) => {
          if (!isCurrentRun()) return
          target = next
          change({ open: true })
        },
      }
    },
    load: (cassette) => start({ cassette, original: cassette }),
    edit: (seq, edit) => {
      const entry = state.cassette.entries.find((one) => one.seq === seq)
      if (entry) replaceEntry(seq, withEdit(entry, edit))
    },
    reset: (seq) => {
      const entry = state.original.entries.find((one) => one.seq === seq)
      if (!entry) return
      replaceEntry(seq, entry)
      if (state.cassette.entries.every((one, i) => one === state.original.entries[i])) change({ cassette: state.original })
    },
    next: async () => {
      const [call] = state.held
      if (call !== undefined) return release(call)
      const entry = nextOf(state)
      if (entry) await drive(entry)
    },
    playAll: async () => {
      if (state.mode === 'play') return
      change({ mode: 'play' })
      for (const call of state.held) release(call)
      const { run } = state
      const isStillPlaying = () => state.mode === 'play' && state.run === run
      for (let entry = nextOf(state); entry && isStillPlaying(); entry = nextOf(state)) {
        const before = runOf(state, entry.seq).count
        await drive(entry)
        // The entry does not match its own request and would be called for ever.
        if (runOf(state, entry.seq).count === before) break
      }
    },
    pause: () => change({ mode: 'step' }),
    restart: () => start(),
    setInstant: (instant) => start({ instant }),
  }
}
