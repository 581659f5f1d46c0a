/**
 * Copies the layer records, without their pixels, into a small PSD that ag-psd can read. Features that ag-psd refuses because of
 * the pixels (CMYK, Lab, sizes) then no longer matter, and a file of any size costs only what its records cost.
 */
import { type LayerBlocks, readBlocks } from './blocks'
import { Cursor, damaged, type Source, textOf } from './bytes'
import type { ChannelPlace, Sections } from './sections'
import { PsdError } from './types'

export interface Records {
  /** A PSD whose layers have one empty channel each; the channel's id is the layer's index in `layers`. Empty for a flat file. */
  readonly skeleton: Uint8Array<ArrayBuffer>
  /** Positions of each layer's channels in the file. */
  readonly layers: readonly (readonly ChannelPlace[])[]
  /** Records of each layer that ag-psd does not read. */
  readonly blocks: readonly LayerBlocks[]
  /** True when the merged picture's first channel after its colours is transparency. */
  readonly mergedAlpha: boolean
}

/** Photoshop itself allows at most 8000. */
const maxLayers = 30_000
/** Enough for the text and effects of thousands of layers; larger records are not plausible. */
const maxRecords = 256 * 1024 * 1024

/** Keys have four characters; shorter ones are padded with spaces. */
const blendKeys = new Set(
  'pass norm diss dark mul idiv lbrn dkCl lite scrn div lddg lgCl over sLit hLit vLit lLit pLit hMix diff smud fsub fdiv hue sat colr lum'
    .split(' ')
    .map((key) => key.padEnd(4)),
)

/** Empties rectangles that are inverted or absurdly large, because one of them would make ag-psd refuse the whole file. */
function mendBox(view: DataView, at: number, large: boolean): void {
  const [top, left, bottom, right] = [view.getInt32(at), view.getInt32(at + 4), view.getInt32(at + 8), view.getInt32(at + 12)]
  const [width, height] = [right - left, bottom - top]
  const maxSide = large ? 300_000 : 30_000
  if (width >= 0 && height >= 0 && width <= maxSide && height <= maxSide) return
  for (let i = 0; i < 16; i += 4) view.setInt32(at + i, 0)
}

/** Mask data: its length, then the mask's box; with 36 bytes or more also the box of the user's own mask. */
function mendMasks(extra: DataView, large: boolean): void {
  if (extra.byteLength < 4) return
  const length = Math.min(extra.getUint32(0), extra.byteLength - 4)
  if (length >= 16) mendBox(extra, 4, large)
  if (length >= 36) mendBox(extra, 24, large)
}

/**
 * Header of the file's own version, which decides which blocks of the records have wide lengths; RGB with 8 bits, because no
 * pixels follow.
 */
function headerOf(large: boolean, layersLength: number): Uint8Array<ArrayBuffer> {
  const wide = large ? 8 : 4
  const bytes = new Uint8Array(26 + 8 + wide * 2)
  const view = new DataView(bytes.buffer)
  bytes.set([0x38, 0x42, 0x50, 0x53])
  view.setUint16(4, large ? 2 : 1)
  view.setUint16(12, 4)
  view.setUint32(14, 1)
  view.setUint32(18, 1)
  view.setUint16(22, 8)
  view.setUint16(24, 3)
  // The sections of colour data and image resources that follow are empty.
  view.setUint32(34 + wide - 4, layersLength + wide)
  view.setUint32(34 + wide * 2 - 4, layersLength)
  return bytes
}

/** Replaces a channel list by one empty channel whose id is the layer's index. */
function numberOf(index: number, large: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 + (large ? 10 : 6))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 1)
  view.setInt16(2, index)
  return bytes
}

/** @throws PsdError when records are truncated, contradictory or too many. */
export async function readRecords(source: Source, { header: { large }, layers }: Sections): Promise<Records> {
  if (layers === null) return { skeleton: new Uint8Array(0), layers: [], blocks: [], mergedAlpha: false }
  const cursor = new Cursor(source, layers.offset, layers.end)
  // A negative count means that the merged picture has a transparency channel.
  const signed = (await cursor.take(2)).getInt16(0)
  const count = Math.abs(signed)
  if (count > maxLayers) throw new PsdError('unsupported', `图层太多（${count}个），请在Photoshop中合并部分图层后重新导入`)
  const parts: Uint8Array<ArrayBuffer>[] = []
  const channels: ChannelLength[][] = []
  const blocks: LayerBlocks[] = []
  let size = 2
  for (let index = 0; index < count; index++) {
    const start = copy(await cursor.take(16))
    mendBox(new DataView(start.buffer), 0, large)
    channels.push(await readChannels(cursor, large))
    const middle = copy(await cursor.take(16))
    const view = new DataView(middle.buffer)
    if (textOf(view, 0, 4) !== '8BIM') throw damaged('图层记录不正确')
    // 0 is base, 1 is clipped: any other value means that the record is not at this offset.
    if (view.getUint8(9) > 1) throw damaged('图层剪贴标志不正确')
    // Unknown blend modes of other programs are drawn as normal.
    if (!blendKeys.has(textOf(view, 4, 4))) middle.set([0x6e, 0x6f, 0x72, 0x6d], 4)
    const extra = copy(await cursor.take(view.getUint32(12)))
    mendMasks(new DataView(extra.buffer), large)
    blocks.push(readBlocks(new DataView(extra.buffer), view.getUint8(10), large))
    for (const part of [start, numberOf(index, large), middle, extra]) {
      parts.push(part)
      size += part.byteLength
    }
    if (size > maxRecords) throw new PsdError('unsupported', '图层信息过大，请在Photoshop中栅格化部分图层后重新导入')
  }
  const skeleton = join(headerOf(large, size), count, size, parts)
  return { skeleton, layers: channelPositions(cursor.offset, layers.end, channels), blocks, mergedAlpha: signed < 0 }
}

interface ChannelLength {
  readonly id: number
  readonly length: number
}

const copy = (view: DataView): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength))

async function readChannels(cursor: Cursor, large: boolean): Promise<ChannelLength[]> {
  const count = (await cursor.take(2)).getUint16(0)
  if (count > 64) throw damaged('图层通道数不正确')
  const stride = large ? 10 : 6
  const view = await cursor.take(count * stride)
  return Array.from({ length: count }, (_, index) => {
    const at = index * stride
    const length = large ? view.getUint32(at + 2) * 2 ** 32 + view.getUint32(at + 6) : view.getUint32(at + 2)
    return { id: view.getInt16(at), length }
  })
}

function join(head: Uint8Array, count: number, size: number, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.byteLength + size)
  all.set(head)
  new DataView(all.buffer).setInt16(head.byteLength, count)
  let at = head.byteLength + 2
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

/**
 * Computes the positions of consecutive channels; a channel that reaches past the end is truncated, and its missing rows stay
 * empty.
 */
function channelPositions(from: number, end: number, layers: readonly (readonly ChannelLength[])[]): ChannelPlace[][] {
  let offset = from
  return layers.map((channels) =>
    channels.map(({ id, length }) => {
      const at = Math.min(offset, end)
      offset += length
      return { id, offset: at, length: Math.min(length, end - at) }
    }),
  )
}
