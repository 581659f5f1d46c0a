/**
 * Finds a large Chinese font on this machine and returns it as a single font. opentype.js reads no collections, so one face is
 * extracted.
 */
import { existsSync, readFileSync } from 'node:fs'

const usual = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc',
]
/** Index of Simplified Chinese in Noto's collections. */
const wantedFace = 2

/** @param bytes a TrueType collection. */
function faceOf(bytes) {
  const count = bytes.readUInt32BE(8)
  const start = bytes.readUInt32BE(12 + 4 * Math.min(wantedFace, count - 1))
  const tables = bytes.readUInt16BE(start + 4)
  const head = Buffer.from(bytes.subarray(start, start + 12 + tables * 16))
  const parts = [head]
  let at = head.length
  for (let i = 0; i < tables; i += 1) {
    const record = 12 + i * 16
    const from = head.readUInt32BE(record + 8)
    const length = head.readUInt32BE(record + 12)
    head.writeUInt32BE(at, record + 8)
    const padded = Math.ceil(length / 4) * 4
    parts.push(bytes.subarray(from, from + length), Buffer.alloc(padded - length))
    at += padded
  }
  return Buffer.concat(parts)
}

/**
 * Returns the font's bytes.
 *
 * @throws when there is no such font; GLYPHS_FONT names one.
 */
export function largeFont() {
  const path = process.env.GLYPHS_FONT ?? usual.find((file) => existsSync(file))
  if (!path || !existsSync(path)) {
    throw new Error('no large Chinese font found: install fonts-noto-cjk, or name a file with GLYPHS_FONT')
  }
  const bytes = readFileSync(path)
  return bytes.toString('latin1', 0, 4) === 'ttcf' ? faceOf(bytes) : bytes
}
