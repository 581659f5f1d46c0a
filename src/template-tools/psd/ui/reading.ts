/** Reads PSD files: their artboards, then a small picture of each, one file at a time. Independent of React. */
import pLimit from 'p-limit'
import type { LocalFile } from '../../../../adapters/platform'
import { type Cell, createCell } from '../../../../contract/ground/cell'
import { isAbort } from '../../../../contract/ground/thrown'
import type { PsdClient } from '../../../../imaging/psd/psd-client'
import type { GroupMode, Likenesses, OpenPsd, PsdArtboard, PsdLayerReport } from '../../../../imaging/psd/types'
import { PsdImportError, psdText, reasonText } from '../failure'
import { boardName } from '../names'
import { type ReportSummary, summarise } from '../report'

/** Longer side of an artboard's picture in the list, px. */
const thumbnailSide = 360

export interface Board {
  /** Unique among all files of a reading. */
  readonly key: string
  readonly fileId: number
  readonly fileName: string
  readonly file: Blob
  /** The artboard's name, or the file's where there are no artboards. */
  readonly name: string
  readonly artboard: PsdArtboard
  /** Address of its picture; null while it is being made, '' when it could not be made. */
  readonly thumbnail: string | null
  readonly reports: Readonly<Record<GroupMode, ReportSummary>>
  /** How close its layers come to Photoshop's own picture; null while unknown, or where there is no such picture. */
  readonly likeness: Likenesses | null
  /** Whether the file contains Photoshop's merged picture. */
  readonly merged: 'unknown' | 'asking' | 'there' | 'missing'
}

export interface ReadFile {
  readonly id: number
  readonly name: string
  readonly state: 'waiting' | 'reading' | 'read' | 'failed'
  /** Why the file could not be read. */
  readonly error: string | null
  /** Notices about the whole file. */
  readonly notices: readonly string[]
}

export interface ReadingState {
  readonly files: readonly ReadFile[]
  readonly boards: readonly Board[]
}

/** A file without a usable artboard. */
export interface ReadFailure {
  readonly name: string
  readonly reason: string
}

export interface ReadingPorts {
  open: PsdClient['open']
  /** Creates an object URL for a picture; `unshow` revokes it. */
  createUrl(picture: Blob): string
  revokeUrl(url: string): void
}

export interface Reading extends Pick<Cell<ReadingState>, 'get' | 'subscribe'> {
  /**
   * Queues these files. Resolves when the artboards of all of them are known; pictures of the last ones follow later. Returns
   * the files that could not be read; never rejects.
   */
  add(files: readonly LocalFile[]): Promise<readonly ReadFailure[]>
  remove(fileId: number): void
  clear(): void
  /** Checks whether a board's merged picture exists. */
  checkMerged(key: string): Promise<boolean>
  dispose(): void
}

const nothing: ReadingState = { files: [], boards: [] }

export function createReading({ open, createUrl, revokeUrl }: ReadingPorts): Reading {
  const state = createCell<ReadingState>(nothing)
  let controller = new AbortController()
  let lastId = 0
  /** Strictly one after the other, pictures included: two open files take twice the memory. */
  const limit = pLimit(1)

  const changeFile = (id: number, fields: Partial<ReadFile>) => {
    const now = state.get()
    state.set({ ...now, files: now.files.map((file) => (file.id === id ? { ...file, ...fields } : file)) })
  }
  const changeBoard = (key: string, fields: Partial<Board>) => {
    const now = state.get()
    state.set({ ...now, boards: now.boards.map((board) => (board.key === key ? { ...board, ...fields } : board)) })
  }
  const findBoard = (key: string) => state.get().boards.find((board) => board.key === key)
  const isWanted = (id: number) => state.get().files.some((file) => file.id === id)
  const revokeUrls = (boards: readonly Board[]) => {
    for (const { thumbnail } of boards) if (thumbnail) revokeUrl(thumbnail)
  }

  const makeThumbnails = async (psd: OpenPsd, boards: readonly Board[], signal: AbortSignal) => {
    for (const { key, artboard } of boards) {
      if (signal.aborted || !findBoard(key)) return
      let url = ''
      try {
        url = createUrl(await psd.thumbnail(artboard.id, thumbnailSide, { signal }))
      } catch (error) {
        // Without its picture an artboard can still be recognised by name and imported.
        if (isAbort(error)) return
      }
      if (findBoard(key)) changeBoard(key, { thumbnail: url })
      else if (url) revokeUrl(url)
    }
  }

  /** Compares the layers with Photoshop's own picture. A file that cannot be compared can still be imported. */
  const compare = async (file: Blob, boards: readonly Board[], signal: AbortSignal) => {
    const remainingBoards = () => boards.filter(({ key }) => !signal.aborted && findBoard(key))
    if (remainingBoards().length === 0) return
    const psd = await open(file, { signal }).catch(() => null)
    for (const { key, artboard } of remainingBoards()) {
      const likeness = await psd?.likeness(artboard.id, { signal }).catch(() => null)
      const board = findBoard(key)
      if (!psd || !likeness || !board) continue
      const summary = (groups: GroupMode) => summarise(psd.report(artboard.id, groups), likeness[groups].alike)
      changeBoard(key, { likeness, merged: 'there', reports: { flatten: summary('flatten'), leaves: summary('leaves') } })
    }
    psd?.close()
  }

  /** Reads one file and reports its artboards as soon as they are known; their pictures are made afterwards. */
  const read = async (
    { id, name, blob }: LocalFile & { id: number },
    signal: AbortSignal,
    onRead: (failure: ReadFailure | null) => void,
  ): Promise<void> => {
    if (signal.aborted || !isWanted(id)) return onRead(null)
    changeFile(id, { state: 'reading' })
    try {
      const psd = await open(blob, { signal })
      try {
        const boards = readingOrder(psd.artboards).map((artboard) => boardOf(psd, artboard, { id, name, blob }))
        if (signal.aborted || !isWanted(id)) return onRead(null)
        if (boards.length === 0) throw new PsdImportError(psdText.noArtboard)
        const now = state.get()
        state.set({ ...now, boards: [...now.boards, ...boards] })
        changeFile(id, { state: 'read', notices: psd.notices })
        onRead(null)
        await makeThumbnails(psd, boards, signal)
        // Queued behind waiting files, because it takes as long as an import.
        void limit(() => compare(blob, boards, signal))
      } finally {
        psd.close()
      }
    } catch (error) {
      if (isAbort(error)) return onRead(null)
      const reason = reasonText(error)
      changeFile(id, { state: 'failed', error: reason })
      onRead({ name, reason })
    }
  }

  const reset = () => {
    controller.abort()
    controller = new AbortController()
    revokeUrls(state.get().boards)
    state.set(nothing)
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    async add(files) {
      const { signal } = controller
      const withIds = files.map((file) => ({ ...file, id: ++lastId }))
      const now = state.get()
      const waiting = withIds.map(({ id, name }): ReadFile => ({ id, name, state: 'waiting', error: null, notices: [] }))
      state.set({ ...now, files: [...now.files, ...waiting] })
      const outcomes = withIds.map(
        (file) => new Promise<ReadFailure | null>((onRead) => void limit(() => read(file, signal, onRead))),
      )
      return (await Promise.all(outcomes)).flatMap((failure) => failure ?? [])
    },
    remove(fileId) {
      const now = state.get()
      revokeUrls(now.boards.filter((board) => board.fileId === fileId))
      state.set({
        files: now.files.filter((file) => file.id !== fileId),
        boards: now.boards.filter((board) => board.fileId !== fileId),
      })
    },
    clear: reset,
    async checkMerged(key) {
      const board = findBoard(key)
      if (!board) return false
      if (board.merged === 'there') return true
      changeBoard(key, { merged: 'asking' })
      const { signal } = controller
      let psd: OpenPsd | null = null
      try {
        psd = await open(board.file, { signal })
        const exists = (await psd.merged(board.artboard.id, { signal })) !== null
        changeBoard(key, { merged: exists ? 'there' : 'missing' })
        return exists
      } catch {
        // The import will report what is wrong with the file.
        changeBoard(key, { merged: 'missing' })
        return false
      } finally {
        psd?.close()
      }
    },
    dispose: reset,
  }
}

/** Sorts artboards by position, row by row; the file itself lists the newest first. */
const readingOrder = (artboards: readonly PsdArtboard[]): readonly PsdArtboard[] =>
  [...artboards].sort((a, b) => a.top - b.top || a.left - b.left)

function boardOf(psd: OpenPsd, artboard: PsdArtboard, file: LocalFile & { readonly id: number }): Board {
  const report = (groups: GroupMode): readonly PsdLayerReport[] => psd.report(artboard.id, groups)
  return {
    key: `${file.id}/${artboard.id}`,
    fileId: file.id,
    fileName: file.name,
    file: file.blob,
    name: boardName({ fileName: file.name, artboard }),
    artboard,
    thumbnail: null,
    reports: { flatten: summarise(report('flatten')), leaves: summarise(report('leaves')) },
    likeness: null,
    merged: 'unknown',
  }
}
