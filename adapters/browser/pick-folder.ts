import { messageOf, platformError } from '../error-text'
import { PlatformError } from '../platform'

type Picker = (options: {
  readonly id: string
  readonly mode: 'readwrite'
  readonly startIn: 'downloads'
}) => Promise<FileSystemDirectoryHandle>

const isPicker = (value: unknown): value is Picker => typeof value === 'function'

/**
 * How this page asks for a folder of the seller's disk; null where it may not: other engines, plain http, frames of other sites.
 *
 * @param page another one in tests.
 */
export function pickFolder(page: Window = window): (() => Promise<FileSystemDirectoryHandle | null>) | null {
  const picker: unknown = Reflect.get(page, 'showDirectoryPicker')
  if (!isPicker(picker) || !page.isSecureContext || page.top !== page) return null
  return async () => {
    try {
      return await picker.call(page, { id: 'kejiang-downloads', mode: 'readwrite', startIn: 'downloads' })
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return null
      throw new PlatformError('DISK', platformError('DISK').message, { cause: error, detail: { said: messageOf(error) } })
    }
  }
}
