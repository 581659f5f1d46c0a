/** Writes and reads exports as files and other streams. */
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Db } from '../../kernel/context'
import { dumpDatabase, loadDump } from './dump'

const isGzip = (path: string): boolean => path.endsWith('.gz')

/** Dumps the database as text that `sink` consumes; resolves with the rows per table when both are done. */
export async function dumpInto(db: Db, sink: (text: Readable) => Promise<unknown>): Promise<Record<string, number>> {
  const text = new PassThrough()
  const writing = sink(text)
  // A failure is thrown below, by the dump that waits for the sink or by the last wait.
  writing.catch(() => {})
  const write = async (line: string): Promise<void> => {
    if (text.write(`${line}\n`)) return
    // A sink that failed takes nothing any more, after which 'drain' would never be emitted.
    await Promise.race([new Promise((resolve) => text.once('drain', resolve)), writing])
  }
  try {
    const counts = await dumpDatabase(db, write)
    text.end()
    await writing
    return counts
  } catch (error) {
    text.destroy(error instanceof Error ? error : new Error(String(error)))
    await Promise.allSettled([writing])
    throw error
  }
}

/** Writes an export; `path` exists only when the export is complete and on the disk. Compressed when the name ends with .gz. */
export async function exportToFile(db: Db, path: string): Promise<Record<string, number>> {
  mkdirSync(dirname(path), { recursive: true })
  const partial = `${path}.partial`
  try {
    const counts = await dumpInto(db, (text) => {
      const file = createWriteStream(partial, { mode: 0o600, flush: true })
      return isGzip(path) ? pipeline(text, createGzip(), file) : pipeline(text, file)
    })
    await rename(partial, path)
    return counts
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** Yields the lines of a text, decompressed if it is compressed. */
export async function* linesOf(source: Readable, isCompressed: boolean): AsyncGenerator<string> {
  const text = new PassThrough()
  const reading = isCompressed ? pipeline(source, createGunzip(), text) : pipeline(source, text)
  // The error is thrown below, after the lines before the damage were yielded.
  reading.catch(() => {})
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) yield line
  } finally {
    // A reader that needs only the first lines ends the source.
    if (!text.readableEnded) text.destroy()
  }
  await reading
}

/** Yields the lines of an export file. */
export const exportLines = (path: string): AsyncGenerator<string> => linesOf(createReadStream(path), isGzip(path))

/** Loads an export file into an empty database. */
export const importFromFile = (db: Db, path: string): Promise<Record<string, number>> => loadDump(db, exportLines(path))
