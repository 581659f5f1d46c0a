/** Words for print profiles. */
import type {
  CutFileKind,
  CutOutline,
  ExtraSampleKind,
  Plate,
  PlateRole,
  PlateSource,
  PrintColors,
  PrintContainer,
  PrintProfile,
  SoftEdges,
  TiffCompression,
} from '../../../contract/rules/print-profile'
import { mmText } from '../../../contract/rules/sizes'

export const containerNames: Readonly<Record<PrintContainer, string>> = { tiff: 'TIFF', pdf: 'PDF', png: 'PNG' }
export const colorNames: Readonly<Record<PrintColors, string>> = { rgb: 'RGB', cmyk: 'CMYK' }
export const roleNames: Readonly<Record<PlateRole, string>> = { white: '白墨', varnish: '光油', transparency: '透明度' }
export const sourceNames: Readonly<Record<PlateSource, string>> = {
  alpha: '有图案的地方',
  solid: '整个手机壳',
  picture: '跟随图案的透明度',
  none: '不出墨（空通道）',
}
export const softEdgeNames: Readonly<Record<SoftEdges, string>> = {
  onWhite: '铺在白底上',
  straight: '保留原来的颜色',
  premultiplied: '乘上透明度（预乘）',
}
export const cutOutlineNames: Readonly<Record<CutOutline, string>> = { art: '图案轮廓', case: '线框轮廓（含摄像头孔）' }
export const cutFileNames: Readonly<Record<CutFileKind, string>> = { none: '不另存', svg: '另存 SVG', dxf: '另存 DXF' }
export const compressionNames: Readonly<Record<TiffCompression, string>> = { lzw: 'LZW', deflate: 'Deflate', none: '不压缩' }
export const extraSampleNames: Readonly<Record<ExtraSampleKind, string>> = {
  0: '专色（0，未说明）',
  1: '预乘透明度（1）',
  2: '透明度（2）',
}

export function plateText({ name, role, source, chokeMm, inverted }: Plate): string {
  const choke = source === 'alpha' && chokeMm > 0 ? `，内缩 ${chokeMm} mm` : ''
  const where = source === 'solid' ? '，满版' : source === 'none' ? '，空' : ''
  return `${name}（${roleNames[role]}${where}${choke}${inverted ? '，反相' : ''}）`
}

/** Describes a file of the profile in one line. */
export function profileText({ container, colors, dpi, mirrored, bleedMm, cutLine, cutFile, page }: PrintProfile): string {
  const parts = [containerNames[container], colorNames[colors], `${dpi} dpi`]
  if (mirrored) parts.push('镜像')
  if (bleedMm > 0) parts.push(`出血 ${bleedMm} mm`)
  if (page !== null) parts.push(`页面 ${mmText(page.widthMm)}×${mmText(page.heightMm)} mm`)
  if (cutLine !== null) {
    const line = cutLine.of === 'case' ? '线框刀线' : '刀线'
    parts.push(cutFile === 'none' ? line : `${line} ${cutFile.toUpperCase()}`)
  }
  return parts.join(' · ')
}
