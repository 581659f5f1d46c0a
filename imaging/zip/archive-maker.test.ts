/** Archives written as streams and opened by other programs. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import JSZip from 'jszip'
import { expect, test } from 'vitest'
import { archiveBytes, type ZipEntry } from '../../contract/ground/zip-format'
import { createArchiveMaker } from './archive-maker'
import type { Sink } from './sinks'

/** A disk of one file that outlives the archive maker. */
function disk() {
  let bytes = new Uint8Array()
  const open = async (_: unknown, __: string, keep: number): Promise<Sink> => {
    const kept = bytes.length >= keep ? keep : 0
    bytes = bytes.slice(0, kept)
    return {
      keptBytes: kept,
      write(more) {
        const next = new Uint8Array(bytes.length + more.length)
        next.set(bytes)
        next.set(more, bytes.length)
        bytes = next
      },
      finish: async () => new Blob([bytes]),
      abandon: async () => {
        bytes = new Uint8Array()
      },
    }
  }
  return { open, bytes: () => bytes, damage: () => (bytes = bytes.slice(0, 10)) }
}

const order = (entries: readonly ZipEntry[] = []) =>
  ({ step: 'open', destination: { kind: 'memory' }, name: 'a.zip', entries, time: Date.UTC(2026, 10, 21) }) as const
const files = fc.uniqueArray(
  fc.record({ name: fc.stringMatching(/^[\u4e00-\u4e20a-z0-9🌊]{1,40}$/u), bytes: fc.uint8Array({ maxLength: 3000 }) }),
  { selector: ({ name }) => name, maxLength: 12 },
)

test('an archive has the predicted length and its content, also after being resumed', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.nat(), async (made, cut) => {
      const file = disk()
      let make = createArchiveMaker(file.open)
      await make(order())
      const entries: ZipEntry[] = []
      for (const [place, { name, bytes }] of made.entries()) {
        // A page that closed left half a file behind the last complete one.
        if (place === cut % 12) {
          await make({ step: 'add', name: '半个.png', bytes: new Uint8Array(77), resolution: null })
          make = createArchiveMaker(file.open)
          expect((await make(order(entries))).kept).toBe(true)
        }
        const added = new Uint8Array(bytes)
        const { entry, memory } = await make({ step: 'add', name, bytes: added, resolution: null })
        expect(memory).toBe(added.buffer)
        if (entry) entries.push(entry)
      }
      const { blob } = await make({ step: 'finish' })
      expect(blob?.size).toBe(archiveBytes(made.map(({ name, bytes }) => ({ name, size: bytes.length }))))
      const read = await JSZip.loadAsync(file.bytes(), { checkCRC32: true })
      expect(Object.keys(read.files).sort()).toEqual(made.map(({ name }) => name).sort())
      for (const { name, bytes } of made) expect(await read.file(name)?.async('uint8array')).toEqual(new Uint8Array(bytes))
    }),
    { numRuns: 60 },
  )
})

test('a damaged archive is started anew', async () => {
  const file = disk()
  const make = createArchiveMaker(file.open)
  await make(order())
  const { entry } = await make({ step: 'add', name: '一.png', bytes: new Uint8Array(500), resolution: null })
  file.damage()
  expect((await createArchiveMaker(file.open)(order(entry ? [entry] : []))).kept).toBe(false)
  expect(file.bytes().length).toBe(0)
})

test('the header of a picture and its resolution take one write together, the rest of the picture another', async () => {
  const writes: number[] = []
  const sink: Sink = {
    keptBytes: 0,
    write: ({ length }) => void writes.push(length),
    finish: async () => null,
    abandon: async () => undefined,
  }
  const make = createArchiveMaker(async () => sink)
  await make(order())
  const bytes = new Uint8Array(10_000)
  await make({ step: 'add', name: '一.png', bytes, resolution: { type: 'image/png', dpi: 300 } })
  // The first 33 bytes of a PNG precede its resolution, a chunk of 21 bytes.
  expect(writes).toEqual([expect.any(Number), 10_000 - 33])
  expect(writes[0]).toBeGreaterThan(33 + 21)
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('Python reads the archive: stored, names in UTF-8, every checksum right', async () => {
  const file = disk()
  const make = createArchiveMaker(file.open)
  await make(order())
  for (const name of ['店/海浪_定制2张.png', '店/🌊.tif', '下载清单.csv']) {
    await make({
      step: 'add',
      name,
      bytes: Uint8Array.from({ length: 70_001 }, (_, place) => (place * place) & 255),
      resolution: null,
    })
  }
  await make({ step: 'finish' })
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  try {
    const path = join(folder, 'a.zip')
    writeFileSync(path, file.bytes())
    expect(execFileSync('python3', ['-c', checkByPython, path], { encoding: 'utf8' }).trim().split('\n')).toEqual([
      'None',
      '店/海浪_定制2张.png 0 True',
      '店/🌊.tif 0 True',
      '下载清单.csv 0 True',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/**
 * Prints by Python's own reader: the first damaged file, then name, method (0: stored) and whether the name is marked as UTF-8.
 */
const checkByPython = `
import sys, zipfile
sys.stdout.reconfigure(encoding='utf-8')
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(archive.testzip())
    for info in archive.infolist():
        print(info.filename, info.compress_type, bool(info.flag_bits & 0x800))
`
