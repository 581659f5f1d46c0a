/** Makes print files in inks, by the CMYK profile that the operator got from the factory. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { profileProblem } from '../../../imaging/tiff/ink-profiles'
import { inkRules } from '../../../imaging/tiff/ink-rules'
import { inksBy, ProfileError } from '../../../imaging/tiff/inks'
import { printFile } from '../../../imaging/tiff/print-file'
import type { InkProfile } from '../../kernel/context'

/** Reads a profile. Rejects with words for the operator when it cannot be used. */
export async function readInkProfile(path: string): Promise<InkProfile> {
  const icc = await readFile(path).catch((cause: unknown) => {
    throw new Error(`读取不了 ERP_PROFILE 指定的颜色配置文件：${path}`, { cause })
  })
  const problem = profileProblem(icc)
  if (problem !== null) throw new Error(`ERP_PROFILE：${problem}`)
  // A profile may begin like one and lack what converts colours.
  const toInks = await inksBy(icc, undefined)
  toInks.free()
  return { icc: new Uint8Array(icc), tag: createHash('sha256').update(icc).update(inkRules).digest('hex').slice(0, 12) }
}

/** Returns, in words for the seller, why colours cannot be converted by a profile; null when they can. */
export async function inkProfileProblem(icc: Buffer): Promise<string | null> {
  try {
    const toInks = await inksBy(new Uint8Array(icc), undefined)
    toInks.free()
    return null
  } catch (error) {
    if (error instanceof ProfileError) return error.message
    throw error
  }
}

/**
 * Returns a TIFF in the inks of a profile, with the picture's transparency.
 *
 * @param png upright and in sRGB.
 * @param dpi dots per inch.
 */
export async function inkTiff(png: Uint8Array, dpi: number, icc: Uint8Array): Promise<Buffer> {
  const onlyPng = () => Promise.reject(new Error('the picture is no PNG'))
  const input = { bytes: new Uint8Array(png), type: 'image/png', dpi, transparency: 'keep', inks: icc } as const
  const { bytes } = await printFile(input, onlyPng)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
