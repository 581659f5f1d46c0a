/**
 * Photoshop's image resources in a TIFF (tag 34377), by which RIPs know channels beside the colours: 0x03EE their names in the encoding of the
 * machine, 0x0415 the same in Unicode, 0x041D their identifiers, 0x042B the colours of those that are inks. Layouts: Adobe Photoshop File
 * Formats Specification, "Image Resources Section"; that of 0x042B, which it only names, follows its 18 bytes for one ink in printed files: version,
 * count, then identifier, colour space 7 (Lab) and four values for each.
 */
import type { ExtraChannel } from './extra-channel'
import { decodeGbk, encodeGbk } from './gbk'

export const resourceIds = { names: 0x03ee, unicodeNames: 0x0415, identifiers: 0x041d, inkColors: 0x042b } as const

const signature = [0x38, 0x42, 0x49, 0x4d]
/** Longest Pascal string, bytes. */
const longestName = 255

const u16 = (value: number) => [(value >> 8) & 0xff, value & 0xff]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value)]
const even = (bytes: readonly number[]) => (bytes.length % 2 === 0 ? bytes : [...bytes, 0])

function block(id: number, data: readonly number[]): number[] {
  // The name of a resource is a Pascal string, here empty, padded to two bytes.
  return [...signature, ...u16(id), 0, 0, ...u32(data.length), ...even(data)]
}

/** L* 100, a* 0, b* 0 in the units of colour space 7: white, and as good as any for varnish. */
const labWhite = [...u16(7), ...u16(10_000), ...u16(0), ...u16(0), ...u16(0)]

/**
 * Returns the resources of the named channels; null when none has a name.
 *
 * @param before number of colour channels before them; the identifiers count on from it, as in files that print right.
 */
export function channelResources(channels: readonly ExtraChannel[], before: number): Uint8Array | null {
  if (channels.every(({ name }) => name === undefined)) return null
  const named = channels.map(({ name = '', spot = false }, index) => ({ name, spot, id: before + index }))
  const pascal = named.flatMap(({ name }) => {
    const bytes = encodeGbk(name).subarray(0, longestName)
    return [bytes.length, ...bytes]
  })
  const unicode = named.flatMap(({ name }) => [
    ...u32(name.length + 1),
    ...[...Array(name.length).keys()].flatMap((at) => u16(name.charCodeAt(at))),
    0,
    0,
  ])
  const spots = named.filter(({ spot }) => spot)
  return Uint8Array.from([
    ...block(resourceIds.names, pascal),
    ...block(resourceIds.unicodeNames, unicode),
    ...(spots.length > 0
      ? block(resourceIds.inkColors, [...u16(1), ...u16(spots.length), ...spots.flatMap(({ id }) => [...u32(id), ...labWhite])])
      : []),
    ...block(
      resourceIds.identifiers,
      named.flatMap(({ id }) => u32(id)),
    ),
  ])
}

export interface ChannelNames {
  /** Names in the order of the channels; fewer when the file names fewer. */
  readonly names: readonly string[]
  /** Which of the four resources the file has. */
  readonly found: readonly number[]
}

/** Reads the names of channels. A damaged section yields what stands before the damage. */
export function readChannelResources(bytes: Uint8Array): ChannelNames {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: number[] = []
  let local: string[] = []
  let unicode: string[] = []
  for (let at = 0; at + 12 <= bytes.length; ) {
    if (signature.some((value, index) => bytes[at + index] !== value)) break
    const id = view.getUint16(at + 4)
    const nameBytes = 1 + (bytes[at + 6] ?? 0)
    const sizeAt = at + 6 + nameBytes + (nameBytes % 2)
    if (sizeAt + 4 > bytes.length) break
    const size = view.getUint32(sizeAt)
    const data = bytes.subarray(sizeAt + 4, sizeAt + 4 + size)
    if (data.length < size) break
    if (Object.values(resourceIds).some((one) => one === id)) found.push(id)
    if (id === resourceIds.names) local = pascalStrings(data)
    if (id === resourceIds.unicodeNames) unicode = unicodeStrings(data)
    at = sizeAt + 4 + size + (size % 2)
  }
  // Old programs write no Unicode names.
  return { names: unicode.length > 0 ? unicode : local, found }
}

function pascalStrings(data: Uint8Array): string[] {
  const found: string[] = []
  for (let at = 0; at < data.length; at += 1 + (data[at] ?? 0))
    found.push(decodeGbk(data.subarray(at + 1, at + 1 + (data[at] ?? 0))))
  return found
}

function unicodeStrings(data: Uint8Array): string[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const found: string[] = []
  for (let at = 0; at + 4 <= data.length; ) {
    const count = view.getUint32(at)
    const end = at + 4 + count * 2
    if (end > data.length) break
    const name = new TextDecoder('utf-16be').decode(data.subarray(at + 4, end))
    found.push(name.replace(/\0+$/, ''))
    at = end
  }
  return found
}
