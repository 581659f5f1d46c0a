/** Builds small ICC profiles, and PSDs of modes that no library writes, byte by byte for tests. Not part of the product. */

const bytes = (...values: readonly number[]): number[] => [...values]
const text = (value: string): number[] => [...value].map((letter) => letter.charCodeAt(0))
const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255]
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value)]
const i32 = (value: number): number[] => u32(value >>> 0)
const fixed = (value: number): number[] => u32(Math.round(value * 65_536) >>> 0)

/** ICC.1:2010 §7: header of 128 bytes, tag table, tags on multiples of four. */
function profile(kind: string, space: string, pcs: string, tags: Readonly<Record<string, readonly number[]>>): Uint8Array {
  const names = Object.keys(tags)
  const table: number[] = u32(names.length)
  const data: number[] = []
  for (const name of names) {
    const tag = tags[name] ?? []
    table.push(...text(name), ...u32(128 + 4 + names.length * 12 + data.length), ...u32(tag.length))
    data.push(...tag, ...new Array((4 - (tag.length % 4)) % 4).fill(0))
  }
  const body = [...table, ...data]
  const d50 = [...fixed(0.9642), ...fixed(1), ...fixed(0.82491)]
  const header = [
    ...u32(128 + body.length),
    ...u32(0),
    ...u32(0x02400000),
    ...text(kind),
    ...text(space),
    ...text(pcs),
    ...new Array(12).fill(0),
    ...text('acsp'),
    ...new Array(24).fill(0),
    ...u32(1),
    ...d50,
  ]
  return Uint8Array.from([...header, ...new Array(128 - header.length).fill(0), ...body])
}

const description = (name: string): number[] => [
  ...text('desc'),
  ...u32(0),
  ...u32(name.length + 1),
  ...text(name),
  0,
  ...new Array(78).fill(0),
]
const xyz = (x: number, y: number, z: number): number[] => [...text('XYZ '), ...u32(0), ...fixed(x), ...fixed(y), ...fixed(z)]
const gamma = (value: number): number[] => [...text('curv'), ...u32(0), ...u32(1), ...u16(Math.round(value * 256))]

/** Adobe RGB (1998): its primaries adapted to D50, and its gamma. */
export const wideRgb = (name = 'a wide RGB'): Uint8Array =>
  profile('mntr', 'RGB ', 'XYZ ', {
    desc: description(name),
    cprt: [...text('text'), ...u32(0), ...text('none'), 0],
    wtpt: xyz(0.9642, 1, 0.82491),
    rXYZ: xyz(0.60974, 0.31111, 0.01947),
    gXYZ: xyz(0.20528, 0.62567, 0.06087),
    bXYZ: xyz(0.14919, 0.06322, 0.74457),
    rTRC: gamma(2.19921875),
    gTRC: gamma(2.19921875),
    bTRC: gamma(2.19921875),
  })

/** Gray with a linear curve: every value but black and white comes out lighter. */
export const linearGray = (): Uint8Array =>
  profile('mntr', 'GRAY', 'XYZ ', {
    desc: description('a gray'),
    cprt: [...text('text'), ...u32(0), ...text('none'), 0],
    wtpt: xyz(0.9642, 1, 0.82491),
    kTRC: gamma(1),
  })

/** Fictitious inks: cyan prints red, and black over anything is black. Two grid points per ink, CIE Lab. */
export function oddInks(): Uint8Array {
  const lab = (l: number, a: number, b: number) => bytes(Math.round(l * 2.55), a + 128, b + 128)
  const grid: number[] = []
  for (let mix = 0; mix < 16; mix++) {
    // The last ink changes fastest: bit 3 is cyan, bit 0 is black.
    const [c, k] = [mix & 8, mix & 1]
    grid.push(...(k ? lab(0, 0, 0) : c ? lab(53, 80, 67) : lab(100, 0, 0)))
  }
  const line = Array.from({ length: 256 }, (_, value) => value)
  const one = [fixed(1), fixed(0), fixed(0), fixed(0), fixed(1), fixed(0), fixed(0), fixed(0), fixed(1)].flat()
  const table = [
    ...text('mft1'),
    ...u32(0),
    4,
    3,
    2,
    0,
    ...one,
    ...line,
    ...line,
    ...line,
    ...line,
    ...grid,
    ...line,
    ...line,
    ...line,
  ]
  return profile('prtr', 'CMYK', 'Lab ', {
    desc: description('odd inks'),
    cprt: [...text('text'), ...u32(0), ...text('none'), 0],
    wtpt: xyz(0.9642, 1, 0.82491),
    A2B0: table,
    A2B1: table,
  })
}

export interface RawPsd {
  /** 1 gray, 4 CMYK, 9 Lab… */
  readonly mode: number
  readonly depth: 8 | 16
  readonly icc?: Uint8Array
  /** Samples of the first layer's channels, 2×1 px, 0 to 255. */
  readonly channels: RawChannels
  /** A second layer, clipped to the first: its alpha and its channels. */
  readonly clipped?: { readonly alpha: readonly [number, number]; readonly channels: RawChannels }
}

type RawChannels = readonly (readonly [number, number])[]

/** Builds an uncompressed PSD of 2×1 px with an opaque layer and, if given, another layer clipped to it. */
export function rawPsd({ mode, depth, icc, channels, clipped }: RawPsd): Blob {
  const samples = (values: readonly number[]) => values.flatMap((value) => (depth === 16 ? [value, value] : [value]))
  const resources =
    icc === undefined
      ? []
      : [...text('8BIM'), ...u16(1039), 0, 0, ...u32(icc.length), ...icc, ...new Array(icc.length % 2).fill(0)]
  const extra = [...u32(0), ...u32(0), 3, ...text('One')]
  const layer = (alpha: readonly [number, number], colors: RawChannels, clipping: 0 | 1) => {
    const all: (readonly [number, readonly number[]])[] = [[-1, alpha], ...colors.map((values, at) => [at, values] as const)]
    const data = all.map(([, values]) => [...u16(0), ...samples(values)])
    const record = [
      ...[0, 0, 1, 2].flatMap(i32),
      ...u16(all.length),
      ...all.flatMap(([id], at) => [...u16(id & 0xffff), ...u32(data[at]?.length ?? 0)]),
      ...text('8BIMnorm'),
      255,
      clipping,
      0,
      0,
      ...u32(extra.length),
      ...extra,
    ]
    return { record, data: data.flat() }
  }
  const stack = [layer([255, 255], channels, 0), ...(clipped ? [layer(clipped.alpha, clipped.channels, 1)] : [])]
  const layers = [...u16(stack.length), ...stack.flatMap(({ record }) => record), ...stack.flatMap(({ data }) => data)]
  const header = [
    ...text('8BPS'),
    ...u16(1),
    ...new Array(6).fill(0),
    ...u16(channels.length),
    ...u32(1),
    ...u32(2),
    ...u16(depth),
    ...u16(mode),
  ]
  const merged = [...u16(0), ...channels.flatMap(samples)]
  const sections = [
    ...u32(0),
    ...u32(resources.length),
    ...resources,
    ...u32(layers.length + 4),
    ...u32(layers.length),
    ...layers,
  ]
  return new Blob([Uint8Array.from([...header, ...sections, ...merged])])
}

/** Marks the values of a JPEG as those of a profile (ICC.1:2010, annex B.4). */
export function withProfile(jpeg: Buffer, icc: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), icc])
  const start = Buffer.from([0xff, 0xe2, 0, 0])
  start.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), start, content, jpeg.subarray(2)])
}
