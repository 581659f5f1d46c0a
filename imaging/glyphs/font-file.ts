/**
 * Reads the names, embedding rights and kinds of glyphs of a font file. It reads only the table directory and two small tables, so a
 * file of 20 MB costs no more than one of 20 KB.
 */

/** File format according to the first four bytes. */
export type FontSignature = 'ttf' | 'otf' | 'collection' | 'woff' | 'other'

export interface FontName {
  /**
   * OpenType name id: 1 family, 2 style, 4 full name, 6 PostScript name, 16 and 17 family and style of fonts with more than four styles, 0
   * copyright, 13 licence.
   */
  readonly id: number
  readonly chinese: boolean
  readonly text: string
}

/** Tables of letters in colours, by layers, drawings or pictures. */
export const colorTables = ['COLR', 'SVG ', 'CBDT', 'sbix'] as const
/** Tables of outlines; a font needs one of them. */
export const outlineTables = ['glyf', 'CFF ', 'CFF2'] as const

export interface FontFacts {
  /** The file has outlines of glyphs, of whatever characters. */
  readonly hasOutlines: boolean
  readonly hasColors: boolean
  readonly names: readonly FontName[]
  /** Embedding rights (fsType) of the OS/2 table; null when the file has no such table. */
  readonly fsType: number | null
}

/** The file ends before its tables do, or has none, for example after an interrupted download. */
export class BrokenFontError extends Error {
  override readonly name = 'BrokenFontError'
}

const signatures: Readonly<Record<string, FontSignature>> = {
  '\x00\x01\x00\x00': 'ttf',
  true: 'ttf',
  OTTO: 'otf',
  ttcf: 'collection',
  wOFF: 'woff',
  wOF2: 'woff',
}

/** The part of a Blob that is needed, so that a font on a server can be read in parts. */
export interface FontSource {
  /** Bytes. */
  readonly size: number
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

const readBytes = async (file: FontSource, offset: number, length: number) =>
  new DataView(await file.slice(offset, offset + length).arrayBuffer())

const latin = (view: DataView, at: number, length: number): string => {
  let text = ''
  for (let i = 0; i < length; i++) text += String.fromCharCode(view.getUint8(at + i))
  return text
}

export async function fontSignature(file: Blob): Promise<FontSignature> {
  const head = await readBytes(file, 0, 4)
  return head.byteLength < 4 ? 'other' : (signatures[latin(head, 0, 4)] ?? 'other')
}

interface Table {
  readonly offset: number
  readonly length: number
}

/** Limit of name records that are read; real fonts have a few hundred. */
const maxNames = 4000
/** Limit of the name table's length, bytes; real name tables have a few KB. */
const maxNameTable = 1024 * 1024

async function tablesOf(file: FontSource): Promise<ReadonlyMap<string, Table>> {
  const head = await readBytes(file, 0, 12)
  if (head.byteLength < 12) throw new BrokenFontError('no table directory')
  const count = head.getUint16(4)
  const directory = await readBytes(file, 12, count * 16)
  if (count === 0 || directory.byteLength < count * 16) throw new BrokenFontError('the table directory is cut off')
  const tables = new Map<string, Table>()
  for (let at = 0; at < count * 16; at += 16) {
    const table = { offset: directory.getUint32(at + 8), length: directory.getUint32(at + 12) }
    const tag = latin(directory, at, 4)
    if (table.offset + table.length > file.size) throw new BrokenFontError(`the table ${tag} is cut off`)
    tables.set(tag, table)
  }
  return tables
}

/** Text encoding of a name record by its platform and encoding ids; null for encodings that fonts no longer use. */
function encodingOf(platform: number, encoding: number): string | null {
  if (platform === 0 || (platform === 3 && encoding !== 3 && encoding !== 4)) return 'utf-16be'
  if (platform === 3) return encoding === 3 ? 'gbk' : 'big5'
  if (platform === 1) return encoding === 0 ? 'macintosh' : encoding === 25 ? 'gbk' : null
  return null
}

/**
 * Tests a name record's language: the primary language of a Windows language id, or one of the two Chinese ids of the Macintosh.
 */
const isChinese = (platform: number, language: number) =>
  platform === 3 ? (language & 0x3ff) === 0x04 : platform === 1 && (language === 33 || language === 19)

function readNames(table: DataView): FontName[] {
  if (table.byteLength < 6) return []
  const count = Math.min(table.getUint16(2), maxNames, Math.floor((table.byteLength - 6) / 12))
  const texts = table.getUint16(4)
  const names: FontName[] = []
  for (let at = 6; at < 6 + count * 12; at += 12) {
    const [platform, encoding, language, id, length, offset] = [0, 2, 4, 6, 8, 10].map((field) =>
      table.getUint16(at + field),
    ) as [number, number, number, number, number, number]
    const charset = encodingOf(platform, encoding)
    const start = texts + offset
    if (charset === null || start + length > table.byteLength) continue
    const bytes = new Uint8Array(table.buffer, table.byteOffset + start, length)
    const text = new TextDecoder(charset).decode(bytes).replaceAll('\0', '').replace(/\s+/g, ' ').trim()
    if (text !== '') names.push({ id, chinese: isChinese(platform, language), text })
  }
  return names
}

/** @throws BrokenFontError when the file is truncated. */
export async function readFontFacts(file: FontSource): Promise<FontFacts> {
  const tables = await tablesOf(file)
  const read = async (tag: string, maxBytes: number) => {
    const table = tables.get(tag)
    return table ? readBytes(file, table.offset, Math.min(table.length, maxBytes)) : null
  }
  const [name, os2] = await Promise.all([read('name', maxNameTable), read('OS/2', 10)])
  return {
    hasOutlines: outlineTables.some((tag) => tables.has(tag)),
    hasColors: colorTables.some((tag) => tables.has(tag)),
    names: name ? readNames(name) : [],
    fsType: os2 && os2.byteLength >= 10 ? os2.getUint16(8) : null,
  }
}
