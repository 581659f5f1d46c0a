/** Uploads pictures for the design: six at a time, each with its own progress, cancel and retry. Independent of React. */
import pLimit from 'p-limit'
import type { CallOptions, LocalFile, UploadedFile } from '../../../adapters/platform'
import { fileKind } from '../../../contract/constants'
import { type Cell, createCell } from '../../../contract/ground/cell'
import type { Point } from '../../../design/geometry/shapes'
import type { UploadedPicture } from '../../../design/model/create'
import { failureMessage } from '../../base/failure-texts'
import { pictureProblem, sizeProblem } from '../../base/picture-files'
import type { PreparedPicture } from '../../base/prepare-picture'

export const maxParallelUploads = 6

/** Several pictures dropped at one point are each offset by this much to the right and down, document px. */
const dropOffset = 24

export type UploadStatus = 'waiting' | 'uploading' | 'failed'

/** Where a picture goes: centred at a point, or replacing a layer's picture; otherwise it is placed to fit. */
export interface UploadTarget {
  readonly centre?: Point
  readonly replaces?: string
}

export interface Upload {
  /** Increases in the order in which the files were picked. */
  readonly id: number
  readonly file: LocalFile
  readonly target: UploadTarget
  readonly status: UploadStatus
  /** 0 to 1. */
  readonly progress: number
  /** Why it failed, and what to do. */
  readonly error: string | null
  /** Whether a retry with the same file may succeed. */
  readonly retryable: boolean
}

export interface UploadPorts {
  /** Converts a picture for the upload; rejects with the reason for the seller. */
  prepare(file: LocalFile): Promise<PreparedPicture<LocalFile>>
  /** Reports what a converted picture lost. */
  notify(note: string): void
  upload(file: LocalFile, kind: number, options: CallOptions): Promise<UploadedFile>
  /** Returns the size of a picture that the server did not measure. */
  measure(blob: Blob): Promise<{ readonly width: number; readonly height: number }>
  /** Returns the maximum upload size, bytes. */
  maxBytes(): number
  /** Handles an uploaded picture; `id` is that of its upload. A string result is the reason why it could not be used. */
  onUploaded(picture: UploadedPicture, id: number, target: UploadTarget): string | null | Promise<string | null>
}

export interface UploadQueue {
  /** Oldest first; finished uploads are removed. */
  readonly uploads: Cell<readonly Upload[]>
  add(files: readonly LocalFile[], target?: UploadTarget): void
  /** Cancels an upload, or removes a failed one from the list. */
  remove(id: number): void
  retry(id: number): void
  /** Returns the number of uploads under way. */
  running(): number
  dispose(): void
}

export function createUploadQueue({ prepare, notify, upload, measure, maxBytes, onUploaded }: UploadPorts): UploadQueue {
  const limit = pLimit(maxParallelUploads)
  const uploads = createCell<readonly Upload[]>([])
  const controllers = new Map<number, AbortController>()
  let lastId = 0
  let disposed = false

  const change = (id: number, fields: Partial<Upload>) =>
    uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, ...fields } : one)))
  const drop = (id: number) => uploads.set(uploads.get().filter((one) => one.id !== id))

  const send = async (id: number, picked: LocalFile, target: UploadTarget, signal: AbortSignal) => {
    if (signal.aborted) return
    change(id, { status: 'uploading' })
    const onProgress: CallOptions['onProgress'] = ({ loaded, total }) => {
      if (total) change(id, { progress: Math.min(1, loaded / total) })
    }
    try {
      const { file, note } = await prepare(picked)
      const problem = await pictureProblem(file, { maxBytes: maxBytes() })
      if (signal.aborted) return
      if (problem !== null) {
        change(id, { status: 'failed', error: problem, retryable: false })
        return
      }
      const stored = await upload(file, fileKind.templateLayer, { signal, onProgress })
      const { width, height } =
        stored.width !== null && stored.height !== null
          ? { width: stored.width, height: stored.height }
          : await measure(file.blob)
      if (signal.aborted || disposed) return
      const refusal = await onUploaded({ fileId: stored.fileId, url: stored.url, name: file.name, width, height }, id, target)
      if (refusal === null) {
        drop(id)
        if (note !== null) notify(note)
        stored.notes?.forEach(notify)
      } else change(id, { status: 'failed', error: refusal, retryable: true })
    } catch (error) {
      if (signal.aborted || disposed) return
      change(id, { status: 'failed', error: failureMessage(error, '上传失败，请重试'), retryable: true })
    } finally {
      controllers.delete(id)
    }
  }

  const enqueue = (id: number, file: LocalFile, target: UploadTarget) => {
    const stop = new AbortController()
    controllers.set(id, stop)
    void limit(() => send(id, file, target, stop.signal))
  }

  return {
    uploads,
    add(files, target = {}) {
      const added = files.map((file, i): Upload => {
        const error = sizeProblem(file.blob, maxBytes())
        const { centre } = target
        const ownTarget =
          centre && i > 0 ? { ...target, centre: { x: centre.x + i * dropOffset, y: centre.y + i * dropOffset } } : target
        return {
          id: ++lastId,
          file,
          target: ownTarget,
          status: error === null ? 'waiting' : 'failed',
          progress: 0,
          error,
          retryable: false,
        }
      })
      uploads.set([...uploads.get(), ...added])
      for (const one of added) if (one.error === null) enqueue(one.id, one.file, one.target)
    },
    remove(id) {
      controllers.get(id)?.abort()
      drop(id)
    },
    retry(id) {
      const one = uploads.get().find((other) => other.id === id)
      if (one?.status !== 'failed' || !one.retryable) return
      change(id, { status: 'waiting', progress: 0, error: null })
      enqueue(id, one.file, one.target)
    },
    running: () => uploads.get().filter((one) => one.status !== 'failed').length,
    dispose() {
      disposed = true
      limit.clearQueue()
      for (const stop of controllers.values()) stop.abort()
      controllers.clear()
    },
  }
}
