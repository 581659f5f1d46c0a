/** Saves a file from the page to the seller's disk. */
import { messageOf } from '../../contract/ground/thrown'
import { fileErrorText } from '../../contract/rules/file-errors'
import { type LocalFile, PlatformError, type SaveOptions, type SaveResult } from '../platform'

interface WritableFile {
  write(data: Blob): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}
interface FileHandle {
  createWritable(): Promise<WritableFile>
}

/** The page's functions for saving. Only Chromium has the picker, and it fails in frames of other sites. */
export interface PageSaving {
  readonly pickFile: ((options: { suggestedName: string }) => Promise<FileHandle>) | undefined
  /** Starts an ordinary download, whose result the page cannot observe. */
  download(name: string, blob: Blob): void
  /** Whether a download that is started now is let through without a question. */
  mayDownload(): boolean
}

const hasName = (error: unknown, ...names: string[]) => error instanceof Error && names.includes(error.name)

async function write(handle: FileHandle, blob: Blob): Promise<void> {
  const target = await handle.createWritable()
  try {
    await target.write(blob)
    await target.close()
  } catch (error) {
    await target.abort().catch(() => undefined)
    throw error
  }
}

const diskError = (error: unknown): PlatformError =>
  new PlatformError('DISK', `文件没有保存成功：${fileErrorText(error)}`, {
    cause: error,
    detail: { originalMessage: messageOf(error) },
  })

/**
 * Opens the browser's save dialog if there is one, otherwise starts a download, which the browser may block unseen. Resolves with
 * `saved: false` if the seller closed the dialog or must click first. Rejects with DISK and its cause in words if writing fails.
 */
export async function saveFile(file: LocalFile, { pickFile, download, mayDownload }: PageSaving): Promise<SaveResult> {
  const handle = await pickFile?.({ suggestedName: file.name }).catch((error: unknown) => {
    if (hasName(error, 'AbortError')) return null
    // Without a user gesture or in a frame the dialog is not allowed; a download is.
    if (hasName(error, 'SecurityError', 'NotAllowedError', 'TypeError')) return undefined
    throw diskError(error)
  })
  if (handle === null) return { saved: false }
  if (handle) {
    await write(handle, file.blob).catch((error: unknown) => Promise.reject(diskError(error)))
    return { saved: true }
  }
  if (!mayDownload()) return { saved: false, needsClick: true }
  download(file.name, file.blob)
  return { saved: true, unseen: true }
}

/**
 * Downloads that this page started since the seller last clicked or typed. Chromium lets one through; before the next it asks, and
 * after 禁止 it drops them without telling the page (chrome/browser/download/download_request_limiter.cc).
 */
let startedSinceInput = 0
let isListening = false

function listenForInput(): void {
  if (isListening) return
  isListening = true
  const reset = () => {
    startedSinceInput = 0
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, reset, { capture: true, passive: true })
}

/** How long the blob's address stays valid, ms: Chromium may read the blob some time after the click. */
const keepDownloadMs = 60_000

const isPicker = (value: unknown): value is (options: { suggestedName: string }) => Promise<FileHandle> =>
  typeof value === 'function'

/** Returns this page's functions for saving; `toDownloads` leaves out the dialog. */
export function pageSaving({ toDownloads = false }: Pick<SaveOptions, 'toDownloads'> = {}): PageSaving {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker')
  listenForInput()
  return {
    mayDownload: () => startedSinceInput === 0 || navigator.userActivation?.isActive === true,
    pickFile: !toDownloads && isPicker(picker) && window.isSecureContext ? (options) => picker.call(window, options) : undefined,
    download: (name, blob) => {
      const url = URL.createObjectURL(blob)
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.hidden = true
      document.body.append(link)
      link.click()
      startedSinceInput += 1
      link.remove()
      setTimeout(() => URL.revokeObjectURL(url), keepDownloadMs)
    },
  }
}
