import { fontFaultTexts } from '../../../contract/rules/font-faults'
import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'

/** Tables without which no renderer shows a glyph. */
const needed = ['cmap', 'head', 'hhea', 'hmtx', 'maxp']
/** Text in a design is drawn as outlines, so a font of pictures only, such as an emoji font, is useless there. */
const outlines = ['glyf', 'CFF ', 'CFF2']
const pictures = ['CBDT', 'EBDT', 'sbix', 'SVG ']
const headMagic = 0x5f0f3cf5
const notAFont = '请上传ttf、otf格式的字体文件'

/**
 * Accepts TrueType and OpenType files with a complete table directory in which something can be written; refuses web fonts and
 * collections.
 */
export async function examineFont(bytes: Buffer): Promise<Content> {
  const refuse = (message = '字体文件已损坏或没有字形，请重新下载字体后上传'): Failure => new Failure('unsupported-file', message)
  if (bytes.length < 12) throw refuse(notAFont)
  const signature = bytes.readUInt32BE(0)
  const openType = signature === 0x4f54544f
  if (!openType && signature !== 0x00010000 && signature !== 0x74727565) throw refuse(notAFont)
  const count = bytes.readUInt16BE(4)
  if (count === 0 || 12 + count * 16 > bytes.length) throw refuse()
  const tables = new Map<string, number>()
  for (let entry = 12; entry < 12 + count * 16; entry += 16) {
    const offset = bytes.readUInt32BE(entry + 8)
    if (offset + bytes.readUInt32BE(entry + 12) > bytes.length) throw refuse()
    tables.set(bytes.toString('latin1', entry, entry + 4), offset)
  }
  if (!outlines.some((name) => tables.has(name)) && pictures.some((name) => tables.has(name))) {
    throw refuse(fontFaultTexts['no-outlines'])
  }
  if (!needed.every((name) => tables.has(name)) || !outlines.some((name) => tables.has(name))) throw refuse()
  const head = tables.get('head') ?? bytes.length
  if (head + 16 > bytes.length || bytes.readUInt32BE(head + 12) !== headMagic) throw refuse()
  const fault = (await import('../render/outline-text')).judgeFont(bytes)
  if (fault === 'not a font') throw refuse()
  if (fault !== null) throw refuse(fontFaultTexts[fault])
  return openType
    ? { bytes, contentType: 'font/otf', extension: 'otf', width: null, height: null }
    : { bytes, contentType: 'font/ttf', extension: 'ttf', width: null, height: null }
}
