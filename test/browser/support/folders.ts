/** Data folders for servers that a test starts itself. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * Returns a new data folder with an empty, migrated database. It is a copy, because creating a database takes seconds. The caller
 * removes it.
 */
export function createdFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-shop-'))
  cpSync(inject('createdFolder'), folder, { recursive: true })
  return folder
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })
