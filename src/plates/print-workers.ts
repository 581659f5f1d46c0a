/** The worker of the page for print profiles, and the ICC profiles of printers. */
import { messageOf } from '../../contract/ground/thrown'
import type { OrderDetail } from '../../contract/types'
import type { WireframeFiles } from '../../imaging/plates/messages'
import { createPlatesClient } from '../../imaging/plates/plates-client'
import { resolveFileUrl } from '../api/file-url'
import { fetchPicture, PictureError } from '../base/fetch-picture'

/** The pictures of a case as an order has them. */
export type CaseFrame = NonNullable<OrderDetail['snapshots'][number]['snapshot']['wireframe']>

/** The one worker of the page for print profiles; it starts with the first request. */
export const plates = createPlatesClient()

/** ICC profiles by their addresses, which name their content. */
const iccs = new Map<string, Promise<Uint8Array>>()

/** Reads the ICC profile of a printer, once a page. Rejects with a PictureError in words for the seller. */
export function readIcc(url: string): Promise<Uint8Array> {
  const known = iccs.get(url)
  if (known !== undefined) return known
  const reading = fetchPicture(resolveFileUrl(url), { signal: new AbortController().signal }).catch((cause: unknown) => {
    const isConnectionFailure = cause instanceof PictureError && cause.isConnectionFailure
    throw new PictureError(`打印机的 ICC 文件没有取到：${messageOf(cause)}`, isConnectionFailure)
  })
  iccs.set(url, reading)
  reading.catch(() => iccs.delete(url))
  return reading
}

/** Fetches the pictures of a case, for a cut line along it; null where it has none. Rejects with a PictureError in words for the seller. */
export async function readCaseFiles(frame: CaseFrame | null): Promise<WireframeFiles | null> {
  if (frame === null || (frame.backgroundUrl === null && frame.foregroundUrl === null)) return null
  const { signal } = new AbortController()
  const read = async (url: string | null) =>
    url === null ? null : new Blob([await fetchPicture(resolveFileUrl(url), { signal })])
  const [under, over] = await Promise.all([read(frame.backgroundUrl), read(frame.foregroundUrl)])
  return { width: frame.width, height: frame.height, under, over }
}
