/** One download of the store while this page knows it: its run, its archives, and who may work on it. */
import type { Archives } from '../imaging/zip/archive-client'
import type { Phase } from './download-view'
import type { RunStop } from './problems'
import { createRun, type Run, type RunPorts } from './run'
import type { StoredRun } from './run-record'

export interface Entry {
  run: Run
  readonly archives: Archives
  phase: Phase
  stop: RunStop | null
  control: AbortController
  readonly left: AbortController
  release: (() => void) | null
  working: Promise<void>
}

interface EntryDeps extends Omit<RunPorts, 'archives'> {
  /** An archive maker for one download. */
  readonly openArchives: () => Archives
  /** Called when a charge was answered. */
  readonly settled: () => void
}

/** Saved archives of a running download that are kept for 重新保存. */
const keptSaved = 3

/** A download that nobody works on yet. What it saved before the last few goes from the browser's disk. */
export function openEntry(stored: StoredRun, phase: Phase, deps: EntryDeps): Entry {
  const archives = deps.openArchives()
  const save: RunPorts['save'] = async (name, file) => {
    const saved = await deps.save(name, file)
    const parts = entry.run.stored.state.parts.filter(({ state }) => state === 'saved')
    const old = parts[parts.length - keptSaved]
    if (saved && old !== undefined && stored.plan.place.kind === 'disk') await archives.remove(stored.plan.id, old.name)
    return saved
  }
  const charge: RunPorts['charge'] = async (...asked) => {
    const reply = await deps.charge(...asked)
    deps.settled()
    return reply
  }
  const entry: Entry = {
    run: createRun(stored, { ...deps, charge, save, archives }),
    archives,
    phase,
    stop: null,
    control: new AbortController(),
    left: new AbortController(),
    release: null,
    working: Promise.resolve(),
  }
  return entry
}
