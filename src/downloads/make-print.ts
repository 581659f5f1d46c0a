/** Makes print files of pictures, in workers of which the page has one each; they start with the first picture. */
import { messageOf } from '../../contract/ground/thrown'
import type { StoredPrintProfile } from '../../contract/types'
import { createPlatesClient } from '../../imaging/plates/plates-client'
import { createTifClient } from '../../imaging/tiff/tiff-client'
import { resolveFileUrl } from '../api/file-url'
import { fetchPicture, PictureError } from './fetch-picture'
import type { PrintFormat } from './formats'
import { readInkProfile } from './ink-profile'
import type { MakePrint, PrintRequest } from './prepare'

/** Reads the account's print profiles; called for each picture. */
export type ReadProfiles = () => Promise<readonly StoredPrintProfile[]>

const tifs = createTifClient()
/** The one worker of the page for print profiles. */
export const plates = createPlatesClient()

async function tifOf({ bytes, type, dpi }: PrintRequest, format: Extract<PrintFormat, { type: 'tif' }>) {
  const profile = format.colors === 'cmyk' ? await readInkProfile() : null
  if (format.colors === 'cmyk' && profile === null) {
    throw new PictureError('没有 CMYK 颜色配置文件，请在下载设置里选择工厂给的配置文件')
  }
  const { transparency } = format
  const made = await tifs.createTif({ bytes, type, dpi, transparency, ...(profile && { inks: profile.bytes }) })
  return { ...made, ending: 'tif' }
}

/** ICC profiles by their addresses, which name their content. */
const iccs = new Map<string, Promise<Uint8Array>>()

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

async function byProfile(request: PrintRequest, format: Extract<PrintFormat, { type: 'profile' }>, readProfiles: ReadProfiles) {
  const profiles = await readProfiles()
  const profile = profiles.find(({ id }) => id === format.id)
  if (profile === undefined) throw new PictureError(`打印配置「${format.name}」已被删除，请在下载设置里换一个`)
  const { settings, icc } = profile
  if (settings.colors === 'cmyk' && icc === null) {
    throw new PictureError(`打印配置「${profile.name}」是 CMYK 的，请先给它选择打印机的 ICC 颜色配置文件`)
  }
  const { bytes, type, widthMm, heightMm } = request
  const source = icc === null ? {} : { icc: await readIcc(icc.url) }
  return plates.make({ kind: 'print', bytes, type, widthMm, heightMm, profile: settings, ...source })
}

/** @throws PictureError with words for the seller. */
export async function makePrint(request: PrintRequest, readProfiles: ReadProfiles): ReturnType<MakePrint> {
  const { format } = request
  try {
    return format.type === 'tif' ? await tifOf(request, format) : await byProfile(request, format, readProfiles)
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError(messageOf(error))
  }
}
