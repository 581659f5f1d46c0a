/** The task that draws print files again, without its code. */
import type { Task } from '../../../base/tasks/types'

export const renderKind = 'design-render'
export const renderScope = 'orders:render'

export interface RenderInput {
  readonly customizationId: number
}

/** Says how many print files were replaced by a task that drew them again. */
export function renderedText({ items }: Task): string {
  const replaced = items.filter(({ result }) => result === 'replaced').length
  return `已重新生成 ${items.length} 张定制图：${replaced} 张换成新图，${items.length - replaced} 张没有差别`
}
