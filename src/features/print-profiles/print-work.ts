/** The work that the screen of print profiles gives to the worker. */
import type { Platform } from '../../../adapters/platform'
import { fileKind } from '../../../contract/constants'
import type { StoredPrintProfile } from '../../../contract/types'
import { profileProblem } from '../../../imaging/tiff/ink-profiles'
import type { PickedFile } from '../../base/picked-files'
import { plates, readIcc } from '../../plates/print-workers'
import type { ProfileStart } from './profile-dialog'

const types = { tif: 'image/tiff', pdf: 'application/pdf', png: 'image/png' } as const

/** Rejects with words for the seller. */
export async function makeTestPage({ name, settings, icc }: StoredPrintProfile): Promise<{ name: string; blob: Blob }> {
  if (settings.colors === 'cmyk' && icc === null)
    throw new Error('这个打印配置是 CMYK 的，请先修改它，选择打印机的 ICC 颜色配置文件')
  const source = icc === null ? {} : { icc: await readIcc(icc.url) }
  const { bytes, ending } = await plates.make({ kind: 'test', name, profile: settings, ...source })
  return { name: `测试页 ${name}.${ending}`, blob: new Blob([bytes], { type: types[ending] }) }
}

/** Reads a file that printed well, and keeps the ICC profile that it carries. Rejects with words for the seller. */
export async function learnFrom(file: PickedFile, platform: Pick<Platform, 'uploadFile'>): Promise<ProfileStart> {
  const { profile, doubts, icc } = await plates.learn(file.blob)
  const stem = file.name.replace(/\.\w+$/, '').slice(0, 60)
  const start = { name: stem, settings: profile, icc: null, doubts }
  if (profile.colors !== 'cmyk') return start
  if (icc === null || profileProblem(icc) !== null) {
    return { ...start, doubts: [...doubts, '文件里没有带 ICC 颜色配置文件，请选择打印机的 ICC'] }
  }
  const name = `${stem}.icc`
  const { fileId } = await platform.uploadFile({ name, blob: new Blob([new Uint8Array(icc)]) }, fileKind.colorProfile)
  return { ...start, icc: { fileId, name } }
}
