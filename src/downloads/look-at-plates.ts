/** Draws the inks of a design as a print profile lays them, for the seller to look at. */
import { pictureTypeOf } from '../../contract/rules/picture-type'
import type { StoredPrintProfile } from '../../contract/types'
import type { PlatesLook, ShownInks } from '../../imaging/plates/plates-look'
import { resolveFileUrl } from '../api/file-url'
import { fetchPicture } from './fetch-picture'
import { plates, readIcc } from './make-print'

/** @throws Error with words for the seller. */
export async function lookAtPlates(
  { url, widthMm }: { readonly url: string; readonly widthMm: number | null },
  { settings, icc }: StoredPrintProfile,
  shown: ShownInks,
  proof: { readonly isMarked: boolean } | null,
  signal: AbortSignal,
): Promise<PlatesLook> {
  const bytes = await fetchPicture(resolveFileUrl(url), { signal })
  const type = pictureTypeOf(bytes)
  if (type === null) throw new Error('收到的内容不是图片')
  const proofed = proof === null || icc === null ? null : { icc: await readIcc(icc.url), isMarked: proof.isMarked }
  return plates.look({ kind: 'look', bytes, type, profile: settings, widthMm, shown, proof: proofed })
}
