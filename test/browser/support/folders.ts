/** Data folders for servers that a test starts itself. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * Returns a new data folder with an empty, migrated database, or with the demo shop and the merchants as well. It is a copy, because
 * making one takes seconds. The caller removes it.
 */
export function newFolder(kind: 'created' | 'seeded'): string {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-shop-'))
  cpSync(inject('prepared')[kind], folder, { recursive: true })
  return folder
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })
