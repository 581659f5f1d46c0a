/**
 * Locates the sections of a PSD or PSB: header, colour data, image resources, layer records, channel data, merged picture. Adobe
 * Photoshop File Formats Specification, "Photoshop File Format" (adobe.com/devnet-apps/photoshop/fileformatashtml). No pixels are
 * read: the records hold the length of each channel, and channels follow the records in their order.
 */
import { wideBlocks } from './blocks'
import { Cursor, damaged, type Source, textOf } from './bytes'
import { PsdError } from './types'

export interface Header {
  readonly large: boolean
  readonly channels: number
  readonly width: number
  readonly height: number
  readonly depth: 1 | 8 | 16 | 32
  /** Colour mode as in the file: 0 bitmap, 1 gray, 2 indexed, 3 RGB, 4 CMYK, 7 multichannel, 8 duotone, 9 Lab. */
  readonly mode: number
}

export interface ChannelPlace {
  /** 0… colours, -1 transparency, -2 mask, -3 the user's mask where -2 is a rendered one. */
  readonly id: number
  readonly offset: number
  readonly length: number
}

export interface Sections {
  readonly header: Header
  /** The palette of an indexed file: 768 bytes, all reds, then greens, then blues. */
  readonly colorData: Uint8Array<ArrayBuffer>
  readonly icc: Uint8Array<ArrayBuffer> | null
  /** False when the file was saved without a merged picture; null when the file does not say. */
  readonly hasMerged: boolean | null
  /** Palette index of an indexed file that is transparent. */
  readonly transparentIndex: number | null
  /** Angle of the light that the effects of the file share, degrees; null when the file does not say. */
  readonly globalAngle: number | null
  /** Range of the layer records, beginning with their count; null for a flat file. */
  readonly layers: { readonly offset: number; readonly end: number } | null
  /** The merged picture: its compression, then its pixels. */
  readonly merged: { readonly offset: number; readonly length: number }
}

const resource = { globalAngle: 1037, versionInfo: 1057, icc: 1039, transparentIndex: 1047 }
/** Longest ICC profile that is read, bytes; printer profiles have at most a few megabytes. */
const maxProfile = 16 * 1024 * 1024
async function readHeader(source: Source): Promise<Header> {
  if (source.size === 0) throw new PsdError('notPsd', '文件是空的，请重新选择PSD文件')
  const bytes = await source.read(0, 26)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 4 || textOf(view, 0, 4) !== '8BPS')
    throw new PsdError('notPsd', '不是PSD文件，请选择Photoshop存储的PSD或PSB文件')
  if (view.byteLength < 26) throw damaged('文件头不完整')
  const version = view.getUint16(4)
  if (version !== 1 && version !== 2) throw damaged('版本号不正确')
  const [channels, height, width, depth, mode] = [
    view.getUint16(12),
    view.getUint32(14),
    view.getUint32(18),
    view.getUint16(22),
    view.getUint16(24),
  ]
  const maxSide = version === 2 ? 300_000 : 30_000
  if (width === 0 || height === 0 || width > maxSide || height > maxSide) throw damaged(`画布尺寸不正确：${width}×${height}`)
  if (channels === 0 || channels > 56) throw damaged('通道数不正确')
  if (depth !== 1 && depth !== 8 && depth !== 16 && depth !== 32) throw damaged('位深不正确')
  if (![0, 1, 2, 3, 4, 7, 8, 9].includes(mode)) throw damaged('颜色模式不正确')
  return { large: version === 2, channels, width, height, depth, mode }
}

async function readResources(cursor: Cursor): Promise<Pick<Sections, 'icc' | 'hasMerged' | 'transparentIndex' | 'globalAngle'>> {
  let icc: Sections['icc'] = null
  let hasMerged: boolean | null = null
  let transparentIndex: number | null = null
  let globalAngle: number | null = null
  while (cursor.left >= 12) {
    const view = await cursor.take(7)
    const id = view.getUint16(4)
    const name = view.getUint8(6)
    // The name is a Pascal string padded to even length, its length byte included.
    if (cursor.left < name + 5) break
    cursor.skip(name + ((name + 1) % 2))
    const length = await cursor.length(false)
    if (length > cursor.left) break
    const next = cursor.offset + length + (length % 2)
    if (id === resource.icc && length > 0 && length <= maxProfile) icc = await cursor.source.read(cursor.offset, length)
    if (id === resource.versionInfo && length >= 5) hasMerged = (await cursor.take(5)).getUint8(4) !== 0
    if (id === resource.transparentIndex && length >= 2) transparentIndex = (await cursor.take(2)).getUint16(0)
    if (id === resource.globalAngle && length >= 4) globalAngle = (await cursor.take(4)).getInt32(0)
    cursor.offset = Math.min(next, cursor.end)
  }
  return { icc, hasMerged, transparentIndex, globalAngle }
}

/** 16- and 32-bit documents store their layers in a block after an empty layer info. */
async function findLayers(cursor: Cursor, large: boolean): Promise<Sections['layers']> {
  if (cursor.left < (large ? 8 : 4)) return null
  const length = await cursor.length(large)
  if (length > cursor.left) throw damaged('图层数据不完整')
  if (length > 0) return { offset: cursor.offset, end: cursor.offset + length }
  if (cursor.left < 4) return null
  const mask = await cursor.length(false)
  if (mask > cursor.left) return null
  cursor.skip(mask)
  while (cursor.left >= 12) {
    const view = await cursor.take(8)
    const signature = textOf(view, 0, 4)
    if (signature !== '8BIM' && signature !== '8B64') {
      // Blocks may be padded: search for the next signature byte by byte.
      cursor.offset -= 7
      continue
    }
    const key = textOf(view, 4, 4)
    const size = await cursor.length(signature === '8B64' || (large && wideBlocks.includes(key)))
    if (size > cursor.left) return null
    if (key === 'Lr16' || key === 'Lr32' || key === 'Layr') return { offset: cursor.offset, end: cursor.offset + size }
    cursor.skip(size)
  }
  return null
}

/** @throws PsdError when the file is no PSD, or its sections contradict its size. */
export async function readSections(source: Source): Promise<Sections> {
  const header = await readHeader(source)
  const cursor = new Cursor(source, 26, source.size)
  const colorLength = await cursor.length(false)
  if (colorLength > cursor.left) throw damaged('颜色数据不完整')
  const colorData = await source.read(cursor.offset, Math.min(colorLength, 768))
  cursor.skip(colorLength)
  const resources = await cursor.length(false)
  if (resources > cursor.left) throw damaged('图像资源不完整')
  const found = await readResources(new Cursor(source, cursor.offset, cursor.offset + resources))
  cursor.skip(resources)
  const section = await cursor.length(header.large)
  if (section > cursor.left) throw damaged('图层数据不完整')
  const layers = section === 0 ? null : await findLayers(new Cursor(source, cursor.offset, cursor.offset + section), header.large)
  cursor.skip(section)
  return { header, colorData, ...found, layers, merged: { offset: cursor.offset, length: cursor.left } }
}
