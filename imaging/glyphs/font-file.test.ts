import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BrokenFontError, fontSignature, readFontFacts } from './font-file'

const kuaile = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf'),
)

interface NameRecord {
  readonly platform: number
  readonly encoding: number
  readonly language: number
  readonly id: number
  readonly bytes: Buffer
}
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()

/** A font of two tables, enough for the reader under test. */
function fontOf(names: readonly NameRecord[], fsType: number | null, signature = '\x00\x01\x00\x00'): Buffer {
  const records = names.map(({ platform, encoding, language, id, bytes }, at) => {
    const offset = names.slice(0, at).reduce((sum, name) => sum + name.bytes.length, 0)
    const record = Buffer.alloc(12)
    for (const [field, value] of [platform, encoding, language, id, bytes.length, offset].entries()) {
      record.writeUInt16BE(value, field * 2)
    }
    return record
  })
  const head = Buffer.alloc(6)
  head.writeUInt16BE(names.length, 2)
  head.writeUInt16BE(6 + names.length * 12, 4)
  const tables: [string, Buffer][] = [['name', Buffer.concat([head, ...records, ...names.map(({ bytes }) => bytes)])]]
  if (fsType !== null) {
    const os2 = Buffer.alloc(10)
    os2.writeUInt16BE(fsType, 8)
    tables.push(['OS/2', os2])
  }
  const directory = Buffer.alloc(12 + tables.length * 16)
  directory.write(signature, 'latin1')
  directory.writeUInt16BE(tables.length, 4)
  let offset = directory.length
  for (const [at, [tag, bytes]] of tables.entries()) {
    directory.write(tag, 12 + at * 16, 'latin1')
    directory.writeUInt32BE(offset, 12 + at * 16 + 8)
    directory.writeUInt32BE(bytes.length, 12 + at * 16 + 12)
    offset += bytes.length
  }
  return Buffer.concat([directory, ...tables.map(([, bytes]) => bytes)])
}
const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])

describe('the signature of a file', () => {
  test.each([
    ['\x00\x01\x00\x00', 'ttf'],
    ['true', 'ttf'],
    ['OTTO', 'otf'],
    ['ttcf', 'collection'],
    ['wOFF', 'woff'],
    ['wOF2', 'woff'],
    ['PK\x03\x04', 'other'],
    ['typ1', 'other'],
    ['', 'other'],
    ['\x00\x01', 'other'],
  ])('fontSignature reads a file that begins with %j as %s', async (start, kind) => {
    expect(
      await fontSignature(blob(Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(start.length < 4 ? 0 : 20)]))),
    ).toBe(kind)
  })
})

describe('what a font says about itself', () => {
  test('readFontFacts reads the names of a real font and that it may be installed', async () => {
    const { names, fsType } = await readFontFacts(blob(kuaile))
    expect(fsType).toBe(0)
    expect(names.filter(({ id }) => id === 1 || id === 4).map(({ text }) => text)).toEqual([
      'ZCOOL KuaiLe',
      'ZCOOL KuaiLe Regular',
    ])
    expect(names.find(({ id }) => id === 13)?.text).toContain('Open Font License')
  })

  test('readFontFacts reads names in every encoding fonts use, and which of them are Chinese', async () => {
    const font = fontOf(
      [
        { platform: 3, encoding: 1, language: 0x409, id: 1, bytes: utf16('Smiley Sans') },
        { platform: 3, encoding: 1, language: 0x804, id: 1, bytes: utf16(' 得意黑\0 ') },
        { platform: 3, encoding: 1, language: 0xc04, id: 1, bytes: utf16('得意黑（港）') },
        { platform: 1, encoding: 0, language: 0, id: 1, bytes: Buffer.from('Caf\x8e', 'latin1') },
        // 黑体 in GBK
        { platform: 1, encoding: 25, language: 33, id: 1, bytes: Buffer.from([0xba, 0xda, 0xcc, 0xe5]) },
        { platform: 0, encoding: 4, language: 0, id: 4, bytes: utf16('𠮷体') },
        { platform: 2, encoding: 1, language: 0, id: 4, bytes: utf16('ISO') },
        { platform: 3, encoding: 1, language: 0x409, id: 4, bytes: utf16('  ') },
      ],
      0x0008,
    )
    const { names, fsType } = await readFontFacts(blob(font))
    expect(fsType).toBe(8)
    expect(names.map(({ chinese, text }) => `${chinese ? '中' : '-'} ${text}`)).toEqual([
      '- Smiley Sans',
      '中 得意黑',
      '中 得意黑（港）',
      '- Café',
      '中 黑体',
      '- 𠮷体',
    ])
  })

  test('readFontFacts finds no embedding rights without an OS/2 table', async () => {
    expect(await readFontFacts(blob(fontOf([], null)))).toMatchObject({ names: [], fsType: null })
  })

  test('readFontFacts rejects a truncated font as broken, wherever it ends', async () => {
    for (const length of [4, 11, 60, 5000, kuaile.length - 100]) {
      await expect(readFontFacts(blob(kuaile.subarray(0, length)))).rejects.toBeInstanceOf(BrokenFontError)
    }
  })

  test('readFontFacts reads or refuses fonts with flipped bits and noise, and never fails otherwise', async () => {
    const small = fontOf([{ platform: 3, encoding: 1, language: 0x804, id: 1, bytes: utf16('得意黑') }], 4)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(small.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
        async (edits) => {
          const bytes = Buffer.from(small)
          for (const [at, value] of edits) bytes[at] = value
          const outcome = await readFontFacts(blob(bytes)).catch((error: unknown) => error)
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(BrokenFontError)
        },
      ),
    )
  })
})
