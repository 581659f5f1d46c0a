/** Removes the folders of downloads in the browser's own file system; each download has one. */
import type { Archives } from '../../imaging/zip/archive-client'

/** A browser may still be copying an archive for this long after it reported it as saved, ms. */
export const keepSavedMs = 5 * 60_000

/** Removes a folder with its archives, and closes the archive maker. */
export async function removeFolder(archives: Archives, folder: string): Promise<void> {
  try {
    await archives.remove(folder)
  } finally {
    archives.dispose()
  }
}

/** Removes the folders of unknown downloads, and closes the archive maker. */
export async function removeUnknownFolders(archives: Archives, known: ReadonlySet<string>): Promise<void> {
  try {
    for (const folder of await archives.folders()) if (!known.has(folder)) await archives.remove(folder)
  } finally {
    archives.dispose()
  }
}
