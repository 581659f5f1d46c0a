/** Stores the factory's CMYK profile in this browser; it belongs to the person who chose it and is never sent to the server. */

import { pageDatabase } from '../../adapters/storage/database'
import { bytesText, byteUnits } from '../../contract/rules/sizes'
import { profileProblem } from '../../imaging/tiff/ink-profiles'

export interface InkProfile {
  /** Name of its file. */
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Profiles of printing presses have a few MB at most. */
const maxBytes = 20 * byteUnits.MB
const key = 'cmyk'

const profiles = pageDatabase('kejiang-print', 'profiles')

/** Returns null when none was chosen or this browser's storage is unavailable. */
export const readInkProfile = async (): Promise<InkProfile | null> =>
  (await profiles.get<InkProfile>(key).catch(() => undefined)) ?? null

/** Stores a profile. Rejects with a message for the seller when the file is too large or no usable profile. */
export async function storeInkProfile(file: File): Promise<InkProfile> {
  if (file.size > maxBytes) throw new Error(`颜色配置文件超过 ${bytesText(maxBytes, 'down')}，请确认选对了文件`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const problem = profileProblem(bytes)
  if (problem !== null) throw new Error(problem)
  const profile = { name: file.name, bytes }
  await profiles.set(key, profile)
  return profile
}

export const removeInkProfile = (): Promise<void> => profiles.del(key)
