/** Saves a file from the page to the seller's disk. */
import { messageOf, platformError } from '../error-text'
import { type LocalFile, PlatformError, type SaveOptions } from '../platform'

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

/**
 * Opens the browser's save dialog if there is one, otherwise starts a download. Resolves with `saved: false` if the seller closed
 * the dialog. Rejects with DISK and the browser's message if writing fails.
 */
export async function saveFile(file: LocalFile, { pickFile, download }: PageSaving): Promise<{ readonly saved: boolean }> {
  if (pickFile) {
    let handle: FileHandle | undefined
    try {
      handle = await pickFile({ suggestedName: file.name })
    } catch (error) {
      if (hasName(error, 'AbortError')) return { saved: false }
      // Without a user gesture or in a frame the dialog is not allowed; a download is.
      if (!hasName(error, 'SecurityError', 'NotAllowedError', 'TypeError')) {
        throw new PlatformError('DISK', platformError('DISK').message, {
          cause: error,
          detail: { originalMessage: messageOf(error) },
        })
      }
    }
    if (handle) {
      try {
        await write(handle, file.blob)
      } catch (error) {
        throw new PlatformError('DISK', platformError('DISK').message, {
          cause: error,
          detail: { originalMessage: messageOf(error) },
        })
      }
      return { saved: true }
    }
  }
  download(file.name, file.blob)
  return { saved: true }
}

/** How long the blob's address stays valid, ms: Chromium may read the blob some time after the click. */
const keepDownloadMs = 60_000

const isPicker = (value: unknown): value is (options: { suggestedName: string }) => Promise<FileHandle> =>
  typeof value === 'function'

/** Returns this page's functions for saving; `toDownloads` leaves out the dialog. */
export function pageSaving({ toDownloads = false }: Pick<SaveOptions, 'toDownloads'> = {}): PageSaving {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker')
  return {
    pickFile: !toDownloads && isPicker(picker) && window.isSecureContext ? (options) => picker.call(window, options) : undefined,
    download: (name, blob) => {
      const url = URL.createObjectURL(blob)
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.hidden = true
      document.body.append(link)
      link.click()
      link.remove()
      setTimeout(() => URL.revokeObjectURL(url), keepDownloadMs)
    },
  }
}
