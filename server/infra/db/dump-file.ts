/** Writes and reads exports as files, and makes the daily backups from them. */
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Db } from '../../kernel/context'
import { dumpDatabase, loadDump } from './dump'

const isGzip = (path: string): boolean => path.endsWith('.gz')

/** Writes an export; `path` exists only when the export is complete and on the disk. Compressed when the name ends with .gz. */
export async function exportToFile(db: Db, path: string): Promise<Record<string, number>> {
  mkdirSync(dirname(path), { recursive: true })
  const partial = `${path}.partial`
  const text = new PassThrough()
  const file = createWriteStream(partial, { mode: 0o600 })
  const writing = isGzip(path) ? pipeline(text, createGzip(), file) : pipeline(text, file)
  const write = async (line: string): Promise<void> => {
    if (text.write(`${line}\n`)) return
    // A failed disk ends the pipeline, after which 'drain' would never be emitted.
    await Promise.race([new Promise((resolve) => text.once('drain', resolve)), writing])
  }
  try {
    const counts = await dumpDatabase(db, write)
    text.end()
    await writing
    const handle = await open(partial, 'r+')
    await handle.sync()
    await handle.close()
    await rename(partial, path)
    return counts
  } catch (error) {
    text.destroy()
    file.destroy()
    await Promise.allSettled([writing, finished(file)])
    rmSync(partial, { force: true })
    throw error
  }
}

/** Yields the lines of an export file. */
export async function* exportLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const text = new PassThrough()
  const reading = isGzip(path) ? pipeline(file, createGunzip(), text) : pipeline(file, text)
  // The error is thrown below, after the lines before the damage were yielded.
  reading.catch(() => {})
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) yield line
  await reading
}

/** Loads an export file into an empty database. */
export const importFromFile = (db: Db, path: string): Promise<Record<string, number>> => loadDump(db, exportLines(path))

const backupName = (day: Date): string => `kejiang-${day.toISOString().slice(0, 10)}.jsonl.gz`

/** Writes an export to `path`; rejects early when `signal` is aborted. */
export type WriteExport = (path: string, signal: AbortSignal) => Promise<unknown>

/**
 * Makes the backup of `now`'s day (UTC) in `folder` unless it exists, and removes all but the newest `keep`. Resolves with its
 * path.
 */
export async function backup(write: WriteExport, folder: string, now: Date, signal: AbortSignal, keepCount = 7): Promise<string> {
  const path = join(folder, backupName(now))
  if (!existsSync(path)) await write(path, signal)
  const old = readdirSync(folder)
    .filter((name) => /^kejiang-\d{4}-\d\d-\d\d\.jsonl\.gz$/.test(name))
    .sort()
    .slice(0, -keepCount)
  for (const name of old) rmSync(join(folder, name), { force: true })
  return path
}

/** Makes a backup once a day while the server runs, the first a minute after its start. `stop` aborts one in progress. */
export function startBackups(write: WriteExport, folder: string, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const runBackup = () => {
    running = running
      .then(() => backup(write, folder, new Date(), stopping.signal))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error)
      })
  }
  const firstTimer = setTimeout(runBackup, 60_000)
  const hourlyTimer = setInterval(runBackup, 60 * 60_000)
  firstTimer.unref()
  hourlyTimer.unref()
  return {
    stop: async () => {
      clearTimeout(firstTimer)
      clearInterval(hourlyTimer)
      stopping.abort()
      await running
    },
  }
}
