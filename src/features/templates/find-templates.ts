/** Searches, filters and sorts templates by their facts. Pure. */
import { type ProductMode, productMode } from '../../../contract/constants'
import { templateName } from '../../../contract/rules/case-names'
import type { TemplateFacts } from '../../../contract/types'
import type { TextMatch } from '../../base/text-match'

export const templateSorts = ['custom', 'recent', 'name'] as const
export type TemplateSort = (typeof templateSorts)[number]

export const sortNames: Readonly<Record<TemplateSort, string>> = {
  custom: '自定义顺序',
  recent: '最近修改',
  name: '名称',
}

export interface TemplateFilter {
  /** Searched in names; '' searches nothing. */
  readonly words: string
  /** Whether buyers can choose it; null: whether or not. */
  readonly enabled: boolean | null
  readonly mode: ProductMode | null
  readonly sort: TemplateSort
}

/** Reads a filter from the parameters of an address; what is unknown filters nothing. */
export function filterFrom(get: (name: 'q' | 'shelf' | 'mode' | 'sort') => string): TemplateFilter {
  const shelf = get('shelf')
  return {
    words: get('q'),
    enabled: shelf === 'on' ? true : shelf === 'off' ? false : null,
    mode: Object.values(productMode).find((mode) => String(mode) === get('mode')) ?? null,
    sort: templateSorts.find((sort) => sort === get('sort')) ?? 'custom',
  }
}

/** Whether the templates of all collections are looked through; without a condition only those of one are shown. */
export const isSearch = ({ words, enabled, mode }: TemplateFilter): boolean => words !== '' || enabled !== null || mode !== null

/** Whether the templates of a collection are shown in the seller's own order, which can be changed. */
export const isOwnOrder = (filter: TemplateFilter): boolean => !isSearch(filter) && filter.sort === 'custom'

const byName = new Intl.Collator('zh-CN', { numeric: true })

/** Returns the ids of the templates that a filter shows, in its order. @param facts in the seller's own order. */
export function findTemplates(
  facts: readonly TemplateFacts[],
  filter: TemplateFilter,
  collectionId: number,
  match: TextMatch,
): number[] {
  const { words, enabled, mode, sort } = filter
  const found = facts.filter(
    (one) =>
      (isSearch(filter) || one.collectionId === collectionId) &&
      (words === '' || match(templateName(one), words)) &&
      (enabled === null || one.enabled === enabled) &&
      (mode === null || one.productMode === mode),
  )
  // Sorting is stable: equal ones keep the seller's order.
  if (sort === 'recent') found.sort((a, b) => b.updatedAt - a.updatedAt)
  if (sort === 'name') found.sort((a, b) => byName.compare(templateName(a), templateName(b)))
  return found.map(({ id }) => id)
}
