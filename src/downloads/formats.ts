/** File formats that a seller can choose for downloaded pictures. */
import type { DownloadRulePart } from '../../contract/rules/name-parts'
import type { StoredPrintProfile } from '../../contract/types'

export type PictureFormat =
  /** Not converted; only the resolution in the header is set where it is known. */
  | { readonly type: 'original' }
  | { readonly type: 'tif'; readonly colors: 'rgb' | 'cmyk'; readonly transparency: 'white' | 'keep' }
  /** By a print profile of the account. Its name is the one that it had when it was chosen. */
  | { readonly type: 'profile'; readonly id: number; readonly name: string }

/** A format for which the picture is written anew. */
export type PrintFormat = Exclude<PictureFormat, { type: 'original' }>

export const formatText = (format: PictureFormat): string =>
  format.type === 'original'
    ? '原图'
    : format.type === 'profile'
      ? `按打印配置「${format.name}」`
      : `TIF（${format.colors.toUpperCase()}，${format.transparency === 'white' ? '白底' : '保留透明'}）`

/** Returns the parts of file names that the chosen print profile wants; null: those of all downloads. */
export async function profileFileName(
  format: PictureFormat,
  readProfiles: () => Promise<readonly StoredPrintProfile[]>,
): Promise<readonly DownloadRulePart[] | null> {
  if (format.type !== 'profile') return null
  const profiles = await readProfiles().catch(() => [])
  return profiles.find(({ id }) => id === format.id)?.settings.fileName ?? null
}
