/** Reports what became of an artboard's layers, ordered and worded for sellers. Pure. */
import type { PsdLayerFate, PsdLayerKind, PsdLayerReport } from '../../../imaging/psd/types'

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
  whole: '与合并图比较',
}

/** Label of a layer that will look different from Photoshop, whatever else becomes of it. */
export const differenceName = '有差异'

/** One layer that a seller should know about. */
export interface Remark {
  readonly name: string
  /** Its groups: 组 › 组; empty at the top level. */
  readonly place: string
  readonly kind: PsdLayerKind
  /** 文字「你好」，字体 SourceHanSans; null for layers that are no text. */
  readonly text: string | null
}

/** Layers with the same remark. */
export interface RemarkGroup {
  readonly fate: PsdLayerFate
  readonly looksDifferent: boolean
  readonly reasons: readonly string[]
  readonly layers: readonly Remark[]
}

export interface ReportSummary {
  /** Number of layers per fate that will look as in Photoshop. */
  readonly counts: Readonly<Record<PsdLayerFate, number>>
  /** Number of layers that will look different from Photoshop. */
  readonly differences: number
  /** Remarks that a seller should check: differences first, then omitted layers, then text; each in Photoshop's order. */
  readonly remarks: readonly RemarkGroup[]
  /** Changes that do not affect the look. */
  readonly quiet: readonly RemarkGroup[]
  /** Number of layers without a remark. */
  readonly plain: number
  /** Whether an adjustment is drawn far from how Photoshop does, so that the merged picture is preferable. */
  readonly prefersMerged: boolean
}

/** Maximum number of characters of a text layer that a report quotes. */
const maxQuoteLength = 40

/**
 * @param alike the layers were compared with Photoshop's own picture without a difference, so expected differences are dropped.
 */
export function summarise(source: readonly PsdLayerReport[], alike = false): ReportSummary {
  const report = alike ? source.map((entry) => ({ ...entry, looksDifferent: false })) : source
  const counts = { kept: 0, rasterised: 0, flattened: 0, leftOut: 0 }
  for (const { fate, looksDifferent } of report) if (!looksDifferent) counts[fate]++
  const remarked = report.filter((entry) => entry.looksDifferent || entry.fate === 'leftOut' || entry.text !== undefined)
  const quiet = report.filter((entry) => !remarked.includes(entry) && entry.reasons.length > 0)
  const rank = (entry: PsdLayerReport) => (entry.looksDifferent ? 0 : entry.fate === 'leftOut' ? 1 : 2)
  return {
    counts,
    differences: report.filter((entry) => entry.looksDifferent).length,
    remarks: groupRemarks([...remarked].sort((a, b) => rank(a) - rank(b))),
    quiet: groupRemarks(quiet),
    plain: report.length - remarked.length - quiet.length,
    prefersMerged: report.some((entry) => entry.looksDifferent && entry.adjusts === 'far'),
  }
}

/**
 * Merges equal remarks: sixty layers with the same lost shadow are one group. Text layers stay separate, because their texts
 * differ.
 */
function groupRemarks(report: readonly PsdLayerReport[]): readonly RemarkGroup[] {
  const groups = new Map<string, RemarkGroup>()
  report.forEach((entry, index) => {
    const { fate, looksDifferent, reasons, text } = entry
    const key = JSON.stringify([fate, looksDifferent, reasons, text === undefined ? null : index])
    const layers = [...(groups.get(key)?.layers ?? []), remarkOf(entry)]
    groups.set(key, { fate, looksDifferent, reasons, layers })
  })
  return [...groups.values()]
}

function remarkOf({ path, name, kind, text, font }: PsdLayerReport): Remark {
  return {
    name: name.trim() || kindNames[kind],
    place: path.join(' › '),
    kind,
    text: text === undefined ? null : textRemark(text, font),
  }
}

function textRemark(text: string, font: string | undefined): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  const quote = line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength).join('')}…` : line.join('')
  return [quote === '' ? '没有文字' : `文字「${quote}」`, font && `字体 ${font}`].filter(Boolean).join('，')
}

/** 有差异 1 · 原样导入 12 · 转为像素 3, without zero counts; empty for an artboard without layers. */
export function countsText({ counts, differences }: ReportSummary): string {
  const fates: readonly PsdLayerFate[] = ['kept', 'rasterised', 'flattened', 'leftOut']
  const parts = fates.filter((fate) => counts[fate] > 0).map((fate) => `${fateNames[fate]} ${counts[fate]}`)
  return [...(differences > 0 ? [`${differenceName} ${differences}`] : []), ...parts].join(' · ')
}
