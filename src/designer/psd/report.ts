/** What became of an artboard's layers, in the order and in the words a seller can use. Pure. */
import type { PsdLayerFate, PsdLayerKind, PsdLayerReport } from '../../imaging/psd-parser/types'

export const fateNames: Readonly<Record<PsdLayerFate, string>> = {
  kept: '原样导入',
  rasterised: '转为像素',
  flattened: '已合并',
  leftOut: '未导入',
}

export const kindNames: Readonly<Record<PsdLayerKind, string>> = {
  pixel: '像素图层',
  text: '文字',
  shape: '形状',
  smartObject: '智能对象',
  fill: '填充图层',
  adjustment: '调整图层',
  group: '图层组',
  artboardFill: '画板底色',
}

/** One layer that a seller should know about. */
export interface Remark {
  readonly name: string
  /** Where it stood: 组 › 组; empty at the top. */
  readonly place: string
  readonly kind: PsdLayerKind
  readonly fate: PsdLayerFate
  readonly looksDifferent: boolean
  readonly reasons: readonly string[]
  /** 文字「你好」，字体 SourceHanSans; null for what is no text. */
  readonly text: string | null
}

export interface ReportSummary {
  readonly counts: Readonly<Record<PsdLayerFate, number>>
  /** Layers that will not look as they do in Photoshop. */
  readonly differences: number
  /** What looks different first, then what is left out, then the rest that has something to say; each as in Photoshop. */
  readonly remarks: readonly Remark[]
  /** Layers nothing is to be said about. */
  readonly plain: number
}

/** Most characters of a text layer that a report repeats. */
const longestQuote = 40

export function summarise(report: readonly PsdLayerReport[]): ReportSummary {
  const counts = { kept: 0, rasterised: 0, flattened: 0, leftOut: 0 }
  for (const { fate } of report) counts[fate]++
  const told = report.filter((entry) => entry.looksDifferent || entry.fate === 'leftOut' || hasWords(entry))
  const rank = (entry: PsdLayerReport) => (entry.looksDifferent ? 0 : entry.fate === 'leftOut' ? 1 : 2)
  return {
    counts,
    differences: report.filter((entry) => entry.looksDifferent).length,
    remarks: [...told].sort((a, b) => rank(a) - rank(b)).map(remarkOf),
    plain: report.length - told.length,
  }
}

const hasWords = ({ reasons, text }: PsdLayerReport): boolean => reasons.length > 0 || text !== undefined

function remarkOf({ path, name, kind, fate, looksDifferent, reasons, text, font }: PsdLayerReport): Remark {
  return {
    name: name.trim() || kindNames[kind],
    place: path.join(' › '),
    kind,
    fate,
    looksDifferent,
    reasons,
    text: text === undefined ? null : textRemark(text, font),
  }
}

function textRemark(text: string, font: string | undefined): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  const quote = line.length > longestQuote ? `${line.slice(0, longestQuote).join('')}…` : line.join('')
  return [quote === '' ? '没有文字' : `文字「${quote}」`, font && `字体 ${font}`].filter(Boolean).join('，')
}

/** 原样导入 12 · 转为像素 3, what there is none of left out; empty for an artboard without layers. */
export function countsText({ counts }: ReportSummary): string {
  const fates: readonly PsdLayerFate[] = ['kept', 'rasterised', 'flattened', 'leftOut']
  return fates
    .filter((fate) => counts[fate] > 0)
    .map((fate) => `${fateNames[fate]} ${counts[fate]}`)
    .join(' · ')
}
