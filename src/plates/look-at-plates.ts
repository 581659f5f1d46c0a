/** Draws the inks of a design as a print profile lays them, for the seller to look at. */
import { pictureTypeOf } from '../../contract/rules/picture-type'
import type { PrintProfile } from '../../contract/rules/print-profile'
import type { StoredPrintProfile } from '../../contract/types'
import type { LookedAt } from '../../imaging/plates/messages'
import type { PlatesLook, ShownInks } from '../../imaging/plates/plates-look'
import { resolveFileUrl } from '../api/file-url'
import { fetchPicture } from '../base/fetch-picture'
import { plates, readIcc } from './print-workers'

/** A print before its inks are separated. */
export interface PrintSource {
  /** Names the picture among all that a page looks at; another picture has another key. */
  readonly key: string
  /** Width of the print, mm; null: the picture has the resolution of the profile. */
  readonly widthMm: number | null
  /** Rejects with words for the seller. */
  read(signal: AbortSignal): Promise<LookedAt>
}

/** The print file at an address. */
export const filePrint = (url: string, widthMm: number | null): PrintSource => ({
  key: url,
  widthMm,
  async read(signal) {
    const bytes = await fetchPicture(resolveFileUrl(url), { signal })
    const type = pictureTypeOf(bytes)
    if (type === null) throw new Error('收到的内容不是图片')
    return { bytes, type }
  },
})

/** Profiles whose prints differ from their pictures: by more inks than colours, or by the colours of a printer. */
export const showsInks = ({ settings, icc }: StoredPrintProfile): boolean =>
  settings.plates.some(({ role }) => role !== 'transparency') || (settings.colors === 'cmyk' && icc !== null)

/** @throws Error with words for the seller. */
export async function lookAtPlates(
  picture: LookedAt,
  widthMm: number | null,
  settings: PrintProfile,
  icc: StoredPrintProfile['icc'],
  shown: ShownInks,
  proof: { readonly isMarked: boolean } | null,
): Promise<PlatesLook> {
  const proofed = proof === null || icc === null ? null : { icc: await readIcc(icc.url), isMarked: proof.isMarked }
  return plates.look({ kind: 'look', picture, profile: settings, widthMm, shown, proof: proofed })
}
