/** The factory's colour profile, kept in this browser: it belongs to whoever chose it and is sent nowhere. */

import { pageDatabase } from '../../adapters/storage/database'
import { bytesText, byteUnits } from '../../contract/rules/sizes'
import { profileProblem } from '../imaging/tiff/ink-profiles'

export interface InkProfile {
  /** What its file was called. */
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Profiles of presses are some MB at most. */
const maxBytes = 20 * byteUnits.MB
const key = 'cmyk'

const profiles = pageDatabase('kejiang-print', 'profiles')

/** Null when none was chosen, or this browser keeps nothing. */
export const readInkProfile = async (): Promise<InkProfile | null> =>
  (await profiles.get<InkProfile>(key).catch(() => undefined)) ?? null

/** Keeps a profile. Rejects with words when the file is none that can be printed by. */
export async function keepInkProfile(file: File): Promise<InkProfile> {
  if (file.size > maxBytes) throw new Error(`颜色配置文件超过 ${bytesText(maxBytes, 'down')}，请确认选对了文件`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const problem = profileProblem(bytes)
  if (problem !== null) throw new Error(problem)
  const profile = { name: file.name, bytes }
  await profiles.set(key, profile)
  return profile
}

export const forgetInkProfile = (): Promise<void> => profiles.del(key)
