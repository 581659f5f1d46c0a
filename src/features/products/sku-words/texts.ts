/** The sentences about a set-up from SKU words that was done or undone. Pure. */
import type { SkuWordsApplied } from '../../../../contract/types'

const units: readonly (readonly [keyof SkuWordsApplied, string])[] = [
  ['models', '个型号'],
  ['materials', '种材质'],
  ['colors', '种颜色'],
  ['wireframes', '张标准线框'],
]

export function appliedText(applied: SkuWordsApplied): string {
  const made = units.flatMap(([key, unit]) => (applied[key] > 0 ? [`${applied[key]} ${unit}`] : []))
  const kept = applied.kept > 0 ? `，${applied.kept} 个已有配置的没有改` : ''
  return `已配置 ${applied.settings} 个规格${kept}${made.length > 0 ? `，新建了 ${made.join('、')}` : ''}`
}

const shownNames = 3

/** Says what stays after an undo, because it was changed or used since. */
export function undoneText({ kept }: { readonly kept: readonly string[] }): string {
  if (kept.length === 0) return '已撤销，新建的都删除了'
  const names = kept.slice(0, shownNames).join('、')
  return `已撤销；之后改过或用到的留下了：${names}${kept.length > shownNames ? ` 等 ${kept.length} 项` : ''}`
}
