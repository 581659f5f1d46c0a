/** Makes print files of pictures, in workers of which the page has one each; they start with the first picture. */
import { messageOf } from '../../contract/ground/thrown'
import { needsWireframe, profileFor, whiteInkNote } from '../../contract/rules/print-profile'
import type { PhoneCaseMaterial, StoredPrintProfile } from '../../contract/types'
import { createTifClient } from '../../imaging/tiff/tiff-client'
import { PictureError } from '../base/fetch-picture'
import { type CaseFrame, plates, readCaseFiles, readIcc } from '../plates/print-workers'
import type { PrintFormat } from './formats'
import { readInkProfile } from './ink-profile'
import type { MakePrint, PrintRequest } from './prepare'

/** Reads the settings of the account that print files follow; called for each picture, so a cache answers. */
export interface PrintSettings {
  profiles(): Promise<readonly StoredPrintProfile[]>
  materials(): Promise<readonly Pick<PhoneCaseMaterial, 'id' | 'whiteInk'>[]>
  /** The pictures of the case of a customization as it was ordered; null: it has none. */
  wireframe(of: Pick<PrintRequest, 'orderId' | 'customizationId'>): Promise<CaseFrame | null>
}

const tifs = createTifClient()

async function tifOf({ bytes, type, dpi }: PrintRequest, format: Extract<PrintFormat, { type: 'tif' }>) {
  const profile = format.colors === 'cmyk' ? await readInkProfile() : null
  if (format.colors === 'cmyk' && profile === null) {
    throw new PictureError('没有 CMYK 颜色配置文件，请在下载设置里选择工厂给的配置文件')
  }
  const { transparency } = format
  const made = await tifs.createTif({ bytes, type, dpi, transparency, ...(profile && { inks: profile.bytes }) })
  return { ...made, ending: 'tif' }
}

async function byProfile(request: PrintRequest, format: Extract<PrintFormat, { type: 'profile' }>, read: PrintSettings) {
  const [profiles, materials] = await Promise.all([read.profiles(), read.materials()])
  const profile = profiles.find(({ id }) => id === format.id)
  if (profile === undefined) throw new PictureError(`打印配置「${format.name}」已被删除，请在下载设置里换一个`)
  const { settings, icc } = profile
  if (settings.colors === 'cmyk' && icc === null) {
    throw new PictureError(`打印配置「${profile.name}」是 CMYK 的，请先给它选择打印机的 ICC 颜色配置文件`)
  }
  const { bytes, type, widthMm, heightMm, materialId } = request
  const rule = materials.find(({ id }) => id === materialId)?.whiteInk ?? 'profile'
  const source = icc === null ? {} : { icc: await readIcc(icc.url) }
  const wireframe = needsWireframe(settings) ? await readCaseFiles(await read.wireframe(request)) : null
  const input = {
    kind: 'print',
    wireframe,
    bytes,
    type,
    widthMm,
    heightMm,
    profile: profileFor(settings, rule),
    ...source,
  } as const
  return { ...(await plates.make(input)), note: whiteInkNote(settings, rule) }
}

/** @throws PictureError with words for the seller. */
export async function makePrint(request: PrintRequest, read: PrintSettings): ReturnType<MakePrint> {
  const { format } = request
  try {
    return format.type === 'tif' ? await tifOf(request, format) : await byProfile(request, format, read)
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError(messageOf(error))
  }
}
