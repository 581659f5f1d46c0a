/** Hashes of streams, and objects that are checked while they are read. */
import { createHash } from 'node:crypto'
import { pipeline as pipe, type Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Storage } from '../../ports/storage'
import { linesOf } from '../db/dump-file'
import { BackupError, type FileLine } from './format'

export interface Digest {
  readonly sha256: string
  readonly size: number
}

export interface Meter extends Transform {
  /** Hash and size of what passed so far. */
  digest(): Digest
}

/** Passes bytes through and hashes them. With `expected` it fails at the end of a stream that has another hash or size. */
export function createMeter(expected?: Digest, name = ''): Meter {
  const hash = createHash('sha256')
  let size = 0
  const digest = (): Digest => ({ sha256: hash.copy().digest('hex'), size })
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
    flush(done) {
      const found = digest()
      const isSame = !expected || (found.sha256 === expected.sha256 && found.size === expected.size)
      done(
        isSame ? null : new BackupError(`${name} 已损坏，内容与记录的哈希不符 (the content of ${name} does not match its hash)`),
      )
    },
  })
  return Object.assign(meter, { digest })
}

/** Reads a stream to its end and returns its hash and size. */
export async function digestOf(stream: Readable): Promise<Digest> {
  const meter = createMeter()
  await pipeline(stream, meter.resume())
  return meter.digest()
}

/** Opens an object; its stream fails at the end if the content has another hash or size. */
export async function openChecked(target: Storage, key: string, expected: Digest): Promise<Meter> {
  const object = await target.get(key)
  if (!object) throw new BackupError(`缺少 ${key} (the object is missing)`)
  const meter = createMeter(expected, key)
  // The reader of the meter learns of every failure by the meter's own error.
  return pipe(object.stream, meter, () => {})
}

/**
 * Yields the lines of a compressed object. The whole object is read and compared with its hash before the first line: damaged bytes may
 * decompress to lines that nobody wrote, and only their reader would fail, in words of its own.
 */
export async function* checkedLines(target: Storage, key: string, expected: Digest): AsyncGenerator<string> {
  await finished((await openChecked(target, key, expected)).resume())
  yield* linesOf(await openChecked(target, key, expected), true)
}

/** Yields the lines of the list of files. */
export async function* fileLines(target: Storage, key: string, expected: Digest): AsyncGenerator<FileLine> {
  for await (const line of checkedLines(target, key, expected)) yield JSON.parse(line) as FileLine
}

/** Yields the results of `work` in the order of the items; `count` of them are worked on at the same time. */
export async function* inParallel<T, R>(
  items: AsyncIterable<T>,
  count: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = []
  const start = (item: T): void => {
    const result = work(item)
    // It is awaited in its turn; until then its failure must not count as unhandled.
    result.catch(() => {})
    waiting.push(result)
  }
  try {
    for await (const item of items) {
      start(item)
      if (waiting.length >= count) yield await (waiting.shift() as Promise<R>)
    }
    for (const result of waiting) yield await result
  } finally {
    await Promise.allSettled(waiting)
  }
}
