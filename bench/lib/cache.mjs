import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The folder of what benchmarks need to make only once; it lies under the system's temporary folder. */
export const cacheFolder = () => process.env.BENCH_CACHE ?? join(tmpdir(), 'kejiang-bench-cache')

function* filesIn(path) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* filesIn(join(path, entry.name))
    else yield join(path, entry.name)
  }
}

/**
 * Returns a folder that `make(folder)` has filled: made now, or by an earlier run of the same definition. The definition is the text of
 * `files` (files or folders from the repository's root) and `parameters`. A folder of an older definition is removed.
 * @param {{ name: string, files: readonly string[], parameters?: unknown, make: (folder: string) => Promise<void> }} options
 */
export async function cached({ name, files, parameters = null, make }) {
  const hash = createHash('sha256').update(JSON.stringify(parameters))
  for (const file of files) {
    const path = join(root, file)
    for (const part of existsSync(path) && !/\.\w+$/.test(file) ? [...filesIn(path)].sort() : [path])
      hash.update(readFileSync(part))
  }
  const key = `${name}-${hash.digest('hex').slice(0, 16)}`
  const folder = join(cacheFolder(), key)
  if (existsSync(folder)) return folder
  mkdirSync(cacheFolder(), { recursive: true })
  for (const entry of readdirSync(cacheFolder())) {
    if (entry.startsWith(`${name}-`)) rmSync(join(cacheFolder(), entry), { recursive: true, force: true })
  }
  const making = mkdtempSync(join(cacheFolder(), `making-`))
  try {
    await make(making)
    renameSync(making, folder)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

/** Copies a cached folder to one that the benchmark may change. */
export const copyOf = (cachedFolder, folder) => cpSync(cachedFolder, folder, { recursive: true })
