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

/** What saving needs of a page; the picker is Chromium's and missing in frames of other sites. */
export interface SaveSurroundings {
  readonly pickFile: ((options: { suggestedName: string }) => Promise<FileHandle>) | undefined
  /** Starts an ordinary download: the browser's own shelf tells the rest. */
  download(name: string, blob: Blob): void
}

const named = (error: unknown, ...names: string[]) => error instanceof Error && names.includes(error.name)

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
 * Asks where to save where the browser can ask, else downloads. A closed dialog is `saved: false`, not an error; a disk
 * that refuses is DISK with what the browser said.
 */
export async function saveFile(file: LocalFile, { pickFile, download }: SaveSurroundings): Promise<{ readonly saved: boolean }> {
  if (pickFile) {
    let handle: FileHandle | undefined
    try {
      handle = await pickFile({ suggestedName: file.name })
    } catch (error) {
      if (named(error, 'AbortError')) return { saved: false }
      // No gesture behind the call, or a frame that may not ask: the download below needs neither.
      if (!named(error, 'SecurityError', 'NotAllowedError', 'TypeError')) {
        throw new PlatformError('DISK', platformError('DISK').message, { cause: error, detail: { said: messageOf(error) } })
      }
    }
    if (handle) {
      try {
        await write(handle, file.blob)
      } catch (error) {
        throw new PlatformError('DISK', platformError('DISK').message, { cause: error, detail: { said: messageOf(error) } })
      }
      return { saved: true }
    }
  }
  download(file.name, file.blob)
  return { saved: true }
}

/** Chromium may still be reading the blob some time after the click. */
const keepDownloadMs = 60_000

const isPicker = (value: unknown): value is (options: { suggestedName: string }) => Promise<FileHandle> =>
  typeof value === 'function'

/** The surroundings of the page this runs in; `toDownloads`: it is not asked where. */
export function pageSaving({ toDownloads = false }: Pick<SaveOptions, 'toDownloads'> = {}): SaveSurroundings {
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
