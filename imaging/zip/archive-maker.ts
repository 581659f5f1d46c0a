/** Writes one archive at a time as a stream: only the positions of the files stay in memory. */
import { crc32 } from '../../contract/ground/crc32'
import { withDpi } from '../../contract/ground/picture-dpi'
import { localHeader, maxZipBytes, maxZipFiles, type ZipEntry, zipEnding, zipStamp } from '../../contract/ground/zip-format'
import type { ArchiveAnswer, ArchiveStep } from './messages'
import { hasDisk, openSink, type Sink } from './sinks'

interface Open {
  readonly sink: Sink
  readonly entries: ZipEntry[]
  readonly stamp: ReturnType<typeof zipStamp>
  size: number
}

/** A part of at least so many bytes is written without being copied. */
const largeBytes = 4096

/** Joins neighbouring small parts, because each write to the browser's private disk is a call of another process. */
function joinSmall(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer>[] {
  const joined: Uint8Array<ArrayBuffer>[] = []
  for (const part of parts) {
    const previous = joined.at(-1)
    if (previous !== undefined && previous.length < largeBytes && part.length < largeBytes) {
      const both = new Uint8Array(previous.length + part.length)
      both.set(previous)
      both.set(part, previous.length)
      joined[joined.length - 1] = both
    } else joined.push(part)
  }
  return joined
}

/** @param open opens the destination of an archive; tests pass their own. */
export function createArchiveMaker(open: typeof openSink = openSink): (request: ArchiveStep) => Promise<ArchiveAnswer> {
  let current: Open | null = null
  const requireOpen = (): Open => {
    if (current === null) throw new Error('no archive is open')
    return current
  }
  const endOf = (entries: readonly ZipEntry[]) =>
    entries.reduce((end, entry) => Math.max(end, entry.offset + localHeader(entry, zipStamp(new Date(0))).length + entry.size), 0)

  return async (request) => {
    switch (request.step) {
      case 'probe':
        return { disk: await hasDisk() }
      case 'open': {
        await current?.sink.abandon()
        current = null
        const keep = endOf(request.entries)
        const sink = await open(request.destination, request.name, keep)
        const kept = sink.keptBytes === keep
        const entries = kept ? [...request.entries].sort((a, b) => a.offset - b.offset) : []
        current = { sink, entries, stamp: zipStamp(new Date(request.time)), size: sink.keptBytes }
        return { kept }
      }
      case 'add': {
        const { sink, entries, stamp, size } = requireOpen()
        const { name, resolution } = request
        const parts = resolution ? withDpi(resolution.type, request.bytes, resolution.dpi) : [request.bytes]
        const length = parts.reduce((sum, part) => sum + part.length, 0)
        if (entries.length >= maxZipFiles || size + length > maxZipBytes) {
          throw new RangeError('压缩包超过 3.7 GB 或 65535 个文件')
        }
        const entry: ZipEntry = { name, size: length, crc: parts.reduce((crc, part) => crc32(part, crc), 0), offset: size }
        const header = localHeader(entry, stamp)
        for (const part of joinSmall([header, ...parts])) await sink.write(part)
        entries.push(entry)
        requireOpen().size += header.length + length
        return { entry, memory: request.bytes.buffer }
      }
      case 'finish': {
        const { sink, entries, stamp, size } = requireOpen()
        for (const piece of zipEnding(entries, size, stamp)) await sink.write(piece)
        current = null
        return { blob: await sink.finish() }
      }
      case 'abandon': {
        const left = current
        current = null
        await left?.sink.abandon()
        return {}
      }
    }
  }
}
