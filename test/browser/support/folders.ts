/** Data folders for servers of a test's own. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A data folder with an empty, migrated database: a copy, for creating one takes seconds. Remove it afterwards. */
export function createdFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-shop-'))
  cpSync(inject('createdFolder'), folder, { recursive: true })
  return folder
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })
