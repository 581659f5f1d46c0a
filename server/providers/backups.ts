/** Backups of this installation: made by the server every day, and by commands. */
import { join, resolve, sep } from 'node:path'
import { messageOf } from '../../contract/ground/thrown'
import { createBackup } from '../infra/backup/create'
import { findBackups, type Manifest, readManifest } from '../infra/backup/format'
import { pruneBackups } from '../infra/backup/retention'
import { type BackupTarget, linkInto, openTarget, targetName } from '../infra/backup/target'
import { readNote, writeNote } from '../infra/db/installation'
import type { OpenDatabase } from '../infra/db/open'
import type { PeriodicWork } from '../kernel/jobs'
import type { Clock } from '../ports/clock'
import type { Storage } from '../ports/storage'
import { describeKey, type SecretKeys } from './sealer'
import { productVersion } from './version'

export interface BackupRequest {
  readonly to: BackupTarget
  /** Number of days whose last backup is kept; undefined keeps every backup. */
  readonly keep: number | undefined
}

export interface BackupsOptions {
  readonly database: Pick<OpenDatabase, 'db' | 'withSnapshot'>
  readonly storage: Storage
  readonly dataDir: string
  /** The stored files are below `dataDir`, not in a bucket. */
  readonly filesAreLocal: boolean
  readonly clock: Clock
  readonly keys: SecretKeys
  /** Throws when so many more bytes would leave the disk of `dataDir` too little room. */
  readonly assertRoom?: ((bytes: number) => void) | undefined
}

/** Interval at which a backup is tried again while stored files are missing from those of the day, ms. */
const damagedAgainMs = 6 * 60 * 60_000

/** How often the number of files so far is said. */
const filesPerLine = 500

export class Backups {
  readonly #options: BackupsOptions
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<unknown>>()

  constructor(options: BackupsOptions) {
    this.#options = options
  }

  /** Makes a backup, then removes old ones. `say` receives lines for the operator. */
  async create({ to, keep }: BackupRequest, say: (line: string) => void, signal?: AbortSignal): Promise<Manifest> {
    const work = this.#create(
      { to, keep },
      say,
      signal ? AbortSignal.any([signal, this.#stopping.signal]) : this.#stopping.signal,
    )
    this.#running.add(work)
    try {
      const manifest = await work
      await this.#note(to, manifest)
      return manifest
    } catch (error) {
      await this.#noteFailure(error).catch(() => {
        // The database may be the very thing that failed; the reason of the backup is thrown.
      })
      throw error
    } finally {
      this.#running.delete(work)
    }
  }

  async #create({ to, keep }: BackupRequest, say: (line: string) => void, signal: AbortSignal): Promise<Manifest> {
    const { database, storage, dataDir, filesAreLocal, clock, keys, assertRoom } = this.#options
    const isBesideData = 'folder' in to && resolve(to.folder).startsWith(resolve(dataDir) + sep)
    const target = await openTarget(to, isBesideData ? assertRoom : undefined)
    const now = () => clock.now()
    const manifest = await createBackup({
      database,
      db: database.db,
      storage,
      target,
      link: linkInto(to, filesAreLocal ? join(dataDir, 'files') : undefined),
      readKey: (db) => describeKey(db, keys),
      product: productVersion,
      now,
      signal,
      onProgress: ({ files, problem }) => {
        if (problem !== undefined) say(`文件 ${problem} 在存储中缺失或已损坏`)
        else if (files % filesPerLine === 0) say(`已备份 ${files} 个文件…`)
      },
    })
    if (keep !== undefined) {
      const removed = await pruneBackups(target, keep, now)
      if (removed.backups > 0) say(`已删除 ${removed.backups} 个旧备份`)
    }
    return manifest
  }

  async #note(to: BackupTarget, { id, createdAt: at, files: { problems } }: Manifest): Promise<void> {
    const { db } = this.#options.database
    const wholeAt = problems === 0 ? at : ((await readNote(db, 'backup'))?.wholeAt ?? null)
    await writeNote(db, 'backup', { last: { id, at, place: targetName(to), problems }, wholeAt, failure: null })
  }

  async #noteFailure(error: unknown): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const { database, clock } = this.#options
    const { last = null, wholeAt = null } = (await readNote(database.db, 'backup')) ?? {}
    const reason = messageOf(error)
    await writeNote(database.db, 'backup', { last, wholeAt, failure: { at: clock.now().toISOString(), reason } })
  }

  /** Whether the target needs a backup now: it has no whole one of today, and no damaged one of the last hours. */
  async #isDue(target: Storage): Promise<boolean> {
    const now = this.#options.clock.now()
    const today = now.toISOString().slice(0, 10)
    for (const { id, isFinished } of await findBackups(target)) {
      if (!isFinished || !id.startsWith(today)) continue
      const { files, createdAt } = await readManifest(target, id)
      if (files.problems === 0 || now.getTime() - Date.parse(createdAt) < damagedAgainMs) return false
    }
    return true
  }

  /** The backup of each day (UTC): tried every hour until there is one from which no stored file is missing. */
  daily(request: BackupRequest, report: (message: string, error: unknown) => void): PeriodicWork {
    return {
      name: 'backup',
      cron: '41 * * * *',
      run: async () => {
        const target = await openTarget(request.to)
        if (!(await this.#isDue(target))) return
        try {
          const { files } = await this.create(request, () => {})
          if (files.problems > 0) report(`backup: ${files.problems} stored files are missing or damaged`, null)
        } catch (error) {
          if (!this.#stopping.signal.aborted) throw error
        }
      },
    }
  }

  /** Aborts running backups and waits for their end. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.allSettled(this.#running)
  }
}
