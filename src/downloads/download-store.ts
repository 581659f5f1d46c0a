/** The downloads of one account in this page, and those that a page before it left unfinished. Knows no React. */
import type { TaskLocks } from '../base/tasks/task-locks'
import type { Archives } from '../imaging/zip/archive-client'
import { type Entry, openEntry } from './download-entry'
import { type DownloadView, type Phase, viewOf } from './download-view'
import { type PlanOrder, planRun } from './plan'
import { planAgain } from './plan-again'
import { RunStop, storageWords } from './problems'
import type { Run, RunPorts } from './run'
import { freshState, type Part, type RunPlan, type RunRecords, type StoredRun } from './run-record'
import { failureLines } from './summary'

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
  /** Goes on with what was paid for, without what the balance did not reach for or the server refused. */
  goWithout(id: string): void
  /** Charges for what was left out, after a recharge or because the seller wants it all the same, and goes on. */
  chargeRest(id: string): void
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

/** A browser may still be copying an archive this long after it said that it was saved, ms. */
const keepSavedMs = 5 * 60_000
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
    const entry = openEntry(stored, phase, { ...deps, changed, settled })
    entries = new Map(entries).set(stored.plan.id, entry)
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

  /** The seller's answer to a download that stands still because some of it was not paid for. */
  const decide = (id: string, answer: (run: Run) => Promise<void>): void => {
    const entry = entries.get(id)
    if (entry?.stop?.why !== 'short' && entry?.stop?.why !== 'refused') return
    ignore(answer(entry.run).then(() => begin(entry)))
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

  const open = async () => {
    await Promise.all((await records.list()).map((id) => adopt(id)))
  }
  ignore(open())
  later(() => ignore(sweep()), keepSavedMs)

  return {
    list() {
      views ??= [...entries.values()].map(viewOf)
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
    goWithout: (id) => decide(id, ({ goWithout }) => goWithout()),
    chargeRest: (id) => decide(id, ({ chargeRest }) => chargeRest()),
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
      const again = planAgain(entry.run.stored, new Date(now()))
      if (again === null) return id
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
        ({ phase, run }) =>
          (phase === 'running' || phase === 'stopped') && (run.stored.plan.place.kind === 'memory' || !records.areLasting()),
      ),
  }
}
