/** Reads from a TIFF that printed well how its like are written. */
import {
  type ExtraSampleKind,
  type Plate,
  type PrintProfile,
  printProfileLimits,
  type SoftEdges,
  type TiffCompression,
  usualProfile,
} from '../../contract/rules/print-profile'
import { readChannelResources } from '../tiff/photoshop-resources'
import { tiffCompressionCodes } from '../tiff/tiff'
import { type ReadBytes, readTiff, type TiffInfo } from '../tiff/tiff-reader'
import { artByInks, learnPlate, roleOf } from './learn-plate'
import type { Learned } from './learned'

/** Rows around the middle that are compared: enough for a choke, and few MB of a sheet. */
const comparedRows = 600

/** How opaque each px is: by the transparency of the file, else by its inks. */
function artOf(samples: Uint8Array, info: TiffInfo, colors: number, alphaAt: number): Uint8Array {
  if (alphaAt < 0) return artByInks(samples, info.samples, [...Array(colors).keys()], info.photometric === 5)
  const pixels = samples.length / info.samples
  return Uint8Array.from({ length: pixels }, (_, px) => samples[px * info.samples + colors + alphaAt] as number)
}

/** Whether the colours under full transparency are white, as on paper. */
function isOnWhite(samples: Uint8Array, info: TiffInfo, colors: number, art: Uint8Array): boolean {
  const paper = info.photometric === 5 ? 0 : 255
  let [clear, white] = [0, 0]
  for (let px = 0; px < art.length; px++) {
    if (art[px] !== 0) continue
    clear++
    let isPaper = true
    for (let channel = 0; channel < colors; channel++) if (samples[px * info.samples + channel] !== paper) isPaper = false
    if (isPaper) white++
  }
  return clear > 0 && white > clear * 0.95
}

/** How colours are written under soft edges, by what lies under full transparency and by what the file says of its alpha. */
function edgesOf(
  samples: Uint8Array,
  info: TiffInfo,
  colors: number,
  art: Uint8Array,
  alphaKind: ExtraSampleKind | undefined,
): SoftEdges {
  if (alphaKind === undefined) return 'onWhite'
  if (alphaKind === 1) return 'premultiplied'
  return isOnWhite(samples, info, colors, art) ? 'onWhite' : 'straight'
}

/** Rejects with words for the seller when the file cannot be read or is no print file. */
export async function learnTiff(read: ReadBytes): Promise<Learned> {
  const info = await readTiff(read)
  const isCmyk = info.photometric === 5
  if (!isCmyk && info.photometric !== 2) throw new Error('这个 TIFF 不是 RGB 也不是 CMYK 的，不像打印文件')
  const colors = isCmyk ? 4 : 3
  const extras = Math.max(0, info.samples - colors)
  if (extras > printProfileLimits.plates)
    throw new Error(`这个 TIFF 有 ${extras} 个附加通道，最多支持 ${printProfileLimits.plates} 个`)
  const { names } = info.resources === null ? { names: [] } : readChannelResources(info.resources)
  const doubts: string[] = []
  const count = Math.min(info.height, comparedRows)
  const samples = await info.rows(Math.floor((info.height - count) / 2), count)
  const channels = Array.from({ length: extras }, (_, index) => {
    const extraSample = info.extraKinds[index] === 1 ? 1 : info.extraKinds[index] === 2 ? 2 : 0
    return { name: names[index] ?? '', extraSample, role: roleOf(names[index] ?? '', extraSample, index === 0) } as const
  })
  const alphaAt = channels.findIndex(({ role }) => role === 'transparency')
  const art = artOf(samples, info, colors, alphaAt)
  const dpi = info.dpi === null ? 300 : Math.round(info.dpi * 100) / 100
  if (info.dpi === null) doubts.push('文件里没有写分辨率，先按 300 dpi，请核对')
  const plates = channels.map(({ name, extraSample, role }, index): Plate => {
    const own = name === '' ? `通道 ${index + 1}` : name
    if (name === '') doubts.push(`第 ${index + 1} 个附加通道没有名字，打印软件可能按顺序识别，请核对`)
    if (role === 'transparency') {
      return { name: own, role, extraSample, source: 'picture', inverted: false, threshold: 128, chokeMm: 0 }
    }
    const plate = Uint8Array.from({ length: art.length }, (_, px) => samples[px * info.samples + colors + index] as number)
    const { isCertain, ...learned } = learnPlate({ width: info.width, height: count, art, plate, dpi })
    if (!isCertain) doubts.push(`“${own}”在这个文件里处处一样，看不出哪一头出墨，请打测试页确认`)
    return { name: own, role, extraSample, ...learned }
  })
  const compression = (Object.keys(tiffCompressionCodes) as TiffCompression[]).find(
    (one) => tiffCompressionCodes[one] === info.compression,
  )
  if (compression === undefined) doubts.push('文件的压缩方式我们不会写，将改用 LZW')
  if (info.bits === 16) doubts.push('文件是每通道 16 位的，我们写 8 位')
  if (info.orientation !== 1) doubts.push('文件带有旋转或镜像的标记，我们写的文件总是正的；需要镜像请勾选“镜像”')
  const profile: PrintProfile = {
    ...usualProfile,
    colors: isCmyk ? 'cmyk' : 'rgb',
    softEdges: edgesOf(samples, info, colors, art, channels[alphaAt]?.extraSample),
    plates,
    dpi,
    compression: compression ?? usualProfile.compression,
  }
  return { profile, doubts, icc: info.profile }
}
