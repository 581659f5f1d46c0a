/** Pure rules of a template's layers and revision. */
import type { TemplateLayerWrite } from '../../../contract/types'
import { Failure, invalid } from '../../kernel/failure'

/**
 * Returns the layers from the bottom to the top, `index` running from 0; throws a Failure that names the first layer that breaks
 * a rule.
 */
export function arrangeLayers(layers: readonly TemplateLayerWrite[]): TemplateLayerWrite[] {
  const sentIndex = new Map(layers.map((layer, index) => [layer, index]))
  // Equal indexes keep the order in which they were sent: sorting is stable.
  const sorted = [...layers].sort((a, b) => a.index - b.index)
  const uuids = new Set<string>()
  for (const [index, layer] of sorted.entries()) {
    const field = (name: string) => `layers.${sentIndex.get(layer) ?? 0}.${name}`
    if (uuids.has(layer.uuid)) throw invalid(field('uuid'), '图层编号重复，请刷新页面后重新保存')
    uuids.add(layer.uuid)
    if (layer.isBackground) checkBackground(layer, index, sorted, field)
    if (layer.type === 'TEXT') checkText(layer, field)
    if (layer.type === 'AI_CUTOUT' && !layer.aiCutoutType)
      throw invalid(field('aiCutoutType'), '抠图图层缺少抠图类型，请重新设置')
  }
  return sorted.map((layer, index) => ({ ...layer, index }))
}

type Field = (name: string) => string

function checkBackground(layer: TemplateLayerWrite, index: number, sorted: readonly TemplateLayerWrite[], field: Field): void {
  if (sorted.filter((other) => other.isBackground).length > 1) {
    throw invalid(field('isBackground'), '只能有一个背景图层，请取消多余的背景')
  }
  if (layer.type !== 'IMAGE') throw invalid(field('isBackground'), '只有图片图层可以设为背景')
  if (index !== 0) throw invalid(field('isBackground'), '背景图层必须在最底层')
}

function checkText(layer: TemplateLayerWrite, field: Field): void {
  if (!layer.text?.trim()) throw invalid(field('text'), '请输入文字')
  if (!layer.fontId) throw invalid(field('fontId'), '字体不存在')
}

/** The revision of a template, and since which one only components changed it. */
export interface StoredRevision {
  readonly revision: number
  readonly drawn_revision: number | null
  readonly rewritten_revision: number | null
}

/**
 * Refuses a save when somebody else saved since the caller read the template, so that nothing is overwritten unseen. What components
 * changed since is no reason: the save brings its copies of them up to date.
 */
export function checkRevision(
  { revision: stored, drawn_revision: drawn, rewritten_revision: rewritten }: StoredRevision,
  sent: number,
): void {
  if (stored === sent) return
  if (rewritten === stored && drawn !== null && sent >= drawn && sent < stored) return
  throw new Failure(
    'stale-revision',
    `该模板已在其他窗口或由其他人保存过（当前第 ${stored} 版，您编辑的是第 ${sent} 版）。为避免覆盖，本次没有保存：请先复制需要保留的内容，再重新打开模板后修改`,
  )
}

/** Removes duplicate ids, keeping their order. */
export const distinct = (ids: readonly number[]): number[] => [...new Set(ids)]

/** Name of a copy; the copy of an unnamed template is unnamed, too. */
export function copyName(name: string, limit = 100): string {
  const suffix = ' 副本'
  if (name === '') return ''
  return name.endsWith(suffix) ? name : [...name].slice(0, limit - suffix.length).join('') + suffix
}
