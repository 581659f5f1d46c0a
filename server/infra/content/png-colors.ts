/**
 * Reads in which colours a PNG means its pixels. Programs read its five kinds of colour chunks by different rules; this is Chromium's,
 * whose screen the seller and the buyer see.
 */
import { deflateSync, inflateSync } from 'node:zlib'
import {
  arePrimaries,
  type ColorSpace,
  gammaSpace,
  numberedSpace,
  type Primaries,
  usualPeak,
} from '../../../contract/rules/color-space'
import { chunkOf, type PngChunk, type ReadChunk } from './png-chunks'

export interface PngColors {
  /** The space that its numbers give; null: sRGB, or that of the profile. */
  readonly space: ColorSpace | null
  /** ICC profile that its pixels follow. */
  readonly profile: Buffer | null
}

/** Chunks about colours: none of them remains in a stored picture. */
export const colorChunks: ReadonlySet<string> = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'mDCV', 'cLLI'])

/** Gammas this close to that of sRGB mean sRGB where no chromaticities are given. */
const sameGamma = { least: 0.95, most: 1.05 } as const
const maxProfileBytes = 16 * 1024 * 1024
const isGray = (colorType: number) => (colorType & 2) === 0

export function pngColors(chunks: readonly ReadChunk[]): PngColors {
  const pixels = chunks.findIndex(({ type }) => type === 'IDAT')
  const before = pixels < 0 ? chunks : chunks.slice(0, pixels)
  const find = (type: string, length: number): Buffer | null =>
    before.find((one) => one.type === type && one.intact && one.data.length === length)?.data ?? null
  const colorType = chunks[0]?.data[9] ?? 0

  const palette = before.findIndex(({ type }) => type === 'PLTE')
  const numbers = before.find(({ type, intact }, at) => type === 'cICP' && intact && (palette < 0 || at < palette))?.data
  const numbered = numbers?.length === 4 && numbers[2] === 0 && numbers[3] === 1 ? numbers : null
  const space = numbered && numberedSpace(numbered[0] ?? 0, numbered[1] ?? 0, peakOf(find('cLLI', 8), find('mDCV', 24)))
  if (space) return { space, profile: null }

  const compressed = before.find(({ type, intact }) => type === 'iCCP' && intact)
  const profile = compressed ? profileOf(compressed.data) : null
  if (profile !== null && fits(profile, colorType)) return { space: null, profile }

  const intent = find('sRGB', 1)?.[0] ?? 4
  const gamma = (find('gAMA', 4)?.readUInt32BE() ?? 0) / 100_000
  if (intent < 4 || gamma === 0) return { space: null, profile: null }
  const primaries = primariesOf(find('cHRM', 32))
  if (primaries === null && gamma * 2.2 > sameGamma.least && gamma * 2.2 < sameGamma.most) return { space: null, profile: null }
  return { space: gammaSpace(gamma, primaries ?? undefined), profile: null }
}

/** Returns the nits of the brightest px, which both chunks hold in ten-thousandths. */
function peakOf(lightLevels: Buffer | null, display: Buffer | null): number {
  const peak = (lightLevels?.readUInt32BE(0) || display?.readUInt32BE(16) || 0) / 10_000
  return peak > 0 ? peak : usualPeak
}

/** Returns the profile of the chunk iCCP, which begins with a name; null when it is damaged. */
function profileOf(data: Buffer): Buffer | null {
  const name = data.indexOf(0)
  if (name < 0) return null
  try {
    const profile = inflateSync(data.subarray(name + 2), { maxOutputLength: maxProfileBytes })
    return profile.length > 128 && profile.toString('latin1', 36, 40) === 'acsp' ? profile : null
  } catch {
    return null
  }
}

/** Whether a profile is of a kind that its picture's samples may follow: gray ones may follow a profile of RGB, too. */
function fits(profile: Buffer, colorType: number): boolean {
  const kind = profile.toString('latin1', 16, 20)
  return kind === 'RGB ' || (kind === 'GRAY' && isGray(colorType))
}

function primariesOf(chromaticities: Buffer | null): Primaries | null {
  if (chromaticities === null) return null
  const xy = (at: number) =>
    [chromaticities.readUInt32BE(at * 8) / 100_000, chromaticities.readUInt32BE(at * 8 + 4) / 100_000] as const
  const primaries = { white: xy(0), red: xy(1), green: xy(2), blue: xy(3) }
  return arePrimaries(primaries) ? primaries : null
}

/** Returns the chunk that says that pixels follow a profile. */
export const profileChunk = (profile: Uint8Array): PngChunk =>
  chunkOf('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)]))
