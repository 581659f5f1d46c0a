/**
 * Reads of a layer record what ag-psd loses: the bytes of its name, which blocks it has, and the raw levels and curves, whose
 * channels mean something else in every colour mode. Adobe Photoshop File Formats Specification, "Layer records" and
 * "Additional Layer Information".
 */
import { textOf } from './bytes'

export interface LayerBlocks {
  /** Keys of its blocks, such as `levl`; ag-psd leaves out without a word those that it cannot read. */
  readonly keys: ReadonlySet<string>
  /** Its name in the encoding of the machine that wrote it. */
  readonly legacyName: Uint8Array
  /** Levels, curves and gradient maps as they are in the file. */
  readonly records: ReadonlyMap<string, DataView>
  /** Photoshop says that the layer has no pixels by its nature: a group, an adjustment or a fill. */
  readonly isWithoutPixels: boolean
}

/** Blocks whose length field has 8 bytes in a PSB. */
export const wideBlocks: readonly string[] = [
  'LMsk',
  'Lr16',
  'Lr32',
  'Layr',
  'Mt16',
  'Mt32',
  'Mtrn',
  'Alph',
  'FMsk',
  'lnk2',
  'FEid',
  'FXid',
  'PxSD',
  'cinf',
]

const rawKeys: readonly string[] = ['levl', 'curv', 'grdm']

const isSignature = (text: string): boolean => text === '8BIM' || text === '8B64'

/** Flags of a layer record: bit 4, valid where bit 3 is set, says that pixels do not matter for the layer. */
const withoutPixels = 0x18

/** @param extra the part of a layer record after its flags, without its length. */
export function readBlocks(extra: DataView, flags: number, large: boolean): LayerBlocks {
  const keys = new Set<string>()
  const records = new Map<string, DataView>()
  const end = extra.byteLength
  const skipped = (at: number) => (at + 4 <= end ? at + 4 + extra.getUint32(at) : end)
  // Masks and blending ranges come first.
  let at = skipped(skipped(0))
  const nameLength = at < end ? extra.getUint8(at) : 0
  const legacyName = new Uint8Array(
    extra.buffer,
    extra.byteOffset + Math.min(end, at + 1),
    Math.max(0, Math.min(nameLength, end - at - 1)),
  )
  at += 1 + nameLength
  while (at + 12 <= end) {
    const signature = textOf(extra, at, 4)
    // Names and blocks may be padded.
    if (!isSignature(signature)) {
      at++
      continue
    }
    const key = textOf(extra, at + 4, 4)
    const isWide = signature === '8B64' || (large && wideBlocks.includes(key))
    if (isWide && at + 16 > end) break
    const length = isWide ? extra.getUint32(at + 12) : extra.getUint32(at + 8)
    const from = at + (isWide ? 16 : 12)
    keys.add(key)
    if (rawKeys.includes(key))
      records.set(key, new DataView(extra.buffer, extra.byteOffset + from, Math.max(0, Math.min(length, end - from))))
    at = from + length
  }
  return { keys, legacyName, records, isWithoutPixels: (flags & withoutPixels) === withoutPixels }
}
