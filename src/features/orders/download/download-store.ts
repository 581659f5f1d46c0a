/** The downloads of one account in this page, and those that a page before it left unfinished. Knows no React. */
import type { TaskLocks } from '../../../base/tasks/task-locks'
import type { Archives } from '../../../imaging/zip/archive-client'
import type { Picture } from './pictures'
import { type PlanOrder, planRun } from './plan'
import { RunStop, storageWords } from './problems'
import { createRun, type Run, type RunPorts, type RunStep, unpaid } from './run'
import { freshState, type Part, type RunPlan, type RunRecords, type StoredRun } from './run-record'
import { failureLines } from './summary'

/** elsewhere: another window works on it; waiting: left by a page before; stopped: something must be decided or tried again. */
export type Phase = 'elsewhere' | 'waiting' | 'running' | 'stopped' | 'ended'

export interface DownloadView {
  readonly plan: RunPlan
  readonly phase: Phase
  readonly step: RunStep
  readonly done: number
  readonly failed: number
  readonly parts: readonly Part[]
  /** A line for each failed picture. */
  readonly failures: readonly string[]
  /** Failed pictures that may be fetched again without being charged. */
  readonly retryable: number
  /** Pictures the balance did not reach for. */
  readonly short: number
  /** Some of them were paid for. */
  readonly charged: boolean
  readonly stop: RunStop | null
}

export interface StoreDeps extends Omit<RunPorts, 'records' | 'archives' | 'changed'> {
  readonly records: RunRecords
  readonly locks: TaskLocks
  /** An archive maker for one download. */
  readonly openArchives: () => Archives
  /** Before going on: whether the seller's folder may still be written to; may ask the seller. */
  readonly mayWrite?: (plan: RunPlan) => Promise<boolean>
  /** A failure nobody waits for. */
  readonly problem: (error: unknown) => void
  /** Absent: the browser's timer. */
  readonly later?: (work: () => void, ms: number) => void
}

export type NewDownload = Omit<PlanOrder, 'place' | 'now'> & {
  /** Absent: the browser's disk, or memory where there is none. */
  readonly folder?: FileSystemDirectoryHandle
  readonly acceptsShort?: boolean
}

export interface DownloadStore {
  list(): readonly DownloadView[]
  subscribe(listener: () => void): () => void
  /** Told when a download charged, ended or stopped: what is shown of orders and credits may be old now. */
  onSettled(listener: () => void): () => void
  start(order: NewDownload): Promise<string>
  /** Goes on with one that waits or stopped. */
  go(id: string): void
  /** Goes on with what the balance reached for. */
  acceptShort(id: string): void
  /** Stops it for good. What was saved stays. */
  giveUp(id: string): void
  /** Takes an ended one out of the list. */
  dismiss(id: string): void
  /** The failed pictures of an ended one again, free, as a download of its own: its id, or the same where none can be tried. */
  retryFailed(id: string): Promise<string>
  /** Saves an archive once more; false when the seller closed the dialog. Rejects with words when it is not there any more. */
  saveAgain(id: string, part: Part): Promise<boolean>
  /** Nothing keeps what it has if the page goes. */
  wouldLose(): boolean
}

interface Entry {
  run: Run
  readonly archives: Archives
  phase: Phase
  stop: RunStop | null
  control: AbortController
  readonly left: AbortController
  release: (() => void) | null
  working: Promise<void>
}

/** A browser may still be copying an archive this long after it said that it was saved, ms. */
const keepSavedMs = 5 * 60_000
/** Saved archives of a running download that are kept for 重新保存. */
const keptSaved = 3

export function createDownloadStore(deps: StoreDeps): DownloadStore {
  const { records, locks, now, problem, later = (work, ms) => void setTimeout(work, ms) } = deps
  let entries: ReadonlyMap<string, Entry> = new Map()
  let views: readonly DownloadView[] | null = null
  const listeners = new Set<() => void>()
  const settledListeners = new Set<() => void>()
  let told = false

  /** Hundreds of pictures change faster than anybody looks: told once a turn. */
  const changed = () => {
    views = null
    if (told) return
    told = true
    later(() => {
      told = false
      for (const listener of [...listeners]) listener()
    }, 60)
  }
  const settled = () => {
    for (const listener of [...settledListeners]) listener()
  }
  const ignore = (work: Promise<unknown>) => void work.catch(problem)

  const drop = (id: string) => {
    entries = new Map([...entries].filter(([other]) => other !== id))
    changed()
  }
  const put = (stored: StoredRun, phase: Phase): Entry => {
    const archives = deps.openArchives()
    const { id } = stored.plan
    const save = async (name: string, file: Blob) => {
      const saved = await deps.save(name, file)
      const parts = entry.run.stored.state.parts.filter(({ state }) => state === 'saved')
      const old = parts[parts.length - keptSaved]
      if (saved && old !== undefined && stored.plan.place.kind === 'disk') await archives.remove(id, old.name)
      return saved
    }
    const charge: RunPorts['charge'] = async (...asked) => {
      const reply = await deps.charge(...asked)
      settled()
      return reply
    }
    const entry: Entry = {
      run: createRun(stored, { ...deps, charge, save, archives, changed }),
      archives,
      phase,
      stop: null,
      control: new AbortController(),
      left: new AbortController(),
      release: null,
      working: Promise.resolve(),
    }
    entries = new Map(entries).set(id, entry)
    changed()
    return entry
  }
  const set = (entry: Entry, fields: Partial<Pick<Entry, 'phase' | 'stop' | 'run'>>) => {
    Object.assign(entry, fields)
    changed()
  }

  const work = async (entry: Entry): Promise<void> => {
    entry.control = new AbortController()
    set(entry, { phase: 'running', stop: null })
    try {
      await entry.run.work(entry.control.signal)
      set(entry, { phase: 'ended' })
    } catch (error) {
      if (entry.control.signal.aborted) return
      set(entry, {
        phase: 'stopped',
        stop: error instanceof RunStop ? error : new RunStop('storage', storageWords(error), error),
      })
    } finally {
      settled()
    }
  }
  const begin = (entry: Entry) => {
    if (entry.phase !== 'running') entry.working = work(entry)
  }

  const remove = async (id: string, entry: Entry) => {
    await entry.working
    await records.remove(id)
    const { place, parts } = { place: entry.run.stored.plan.place, parts: entry.run.stored.state.parts }
    entry.archives.dispose()
    entry.release?.()
    if (place.kind !== 'disk') return
    const clean = () => ignore(entry.archives.remove(id))
    if (parts.some(({ state }) => state === 'saved')) later(clean, keepSavedMs)
    else clean()
  }

  /** Folders of downloads nobody knows any more. */
  const sweep = async () => {
    const archives = deps.openArchives()
    try {
      const known = new Set([...(await records.list()), ...entries.keys()])
      for (const folder of await archives.folders()) if (!known.has(folder)) await archives.remove(folder)
    } finally {
      archives.dispose()
    }
  }

  /** A download found in the storage: shown when it is unfinished, worked on when no other window does. */
  const adopt = async (id: string) => {
    const stored = await records.load(id)
    if (stored === null || entries.has(id)) return
    const entry = put(stored, 'elsewhere')
    const release = await locks.acquire(`kejiang-download/${id}`, entry.left.signal)
    if (release === null) return
    entry.release = release
    const left = await records.load(id)
    if (left === null) {
      release()
      entry.archives.dispose()
      return drop(id)
    }
    const fresh = put(left, left.state.endedAt === null ? 'waiting' : 'ended')
    entry.archives.dispose()
    fresh.release = release
    // It went well, and whoever saw it so closed the page.
    if (left.state.endedAt !== null && failureLines(left).length === 0) dismiss(id)
  }

  const dismiss = (id: string) => {
    const entry = entries.get(id)
    if (entry === undefined || entry.phase === 'running' || entry.phase === 'elsewhere') return
    drop(id)
    ignore(remove(id, entry))
  }

  const start = async ({ folder, acceptsShort = false, ...order }: NewDownload): Promise<string> => {
    const probe = deps.openArchives()
    const place = folder ?? ((await probe.hasDisk().catch(() => false)) ? 'disk' : 'memory')
    probe.dispose()
    const plan = planRun({ ...order, place, now: new Date(now()) })
    const stored: StoredRun = { plan, state: { ...freshState, acceptsShort }, results: new Map() }
    // Kept before anything is charged. A browser that keeps nothing may still download: charging twice is impossible for a picture.
    await records.create(stored).catch(problem)
    const entry = put(stored, 'waiting')
    // Nobody else knows the id yet: the lock is free.
    entry.release = await locks.acquire(`kejiang-download/${plan.id}`, entry.left.signal)
    begin(entry)
    return plan.id
  }

  const view = (entry: Entry): DownloadView => {
    const { plan, state, results } = entry.run.stored
    const all = [...results.values()]
    const failed = all.filter((one) => one.state === 'failed')
    return {
      plan,
      phase: entry.phase,
      step: entry.run.step,
      done: all.length - failed.length,
      failed: failed.length,
      parts: state.parts,
      failures: entry.phase === 'ended' ? failureLines({ plan, results }) : [],
      retryable: failed.filter((one) => one.reason !== unpaid).length,
      short: state.charge?.insufficient.length ?? 0,
      charged: state.charge !== null && state.charge.charged.length + state.charge.alreadyCharged.length > 0,
      stop: entry.stop,
    }
  }

  const open = async () => {
    await Promise.all((await records.list()).map((id) => adopt(id)))
  }
  ignore(open())
  later(() => ignore(sweep()), keepSavedMs)

  return {
    list() {
      views ??= [...entries.values()].map(view)
      return views
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    onSettled(listener) {
      settledListeners.add(listener)
      return () => {
        settledListeners.delete(listener)
      }
    },
    start,
    go(id) {
      const entry = entries.get(id)
      if (entry === undefined || (entry.phase !== 'waiting' && entry.phase !== 'stopped')) return
      const { plan } = entry.run.stored
      const permitted = deps.mayWrite?.(plan) ?? Promise.resolve(true)
      ignore(
        permitted.then((may) => {
          if (may) return begin(entry)
          set(entry, { phase: 'stopped', stop: new RunStop('storage', storageWords(new DOMException('', 'NotAllowedError'))) })
        }),
      )
    },
    acceptShort(id) {
      const entry = entries.get(id)
      if (entry?.stop?.why !== 'short') return
      ignore(entry.run.acceptShort().then(() => begin(entry)))
    },
    giveUp(id) {
      const entry = entries.get(id)
      if (entry === undefined || entry.phase === 'elsewhere') return
      entry.control.abort()
      drop(id)
      ignore(remove(id, entry))
    },
    dismiss,
    async retryFailed(id) {
      const entry = entries.get(id)
      if (entry === undefined || entry.phase !== 'ended') return id
      const { plan, results } = entry.run.stored
      const failedAt = (place: number) => {
        const result = results.get(place)
        return result?.state === 'failed' && result.reason !== unpaid
      }
      const pictures: Picture[] = plan.pictures.filter((_, place) => failedAt(place))
      if (pictures.length === 0) return id
      const again: RunPlan = {
        ...planRun({
          kind: plan.kind,
          pictures,
          rules: { rules: [], withOrderIdFile: false },
          shopName: () => undefined,
          format: plan.format,
          place: plan.place.kind === 'folder' ? plan.place.handle : plan.place.kind,
          paid: true,
          now: new Date(now()),
        }),
        // The names they would have had.
        paths: plan.paths.filter((_, place) => failedAt(place)),
        folders: plan.folders,
        orderIdFile: plan.orderIdFile,
        maxBytes: plan.maxBytes,
        saveLimit: plan.saveLimit,
      }
      const stored: StoredRun = { plan: again, state: freshState, results: new Map() }
      await records.create(stored).catch(problem)
      const next = put(stored, 'waiting')
      next.release = await locks.acquire(`kejiang-download/${again.id}`, next.left.signal)
      dismiss(id)
      begin(next)
      return again.id
    },
    async saveAgain(id, part) {
      const entry = entries.get(id)
      const place = entry?.run.stored.plan.place
      const file = place?.kind === 'disk' ? ((await entry?.archives.find(place.folder, part.name)) ?? null) : null
      if (file === null) throw new RunStop('storage', `「${part.name}」已从浏览器里清除，请重新下载，已付费的图片免费`)
      return deps.save(part.name, file)
    },
    wouldLose: () =>
      [...entries.values()].some(
        ({ phase, run }) => (phase === 'running' || phase === 'stopped') && run.stored.plan.place.kind === 'memory',
      ),
  }
}
