/** Lets the seller choose a folder, where the browser supports it. */
import { isAbort, messageOf } from '../../contract/ground/thrown'
import { platformError } from '../error-text'
import { PlatformError } from '../platform'

type Picker = (options: {
  readonly id: string
  readonly mode: 'readwrite'
  readonly startIn: 'downloads'
}) => Promise<FileSystemDirectoryHandle>

const isPicker = (value: unknown): value is Picker => typeof value === 'function'

/**
 * Returns a function that asks the seller for a folder, or null if the page cannot: in other engines, on plain http, in frames.
 *
 * @param page replaced in tests.
 */
export function createFolderPicker(page: Window = window): (() => Promise<FileSystemDirectoryHandle | null>) | null {
  const picker: unknown = Reflect.get(page, 'showDirectoryPicker')
  if (!isPicker(picker) || !page.isSecureContext || page.top !== page) return null
  return async () => {
    try {
      return await picker.call(page, { id: 'kejiang-downloads', mode: 'readwrite', startIn: 'downloads' })
    } catch (error) {
      if (isAbort(error)) return null
      throw new PlatformError('DISK', platformError('DISK').message, {
        cause: error,
        detail: { originalMessage: messageOf(error) },
      })
    }
  }
}
