/** A saved view in the address: its filters and its id. Pure. */
import type { OrderLayout } from '../../../../contract/rules/order-layout'
import type { OrderView } from '../../../../contract/types'
import type { ParamOf, screens } from '../../../base/paths'
import { noFilters, paramNames } from '../order-filters'

type Param = ParamOf<typeof screens.orders> | 'page' | 'pageSize'

const keptParams: readonly Param[] = [...Object.values(paramNames), 'pageSize']

/** Returns the query that a view keeps of the address; the same filters are always the same text. */
export function queryOf(get: (name: Param) => string): string {
  const kept = new URLSearchParams()
  for (const name of keptParams) {
    const value = get(name)
    if (value !== '') kept.set(name, value)
  }
  return kept.toString()
}

/** Returns what a view keeps of the list as it is shown now. */
export const shownNow = (
  get: (name: Param) => string,
  { density, choices, order }: OrderLayout,
): Pick<OrderView, 'query' | 'layout'> => ({
  query: queryOf(get),
  layout: { density, choices: { ...choices }, order: [...order] },
})

/** Returns the parameters that open a view at its first page. Names that this version does not know are left out. */
export function viewParams({ id, query }: Pick<OrderView, 'id' | 'query'>): Readonly<Partial<Record<Param, string | null>>> {
  const stored = new URLSearchParams(query)
  const kept = keptParams.map((name) => [name, stored.get(name)] as const)
  return { ...noFilters, ...Object.fromEntries(kept), page: null, view: id }
}
