/** Folders of downloads on the browser's own disk, one for each download. */
import type { Archives } from '../imaging/zip/archive-client'

/** A browser may still be copying an archive this long after it said that it was saved, ms. */
export const keepSavedMs = 5 * 60_000

/** Removes a folder with its archives, and lets go of the archive maker. */
export async function removeFolder(archives: Archives, folder: string): Promise<void> {
  try {
    await archives.remove(folder)
  } finally {
    archives.dispose()
  }
}

/** Removes the folders of downloads that nobody knows any more, and lets go of the archive maker. */
export async function tidyFolders(archives: Archives, known: ReadonlySet<string>): Promise<void> {
  try {
    for (const folder of await archives.folders()) if (!known.has(folder)) await archives.remove(folder)
  } finally {
    archives.dispose()
  }
}
