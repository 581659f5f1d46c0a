/** Reads how a text layer is set, for one font, size and colour; other text is described by the reason why it must stay pixels. */
import type { Color, LayerTextData, TextStyle } from 'ag-psd/dist/psd.js'
import { hexColorOf } from '../../contract/ground/hex-color'

type Rgb = readonly [number, number, number]

/** How the whole text of a layer is set. */
export interface PsdTextSetting {
  /** px of the file's canvas per em. */
  readonly size: number
  /** Space after each character, em. */
  readonly letterSpacing: number
  /** Distance from one line to the next, em. */
  readonly lineHeight: number
  /** #rrggbb */
  readonly color: string
  readonly vertical: boolean
  readonly align: 'start' | 'center' | 'end'
}

export interface PsdText {
  /** Lines are separated by line feeds. */
  readonly text: string
  /** PostScript name of its first font. */
  readonly font: string | null
  /** Null when a text layer of a design cannot be set like this text; `problem` says why. */
  readonly setting: PsdTextSetting | null
  /** Why it has no setting, in Chinese; null when it has one. */
  readonly problem: string | null
}

/** Photoshop's defaults for what a style leaves out. */
const defaultSize = 12
const defaultAutoLeading = 1.2

/** Largest difference between the two scales of a text, as a share; beyond it the text was stretched. */
const maxStretch = 0.005

const aligns: Readonly<Record<string, PsdTextSetting['align']>> = {
  left: 'start',
  'justify-left': 'start',
  center: 'center',
  'justify-center': 'center',
  right: 'end',
  'justify-right': 'end',
}

/** Photoshop ends paragraphs with carriage returns and lines within one with the character 3. */
const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').split('\u0003').join('\n').replace(/\n$/, '')

/** Returns the style of each run that holds something visible. */
function stylesOf({ text, style = {}, styleRuns = [] }: LayerTextData): readonly TextStyle[] {
  const found: TextStyle[] = []
  let at = 0
  for (const run of styleRuns) {
    if (text.slice(at, at + run.length).trim() !== '') found.push({ ...style, ...run.style })
    at += run.length
  }
  return found.length === 0 ? [style] : found
}

/** Names what a style does that a text of a design cannot. */
function unusualOf(style: TextStyle): string | null {
  if (style.fauxBold || style.fauxItalic) return '用了仿粗体或仿斜体'
  const scales = [style.horizontalScale ?? 1, style.verticalScale ?? 1]
  if (scales.some((scale) => Math.abs(scale - 1) > maxStretch)) return '文字被横向或纵向拉伸'
  if (style.underline || style.strikethrough) return '文字有下划线或删除线'
  if ((style.fontCaps ?? 0) !== 0 || (style.fontBaseline ?? 0) !== 0) return '用了大小写变换或上下标'
  if ((style.baselineShift ?? 0) !== 0) return '文字有基线偏移'
  return style.strokeFlag || style.fillFlag === false ? '文字有描边或没有填充' : null
}

/** The properties that must be equal in all runs for a text to be set in one style. */
const essentials = (style: TextStyle): string =>
  JSON.stringify([style.font?.name, style.fontSize, style.fillColor, style.tracking, style.leading, unusualOf(style)])

/** The scale of a text's transform, or null when it is turned, slanted, mirrored or stretched. */
function scaleOf([a = 1, b = 0, c = 0, d = 1]: readonly number[]): number | null {
  const isPlain = a > 0 && d > 0 && Math.max(Math.abs(b), Math.abs(c), Math.abs(a - d)) <= maxStretch * d
  return isPlain ? d : null
}

/**
 * @param rgb converts a colour of the file; null for colours that cannot be converted.
 * @returns what a text layer says and how it is set; never throws.
 */
export function psdTextOf(source: LayerTextData, rgb: (color: Color | undefined) => Rgb | null): PsdText {
  const styles = stylesOf(source)
  const font = styles.find((style) => style.font !== undefined)?.font?.name ?? null
  const content = { text: plainText(source.text), font }
  const pixels = (problem: string): PsdText => ({ ...content, setting: null, problem })
  const [style = {}] = styles
  if (content.text.trim() === '' || font === null) return pixels('文件里没有文字或字体的信息')
  if (styles.some((other) => essentials(other) !== essentials(style))) return pixels('用了几种字体、字号、颜色或间距')
  if ((source.warp?.style ?? 'none') !== 'none') return pixels('用了文字变形')
  if (source.textPath !== undefined) return pixels('文字沿路径排列')
  const unusual = unusualOf(style)
  if (unusual !== null) return pixels(unusual)
  const scale = scaleOf(source.transform ?? [])
  if (scale === null) return pixels('文字被旋转、倾斜、翻转或拉伸')
  const runs = source.paragraphStyleRuns ?? []
  const named = (runs.length === 0 ? [{}] : runs.map((run) => run.style)).map((own) => ({ ...source.paragraphStyle, ...own }))
  const used = new Set(named.map(({ justification }) => justification ?? 'left'))
  if (used.size > 1) return pixels('各段的对齐方式不同')
  const align = aligns[[...used][0] ?? 'left']
  if (align === undefined) return pixels('文字两端对齐')
  const color = rgb(style.fillColor ?? { r: 0, g: 0, b: 0 })
  const fontSize = style.fontSize ?? defaultSize
  const auto = style.autoLeading ?? true
  const lineHeight = auto ? (source.paragraphStyle?.autoLeading ?? defaultAutoLeading) : (style.leading ?? 0) / fontSize
  const letterSpacing = (style.tracking ?? 0) / 1000
  const isNumeric = [fontSize, lineHeight, letterSpacing, scale].every(Number.isFinite)
  if (color === null || !isNumeric || fontSize * scale <= 0) return pixels('字号、行距或颜色读不出来')
  const vertical = source.orientation === 'vertical'
  return {
    ...content,
    setting: { size: fontSize * scale, letterSpacing, lineHeight, color: hexColorOf(color), vertical, align },
    problem: null,
  }
}
