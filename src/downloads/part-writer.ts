/**
 * Writes the archives of one download, one open at a time. It predicts an archive's size before it adds a file, saves the archive
 * when it is full, and finds the remaining archives after a reload. Used by `downloadKind`.
 */

import { SessionExpiredError } from '../../contract/call-errors'
import { type PictureDpi, sizeWithDpi } from '../../contract/ground/picture-dpi'
import { archiveBytes, entryBytes, type ZipEntry } from '../../contract/ground/zip-format'
import { fileErrorText } from '../../contract/rules/file-errors'
import type { Archives } from '../../imaging/zip/archive-client'
import { TaskStop } from '../base/tasks/types'
import type { DownloadPlan, Part } from './download-record'
import { DownloadStop } from './download-stop'
import { archiveName } from './names'

export type ArchivePort = Pick<Archives, 'open' | 'add' | 'finish' | 'find'>

/**
 * `saved`: it is on the disk; `unseen`: the browser's downloads got it and do not tell more; `closed`: the seller closed the dialog;
 * `needs-click`: the browser would block it without a click.
 */
export type SaveOutcome = 'saved' | 'unseen' | 'closed' | 'needs-click'

export interface PartDeps {
  readonly plan: DownloadPlan
  readonly archives: ArchivePort
  /** Gives an archive to the seller. */
  readonly save: (name: string, file: Blob) => Promise<SaveOutcome>
  parts(): readonly Part[]
  /** Stores the states of the archives. */
  setParts(parts: readonly Part[]): Promise<void>
  /** Returns the files that are known to lie in an archive. */
  entriesOf(part: number): readonly ZipEntry[]
  /** Called before the seller gets an archive. Rejects when it may not be given out yet. */
  beforeSave(part: number): Promise<void>
  /** Called when an archive is gone, so its files must be added again. */
  onPartLost(part: number): Promise<void>
}

interface NamedFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface PartWriter {
  /** Saves archives that were finished but not saved, and reopens the archive that was open. */
  resume(): Promise<void>
  /** Adds a file, and another one into the same archive, which transfers their bytes; returns the number of the archive and the entries. */
  add(
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    resolution: PictureDpi | null,
    beside?: NamedFile | null,
  ): Promise<{ readonly part: number; readonly entry: ZipEntry; readonly beside: ZipEntry | null }>
  /** Adds these files to one archive and closes it as the last one. Those that a closed page had added are written again. */
  end(files: readonly NamedFile[]): Promise<void>
}

/** Turns every error of disk work into a stop of the download, except stops themselves and an expired session. */
async function stopOnDiskError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TaskStop || error instanceof SessionExpiredError) throw error
    throw new DownloadStop('storage', fileErrorText(error), error)
  }
}

interface OpenPart {
  readonly number: number
  /** Size of the archive if it were closed now. */
  readonly bytes: number
  readonly files: number
}

export function createPartWriter({
  plan,
  archives,
  save,
  parts,
  setParts,
  entriesOf,
  beforeSave,
  onPartLost,
}: PartDeps): PartWriter {
  let open: OpenPart | null = null
  /** Finished archives that lie in memory alone, for a second attempt at saving them. */
  const inMemory = new Map<number, Blob>()

  const changePart = (number: number, fields: Partial<Part>) =>
    setParts(parts().map((part) => (part.number === number ? { ...part, ...fields } : part)))

  const openPart = async ({ number, name }: Part): Promise<OpenPart> => {
    const entries = entriesOf(number)
    const isReopened = await archives.open({ destination: plan.destination, name, entries, time: plan.startedAt })
    if (!isReopened) await onPartLost(number)
    const remaining = isReopened ? entries : []
    return { number, bytes: archiveBytes(remaining), files: remaining.length }
  }
  const openNext = async (): Promise<OpenPart> => {
    const number = Math.max(0, ...parts().map((part) => part.number)) + 1
    const part: Part = { number, name: archiveName(plan.kind, plan.stamp, number), state: 'open', last: false }
    await setParts([...parts(), part])
    return openPart(part)
  }
  const savePart = async ({ number, name }: Part, file: Blob): Promise<void> => {
    const outcome = await save(name, file)
    // On the browser's disk it can wait for the click while the next archives are made.
    if (outcome === 'needs-click' && plan.destination.kind === 'disk') return changePart(number, { state: 'offered' })
    if (outcome === 'needs-click') throw new DownloadStop('unsaved', `「${name}」已做好，请点「重新保存」交给浏览器`)
    if (outcome === 'closed') throw new DownloadStop('unsaved', `「${name}」还没有保存到电脑`)
    inMemory.delete(number)
    await changePart(number, { state: 'saved', ...(outcome === 'unseen' && { unseen: true }) })
  }
  const findFile = async ({ number, name }: Part): Promise<Blob | null> => {
    const memoryFile = inMemory.get(number)
    if (memoryFile !== undefined) return memoryFile
    return plan.destination.kind === 'disk' ? archives.find(plan.destination.folder, name) : null
  }

  const close = async (last: boolean): Promise<void> => {
    const part = parts().find(({ number }) => number === open?.number)
    if (part === undefined) return
    open = null
    await beforeSave(part.number)
    const file = await archives.finish()
    if (file === null) return changePart(part.number, { state: 'saved', last })
    if (plan.destination.kind === 'memory') inMemory.set(part.number, file)
    await changePart(part.number, { state: 'made', last })
    await savePart(part, file)
  }

  /** Closes the archive when so many more bytes exceed its limit. A file larger than the limit gets an archive of its own. */
  const closeIfFull = async (addedBytes: number): Promise<void> => {
    if (open !== null && open.files > 0 && open.bytes + addedBytes > plan.maxBytes) await close(false)
  }
  const append = async (name: string, bytes: Uint8Array<ArrayBuffer>, resolution: PictureDpi | null) => {
    const part = open ?? (await openNext())
    // A failed `add` may leave half a file; `open` stays null then, so `resume` reopens the archive after its last whole file.
    open = null
    const entry = await archives.add(name, bytes, resolution)
    open = { number: part.number, bytes: part.bytes + entryBytes(entry), files: part.files + 1 }
    return { part: part.number, entry }
  }

  return {
    resume: () =>
      stopOnDiskError(async () => {
        for (const part of parts().filter(({ state }) => state === 'made')) {
          const file = await findFile(part)
          if (file !== null) await savePart(part, file)
          else {
            await onPartLost(part.number)
            await setParts(parts().filter(({ number }) => number !== part.number))
          }
        }
        const openRecord = parts().find(({ state }) => state === 'open')
        if (openRecord !== undefined) open ??= await openPart(openRecord)
      }),
    add: (name, bytes, resolution, beside = null) =>
      stopOnDiskError(async () => {
        const more = beside === null ? 0 : entryBytes({ name: beside.name, size: beside.bytes.length })
        await closeIfFull(entryBytes({ name, size: sizeWithDpi(bytes, resolution) }) + more)
        const added = await append(name, bytes, resolution)
        return { ...added, beside: beside === null ? null : (await append(beside.name, beside.bytes, null)).entry }
      }),
    end: (files) =>
      stopOnDiskError(async () => {
        await closeIfFull(files.reduce((sum, { name, bytes }) => sum + entryBytes({ name, size: bytes.length }), 0))
        for (const { name, bytes } of files) await append(name, bytes, null)
        await close(true)
      }),
  }
}
